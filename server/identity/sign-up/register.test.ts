// Tests of registering a company, through HTTP.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness, buildLocation } from '#server/testing/build/business.ts';
import { lastMailTo, solvedCaptcha } from '#server/testing/clients/captcha.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const logIn = 'rosa@salon.example';
const password = 'a wall of seven roses';

async function register(app: TestApp, more: Partial<Parameters<typeof fill>[0]> = {}) {
  return app.call(user.create, fill({ captchaResponse: await solvedCaptcha(app), ...more }));
}

function fill(given: {
  captchaResponse: string;
  logIn?: string;
  password?: string;
  plan?: number;
  companyName?: string;
}) {
  return { logIn, password, plan: 2, timeZone: 'Europe/Riga', ...given };
}

/** The cookie of a sign-in. */
async function enter(app: TestApp, more: { actionHash?: string } = {}) {
  const answered = await app.call(user.authenticate, { logIn, password, ...more });
  assert.equal(answered.status, 200, answered.body);
  const [set = ''] = [answered.headers['set-cookie']].flat().map(String);
  return { cookie: set.split(';')[0] ?? '', answer: answered.answer };
}

test('registering creates a company with plan, location and calendar; the person can sign in', async () => {
  await using app = await testApp();
  const { status, body } = await register(app, { companyName: 'Salon Röschen' });
  assert.equal(status, 204, body);
  const { answer } = await enter(app);
  assert.deepEqual(answer.actions, ['admin', 'user']);
  assert.ok(answer.user.termsAndConditions && answer.user.privacyPolicy, 'the form says to what he agrees');
  const agreements = await app.database.read.selectFrom('userAgreements').selectAll().orderBy('kind').execute();
  assert.deepEqual(
    agreements.map(({ kind, version, agreedAt }) => [kind, version, agreedAt.toString()]),
    ['privacy', 'terms'].map((kind) => [kind, 1, app.clock.now().toString()]),
  );
  assert.equal(answer.companyName, 'Salon Röschen');
  assert.equal(answer.locations.length, 1);
  const { read } = app.database;
  const plan = await read.selectFrom('plans').selectAll().where('number', '=', 2).executeTakeFirstOrThrow();
  const company = await read
    .selectFrom('companyTerms')
    .selectAll()
    .where('companyId', '=', answer.companyId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [company.maxUsers, company.maxLocations, company.monthlyCost, company.smsCost],
    [plan.maxUsers, plan.maxLocations, plan.monthlyCost, plan.smsCost],
  );
  const location = await read.selectFrom('locations').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([location.urlName, location.timeZone], ['salon-roschen', 'Europe/Riga']);
  const hours = await read.selectFrom('openingHours').selectAll().orderBy('weekday').execute();
  assert.deepEqual(
    hours.map(({ weekday }) => weekday),
    [1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual([hours[0]?.startTime, hours[0]?.endTime], ['09:00:00', '18:00:00']);
  const employee = await read.selectFrom('employees').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([employee.isProfilePublic, employee.isCalendarPublic], [false, false]);
});

test('two companies with the same name get different addresses', async () => {
  await using app = await testApp();
  await buildLocation(app, (await buildBusiness(app)).company, { urlName: 'Salon' });
  await register(app, { companyName: 'Salon' });
  await register(app, { companyName: 'salon', logIn: 'second@salon.example' });
  await register(app, { companyName: 'API', logIn: 'third@salon.example' });
  const names = await app.database.read.selectFrom('locations').select('urlName').orderBy('createdAt').execute();
  const own = names.map(({ urlName }) => urlName).filter((name) => !name.startsWith('location-'));
  assert.deepEqual(own.sort(), ['Salon', 'salon-2', 'salon-3', 'studio']);
});

test('the mailed link verifies the address, once, while signing in or separately', async () => {
  await using app = await testApp();
  await register(app);
  const mail = await lastMailTo(app, logIn);
  assert.ok(mail?.token);
  const verified = async () =>
    (await app.database.read.selectFrom('users').select('eMailVerifiedAt').executeTakeFirstOrThrow()).eMailVerifiedAt;
  assert.equal(await verified(), null);
  const { cookie } = await enter(app, { actionHash: mail.token });
  assert.ok(await verified());
  const repeated = await app.call(user.verify, { actionHash: mail.token });
  assert.equal(repeated.status, 404);
  assert.match(repeated.body, /account\.linkGone/);
  const late = await app.call(user.authenticate, { logIn, password, actionHash: mail.token });
  assert.match(late.answer.invitationRefusal ?? '', /was already used or has expired/);
  // A verified address gets no second mail.
  await app.call(user.sendVerification, {}, { cookie });
  assert.equal((await lastMailTo(app, logIn))?.token, mail.token);
});

test('a link works only for its person and purpose, and within its lifetime', async () => {
  await using app = await testApp();
  await register(app);
  const { token = '' } = (await lastMailTo(app, logIn)) ?? {};
  assert.equal((await app.call(user.setPassword, { actionHash: token, password: 'another good one' })).status, 404);
  assert.equal((await app.call(user.invite, { id: token })).status, 404);
  const { cookie } = await enter(app);
  await app.call(user.sendVerification, {}, { cookie });
  const second = (await lastMailTo(app, logIn))?.token ?? '';
  assert.notEqual(second, token);
  assert.equal((await app.call(user.verify, { actionHash: token })).status, 404, 'a newer link ends the older');
  app.clock.advance({ hours: 7 * 24 + 1 });
  assert.equal((await app.call(user.verify, { actionHash: second })).status, 404, 'too old');
});

test('a taken login gets the same answer, and its owner is notified', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn, password: 'the old password' });
  const existing = await register(app, { logIn: 'ROSA@salon.example' });
  const unknown = await register(app, { logIn: 'nobody@salon.example' });
  assert.deepEqual([existing.status, existing.body], [unknown.status, unknown.body]);
  const mail = await lastMailTo(app, 'ROSA@salon.example');
  assert.match(mail?.subject ?? '', /already/);
  assert.equal(mail?.token, '');
  const users = await app.database.read.selectFrom('users').select('id').execute();
  assert.equal(users.length, 2);
  assert.ok(users.some(({ id }) => id === employee.userId));
});

test('invalid input is reported with its field and creates nothing', async () => {
  await using app = await testApp();
  const keys = async (more: Parameters<typeof register>[1]) =>
    (await register(app, more)).complaints.map(({ Key }) => Key);
  assert.deepEqual(await keys({ logIn: 'rosa' }), ['LogIn']);
  assert.deepEqual(await keys({ password: 'short' }), ['Password']);
  assert.deepEqual(await keys({ password: 'Password1' }), ['Password']);
  assert.deepEqual(await keys({ password: logIn }), ['Password']);
  assert.deepEqual(await keys({ plan: 7 }), ['Plan']);
  for (const companyName of [
    'evil.example',
    'Win at www.evil.example',
    'https://evil.example/win',
    'win@evil.example',
  ]) {
    assert.deepEqual(await keys({ companyName }), ['CompanyName'], companyName);
  }
  assert.deepEqual(await keys({ captchaResponse: 'nonsense' }), ['CaptchaResponse']);
  assert.deepEqual(await keys({ captchaResponse: '' }), ['CaptchaResponse']);
  const { count } = await app.database.read
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 0);
});

test('a captcha is accepted once, before it expires, and only unaltered', async () => {
  await using app = await testApp();
  const response = await solvedCaptcha(app);
  assert.equal((await register(app, { captchaResponse: response })).status, 204);
  const replayed = await register(app, { captchaResponse: response, logIn: 'second@salon.example' });
  assert.equal(replayed.complaints[0]?.Key, 'CaptchaResponse');
  // The same solution in another encoding.
  const payload = JSON.parse(Buffer.from(response, 'base64').toString());
  payload.challenge.signature = payload.challenge.signature.toUpperCase();
  payload.solution.time = 7;
  const respelled = Buffer.from(JSON.stringify(payload)).toString('base64');
  const repeated = await register(app, { captchaResponse: respelled, logIn: 'second@salon.example' });
  assert.equal(repeated.complaints[0]?.Key, 'CaptchaResponse');
  const late = await solvedCaptcha(app);
  app.clock.advance({ minutes: 21 });
  assert.equal((await register(app, { captchaResponse: late, logIn: 'second@salon.example' })).complaints.length, 1);
  const forged = JSON.parse(Buffer.from(late, 'base64').toString());
  forged.challenge.parameters.data.until = '2030-01-01T00:00:00Z';
  const forgedResponse = Buffer.from(JSON.stringify(forged)).toString('base64');
  const refused = await register(app, { captchaResponse: forgedResponse, logIn: 'second@salon.example' });
  assert.equal(refused.complaints[0]?.Key, 'CaptchaResponse');
});

test('an external captcha service is called by its protocol; registration fails while it is unavailable', async (t) => {
  const requests: Record<string, string>[] = [];
  const service = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      requests.push(form);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: form.response === 'a person' }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  t.after(() => service.closeAllConnections());
  t.after(() => service.close());
  const { port } = service.address() as AddressInfo;
  await using app = await testApp({
    env: {
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'hush',
      CAPTCHA_URL: `http://127.0.0.1:${port}/siteverify`,
    },
  });
  const key = await app.call(application.getCaptchaKey, {});
  assert.deepEqual(key.answer, { value: 'site', provider: 'turnstile' });
  assert.match(String(key.headers['content-security-policy']), /script-src[^;]*challenges\.cloudflare\.com/);
  assert.doesNotMatch(key.body, /hush/);
  assert.equal((await app.call(user.create, fill({ captchaResponse: 'a person' }))).status, 204);
  const refused = await app.call(user.create, fill({ captchaResponse: 'a program', logIn: 'b@salon.example' }));
  assert.equal(refused.complaints[0]?.Key, 'CaptchaResponse');
  assert.deepEqual(requests[0]?.secret, 'hush');
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  const away = await app.call(user.create, fill({ captchaResponse: 'a person', logIn: 'b@salon.example' }));
  assert.equal(away.status, 503);
});

test('registrations from one address are limited to twenty per hour', async () => {
  await using app = await testApp();
  for (let time = 1; time <= 20; time++) {
    assert.equal((await app.call(user.create, fill({ captchaResponse: 'x' }))).status, 417);
  }
  assert.equal((await app.call(user.create, fill({ captchaResponse: 'x' }))).status, 429);
});

test('an operator can close the registration', async () => {
  await using app = await testApp();
  await app.database.write
    .updateTable('settings')
    .set({ value: 'false' })
    .where('key', '=', 'registration.open')
    .execute();
  assert.equal((await register(app)).status, 403);
});

test('a company without a name gets one from the mail address that is no address itself', async () => {
  await using app = await testApp();
  await register(app, { logIn: 'rosa.berg@salon.example' });
  await register(app, { logIn: 'www@salon.example' });
  const companies = await app.database.read.selectFrom('companies').select('name').orderBy('createdAt').execute();
  assert.deepEqual(companies.map(({ name }) => name).toSorted(), ['Studio', 'rosa berg']);
});
