// Tests that the browser, without zod, never rejects a valid value and reports the same issues as the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { services } from '#contract/all.ts';
import { codeOf, type Issue } from '#contract/lib/issue-code.ts';
import type { Operation } from '#contract/lib/service.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { type Names, z as standIn } from '#web/lib/client/contract-names.ts';
import { browser } from '#web/lib/testing/as-browser.ts';
import { issuesIn, knownChecks } from './issues-in.ts';

type Said = Record<string, { code: string; params?: Record<string, number> }>;

/** The first issue of each field. */
function said(issues: readonly Issue[]): Said {
  const all: Said = {};
  for (const issue of issues) all[issue.path.join('.')] ??= codeOf(issue);
  return all;
}
const byZod = (schema: z.ZodType, value: unknown) =>
  said((schema.safeParse(value, { reportInput: true }).error?.issues ?? []) as Issue[]); // zod's fields.
const inBrowser = (schema: unknown, value: unknown) => said(issuesIn(schema as z.ZodType, value)); // By the stand-in.

const text = 'text';
const tables: [string, (z: typeof import('zod').z) => z.ZodType, unknown[]][] = [
  ['text', (z) => z.string(), [text, '', ' ', 1, null, undefined, true, [], {}]],
  ['short text', (z) => z.string().max(3), ['abc', 'abcd', '']],
  ['long text', (z) => z.string().min(3), ['abc', 'ab', '']],
  ['own words', (z) => z.string().min(1, { error: 'a.b' }).max(3, { error: 'field.long' }), ['', 'abcd', 'a', null]],
  ['trimmed, then measured', (z) => z.string().trim().min(1).max(3), ['  abc  ', '   ', 'abcd']],
  ['measured, then trimmed', (z) => z.string().max(3).trim(), ['  abc  ', ' a ']],
  [
    'lower case, then a pattern',
    (z) =>
      z
        .string()
        .toLowerCase()
        .regex(/^[a-z]+$/),
    ['ABC', 'A1'],
  ],
  [
    'two patterns',
    (z) => z.string().regex(/a/, { error: 'a.a' }).regex(/b/, { error: 'b.b' }),
    ['ab', 'b', 'a', 'c', ''],
  ],
  ['a check that ends it', (z) => z.string().max(2, { error: 'a.a', abort: true }).regex(/b/), ['aaa', 'aa', 'b']],
  ['e-mail', (z) => z.email({ pattern: /^\w+@\w+$/, error: 'field.email' }), ['a@b', 'a', '', 1, null]],
  [
    'piped',
    (z) =>
      z
        .string()
        .trim()
        .max(5)
        .pipe(z.email({ pattern: /^\w+@\w+$/ })),
    [' a@b ', 'aaaa@bbbb', 'a', ''],
  ],
  ['number', (z) => z.number(), [1, 1.5, -1, '1', '', null, undefined, Number.NaN, Number.POSITIVE_INFINITY]],
  ['whole number', (z) => z.number().int().min(1).max(9), [0, 1, 9, 10, 1.5, 0.5, 10.5, '5', 2 ** 60, -(2 ** 60)]],
  ['steps', (z) => z.number().multipleOf(0.01).max(9), [1.01, 1.001, 0.07, 2.03, 10.001, -0.005, 1e300, null]],
  ['other steps', (z) => z.number().multipleOf(0.25), [0.5, 0.3]],
  ['switch', (z) => z.boolean(), [true, false, 'true', 0, null, undefined, '']],
  ['choice', (z) => z.enum(['a', 'b']), ['a', 'c', '', null, undefined]],
  ['literal', (z) => z.literal('a'), ['a', 'b', undefined]],
  ['optional', (z) => z.string().min(1).optional(), [undefined, null, '', 'a']],
  ['nullable', (z) => z.string().min(1).nullable(), [undefined, null, '', 'a']],
  ['both', (z) => z.string().min(1).nullable().optional(), [undefined, null, '', 'a']],
  ['by default', (z) => z.number().min(1).default(5), [undefined, null, 0, 1]],
  [
    'object',
    (z) => z.strictObject({ a: z.string(), b: z.number().optional() }),
    [{ a: '' }, {}, { a: 1, b: 'b' }, [], null],
  ],
  [
    'nested',
    (z) => z.object({ a: z.object({ b: z.array(z.string().max(1)) }) }),
    [{ a: { b: ['', 'ab'] } }, { a: [] }, {}],
  ],
  ['list', (z) => z.array(z.number()).min(1).max(2), [[], [1], [1, 2], [1, 2, 3], ['1'], [null], 'no', {}]],
  ['union', (z) => z.union([z.literal(''), z.string().trim().regex(/^a/, { error: 'a.a' })]), ['', 'a', 'b', 1, null]],
  ['union of types', (z) => z.union([z.number(), z.boolean()], { error: 'a.a' }), [1, true, 'a', '', undefined]],
  ['record', (z) => z.record(z.string(), z.unknown()), [{}, { a: 1 }, [], null, 'a']],
  ['anything', (z) => z.unknown(), [null, undefined, 1, {}]],
  [
    'changed before',
    (z) => z.preprocess((value) => (value === '' ? undefined : value), z.string().min(2).optional()),
    ['', undefined, 'a', 'ab', null],
  ],
];

for (const [name, make, values] of tables) {
  test(`${name}: same as zod`, () => {
    const ours = make(standIn as never);
    for (const value of values) assert.deepEqual(inBrowser(ours, value), byZod(make(z), value), JSON.stringify(value));
  });
}

const milder: [string, (z: typeof import('zod').z) => z.ZodType, unknown[]][] = [
  ['refine', (z) => z.string().refine((value) => value === 'a'), ['a', 'b']],
  ['superRefine', (z) => z.string().superRefine((_, context) => context.addIssue('no')), ['a']],
  ['transform', (z) => z.string().transform(Number).pipe(z.number().max(3)), ['2', '4', 'x']],
  ['transform that throws', (z) => z.preprocess((value) => String((value as string[])[0]), z.string()), [null, ['a']]],
  ['catch', (z) => z.string().min(3).catch('abc'), ['', 'abc', 1]],
  ['or', (z) => z.string().or(z.number()), ['', 1]],
  ['unknown check', (z) => z.string().startsWith('a'), ['a', 'b']],
  ['date', (z) => z.iso.date(), ['2026-03-29', '2026-13-29']],
];

for (const [name, make, values] of milder) {
  test(`${name}: left to the server`, () => {
    const ours = make(standIn as never);
    for (const value of values) assert.deepEqual(inBrowser(ours, value), {}, JSON.stringify(value));
  });
}

/** Each input of the contract, in the versions of the server and the browser. */
function* inputs(): Generator<[string, z.ZodObject, Names]> {
  for (const [service, operations] of Object.entries(services)) {
    for (const [key, { input }] of Object.entries<Operation>(operations)) {
      const there = (browser.services as Record<string, Record<string, Operation>>)[service]?.[key]?.input;
      yield [`${service}.${key}`, input, there as unknown as Names];
    }
  }
}

const partsOf = ({ def, shape }: Names): Names[] =>
  [def.innerType, def.in, def.out, def.element, ...(def.choices ?? []), ...Object.values(shape ?? {})].filter(
    (part) => part !== undefined,
  );
/** Whether the browser evaluates every check of the schema as zod does. */
const isJudged = (schema: Names): boolean =>
  schema.checks.every(({ name, args }) => !leftToServer.includes(name) && String(args[0]) !== String(/./s)) &&
  partsOf(schema).every(isJudged);
const leftToServer = ['refine'];

const oddValues = [
  ...[undefined, null, '', ' ', 'a', 'Ä ö', '0', '1.5', 'true', 0, 1, -1, 1.5, 1e9, true, false, [], {}, ['a'], [null]],
  ...['mara@example.org', 'mara@example', 'mara@example.o', '.mara@example.org', 'a b@c.de', ' mara@example.org '],
  ...['+371 20000000', '12345', '1234', `+${'1'.repeat(25)}`, '1'.repeat(26), '12345x', ' 12345 '],
  ...['2026-03-02', '10:00', '24:00', '25:00', '2026-03-02T10:00:00Z', 'Europe/Riga', 'de', 'en'],
  ...['https://example.org/', '/terms', 'javascript:alert(1)', 'fa fa-home', 'x'.repeat(43), '123456', 'Daybook'],
  ...['00000000-0000-0000-0000-000000000000', 'portrait', 'question', 'primary'],
];

/** Values for a schema, near its limits and far from them. */
function valuesFor(schema: Names): fc.Arbitrary<unknown> {
  const { def, shape, checks, options = [] } = schema;
  const odd = fc.constantFrom<unknown>(...oddValues, ...options, ...(def.values ?? []));
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, valuesFor(field)]);
    return fc.oneof({ weight: 9, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) }, odd);
  }
  if (def.element) return fc.oneof(fc.array(valuesFor(def.element), { maxLength: 3 }), odd);
  const inner = partsOf(schema);
  if (inner.length) return fc.oneof(odd, ...inner.map(valuesFor));
  const limits = checks.flatMap(({ name, args }) => (name === 'min' || name === 'max' ? [Number(args[0])] : []));
  const near = limits.flatMap((limit) =>
    [-1, 0, 1, 0.5, 0.001].map((more) =>
      def.type === 'number' ? limit + more : 'a'.repeat(Math.max(0, Math.floor(limit + more))),
    ),
  );
  return fc.oneof(odd, fc.constantFrom(...near, ''), def.type === 'number' ? fc.double() : fc.string());
}

test('for every input of the contract, the browser reports the same issues as the server, or fewer', () => {
  let [compared, refused, accepted] = [0, 0, 0];
  for (const [name, ours, theirs] of inputs()) {
    for (const [field, schema] of Object.entries(ours.shape as Record<string, z.ZodType>)) {
      const there = theirs.shape?.[field] as Names; // `contract-names.test.ts` ensures equal names.
      const judged = isJudged(there);
      const compare = (value: unknown) => {
        const [server, here] = [byZod(schema, value), inBrowser(there, value)];
        const about = `${name} ${field}: ${JSON.stringify(value)?.slice(0, 200)}`;
        if (judged) assert.deepEqual(here, server, about);
        else for (const key of Object.keys(here)) assert.ok(key in server, about);
        compared += 1;
        if (Object.keys(here).length) refused += 1;
        else accepted += 1;
      };
      for (const value of oddValues) compare(value);
      fc.assert(fc.property(valuesFor(there), compare), runs(50));
    }
    fc.assert(
      fc.property(valuesFor(theirs), (value) => {
        if (ours.safeParse(value).success) assert.deepEqual(inBrowser(theirs, value), {}, name);
      }),
      runs(20),
    );
  }
  assert.ok(compared > 10_000 && refused > 1_000 && accepted > 1_000);
});

test('the browser knows every check of the contract', () => {
  const walk = (schema: Names, at: string): void => {
    for (const { name } of schema.checks) assert.ok(knownChecks.includes(name), `${at}: ${name}`);
    for (const part of partsOf(schema)) walk(part, at);
  };
  for (const [name, , theirs] of inputs()) walk(theirs, name);
});
