// Tests who may call every operation, and on whose records: calls each as every kind of caller, against
// contract/access.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { type AccessRow, access, type Reach, type RecordKind, records, type Scope } from '#contract/access.ts';
import { resources, services } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { May, Method, Operation } from '#contract/lib/service.ts';
import {
  type BuiltEmployee,
  buildBusiness,
  buildEmployee,
  buildLocation,
  setTerms,
} from '#server/testing/build/business.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { derivedSample } from '#server/testing/lists/list-samples.ts';
import { knownValues, makeRecord } from '#server/testing/lists/records.ts';
import { idsIn, sampleInput } from '#server/testing/lists/sample-input.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

interface Listed {
  operation: Operation;
  row: Row;
  /** The list that the operation belongs to. */
  list: AnyResource | undefined;
}

/** The declaration of an operation in the contract, with its row in contract/access.ts. */
type Row = AccessRow & Pick<Operation, 'may' | 'whileLocked' | 'notWhileImpersonating'>;

// The table has an exact type for each service; the tests look up any name.
const table = access as Record<string, Record<string, AccessRow>>;
const lists = resources as unknown as Record<string, AnyResource>;

/** Every operation with its row. */
const listed: Listed[] = Object.entries(services).flatMap(([service, operations]) =>
  Object.entries<Operation>(operations).map(([name, operation]) => {
    const list = lists[service];
    const ofList = table[service]?.['*'] ?? { ids: { id: 'rowOfList' } };
    const row = table[service]?.[name] ?? (list ? idsTaken(ofList, name, operation) : {});
    const { may, whileLocked, notWhileImpersonating } = operation;
    return { operation, list, row: { ...row, may, whileLocked, notWhileImpersonating } };
  }),
);

/** Limits a list's row to the ids that the operation takes. An insert ignores its id; a restore names a deleted row. */
function idsTaken(row: AccessRow, name: string, operation: Operation): AccessRow {
  const taken = idsIn(operation.input).map(({ path }) => path);
  const kinds: Record<string, RecordKind> = { ...row.ids };
  // Operations on several rows name them as those on one do.
  if (kinds.id) kinds.ids = kinds.id;
  const ids = Object.entries(kinds).filter(([path]) => taken.includes(path));
  const passesOver = ['insert', 'restore', 'restoreMany'].includes(name);
  const own = ids.map(([path, kind]) => [path, passesOver && /^ids?$/.test(path) ? 'passedOver' : kind] as const);
  return { ...row, ids: Object.fromEntries(own) };
}

interface Caller {
  person: BuiltEmployee;
  /** The kinds of operation that this caller may call. */
  doors: readonly May[];
  /** The status for a caller without access: no session, or no right. */
  refusal: 403 | 410;
  signIn: () => Promise<{ cookie: string } | undefined>;
}

/** Every kind of caller, in a company of two locations, and the people whose records each may or may not reach. */
async function allCallers(app: TestApp) {
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const elsewhere = await buildLocation(app, company);
  const abroad = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxUsers: 1000, maxLocations: 1000 });
  const stranger = abroad.employee;
  const make = (...actions: string[]) => buildEmployee(app, location, { actions });
  const { write } = app.database;
  const changed = async (person: BuiltEmployee, change: Parameters<typeof set>[1]) => {
    const headers = await signIn(app, person);
    await set(person, change);
    return headers;
  };
  const set = (person: BuiltEmployee, change: { expiresAt?: Temporal.Instant; lockedAt?: Temporal.Instant }) =>
    write.updateTable('sessions').set(change).where('userId', '=', person.userId).execute();
  const now = app.clock.now();
  const [user, expired, locked, acted, impersonator] = [
    await make('user'),
    await make('admin'),
    await make('admin'),
    await make('user'),
    await make('admin'),
  ];
  const caller = (person: BuiltEmployee, doors: readonly May[]): Caller => ({
    person,
    doors,
    refusal: 403,
    signIn: () => signIn(app, person),
  });
  const callers: Record<string, Caller> = {
    nobody: { person: user, doors: ['anyone'], refusal: 410, signIn: async () => undefined },
    expired: { ...caller(expired, ['anyone']), refusal: 410, signIn: () => changed(expired, { expiresAt: now }) },
    locked: { ...caller(locked, ['anyone']), refusal: 410, signIn: () => changed(locked, { lockedAt: now }) },
    user: caller(user, ['anyone', 'user']),
    lcladmin: caller(await make('lcladmin'), ['anyone', 'user', 'lcladmin']),
    admin: caller(admin, ['anyone', 'user', 'lcladmin', 'admin']),
    'admin of another company': caller(stranger, ['anyone', 'user', 'lcladmin', 'admin']),
    sys: caller(await make('sys'), ['anyone', 'user', 'lcladmin', 'admin', 'sys']),
    impersonated: {
      ...caller(acted, ['anyone', 'user']),
      signIn: () => signInAs(app, impersonator, acted),
    },
    'somebody with an action that means nothing': caller(await make('administrator'), ['anyone', 'user']),
  };
  const near = await make('user');
  const far = await buildEmployee(app, elsewhere, { actions: ['user'] });
  const nearAbroad = await buildEmployee(app, abroad.location, { actions: ['user'] });
  const farAbroad = await buildEmployee(app, await buildLocation(app, abroad.company), { actions: ['user'] });
  const owners = (whose: Caller): Record<Scope, BuiltEmployee> =>
    whose.person === stranger
      ? { own: stranger, near: nearAbroad, company: farAbroad, foreign: far }
      : { own: whose.person, near, company: far, foreign: stranger };
  return { callers, owners };
}

test('the contract and the table agree on locked sessions, impersonation and the kind of each id', () => {
  for (const { operation, row } of listed) {
    const named = Object.keys(row.ids ?? {}).sort();
    assert.deepEqual(
      idsIn(operation.input)
        .map(({ path }) => path)
        .sort(),
      named,
      `${operation.path}: ids`,
    );
  }
});

test('every operation admits exactly the callers of the table, by every method', async () => {
  await using app = await testApp();
  const { callers } = await allCallers(app);
  const cookies = new Map<string, { cookie: string } | undefined>();
  for (const { operation, row } of listed) {
    for (const [index, method] of operation.methods.entries()) {
      for (const [name, caller] of Object.entries(callers)) {
        // Methods share the check: of the others, those without and with the least right suffice.
        if (index > 0 && !['nobody', 'user', row.may].includes(name)) continue;
        const mayEnter =
          (caller.doors.includes(row.may) || (name === 'locked' && row.whileLocked)) &&
          !(name === 'impersonated' && row.notWhileImpersonating);
        // A stream does not end, and a person who left the company is no longer a caller.
        if (mayEnter && (operation.answers === 'events' || /\/Leave/.test(operation.path))) continue;
        if (!cookies.has(name)) cookies.set(name, await caller.signIn());
        const { statusCode } = await send(app, operation, method, {}, cookies.get(name));
        const asExpected = mayEnter
          ? ![403, 410].includes(statusCode) && statusCode < 500
          : statusCode === caller.refusal;
        assert.ok(asExpected, `${method} ${operation.path} as ${name}: ${statusCode}`);
        // The call may have ended the session.
        if (mayEnter && operation.changes) cookies.delete(name);
      }
    }
  }
});

test('every id reaches exactly the records of the table; a foreign id gets the answer of an unknown one', async () => {
  await using app = await testApp();
  const { callers, owners } = await allCallers(app);
  const cookies = new Map<string, { cookie: string } | undefined>();
  async function cookieOf(name: string, caller: Caller) {
    if (!cookies.has(name)) cookies.set(name, await caller.signIn());
    return cookies.get(name);
  }
  const cache = new Map<string, string>();
  async function record(
    kind: RecordKind,
    owner: BuiltEmployee,
    fresh: boolean,
    list: AnyResource | undefined,
  ): Promise<string | undefined> {
    if (kind === 'passedOver') return undefined;
    const key = `${kind} ${owner.userId} ${kind === 'rowOfList' ? list?.operations.getById.path : ''}`;
    const cached = fresh ? undefined : cache.get(key);
    const id = cached ?? (kind === 'rowOfList' ? await addRow(app, list, owner) : await makeRecord[kind](app, owner));
    if (!fresh) cache.set(key, id);
    return id;
  }
  for (const { operation, row, list } of listed) {
    const ids = Object.entries(row.ids ?? {});
    for (const [field, kind] of ids) {
      if (kind === 'passedOver') continue;
      const reach: Reach = kind === 'rowOfList' && list ? reachOfRow(list) : records[kind];
      for (const [name, caller] of Object.entries(callers)) {
        if (!caller.doors.includes(row.may) || (name === 'impersonated' && row.notWhileImpersonating)) continue;
        // Their rights are those of other callers, as the test above shows.
        if (name === 'somebody with an action that means nothing') continue;
        const whose = owners(caller);
        const { locationUrlName, urlName: userUrlName } = caller.person;
        const fits = { ...knownValues, locationUrlName: () => locationUrlName, userUrlName: () => userUrlName };
        // Records of the other ids belong to the same person: only the right to reach that person may be missing.
        // Beside another company's record, the operator, who may reach it, passes that company's records; other callers
        // pass their own.
        const call = async (id: string, fresh: boolean, owner = whose.own) => {
          const others: Record<string, string | undefined> = {};
          for (const [other, of] of ids) if (other !== field) others[other] = await record(of, owner, fresh, list);
          const input = sampleInput(operation.input, (path) => (path === field ? id : others[path]), fits);
          const cookie = await cookieOf(name, caller);
          const answer = await send(
            app,
            operation,
            operation.methods[0],
            { ...(input as object), ...row.example },
            cookie,
          );
          return { status: answer.statusCode, body: answer.body };
        };
        const unknown = await call(randomUUIDv7(), false);
        const where = `${operation.path}, ${field} as ${name}`;
        const refusals = row.silent ? [204, 404, 417] : [404, 417];
        assert.ok(refusals.includes(unknown.status), `${where}: unknown ${unknown.status} ${unknown.body}`);
        for (const [scope, minimum] of Object.entries(reach) as [Scope, May | 'nobody'][]) {
          const within = reaches(caller, minimum, reach);
          // A record is changed only once.
          const fresh = within && operation.changes;
          if (fresh) cookies.delete(name);
          const owner = scope === 'foreign' && minimum !== 'sys' ? whose.own : whose[scope];
          const answer = await call((await record(kind, whose[scope], fresh, list)) ?? '', fresh, owner);
          if (within) {
            assert.notDeepEqual(answer, unknown, `${where}: ${scope} is answered as unknown ${JSON.stringify(answer)}`);
            assert.ok(
              ![403, 404, 410].includes(answer.status) && answer.status < 500,
              `${where}: ${scope} ${answer.body}`,
            );
          } else {
            assert.deepEqual(answer, unknown, `${where}: ${scope} is not answered as unknown`);
          }
        }
      }
    }
  }
});

/** Rows of lists in the company area belong to the company; those in the system area belong to the operator. */
function reachOfRow({ area, declared }: AnyResource): Reach {
  return area === 'company' ? { company: declared.may, foreign: 'nobody' } : { foreign: declared.may };
}

/** Adds a row to a list as an administrator and operator at the owner's location. Returns its id. */
async function addRow(app: TestApp, list: AnyResource | undefined, owner: BuiltEmployee): Promise<string> {
  assert.ok(
    list?.operations.insert,
    'contract/access.ts names the kind of the rows of a list that nothing is added to',
  );
  const { companyId, locationId: id, locationUrlName: urlName, timeZone } = owner;
  const place = { companyId, id, urlName, timeZone, name: '', geolocationId: null };
  const cookie = await signIn(app, await buildEmployee(app, place, { actions: ['admin', 'sys'] }));
  const { answer } = await app.call(list.operations.insert, derivedSample(list).input() as never, cookie);
  return (answer as { id: string }).id;
}

/** Operators reach the own records of a person by impersonation only. */
function reaches({ doors }: Caller, minimum: May | 'nobody', reach: Partial<Record<Scope, unknown>>): boolean {
  if (minimum === 'nobody') return false;
  const ownLevels: readonly May[] = ['anyone', 'user'];
  return (doors.includes('sys') && 'own' in reach ? ownLevels : doors).includes(minimum);
}

function send(
  app: TestApp,
  operation: Operation,
  method: Method,
  input: Record<string, unknown>,
  headers: { cookie: string } | undefined,
) {
  const rest = { ...input };
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const key = Object.keys(rest).find((field) => field.toLowerCase() === name.toLowerCase());
    const value = key === undefined ? '0' : String(rest[key]);
    if (key !== undefined) delete rest[key];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
  return app.server.inject({
    method,
    url: `/${path}${method === 'POST' || query.size === 0 ? '' : `?${query}`}`,
    headers: { ...headers },
    ...(method === 'POST' && { payload: rest }),
  });
}
