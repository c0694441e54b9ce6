// Tests of the second factor, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { makeRecord } from '#server/testing/lists/records.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const password = 'correct horse';
const logIn = 'anna@daybook.test';

/** The app's code, `later` seconds from now. */
function codeOf(app: TestApp, secret: string, later = 0): string {
  return generateSync({ secret, epoch: Math.floor(app.clock.now().epochMilliseconds / 1000) + later });
}

function cookieIn(headers: Record<string, unknown>): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** A business in which Anna turned her second factor on half a minute ago. */
async function securedApp(env?: Record<string, string>) {
  const app = await testApp({ env });
  const { location, employee } = await buildBusiness(app, { logIn, password, actions: ['user', 'sys'] });
  const { cookie } = await signIn(app, employee);
  const { secret, uri } = (await app.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  const code = codeOf(app, secret);
  const on = await app.call(secondFactor.confirmSecondFactor, { code }, { cookie });
  const { recoveryCodes } = on.answer;
  app.clock.advance({ seconds: 30 });
  return { app, location, employee, old: cookie, cookie: cookieIn(on.headers), secret, uri, code, recoveryCodes };
}

const enter = (app: TestApp, code?: string, more: { password?: string } = {}) =>
  app.call(user.authenticate, { logIn, password, ...more, ...(code !== undefined && { code }) });

test('the correct password alone requires the code and grants no access; with the code it does', async () => {
  const { app, secret } = await securedApp();
  await using _ = app;
  const first = await enter(app);
  assert.deepEqual(first.complaints, [{ Key: 'Code', Message: 'Enter the code from your authenticator app.' }]);
  assert.equal(first.headers['set-cookie'], undefined);
  const second = await enter(app, codeOf(app, secret));
  assert.equal(second.answer.user.logIn, logIn);
  assert.ok(second.headers['set-cookie']);
});

test('a wrong password reveals nothing about a second factor', async () => {
  const { app, secret } = await securedApp();
  await using _ = app;
  for (const code of [undefined, codeOf(app, secret)]) {
    const refused = await enter(app, code, { password: 'wrong horse' });
    assert.equal(refused.complaints[0]?.Key, 'Password');
  }
});

test('a code is accepted once, including the one that turned the factor on; older ones are not accepted after it', async () => {
  const { app, secret, code } = await securedApp();
  await using _ = app;
  assert.equal((await enter(app, code)).complaints[0]?.Key, 'Code');
  const now = codeOf(app, secret);
  const race = await Promise.all([enter(app, now), enter(app, now), enter(app, now)]);
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 417, 417]);
  assert.equal((await enter(app, codeOf(app, secret, -30))).status, 417);
});

test('clocks may differ by half a minute and no more; malformed codes are refused', async () => {
  const { app, secret } = await securedApp();
  await using _ = app;
  app.clock.advance({ minutes: 5 });
  for (const code of [codeOf(app, secret, -90), codeOf(app, secret, 90), 'abcdef', '12345', '1234567']) {
    assert.equal((await enter(app, code)).status, 417, code);
  }
  const typed = codeOf(app, secret, 30).replace(/^(...)/, ' $1 ');
  assert.equal((await enter(app, typed)).status, 200);
});

test('each recovery code works once, however it is typed', async () => {
  const { app, cookie, recoveryCodes } = await securedApp();
  await using _ = app;
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = ''] = recoveryCodes;
  assert.equal((await enter(app, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status, 200);
  assert.equal((await enter(app, first)).status, 417);
  const { recoveryCodesLeft } = (await app.call(secondFactor.getSecondFactor, {}, { cookie })).answer;
  assert.equal(recoveryCodesLeft, 9);
});

test('new recovery codes require a code, and invalidate the old ones', async () => {
  const { app, cookie, secret, recoveryCodes } = await securedApp();
  await using _ = app;
  assert.equal((await app.call(secondFactor.renewRecoveryCodes, { code: '000000' }, { cookie })).status, 417);
  const renewed = await app.call(secondFactor.renewRecoveryCodes, { code: codeOf(app, secret) }, { cookie });
  assert.equal((await enter(app, recoveryCodes[0])).status, 417);
  assert.equal((await enter(app, renewed.answer.recoveryCodes[0])).status, 200);
});

test('attempts are limited to ten in a quarter of an hour', async () => {
  const { app, secret } = await securedApp();
  await using _ = app;
  for (let attempt = 0; attempt < 10; attempt++) assert.equal((await enter(app, '000000')).status, 417);
  assert.equal((await enter(app, codeOf(app, secret))).status, 429);
});

test('turning it on requires the password, ends other sessions and renews this one; turning it off requires a code', async () => {
  const { app, old, cookie, secret, uri } = await securedApp();
  await using _ = app;
  assert.match(uri, /^otpauth:\/\/totp\/.*anna.*secret=[A-Z2-7]{32}/);
  assert.equal((await app.call(user.getCurrent, {}, { cookie: old })).status, 410);
  assert.equal((await app.call(secondFactor.startSecondFactor, { password }, { cookie })).status, 417);
  assert.equal((await app.call(secondFactor.removeSecondFactor, { code: '000000' }, { cookie })).status, 417);
  const off = await app.call(secondFactor.removeSecondFactor, { code: codeOf(app, secret) }, { cookie });
  assert.equal(off.status, 204);
  assert.equal((await enter(app)).status, 200);
  const texts = await app.database.read.selectFrom('userAudits').select('text').orderBy('id').execute();
  assert.deepEqual(
    texts.map(({ text }) => text),
    ['Turned the second factor on', 'Second factor refused', 'Turned the second factor off', 'Signed in'],
  );
});

test('an unconfirmed factor has no effect, and starting it requires the password', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn, password });
  const { cookie } = await signIn(app, employee);
  assert.equal((await app.call(secondFactor.startSecondFactor, {}, { cookie })).complaints[0]?.Key, 'Password');
  assert.equal((await app.call(secondFactor.startSecondFactor, { password: 'x' }, { cookie })).status, 417);
  const { secret } = (await app.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  assert.equal((await app.call(secondFactor.confirmSecondFactor, { code: '000000' }, { cookie })).status, 417);
  assert.equal((await enter(app)).status, 200);
  const row = await app.database.read.selectFrom('secondFactors').selectAll().executeTakeFirstOrThrow();
  assert.ok(!row.secret.toString('latin1').includes(secret), 'the secret is not kept as it is');
});

test('an impersonator cannot change the user’s second factor', async () => {
  const { app, location, employee } = await securedApp();
  await using _ = app;
  const boss = await buildEmployee(app, location, { actions: ['user', 'sys'] });
  const { cookie } = await signInAs(app, boss, employee);
  for (const operation of [secondFactor.getSecondFactor, secondFactor.startSecondFactor, secondFactor.startPasskey]) {
    assert.equal((await app.call(operation, {}, { cookie })).status, 403);
  }
});

test('when it is required, an operator can do nothing before setting up a second factor', async () => {
  await using app = await testApp({ env: { REQUIRE_SECOND_FACTOR_FOR_SYS: '1' } });
  const { location, employee } = await buildBusiness(app, { logIn, password, actions: ['user', 'sys'] });
  const { cookie } = await signIn(app, employee);
  const refused = await app.call(application.getMenu, {}, { cookie });
  assert.equal(refused.status, 403);
  assert.equal(JSON.parse(refused.body).Code, 'error.secondFactorNeeded');
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 200);
  assert.equal((await app.call(secondFactor.getSecondFactor, {}, { cookie })).answer.isRequired, true);
  const { secret } = (await app.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  const on = await app.call(secondFactor.confirmSecondFactor, { code: codeOf(app, secret) }, { cookie });
  assert.equal((await app.call(application.getMenu, {}, { cookie: cookieIn(on.headers) })).status, 200);
  const colleague = await signIn(app, await buildEmployee(app, location, { actions: ['admin'] }));
  assert.equal((await app.call(application.getMenu, {}, colleague)).status, 200);
});

test('removing a passkey requires the password; an account without one must have just signed in', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { logIn, password });
  const as = await signIn(app, employee);
  const id = await makeRecord.passkey(app, employee);
  const remove = (input: { password?: string }) => app.call(secondFactor.removePasskey, { id, ...input }, as);
  assert.equal((await remove({})).complaints[0]?.Key, 'Password');
  assert.equal((await remove({ password: 'wrong horse' })).complaints[0]?.Key, 'Password');
  assert.equal((await app.call(secondFactor.getSecondFactor, {}, as)).answer.passkeys.length, 1);
  assert.equal((await remove({ password })).status, 204);
  assert.equal((await app.call(secondFactor.getSecondFactor, {}, as)).answer.passkeys.length, 0);

  const other = await buildEmployee(app, location);
  await makeRecord.passkey(app, other);
  const second = await makeRecord.passkey(app, other);
  const late = await signIn(app, other);
  app.clock.advance({ minutes: 11 });
  const refused = await app.call(secondFactor.removePasskey, { id: second }, late);
  assert.match(refused.complaints[0]?.Message ?? '', /Sign in again/);
  const fresh = await signIn(app, other);
  assert.equal((await app.call(secondFactor.removePasskey, { id: second }, fresh)).status, 204);
});

test('a passkey is accepted only for a challenge of this server, once, and every refusal is the same', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn, password });
  const { cookie } = await signIn(app, employee);
  const { options } = (await app.call(secondFactor.startPasskeySignIn, {})).answer;
  const clientData = (challenge: unknown) =>
    Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: app.publicUrl })).toString('base64url');
  const attempts: Record<string, unknown>[] = [
    {},
    { id: 'AAAA', response: null },
    { id: 'AAAA', response: { clientDataJSON: 'not json' } },
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: clientData(options.challenge) } },
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: clientData('another') } },
  ];
  for (const response of attempts) {
    const refused = await app.call(secondFactor.authenticateWithPasskey, { response });
    assert.equal(refused.complaints[0]?.Key, 'Response');
    const added = await app.call(secondFactor.addPasskey, { name: 'Phone', response }, { cookie });
    assert.equal(added.complaints[0]?.Key, 'Response');
  }
  assert.equal((await app.database.read.selectFrom('signInChallenges').selectAll().execute()).length, 0);
  assert.equal((await app.call(secondFactor.startPasskey, { password: 'x' }, { cookie })).status, 417);
});
