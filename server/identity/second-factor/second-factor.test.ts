// The second step when signing in, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

const password = 'correct horse';
const logIn = 'anna@daybook.test';

/** What the app on the phone shows, so many seconds from now. */
function codeOf(house: TestHouse, secret: string, later = 0): string {
  return generateSync({ secret, epoch: Math.floor(house.clock.now().epochMilliseconds / 1000) + later });
}

function cookieIn(headers: Record<string, unknown>): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** A house in which Anna has turned her second step on, half a minute ago. */
async function securedHouse(env?: Record<string, string>) {
  const house = await testHouse({ env });
  const { location, employee } = await buildBusiness(house, { logIn, password, actions: ['user', 'sys'] });
  const { cookie } = await signIn(house, employee);
  const { secret, uri } = (await house.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  const code = codeOf(house, secret);
  const on = await house.call(secondFactor.confirmSecondFactor, { code }, { cookie });
  const { recoveryCodes } = on.answer;
  house.clock.advance({ seconds: 30 });
  return { house, location, employee, old: cookie, cookie: cookieIn(on.headers), secret, uri, code, recoveryCodes };
}

const enter = (house: TestHouse, code?: string, more: { password?: string } = {}) =>
  house.call(user.authenticate, { logIn, password, ...more, ...(code !== undefined && { code }) });

test('the right password alone asks for the code and opens nothing; with the code it opens', async () => {
  const { house, secret } = await securedHouse();
  await using _ = house;
  const first = await enter(house);
  assert.deepEqual(first.complaints, [{ Key: 'Code', Message: 'Enter the code of your authenticator app.' }]);
  assert.equal(first.headers['set-cookie'], undefined);
  const second = await enter(house, codeOf(house, secret));
  assert.equal(second.answer.user.logIn, logIn);
  assert.ok(second.headers['set-cookie']);
});

test('a wrong password says nothing of a second step', async () => {
  const { house, secret } = await securedHouse();
  await using _ = house;
  for (const code of [undefined, codeOf(house, secret)]) {
    const refused = await enter(house, code, { password: 'wrong horse' });
    assert.equal(refused.complaints[0]?.Key, 'Password');
  }
});

test('a code is taken once, also the one that turned the step on; older ones are not taken after it', async () => {
  const { house, secret, code } = await securedHouse();
  await using _ = house;
  assert.equal((await enter(house, code)).complaints[0]?.Key, 'Code');
  const now = codeOf(house, secret);
  const race = await Promise.all([enter(house, now), enter(house, now), enter(house, now)]);
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 417, 417]);
  assert.equal((await enter(house, codeOf(house, secret, -30))).status, 417);
});

test('clocks may differ by half a minute and no more; garbage is refused', async () => {
  const { house, secret } = await securedHouse();
  await using _ = house;
  house.clock.advance({ minutes: 5 });
  for (const code of [codeOf(house, secret, -90), codeOf(house, secret, 90), 'abcdef', '12345', '1234567']) {
    assert.equal((await enter(house, code)).status, 417, code);
  }
  const typed = codeOf(house, secret, 30).replace(/^(...)/, ' $1 ');
  assert.equal((await enter(house, typed)).status, 200);
});

test('each recovery code opens once, however it is typed', async () => {
  const { house, cookie, recoveryCodes } = await securedHouse();
  await using _ = house;
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = ''] = recoveryCodes;
  assert.equal((await enter(house, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status, 200);
  assert.equal((await enter(house, first)).status, 417);
  const { recoveryCodesLeft } = (await house.call(secondFactor.getSecondFactor, {}, { cookie })).answer;
  assert.equal(recoveryCodesLeft, 9);
});

test('new recovery codes take a code, and end the old ones', async () => {
  const { house, cookie, secret, recoveryCodes } = await securedHouse();
  await using _ = house;
  assert.equal((await house.call(secondFactor.renewRecoveryCodes, { code: '000000' }, { cookie })).status, 417);
  const renewed = await house.call(secondFactor.renewRecoveryCodes, { code: codeOf(house, secret) }, { cookie });
  assert.equal((await enter(house, recoveryCodes[0])).status, 417);
  assert.equal((await enter(house, renewed.answer.recoveryCodes[0])).status, 200);
});

test('ten tries in a quarter of an hour are all there are', async () => {
  const { house, secret } = await securedHouse();
  await using _ = house;
  for (let attempt = 0; attempt < 10; attempt++) assert.equal((await enter(house, '000000')).status, 417);
  assert.equal((await enter(house, codeOf(house, secret))).status, 429);
});

test('turning it on takes the password, ends other sessions and renews this one; turning it off takes a code', async () => {
  const { house, old, cookie, secret, uri } = await securedHouse();
  await using _ = house;
  assert.match(uri, /^otpauth:\/\/totp\/.*anna.*secret=[A-Z2-7]{32}/);
  assert.equal((await house.call(user.getCurrent, {}, { cookie: old })).status, 410);
  assert.equal((await house.call(secondFactor.startSecondFactor, { password }, { cookie })).status, 417);
  assert.equal((await house.call(secondFactor.removeSecondFactor, { code: '000000' }, { cookie })).status, 417);
  const off = await house.call(secondFactor.removeSecondFactor, { code: codeOf(house, secret) }, { cookie });
  assert.equal(off.status, 204);
  assert.equal((await enter(house)).status, 200);
  const texts = await house.database.read.selectFrom('userAudits').select('text').orderBy('id').execute();
  assert.deepEqual(
    texts.map(({ text }) => text),
    ['Turned the second factor on', 'Second factor refused', 'Turned the second factor off', 'Signed in'],
  );
});

test('a step that was begun and not confirmed counts for nothing, and needs the password to begin', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { logIn, password });
  const { cookie } = await signIn(house, employee);
  assert.equal((await house.call(secondFactor.startSecondFactor, {}, { cookie })).complaints[0]?.Key, 'Password');
  assert.equal((await house.call(secondFactor.startSecondFactor, { password: 'x' }, { cookie })).status, 417);
  const { secret } = (await house.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  assert.equal((await house.call(secondFactor.confirmSecondFactor, { code: '000000' }, { cookie })).status, 417);
  assert.equal((await enter(house)).status, 200);
  const row = await house.database.read.selectFrom('secondFactors').selectAll().executeTakeFirstOrThrow();
  assert.ok(!row.secret.toString('latin1').includes(secret), 'the secret is not kept as it is');
});

test('who acts as somebody else cannot touch his second step', async () => {
  const { house, location, employee } = await securedHouse();
  await using _ = house;
  const boss = await buildEmployee(house, location);
  const { cookie } = await signIn(house, employee);
  await house.database.write.updateTable('sessions').set({ impersonatorId: boss.userId }).execute();
  for (const operation of [secondFactor.getSecondFactor, secondFactor.startSecondFactor, secondFactor.startPasskey]) {
    assert.equal((await house.call(operation, {}, { cookie })).status, 403);
  }
});

test('where the installation asks for it, an operator does nothing before his second step is set up', async () => {
  await using house = await testHouse({ env: { REQUIRE_SECOND_FACTOR_FOR_SYS: '1' } });
  const { location, employee } = await buildBusiness(house, { logIn, password, actions: ['user', 'sys'] });
  const { cookie } = await signIn(house, employee);
  const refused = await house.call(application.getMenu, {}, { cookie });
  assert.equal(refused.status, 403);
  assert.equal(JSON.parse(refused.body).Code, 'error.secondFactorNeeded');
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).status, 200);
  assert.equal((await house.call(secondFactor.getSecondFactor, {}, { cookie })).answer.isRequired, true);
  const { secret } = (await house.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  const on = await house.call(secondFactor.confirmSecondFactor, { code: codeOf(house, secret) }, { cookie });
  assert.equal((await house.call(application.getMenu, {}, { cookie: cookieIn(on.headers) })).status, 200);
  const colleague = await signIn(house, await buildEmployee(house, location, { actions: ['admin'] }));
  assert.equal((await house.call(application.getMenu, {}, colleague)).status, 200);
});

test('a passkey is taken only for a question of ours, once, and says one thing when it is not', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { logIn, password });
  const { cookie } = await signIn(house, employee);
  const { options } = (await house.call(secondFactor.startPasskeySignIn, {})).answer;
  const clientData = (challenge: unknown) =>
    Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: house.publicUrl })).toString('base64url');
  const attempts: Record<string, unknown>[] = [
    {},
    { id: 'AAAA', response: null },
    { id: 'AAAA', response: { clientDataJSON: 'not json' } },
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: clientData(options.challenge) } },
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: clientData('another') } },
  ];
  for (const response of attempts) {
    const refused = await house.call(secondFactor.authenticateWithPasskey, { response });
    assert.equal(refused.complaints[0]?.Key, 'Response');
    const added = await house.call(secondFactor.addPasskey, { name: 'Phone', response }, { cookie });
    assert.equal(added.complaints[0]?.Key, 'Response');
  }
  assert.equal((await house.database.read.selectFrom('signInChallenges').selectAll().execute()).length, 0);
  assert.equal((await house.call(secondFactor.startPasskey, { password: 'x' }, { cookie })).status, 417);
});
