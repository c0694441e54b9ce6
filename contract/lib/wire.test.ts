// Tests of name mapping in both directions, from bodies and queries, with expected and with malicious input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '#contract/testing/random-cases.ts';
import { date, eMail, id, instant, maybe, moment, newId, text, wallTime } from './fields.ts';
import { fromWire, metaOf, toWire, type WireIssue, wirePath } from './wire.ts';

const line = z.object({ name: z.string(), unitPrice: z.number().meta({ wire: 'Price_Unit' }) });
const order = z.strictObject({
  id: id.default(newId),
  start: instant,
  count: z.number().int().optional(),
  sendSms: z.boolean().optional(),
  eMail: maybe(eMail).meta({ wire: 'EMail' }),
  timeOutSeconds: z.number().nullable().optional().meta({ wire: 'TimeOutSecconds' }),
  lines: z.array(line).default([]),
  place: line.extend({ inner: z.object({ deepName: z.string() }).nullable() }).optional(),
  tags: z.array(z.string()).optional(),
});

function read(value: unknown, query = false): { value: unknown; issues: WireIssue[] } {
  const issues: WireIssue[] = [];
  return { value: fromWire(order, value, { query }, issues), issues };
}

test('names are camelCase inside and PascalCase or the declared spelling on the wire, at every depth', () => {
  const inside = {
    id: newId,
    start: '2026-03-02T09:00:00Z',
    eMail: 'a@b.example',
    timeOutSeconds: 3,
    lines: [{ name: 'a', unitPrice: 1 }],
    place: { name: 'b', unitPrice: 2, inner: { deepName: 'c' } },
  };
  const wire = {
    Id: newId,
    Start: '2026-03-02T09:00:00Z',
    EMail: 'a@b.example',
    TimeOutSecconds: 3,
    Lines: [{ Name: 'a', Price_Unit: 1 }],
    Place: { Name: 'b', Price_Unit: 2, Inner: { DeepName: 'c' } },
  };
  assert.deepEqual(toWire(order, inside), wire);
  assert.deepEqual(read(wire), { value: inside, issues: [] });
});

test('a declared spelling is found when optional, nullable, default or maybe wraps the field later', () => {
  const spelled = z.string().meta({ wire: 'Streat' });
  for (const schema of [spelled, spelled.optional(), spelled.nullable(), spelled.default('-'), maybe(spelled)]) {
    assert.equal(metaOf(schema, 'wire'), 'Streat');
  }
});

test('an answer contains only declared fields, and omits undefined but not null', () => {
  assert.deepEqual(toWire(order, { start: 'x', timeOutSeconds: null, count: undefined, passwordHash: 'secret' }), {
    Start: 'x',
    TimeOutSecconds: null,
  });
});

test('a body matches wire names exactly, else without regard to case; a second spelling of a name is unknown', () => {
  const { value, issues } = read({
    start: 'x',
    START: 'y',
    Start: 'z',
    Lines: [{ name: 'a', Price_unit: 1 }],
    email: 'e',
  });
  assert.deepEqual(value, { start: 'z', lines: [{ name: 'a', unitPrice: 1 }], eMail: 'e' });
  assert.deepEqual(
    issues.map(({ key, code }) => [key, code]),
    [
      ['start', 'field.unknown'],
      ['START', 'field.unknown'],
    ],
  );
});

test('in a request, the all-zero id of a reference that can be empty means none', () => {
  const schema = z.strictObject({
    id,
    nullable: id.nullable(),
    filled: id.nullable().default(null),
    maybe: maybe(id),
    new: id.default(newId),
    omittable: id.optional().meta({ omittable: true }),
  });
  const sent = { Id: newId, Nullable: newId, Filled: newId, Maybe: newId, New: newId, Omittable: newId };
  const decode = (isInput: boolean) => fromWire(schema, sent, { query: false, isInput }, []);
  const read = { id: newId, nullable: null, filled: null, maybe: undefined, new: newId, omittable: newId };
  assert.deepEqual(decode(true), read);
  assert.deepEqual(decode(false), Object.fromEntries(Object.keys(read).map((name) => [name, newId])), 'an answer');
});

test('a date without a zone is converted in a request, except where a date stands for the whole day', () => {
  const schema = z.strictObject({ at: instant, day: date, span: moment, tag: z.string() });
  const decode = (text: string) => {
    const sent = { At: text, Day: text, Span: text, Tag: text };
    return Object.values(fromWire(schema, sent, { query: true, toInstant: () => 'converted' }, []) as object);
  };
  assert.deepEqual(decode('2026-03-29'), ['converted', '2026-03-29', '2026-03-29', '2026-03-29']);
  assert.deepEqual(decode('2026-03-29 09:30'), ['converted', '2026-03-29 09:30', 'converted', '2026-03-29 09:30']);
});

test('a query matches names case-insensitively and converts its text to the type of the field', () => {
  const { value, issues } = read(
    { ID: newId, start: '2026-03-29T09:30:00 02:00', COUNT: '-12', sendsms: 'TRUE', email: '', tags: 'a,b' },
    true,
  );
  assert.deepEqual(issues, []);
  const parsed = order.parse(value);
  assert.equal(parsed.start, '2026-03-29T09:30:00+02:00', 'a plus sign that arrived as a space');
  assert.equal(parsed.count, -12);
  assert.equal(parsed.sendSms, true);
  assert.equal(parsed.eMail, undefined);
  assert.deepEqual(parsed.tags, ['a', 'b']);
});

test('query text that does not parse as the field’s type is left for the schema to reject', () => {
  for (const count of ['', ' 1', '0x10', '1,5', 'Infinity', 'NaN', '1_000', '--1', '٣']) {
    assert.equal(order.safeParse(read({ start: '2026-03-02T09:00:00Z', count }, true).value).success, false, count);
  }
  for (const sendSms of ['1', 'yes', 'on', '']) {
    assert.equal(order.safeParse(read({ start: '2026-03-02T09:00:00Z', sendSms }, true).value).success, false, sendSms);
  }
});

test('a body does not convert text to numbers or booleans', () => {
  const { value } = read({ Start: '2026-03-02T09:00:00Z', Count: '1', SendSms: 'true' });
  const { error } = order.safeParse(value);
  assert.deepEqual(
    error?.issues.map((issue) => issue.path[0]),
    ['count', 'sendSms'],
  );
});

test('keys with a meaning in JavaScript are unknown fields like any other and change nothing', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
  for (const query of [false, true]) {
    for (const name of names) {
      const { value, issues } = read(JSON.parse(`{"${name}":{"isAdmin":true},"Start":"x"}`), query);
      assert.deepEqual(issues, [{ key: name, code: 'field.unknown' }]);
      assert.deepEqual(Object.keys(value as object), ['start']);
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
    }
  }
  assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
});

test('values of an undeclared shape are passed on for the schema to reject, without throwing', () => {
  for (const value of [null, undefined, 1, 'x', [], [[]], { Lines: { 0: 'a' } }, { Lines: [null, 1] }, { Place: [] }]) {
    for (const query of [false, true]) {
      const read_ = read(value, query);
      assert.equal(order.safeParse(read_.value).success, false);
    }
  }
});

test('text with a NUL, which no column can hold, is reported with its path', () => {
  const { issues } = read({ Start: 'x', Lines: [{ Name: 'a\0b', Price_Unit: 1 }] });
  assert.deepEqual(issues, [{ key: 'Lines[0].Name', code: 'field.invalid' }]);
});

test('a path of inner names is translated to wire names', () => {
  assert.equal(wirePath(order, ['lines', 2, 'unitPrice']), 'Lines[2].Price_Unit');
  assert.equal(wirePath(order, ['place', 'inner', 'deepName']), 'Place.Inner.DeepName');
  assert.equal(wirePath(order, ['timeOutSeconds']), 'TimeOutSecconds');
  assert.equal(wirePath(order, []), '');
});

test('a recursive schema is renamed at every depth', () => {
  const node: z.ZodType = z.object({
    sRef: z.string().meta({ wire: 'SRef' }),
    get childrens() {
      return z.array(node);
    },
  });
  const inside = { sRef: 'a', childrens: [{ sRef: 'b', childrens: [{ sRef: 'c', childrens: [] }] }] };
  const wire = toWire(node, inside);
  assert.deepEqual(wire, { SRef: 'a', Childrens: [{ SRef: 'b', Childrens: [{ SRef: 'c', Childrens: [] }] }] });
  assert.deepEqual(fromWire(node, wire, { query: false }, []), inside);
});

const lineOf = fc.record({ name: fc.string(), unitPrice: fc.double({ noNaN: true }) });
const values = fc.record(
  {
    id: fc.uuid(),
    start: fc.string(),
    count: fc.integer(),
    sendSms: fc.boolean(),
    eMail: fc.string(),
    timeOutSeconds: fc.option(fc.double({ noNaN: true })),
    lines: fc.array(lineOf, { maxLength: 3 }),
    place: fc.record({
      name: fc.string(),
      unitPrice: fc.integer(),
      inner: fc.option(fc.record({ deepName: fc.string() })),
    }),
    tags: fc.array(fc.string(), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

test('a value renamed for the wire, sent as JSON and parsed again is unchanged (property)', () => {
  fc.assert(
    fc.property(values, (inside) => {
      const sent = JSON.parse(JSON.stringify(toWire(order, inside)));
      const issues: WireIssue[] = [];
      assert.deepEqual(fromWire(order, sent, { query: false }, issues), JSON.parse(JSON.stringify(inside)));
      assert.ok(issues.every((issue) => issue.code === 'field.invalid') && issues.length > 0 === hasNul(inside));
    }),
    runs(300),
  );
});

function hasNul(value: unknown): boolean {
  return JSON.stringify(value).includes('\\u0000');
}

test('reading arbitrary input neither throws nor lets an undeclared name through (property)', () => {
  const inner = new Set(Object.keys(order.shape));
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), fc.boolean(), (sent, query) => {
      const { value } = read(sent, query);
      if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) {
        for (const key of Object.keys(value as object)) assert.ok(inner.has(key), key);
      }
    }),
    runs(500),
  );
});

test('instants and dates are limited to those that every part of the product agrees on', () => {
  const fine = [
    '2026-03-29T09:30:00Z',
    '2026-03-29T09:30:00.0000000Z',
    '2026-03-29T09:30:00-03:30',
    '2199-12-31T23:59:59Z',
  ];
  for (const value of fine) {
    assert.ok(instant.safeParse(value).success, value);
    Temporal.Instant.from(value);
  }
  const wrong = [
    '2026-03-29T09:30:00',
    '2026-03-29',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-02-30T00:00:00Z',
  ];
  for (const value of [
    ...wrong,
    '2026-03-29T24:00:00Z',
    '2026-03-29T09:30:00.1234567890Z',
    '+002026-03-29T09:30:00Z',
    '',
  ]) {
    const { error } = instant.safeParse(value);
    assert.deepEqual(
      error?.issues.map((issue) => issue.message),
      ['field.instant'],
      value,
    );
  }
  for (const value of ['0000-01-01', '9999-12-31', '2026-02-29', '2026-3-1'])
    assert.ok(!date.safeParse(value).success, value);
  assert.ok(wallTime.safeParse('24:00').success && !wallTime.safeParse('24:01').success);
});

test('text is trimmed before its length is checked', () => {
  assert.equal(text(3).parse('  abc  '), 'abc');
  assert.equal(text(3).safeParse('   ').success, false);
});
