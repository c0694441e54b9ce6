// Tests of the addresses of operations and of how a read's input becomes one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { services } from '#contract/all.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { addressOf } from './address.ts';
import { id, instant, latitude } from './fields.ts';
import { del, get, type Operation, post, postOrDelete, postOrGet, service } from './service.ts';
import { fromWire, type WireIssue } from './wire.ts';

const plain = { summary: '', may: 'anyone', input: z.strictObject({}), output: null } as const;

test('an operation is served at api/{service}/{Operation}, or under its declared name or path', () => {
  const things = service(
    'things',
    { about: 'Things.' },
    {
      getAll: get(plain),
      getNPS: get({ ...plain, wire: 'GetNps' }),
      picture: get({ ...plain, path: 'image/:id/Get/:width' }),
    },
  );
  assert.equal(things.getAll.path, 'api/things/GetAll');
  assert.equal(things.getNPS.path, 'api/things/GetNps');
  assert.equal(things.picture.path, 'api/image/:id/Get/:width');
});

test('only a read is not a change, and the first method is the one the browser code uses', () => {
  assert.deepEqual([get(plain).methods, get(plain).changes], [['GET'], false]);
  assert.deepEqual([post(plain).methods, post(plain).changes], [['POST'], true]);
  assert.deepEqual([del(plain).methods, del(plain).changes], [['DELETE'], true]);
  assert.deepEqual([postOrDelete(plain).methods, postOrDelete(plain).changes], [['POST', 'DELETE'], true]);
  assert.deepEqual([postOrGet(plain).methods, postOrGet(plain).changes], [['POST', 'GET'], true]);
});

test('no two operations share an address, even when case is ignored', () => {
  const operations = Object.values(services).flatMap((each) => Object.values<Operation>(each));
  const addresses = operations.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path}`.toLowerCase()),
  );
  assert.equal(new Set(addresses).size, addresses.length);
  for (const { path } of operations)
    assert.match(path, /^api\/((company|system)\/)?[a-z]+\/([A-Z]\w+|:\w+\/(Get\/:\w+\/:\w+|mail))$/);
});

test('every operation rejects undeclared fields and declares who may call it', () => {
  for (const [name, each] of Object.entries(services)) {
    for (const [key, { input, may, summary }] of Object.entries<Operation>(each)) {
      const issues = input.safeParse({ notDeclared: true }).error?.issues ?? [];
      assert.ok(
        issues.some((issue) => issue.code === 'unrecognized_keys'),
        `${name}.${key} takes anything`,
      );
      assert.ok(['anyone', 'user', 'lcladmin', 'admin', 'sys'].includes(may), `${name}.${key}`);
      assert.ok(summary, `${name}.${key} has no summary`);
    }
  }
});

const around = get({
  ...plain,
  input: z.strictObject({ id, latitude, start: instant, words: z.string().optional(), exact: z.boolean().optional() }),
  path: 'api/around/:id',
});

test('an address has the path’s parameters in the path, the rest in the query, and nothing for missing values', () => {
  const input = { id: '0198', latitude: -1.5, start: '2026-03-29T09:30:00+02:00', words: undefined };
  assert.equal(addressOf(around, input), '/api/around/0198?Latitude=-1.5&Start=2026-03-29T09%3A30%3A00%2B02%3A00');
});

test('the server parses from an address exactly what the browser serialized (property)', () => {
  const inputs = fc.record(
    {
      id: fc.uuid(),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }).filter((value) => !Object.is(value, -0)),
      start: fc.constant('2026-03-29T09:30:00+02:00'),
      words: fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed()),
      exact: fc.boolean(),
    },
    { requiredKeys: ['id', 'latitude', 'start'], noNullPrototype: true },
  );
  fc.assert(
    fc.property(inputs, (input) => {
      const url = new URL(addressOf(around, input), 'http://localhost');
      const sent = { ...Object.fromEntries(url.searchParams), id: url.pathname.split('/').at(-1) };
      const issues: WireIssue[] = [];
      assert.deepEqual(around.input.parse(fromWire(around.input, sent, { query: true }, issues)), input);
      assert.deepEqual(issues, []);
    }),
    runs(100),
  );
});
