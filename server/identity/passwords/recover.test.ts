// Tests of forgotten and changed passwords, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { lastMailTo } from '#server/testing/clients/captcha.ts';
import { testApp } from '#server/testing/test-app.ts';

const logIn = 'rosa@salon.example';
const before = 'the old password';
const after = 'a better password';

async function business() {
  const app = await testApp();
  const { employee } = await buildBusiness(app, { logIn, password: before });
  return { app, employee, enter: (password: string) => app.call(user.authenticate, { logIn, password }) };
}

test('the mailed link sets a new password once, and ends every session', async () => {
  const { app, employee, enter } = await business();
  await using _ = app;
  const { cookie } = await signIn(app, employee);
  assert.equal((await app.call(user.resetPassword, { eMail: 'Rosa@Salon.example' })).status, 204);
  const mail = await lastMailTo(app, logIn);
  assert.ok(mail?.token);
  assert.equal((await app.call(user.setPassword, { actionHash: mail.token, password: after })).status, 204);
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
  assert.equal((await enter(before)).status, 417);
  assert.equal((await enter(after)).status, 200);
  const replayed = await app.call(user.setPassword, { actionHash: mail.token, password: 'yet another one' });
  assert.equal(replayed.status, 404);
  assert.match((await lastMailTo(app, logIn))?.subject ?? '', /changed/);
});

test('the link for a forgotten password expires after an hour, and a second mail invalidates the first', async () => {
  const { app } = await business();
  await using _ = app;
  await app.call(user.resetPassword, { eMail: logIn });
  const first = (await lastMailTo(app, logIn))?.token ?? '';
  await app.call(user.resetPassword, { eMail: logIn }, { method: 'GET' });
  const second = (await lastMailTo(app, logIn))?.token ?? '';
  assert.equal((await app.call(user.setPassword, { actionHash: first, password: after })).status, 404);
  app.clock.advance({ minutes: 61 });
  assert.equal((await app.call(user.setPassword, { actionHash: second, password: after })).status, 404);
});

test('an unknown address gets the same answer, and no mail is sent', async () => {
  const { app } = await business();
  await using _ = app;
  const known = await app.call(user.resetPassword, { eMail: logIn });
  const unknown = await app.call(user.resetPassword, { eMail: 'nobody@salon.example' });
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body]);
  assert.equal(await lastMailTo(app, 'nobody@salon.example'), undefined);
});

test('neither the answer nor its duration reveals whether an address has an account', async () => {
  const { app } = await business();
  await using _ = app;
  for (const eMail of [logIn, 'nobody@salon.example', logIn, 'nobody@salon.example']) {
    const startedAt = performance.now();
    const { status, body } = await app.call(user.resetPassword, { eMail });
    assert.deepEqual([status, body], [204, '']);
    // Both end at the same moment, well after the work is done; bench/enumeration.ts measures the difference.
    assert.ok(performance.now() - startedAt > 380, eMail);
  }
});

test('mails to one address are limited to five in a quarter of an hour, known or not', async () => {
  const { app } = await business();
  await using _ = app;
  for (const eMail of [logIn, 'nobody@salon.example']) {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await app.call(user.resetPassword, { eMail })).status);
    assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429]);
  }
});

test('changing the password ends the other sessions and gives this one a new token', async () => {
  const { app, employee, enter } = await business();
  await using _ = app;
  const mine = await signIn(app, employee);
  const other = await signIn(app, employee);
  const changed = await app.call(user.changePassword, { password: after, currentPassword: before }, mine);
  assert.equal(changed.status, 204, changed.body);
  const [set = ''] = [changed.headers['set-cookie']].flat().map(String);
  const cookie = set.split(';')[0] ?? '';
  assert.equal((await app.call(user.getCurrent, {}, other)).status, 410);
  assert.equal((await app.call(user.getCurrent, {}, mine)).status, 410, 'the old token is out');
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 200);
  assert.equal((await enter(after)).status, 200);
});

test('long after signing in, the correct current password is required', async () => {
  const { app, employee, enter } = await business();
  await using _ = app;
  const mine = await signIn(app, employee);
  const key = async (currentPassword?: string) =>
    (await app.call(user.changePassword, { password: after, currentPassword }, mine)).complaints[0]?.Key;
  app.clock.advance({ minutes: 11 });
  assert.equal(await key(), 'CurrentPassword');
  assert.equal(await key('wrong'), 'CurrentPassword');
  assert.equal((await enter(before)).status, 200, 'nothing was changed');
});

test('a password in an address is rejected, and a common one in the body', async () => {
  const { app, employee } = await business();
  await using _ = app;
  const mine = await signIn(app, employee);
  const url = `/api/user/ChangePassword?password=${encodeURIComponent(after)}`;
  const answered = await app.server.inject({ url, headers: mine });
  assert.equal(answered.statusCode, 417);
  assert.doesNotMatch(answered.body, /better/);
  const common = await app.call(user.changePassword, { password: 'Qwertyuiop' }, mine);
  assert.equal(common.complaints[0]?.Key, 'Password');
});
