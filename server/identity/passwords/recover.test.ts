// Forgotten and changed passwords, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { lastMailTo } from '#server/testing/captcha.ts';
import { testHouse } from '#server/testing/house.ts';

const logIn = 'rosa@salon.example';
const before = 'the old password';
const after = 'a better password';

async function business() {
  const house = await testHouse();
  const { employee } = await buildBusiness(house, { logIn, password: before });
  return { house, employee, enter: (password: string) => house.call(user.authenticate, { logIn, password }) };
}

test('by the mailed link a new password is set once, and every session ends', async () => {
  const { house, employee, enter } = await business();
  await using _ = house;
  const { cookie } = await signIn(house, employee);
  assert.equal((await house.call(user.resetPassword, { eMail: 'Rosa@Salon.example' })).status, 204);
  const mail = await lastMailTo(house, logIn);
  assert.ok(mail?.token);
  assert.equal((await house.call(user.setPassword, { actionHash: mail.token, password: after })).status, 204);
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).status, 410);
  assert.equal((await enter(before)).status, 417);
  assert.equal((await enter(after)).status, 200);
  const replayed = await house.call(user.setPassword, { actionHash: mail.token, password: 'yet another one' });
  assert.equal(replayed.status, 404);
  assert.match((await lastMailTo(house, logIn))?.subject ?? '', /changed/);
});

test('the link of a forgotten password lives for one hour, and a second mail ends the first', async () => {
  const { house } = await business();
  await using _ = house;
  await house.call(user.resetPassword, { eMail: logIn });
  const first = (await lastMailTo(house, logIn))?.token ?? '';
  await house.call(user.resetPassword, { eMail: logIn }, { method: 'GET' });
  const second = (await lastMailTo(house, logIn))?.token ?? '';
  assert.equal((await house.call(user.setPassword, { actionHash: first, password: after })).status, 404);
  house.clock.advance({ minutes: 61 });
  assert.equal((await house.call(user.setPassword, { actionHash: second, password: after })).status, 404);
});

test('an unknown address is answered the same and nothing is mailed', async () => {
  const { house } = await business();
  await using _ = house;
  const known = await house.call(user.resetPassword, { eMail: logIn });
  const unknown = await house.call(user.resetPassword, { eMail: 'nobody@salon.example' });
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body]);
  assert.equal(await lastMailTo(house, 'nobody@salon.example'), undefined);
});

test('neither the answer nor its time tells whether an address has an account', async () => {
  const { house } = await business();
  await using _ = house;
  for (const eMail of [logIn, 'nobody@salon.example', logIn, 'nobody@salon.example']) {
    const begun = performance.now();
    const { status, body } = await house.call(user.resetPassword, { eMail });
    assert.deepEqual([status, body], [204, '']);
    // Both wait for the same moment, well after the work is done; how close they come is measured (bench/enumeration.ts).
    assert.ok(performance.now() - begun > 380, eMail);
  }
});

test('five mails to one address in a quarter of an hour are enough, known or not', async () => {
  const { house } = await business();
  await using _ = house;
  for (const eMail of [logIn, 'nobody@salon.example']) {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await house.call(user.resetPassword, { eMail })).status);
    assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429]);
  }
});

test('changing the password ends the other sessions and gives this one a new token', async () => {
  const { house, employee, enter } = await business();
  await using _ = house;
  const mine = await signIn(house, employee);
  const other = await signIn(house, employee);
  const changed = await house.call(user.changePassword, { password: after, currentPassword: before }, mine);
  assert.equal(changed.status, 204, changed.body);
  const [set = ''] = [changed.headers['set-cookie']].flat().map(String);
  const cookie = set.split(';')[0] ?? '';
  assert.equal((await house.call(user.getCurrent, {}, other)).status, 410);
  assert.equal((await house.call(user.getCurrent, {}, mine)).status, 410, 'the old token is out');
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).status, 200);
  assert.equal((await enter(after)).status, 200);
});

test('long after signing in the current password is asked for, and must be right', async () => {
  const { house, employee, enter } = await business();
  await using _ = house;
  const mine = await signIn(house, employee);
  const key = async (currentPassword?: string) =>
    (await house.call(user.changePassword, { password: after, currentPassword }, mine)).complaints[0]?.Key;
  house.clock.advance({ minutes: 11 });
  assert.equal(await key(), 'CurrentPassword');
  assert.equal(await key('wrong'), 'CurrentPassword');
  assert.equal((await enter(before)).status, 200, 'nothing was changed');
});

test('a password in an address is refused, and a common one in the body', async () => {
  const { house, employee } = await business();
  await using _ = house;
  const mine = await signIn(house, employee);
  const url = `/api/user/ChangePassword?password=${encodeURIComponent(after)}`;
  const answered = await house.app.inject({ url, headers: mine });
  assert.equal(answered.statusCode, 417);
  assert.doesNotMatch(answered.body, /better/);
  const common = await house.call(user.changePassword, { password: 'Qwertyuiop' }, mine);
  assert.equal(common.complaints[0]?.Key, 'Password');
});
