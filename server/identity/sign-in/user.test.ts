// Tests of signing in and out, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from '#server/identity/passwords/password.ts';
import {
  buildBusiness,
  buildCompany,
  buildEmployee,
  buildLocation,
  buildMembership,
} from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

function enter(app: TestApp, LogIn: string, Password: string, more: { remember?: boolean; address?: string } = {}) {
  const operation = more.remember ? 'AuthenticateWithRememberMe' : 'Authenticate';
  return app.server.inject({
    method: 'POST',
    url: `/api/user/${operation}`,
    payload: { LogIn, Password },
    remoteAddress: more.address,
  });
}

function current(app: TestApp, cookie: string) {
  return app.server.inject({ url: '/api/user/GetCurrent', headers: { cookie } });
}

/** The `name=value` of the cookie that an answer sets. */
function cookieOf(answer: { cookies: { name: string; value: string }[] }): string {
  const [set] = answer.cookies;
  assert.ok(set, 'a cookie is set');
  return `${set.name}=${set.value}`;
}

test('signing in returns the current user and starts a session that GetCurrent accepts', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, {
    logIn: 'Anna@daybook.test',
    password: 'correct horse',
    actions: ['user', 'admin'],
    language: 'de',
  });
  const answer = await enter(app, 'anna@DAYBOOK.test', 'correct horse');
  assert.equal(answer.statusCode, 200, answer.body);
  const body = answer.json();
  assert.equal(body.User.Id, employee.userId);
  assert.equal(body.User.LogIn, 'Anna@daybook.test');
  assert.equal(body.User.Language, 'de');
  assert.equal(body.User.PrivacyPolicy, true);
  assert.equal(body.User.SessionActiveMinutes, 30);
  assert.deepEqual(body.Actions, ['admin', 'user']);
  assert.deepEqual(body.Locations, [
    { Id: location.id, Name: location.name, CompanyId: company.id, CompanyName: company.name },
  ]);
  assert.equal(body.LocationId, location.id);
  assert.equal(body.CompanyId, company.id);
  assert.equal(body.IsImpersonated, false);
  assert.ok('FileUploads_Id' in body.User && 'Languages_Id' in body.User);
  const [cookie] = answer.cookies;
  assert.equal(cookie?.httpOnly, true);
  assert.equal(cookie?.sameSite, 'Lax');
  assert.equal(cookie?.maxAge, undefined, 'ends with the browser');

  const currentUser = await current(app, cookieOf(answer));
  assert.equal(currentUser.statusCode, 200, currentUser.body);
  assert.deepEqual(currentUser.json(), body);
  assert.doesNotMatch(answer.body, /argon2/);
});

test('a client without an action hash may send null', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'null@salon.example', password: 'correct horse' });
  const payload = { LogIn: 'null@salon.example', Password: 'correct horse', ActionHash: null };
  const { statusCode } = await app.server.inject({ method: 'POST', url: '/api/user/Authenticate', payload });
  assert.equal(statusCode, 200);
});

test('a remembered session keeps its cookie for 30 days', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  const answer = await enter(app, 'anna@daybook.test', 'correct horse', { remember: true });
  assert.equal(answer.cookies[0]?.maxAge, 30 * 24 * 3600);
  const code = async () => (await current(app, cookieOf(answer))).json().Code;
  app.clock.advance({ hours: 29 * 24 });
  assert.equal(await code(), 'error.locked');
  app.clock.advance({ hours: 25 });
  assert.equal(await code(), 'error.noSession');
});

test('a cookie set before signing in, invented or foreign, never becomes a session', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  const other = await signIn(app, await buildEmployee(app, location, { logIn: 'mallory@daybook.test' }));
  for (const cookie of [`daybook=${'x'.repeat(43)}`, other.cookie]) {
    const payload = { LogIn: 'anna@daybook.test', Password: 'correct horse' };
    const url = '/api/user/Authenticate';
    const answer = await app.server.inject({ method: 'POST', url, payload, headers: { cookie } });
    assert.notEqual(cookieOf(answer), cookie);
    assert.equal((await current(app, cookieOf(answer))).json().User.LogIn, 'anna@daybook.test');
    const planted = await current(app, cookie);
    assert.notEqual(planted.json().User?.LogIn, 'anna@daybook.test');
    assert.equal(planted.statusCode, 410, 'the session of the cookie is replaced');
  }
});

test('an unknown login, an account without password and a wrong password get the same answer', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  await buildEmployee(app, location, { logIn: 'social@daybook.test' });
  const answers = [
    await enter(app, 'anna@daybook.test', 'wrong horse'),
    await enter(app, 'nobody@daybook.test', 'wrong horse'),
    await enter(app, 'social@daybook.test', 'wrong horse'),
  ];
  for (const answer of answers) {
    assert.equal(answer.statusCode, 417);
    assert.deepEqual(answer.json(), [{ Key: 'Password', Message: 'Wrong e-mail or password.' }]);
    assert.equal(answer.cookies.length, 0);
  }
});

test('ten wrong attempts lock an account for the rest of the quarter of an hour, even for the correct password', async () => {
  await using app = await testApp({ now: '2026-03-02T08:05:00Z' });
  await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  const tries = await Promise.all(Array.from({ length: 10 }, () => enter(app, 'Anna@daybook.test', 'wrong')));
  assert.deepEqual(new Set(tries.map((answer) => answer.statusCode)), new Set([417]));
  const shut = await enter(app, 'anna@daybook.test', 'correct horse', { address: '192.0.2.7' });
  assert.equal(shut.statusCode, 429);
  assert.equal(shut.headers['retry-after'], '600');
  app.clock.advance({ minutes: 10 });
  assert.equal((await enter(app, 'anna@daybook.test', 'correct horse')).statusCode, 200);
});

test('signing in resets the wrong attempts before it', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 7 }, () => enter(app, 'anna@daybook.test', 'wrong')));
    assert.equal((await enter(app, 'anna@daybook.test', 'correct horse')).statusCode, 200);
  }
});

test('a hundred attempts from one address lock it for every account, and no other address', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  const address = '192.0.2.1';
  const guess = (login: string) => enter(app, `${login}@daybook.test`, 'x', { address });
  assert.equal((await guess('first')).statusCode, 417);
  // 98 more attempts, recorded directly to save time.
  const { write } = app.database;
  await write.updateTable('throttles').set({ attempts: 99 }).where('key', 'like', 'sign-in address%').execute();
  assert.equal((await guess('last')).statusCode, 417);
  assert.equal((await enter(app, 'anna@daybook.test', 'correct horse', { address })).statusCode, 429);
  assert.equal((await enter(app, 'anna@daybook.test', 'correct horse', { address: '192.0.2.2' })).statusCode, 200);
});

test('a user with two companies starts where they worked last, also after signing out', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  const second = await buildLocation(app, await buildCompany(app), { name: 'Second' });
  await buildMembership(app, employee, second);
  const first = await enter(app, 'anna@daybook.test', 'correct horse');
  assert.equal(first.json().CompanyId, employee.companyId);

  app.clock.advance({ hours: 1 });
  const { cookie } = await signIn(app, {
    userId: employee.userId,
    companyId: second.companyId,
    locationId: second.id,
  });
  await app.server.inject({ method: 'POST', url: '/api/user/LogOut', headers: { cookie } });
  app.clock.advance({ hours: 24 * 2 });
  for (let round = 0; round < 2; round++) {
    const answer = (await enter(app, 'anna@daybook.test', 'correct horse')).json();
    assert.equal(answer.CompanyId, second.companyId);
    assert.equal(answer.LocationId, second.id);
  }
});

test('an administrator can work at every location of the company, an employee at granted ones', async () => {
  await using app = await testApp();
  const company = await buildCompany(app);
  const north = await buildLocation(app, company, { name: 'North' });
  await buildLocation(app, company, { name: 'South' });
  await buildLocation(app, await buildCompany(app), { name: 'Elsewhere' });
  const admin = await buildEmployee(app, north, { actions: ['admin'] });
  const employee = await buildEmployee(app, north, { actions: ['user'] });
  const names = async (person: typeof admin) => {
    const answer = await current(app, (await signIn(app, person)).cookie);
    return answer.json().Locations.map((location: { Name: string }) => location.Name);
  };
  assert.deepEqual(await names(admin), ['North', 'South']);
  assert.deepEqual(await names(employee), ['North']);
});

test('a person without a company gets a message, and only with the correct password', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  await app.database.write.deleteFrom('employees').where('userId', '=', employee.userId).execute();
  assert.equal((await enter(app, 'anna@daybook.test', 'correct horse')).json()[0].Key, 'LogIn');
  assert.equal((await enter(app, 'anna@daybook.test', 'wrong')).json()[0].Key, 'Password');
});

test('signing out ends the session, by POST and by the GET of the specification, and can be repeated', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  for (const method of ['POST', 'GET'] as const) {
    const headers = await signIn(app, employee);
    const isIn = async () => (await app.server.inject({ url: '/api/user/IsAuthenticated', headers })).json();
    assert.deepEqual(await isIn(), { Value: true, IsLocked: false });
    for (let round = 0; round < 2; round++) {
      const answer = await app.server.inject({ method, url: '/api/user/LogOut', headers });
      assert.equal(answer.statusCode, 204);
      assert.equal(answer.cookies[0]?.value, '');
    }
    assert.deepEqual(await isIn(), { Value: false, IsLocked: false });
    assert.equal((await current(app, headers.cookie)).statusCode, 410);
  }
});

test('another site can neither sign a browser in nor sign it out', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = { ...(await signIn(app, employee)), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  assert.equal((await app.server.inject({ url: '/api/user/LogOut', headers })).statusCode, 403);
  const payload = { LogIn: 'anna@daybook.test', Password: 'x' };
  const entering = await app.server.inject({ method: 'POST', url: '/api/user/Authenticate', headers, payload });
  assert.equal(entering.statusCode, 403);
  assert.equal((await current(app, headers.cookie)).statusCode, 200);
});

test('a password is verified only against a valid PHC string', async () => {
  const hash = await hashPassword('grüße');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(hash, await hashPassword('grüße'), 'every hash has its own salt');
  assert.equal(await verifyPassword('grüße', hash), true);
  assert.equal(await verifyPassword('gru\u0308ße', hash), true, 'typed as letter and diaeresis');
  assert.equal(await verifyPassword('grusse', hash), false);
  assert.equal(await verifyPassword('', hash), false);
  for (const none of [null, undefined, '', 'not a hash']) assert.equal(await verifyPassword('grüße', none), false);
  // By the reference implementation: argon2 with -id -t 2 -k 65536 -p 1, password "password", salt "somesalt".
  const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', foreign), true);
});

test('the queue of waiting passwords is limited; further callers get 503', async () => {
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword('x', cheap)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  assert.equal(refused.length, 8);
  assert.deepEqual([refused[0].status, refused[0].retryAfter], [503, 5]);
  assert.equal(await verifyPassword('x', cheap), false, 'and the door is open again afterwards');
});
