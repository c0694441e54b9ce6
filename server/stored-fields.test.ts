// Tests that no field gets lost: what an operation takes is stored, with two values of each field, and read back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AccessRow, access, type RecordKind } from '#contract/access.ts';
import { resources, services } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Operation } from '#contract/lib/service.ts';
import { elementOf, fieldsOf, kindOf } from '#contract/lib/wire.ts';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { says, valuesOf } from '#server/testing/lists/field-values.ts';
import { type Business, sampleOf } from '#server/testing/lists/list-samples.ts';
import { makeRecord } from '#server/testing/lists/records.ts';
import {
  type Fields,
  type FieldValues,
  type Person,
  storesNoRecord,
  type WriteSample,
  writeSamples,
} from '#server/testing/lists/write-samples.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let app: TestApp;
let own: Business;
let person: Person;
let cookie: { cookie: string };
setUpFile(import.meta, async () => {
  app = await testApp();
  own = await buildBusiness(app, { actions: ['admin', 'sys'] });
  await setTerms(app, { maxLocations: 1000, maxUsers: 1000 });
  cookie = await signIn(app, own.employee);
  const call: Person['call'] = async (operation, input) => (await send(operation, input)).answer;
  person = { app, employee: own.employee, call };
});
after(() => app[Symbol.asyncDispose]());

const lists = resources as unknown as Record<string, AnyResource>;
// The table has an exact type for each service; this test looks up any name.
const table = access as Record<string, Record<string, AccessRow>>;

const answering = 'says how the call is answered';
/** Fields by name that no operation stores, with the reason. */
const steering: Readonly<Record<string, readonly string[]>> = {
  'names the record': ['id', 'ids', 'version'],
  'proves who calls': [
    'password',
    'currentPassword',
    'code',
    'actionHash',
    'token',
    'captchaResponse',
    'logIn',
    'ticket',
    'response',
    'confirmation',
  ],
  [answering]: [
    'acceptOverlap',
    'acceptClosed',
    'acceptNotDone',
    'notify',
    'isUndo',
    'visitsKeep',
    'checkOnly',
    'isConnecting',
    'isRemembered',
  ],
};
const steers = new Set(Object.values(steering).flat());

/** The values of each field that were stored and read back. */
type Proven = Map<string, unknown[]>;

interface Trial {
  name: string;
  operation: Operation;
  fields: readonly string[];
  /** The rest of a valid input. */
  base(): Promise<Fields> | Fields;
  values: FieldValues;
  read(answer: Fields, sent: Fields): Promise<Fields> | Fields;
}

/** Sends the first values of all fields, then the second ones; those that do not go together, one after the other. */
async function store({ name, operation, fields, base, values, read }: Trial, proven: Proven): Promise<string[]> {
  const shape = fieldsOf(operation.input) ?? {};
  const candidates = fields.map(
    (field) => [field, valuesOf(shape[field] as never, (path) => values[path], field)] as const,
  );
  const refusals: string[] = [];
  const has = (field: string, value: unknown) => proven.get(field)?.some((one) => says(one, value)) ?? false;
  async function isStored(sent: Fields): Promise<boolean> {
    const { isDone, answer, body } = await send(operation, sent);
    if (!isDone) {
      refusals.push(body);
      return false;
    }
    const record = await read(answer, sent);
    for (const field of fields) {
      const value = sent[field];
      if (value === undefined) continue;
      assert.ok(
        says(record[field], value),
        `${name} loses ${field}: ${JSON.stringify(value)} is ${JSON.stringify(record[field])} then`,
      );
      if (!has(field, value)) proven.set(field, [...(proven.get(field) ?? []), value]);
    }
    return true;
  }
  for (const index of [0, 1]) {
    const each = candidates.map(([field, those]) => [field, those[Math.min(index, those.length - 1)]]);
    if (await isStored({ ...(await base()), ...Object.fromEntries(each) })) continue;
    const accepted: Fields = {};
    for (const [field, those] of candidates) {
      for (const value of those) {
        if (has(field, value) || !(await isStored({ ...(await base()), ...accepted, [field]: value }))) continue;
        accepted[field] = value;
        break;
      }
    }
  }
  return refusals;
}

function assertProven(name: string, fields: readonly string[], proven: Proven, refusals: readonly string[]): void {
  const missing = fields.filter((field) => (proven.get(field)?.length ?? 0) < 2);
  assert.deepEqual(
    missing,
    [],
    `${name}: these were not stored with two values; refusals:\n${[...new Set(refusals)].join('\n')}`,
  );
}

async function send(operation: Operation, input: Fields) {
  const result = await app.call(operation, input as never, cookie);
  const isDone = result.status === 200 || result.status === 204;
  return { isDone, body: result.body, answer: (isDone ? result.answer : {}) as Fields };
}

/** Two records for each id of an operation. */
async function idsFor(kinds: Readonly<Record<string, RecordKind>>): Promise<FieldValues> {
  const ids: Record<string, string[]> = {};
  for (const [path, kind] of Object.entries(kinds)) {
    if (kind === 'passedOver' || kind === 'rowOfList') continue;
    ids[path] = [await makeRecord[kind](app, own.employee), await makeRecord[kind](app, own.employee)];
  }
  return ids;
}

const isWritten = (name: string) => name === 'insert' || name === 'update';

for (const [name, list] of Object.entries(lists)) {
  const { declared, operations } = list;
  if (!declared.input) continue;
  const fields = Object.keys(declared.input.shape).filter((field) => !steering[answering]?.includes(field));
  const sample = sampleOf(name, list);
  const inserted = () => ({ ...sample.input?.(own) }) as Fields;
  const present = async (): Promise<Fields> => {
    await sample.seed?.(app, own);
    if (operations.insert) return person.call(operations.insert, inserted());
    const page = await person.call(operations.getPaginated, { ...sample.find });
    const [row] = page[declared.rowsKey] as Fields[];
    assert.ok(row, `${name} has no row`);
    return row;
  };
  for (const verb of ['insert', 'update'] as const) {
    const operation = operations[verb];
    if (!operation) continue;
    test(`${name}: ${verb} stores every field`, async () => {
      const row = verb === 'update' ? await present() : undefined;
      const rest = row ? fields.filter((field) => row[field] !== undefined).map((field) => [field, row[field]]) : [];
      const base = () => (row ? { ...Object.fromEntries(rest), id: row.id } : inserted());
      const values = { ...(await idsFor(table[name]?.['*']?.ids ?? {})), ...sample.values?.(row ?? {}, app) };
      const proven: Proven = new Map();
      const read = async ({ id }: Fields) => {
        const stored = { ...(await person.call(operations.getById, { id })) };
        for (const [field, { read }] of Object.entries(sample.unanswered ?? {})) {
          assert.ok(!(field in stored), `${name} answers ${field}`);
          stored[field] = await read(app, String(id));
        }
        return stored;
      };
      const refusals = await store({ name: `${name} ${verb}`, operation, fields, base, values, read }, proven);
      assertProven(name, fields, proven, refusals);
    });
  }
}

const unrecorded = new Set(Object.values(storesNoRecord).flat());
const tried = new Set<string>();
for (const [service, operations] of Object.entries(services)) {
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const path = `${service}.${name}`;
    if (!operation.changes || (lists[service]?.declared.input && isWritten(name))) continue;
    const shape = fieldsOf(operation.input) ?? {};
    const given = writeSamples[path] ?? {};
    const all = (Array.isArray(given) ? given : [given]) as readonly WriteSample[];
    const stored = all.flatMap((sample) => sample.stored ?? []);
    const fields = Object.keys(shape).filter(
      (field) => kindOf(shape[field] as never) !== 'ignored' && (!steers.has(field) || stored.includes(field)),
    );
    if (fields.length === 0) continue;
    tried.add(path);
    if (unrecorded.has(path)) continue;
    const reader = Object.values<Operation>(operations).find(
      ({ changes, output }) => !changes && output && output === operation.output,
    );
    test(`${path} stores every field`, async () => {
      const proven: Proven = new Map();
      const refusals: string[] = [];
      const unstored = new Set(all.flatMap((sample) => Object.keys(sample.unstored ?? {})));
      for (const field of unstored) assert.ok(fields.includes(field), `${path} has no ${field}`);
      for (const sample of all) {
        const ids = await idsFor(table[service]?.[name]?.ids ?? {});
        const values = { ...ids, ...(await sample.values?.(person)) };
        const base = async () => ({ ...firstOf(ids, shape), ...(await sample.input?.(person)) });
        const those = fields.filter((field) => !unstored.has(field) && !sample.without?.includes(field));
        const read = async (answer: Fields, sent: Fields): Promise<Fields> => {
          if (sample.read) return sample.read(person, answer, sent);
          if (!reader) return answer;
          const known: Fields = { ...sent, ...answer };
          const keys = Object.keys(fieldsOf(reader.input) ?? {}).filter((key) => key in known);
          return person.call(reader, Object.fromEntries(keys.map((key) => [key, known[key]])));
        };
        refusals.push(...(await store({ name: path, operation, fields: those, base, values, read }, proven)));
      }
      assertProven(
        path,
        fields.filter((field) => !unstored.has(field)),
        proven,
        refusals,
      );
    });
  }
}

test('every declared exception is one', () => {
  const taken = new Set(
    Object.values(services)
      .flatMap((operations) => Object.values<Operation>(operations))
      .flatMap(({ input }) => Object.keys(fieldsOf(input) ?? {})),
  );
  for (const field of steers) assert.ok(taken.has(field), `no operation takes ${field}`);
  for (const path of [...Object.keys(writeSamples), ...unrecorded])
    assert.ok(tried.has(path), `${path} stores no field`);
});

/** The ids of the input itself. */
function firstOf(ids: FieldValues, shape: Fields): Fields {
  const own = Object.entries(ids).filter(([path]) => shape[path] && !elementOf(shape[path] as never));
  return Object.fromEntries(own.map(([path, [first]]) => [path, first]));
}
