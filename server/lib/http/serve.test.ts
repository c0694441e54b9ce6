// Tests the way from the wire to the answer (names, refusals, permissions) with operations declared here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { id, maybe, note, text } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { mount, serve } from './serve.ts';

const input = z.strictObject({
  name: text(5),
  count: z.number().int().min(1).max(9).optional(),
  sendSms: z.boolean().optional(),
  streat: maybe(note(3)).meta({ wire: 'Streat_Name' }),
  lines: z.array(z.strictObject({ unitPrice: z.number() })).optional(),
});
const declared = { summary: 'For a test.', may: 'anyone', input, output: z.object({ seen: z.unknown() }) } as const;

function testService() {
  return service(
    'tests',
    { about: 'Operations for these tests.' },
    {
      read: get(declared),
      change: post(declared),
      both: postOrGet(declared),
      nothing: get({ ...declared, input: z.strictObject({}), output: z.object({ value: z.string() }).optional() }),
      none: post({ ...declared, input: z.strictObject({}), output: null }),
      asUser: get({ ...declared, may: 'user', input: z.strictObject({}) }),
      asAdmin: post({ ...declared, may: 'admin' }),
      update: post({ ...declared, may: 'user', insertBy: 'asAdmin', input: input.partial().extend({ id }) }),
      writes: get({ ...declared, may: 'user', input: z.strictObject({}), output: null }),
      writesOpenly: get({ ...declared, input: z.strictObject({}), output: null }),
      breaks: get({ ...declared, input: z.strictObject({ how: z.string().optional() }), output: null }),
    },
  );
}

async function appWithTests() {
  const app = await testApp();
  const seen: unknown[] = [];
  const echo = (_: unknown, given: unknown) => {
    seen.push(given);
    return { seen: given };
  };
  const scribble = (context: { db: TestApp['database']['write'] }) =>
    sql`update companies set name = 'scribbled'`.execute(context.db).then(() => undefined);
  const served = serve(testService(), {
    read: echo,
    change: echo,
    both: echo,
    nothing: () => undefined,
    none: () => undefined,
    asUser: ({ user }) => ({ seen: user.id }),
    asAdmin: echo,
    update: echo,
    writes: scribble,
    writesOpenly: scribble,
    breaks: (_, { how }) => {
      throw how === 'object' ? { secret: 'stack' } : Object.assign(new Error('secret stack'), how && { code: how });
    },
  });
  mount(app.server, app, served);
  return Object.assign(app, { seen });
}

type Sent = {
  method?: 'GET' | 'POST' | 'DELETE' | 'HEAD';
  payload?: string | object;
  headers?: Record<string, string>;
};
const send = (app: TestApp, url: string, { method = 'POST', ...rest }: Sent = {}) =>
  app.server.inject({ method, url, ...rest });

test('a request’s errors are all reported at once, under wire names', async () => {
  await using app = await appWithTests();
  const answer = await send(app, '/api/tests/Change', {
    payload: {
      Count: 'many',
      SendSms: 1,
      Streat_Name: 'long',
      Lines: [{ UnitPrice: '1' }, { Unit: 1 }],
      Paid: true,
    },
  });
  assert.equal(answer.statusCode, 417);
  const complaints = answer.json<{ Key: string; Message: string }[]>().map(({ Key, Message }) => [Key, Message]);
  assert.deepEqual(complaints, [
    ['Lines[1].Unit', translate('en', 'field.unknown')],
    ['Paid', translate('en', 'field.unknown')],
    ['Name', translate('en', 'field.required')],
    ['Count', translate('en', 'field.invalid')],
    ['SendSms', translate('en', 'field.invalid')],
    ['Streat_Name', translate('en', 'field.long', { maximum: 3 })],
    ['Lines[0].UnitPrice', translate('en', 'field.invalid')],
    ['Lines[1].UnitPrice', translate('en', 'field.required')],
  ]);
  assert.deepEqual(app.seen, [], 'nothing was done');
});

test('complaints are in the language that the browser prefers', async () => {
  await using app = await appWithTests();
  for (const key of languageKeys) {
    const headers = { 'accept-language': `xx, ${key}-ZZ;q=0.8, en;q=0.1` };
    const answer = await send(app, '/api/tests/Change', { headers, payload: {} });
    assert.deepEqual(answer.json(), [{ Key: 'Name', Message: translate(key, 'field.required') }]);
    const missing = await send(app, '/api/no/Such', { headers });
    assert.deepEqual(missing.json(), { Code: 'error.notFound', Message: translate(key, 'error.notFound') });
  }
});

test('a body is parsed only as JSON with a JSON content type', async () => {
  await using app = await appWithTests();
  const json = JSON.stringify({ Name: 'a' });
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
  ];
  for (const type of types) {
    const answer = await send(app, '/api/tests/Change', { payload: json, headers: { 'content-type': type } });
    assert.equal(answer.statusCode, 415, `${type}: ${answer.body}`);
  }
  const untyped = await send(app, '/api/tests/Change', { payload: json });
  assert.equal(untyped.statusCode, 415);
  for (const payload of [
    '{',
    '{"Name":}',
    'null',
    '[]',
    '"a"',
    '1',
    '',
    '{"__proto__":{"Name":"a"}}',
    '{"constructor":{"prototype":{}}}',
  ]) {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const answer = await send(app, '/api/tests/Change', { payload, headers });
    assert.ok([400, 417].includes(answer.statusCode), `${payload}: ${answer.statusCode}`);
    assert.doesNotMatch(answer.body, /Unexpected|SyntaxError| at /);
  }
  const tooLarge = await send(app, '/api/tests/Change', { payload: { Name: 'x'.repeat(300_000) } });
  assert.equal(tooLarge.statusCode, 413);
  assert.deepEqual(app.seen, []);
});

test('a path matches case-insensitively, with or without a trailing slash, and only for its own methods', async () => {
  await using app = await appWithTests();
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  for (const url of ['/api/tests/Read?Name=a', '/API/TESTS/read/?name=a', '/Api/tests/READ?NAME=a']) {
    assert.deepEqual((await send(app, url, { method: 'GET' })).json(), { Seen: { name: 'a' } });
  }
  for (const method of ['GET', 'POST'] as const) {
    const answer = await send(app, '/api/tests/Both?name=a', { method, headers });
    assert.deepEqual(answer.json(), { Seen: { name: 'a' } }, 'the GET of the specification and the POST beside it');
  }
  for (const [method, url] of [
    ['GET', 'Change'],
    ['DELETE', 'Change'],
    ['POST', 'Read'],
    ['HEAD', 'Both'],
    ['GET', 'Rea'],
    // An encoded slash separates no parts.
    ['GET', '../company%2Fusers/GetCurrent'],
    ['GET', '%2E%2E/tests%2FRead/x'],
  ] as const) {
    const answer = await send(app, `/api/tests/${url}?Name=a`, { method, headers });
    assert.equal(answer.statusCode, 404, `${method} ${url}`);
    assert.match(String(answer.headers['content-type']), /json/);
  }
});

test('an empty answer is 204 without a body, and API answers are not cached', async () => {
  await using app = await appWithTests();
  for (const [method, url] of [
    ['GET', 'Nothing'],
    ['POST', 'None'],
  ] as const) {
    const answer = await send(app, `/api/tests/${url}`, { method });
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
  }
  const answer = await send(app, '/api/tests/Read?Name=a', { method: 'GET' });
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
});

test('a call without a session is refused before its input is read, and so is one without permission', async () => {
  await using app = await appWithTests();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const user = await buildEmployee(app, location);
  const asUser = await signIn(app, user);
  const call = (headers?: { cookie: string }) => send(app, '/api/tests/AsAdmin', { payload: { Wrong: 1 }, headers });
  assert.equal((await call()).statusCode, 410);
  assert.equal((await call({ cookie: 'daybook=garbage' })).statusCode, 410);
  assert.equal((await call(asUser)).statusCode, 403);
  assert.equal((await call(await signIn(app, employee))).statusCode, 417);
  const read = await send(app, '/api/tests/AsUser', { method: 'GET', headers: asUser });
  assert.deepEqual(read.json(), { Seen: user.userId });
});

test('a read that tries to write is stopped by the database, signed in or not', async () => {
  await using app = await appWithTests();
  const { company, employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  for (const url of ['/api/tests/Writes', '/api/tests/WritesOpenly']) {
    assert.equal((await send(app, url, { method: 'GET', headers })).statusCode, 500);
  }
  const { name } = await app.database.read.selectFrom('companies').select('name').executeTakeFirstOrThrow();
  assert.equal(name, company.name);
});

test('an unexpected error reveals no internals', async () => {
  await using app = await appWithTests();
  for (const how of ['error', 'object']) {
    const answer = await send(app, `/api/tests/Breaks?how=${how}`, { method: 'GET' });
    assert.equal(answer.statusCode, 500);
    assert.deepEqual(answer.json(), { Code: 'error.unexpected', Message: translate('en', 'error.unexpected') });
  }
  for (const url of ['/api/%E0%A4%A', '/api/tests/%ff', '/api/../../etc/passwd', '/api/tests/Read%00?Name=a']) {
    const answer = await send(app, url, { method: 'GET' });
    assert.ok([400, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
    assert.match(String(answer.headers['content-type']), /json/);
    assert.deepEqual(Object.keys(answer.json()), ['Code', 'Message']);
  }
});

test('a transaction that was undone for another one, twice, is answered 503: the caller tries again', async () => {
  await using app = await appWithTests();
  for (const how of ['40P01', '40001']) {
    const { statusCode, headers } = await send(app, `/api/tests/Breaks?how=${how}`, { method: 'GET' });
    assert.deepEqual([statusCode, headers['retry-after']], [503, '2']);
  }
});

test('an operation that does not declare who may call it fails at startup', async () => {
  await using app = await testApp();
  const open = service(
    'tests',
    { about: 'Operations for these tests.' },
    {
      read: get({ ...declared, may: undefined as unknown as 'anyone', input: z.strictObject({ id }) }),
    },
  );
  assert.throws(
    () => mount(app.server, app, serve(open, { read: () => undefined })),
    /api\/tests\/Read does not say who may call it/,
  );
});

test('an update with the all-zero id is its insert, for callers who may insert; for others it is unknown', async () => {
  await using app = await appWithTests();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const user = await signIn(app, await buildEmployee(app, location));
  const update = (payload: object, headers: { cookie: string }) =>
    send(app, '/api/tests/Update', { payload, headers: { ...headers } });
  const zero = '00000000-0000-0000-0000-000000000000';
  const other = employee.userId;
  assert.equal((await update({ Id: other, Count: 2 }, user)).statusCode, 200);
  for (const payload of [{ Id: zero }, { id: zero, Name: 'Anna' }, { Id: zero, Nonsense: 1 }]) {
    assert.equal((await update(payload, user)).statusCode, 404, JSON.stringify(payload));
  }
  assert.deepEqual((await update({ Id: zero, Count: 2 }, admin)).json(), [
    { Key: 'Id', Message: translate('en', 'field.unknown') },
    { Key: 'Name', Message: translate('en', 'field.required') },
  ]);
  assert.deepEqual(app.seen, [{ id: other, count: 2 }]);
});
