// Tests of signing in with the link that verifies an address, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { lastMailTo, solvedCaptcha } from '#server/testing/clients/captcha.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const logIn = 'rosa@salon.example';
const password = 'a wall of seven roses';

const cookieOf = ({ headers }: { headers: Record<string, unknown> }, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0] ?? '')
    .find((line) => line.startsWith(`${name}=`));

/** Registers, and returns the cookie of the browser and the token of the mail. */
async function registered(app: TestApp, given: { logIn?: string; password?: string } = {}) {
  const captchaResponse = await solvedCaptcha(app);
  const fields = { logIn, password, companyName: 'Salon Rosa', timeZone: 'Europe/Riga', ...given };
  const made = await app.call(user.create, { ...fields, captchaResponse });
  assert.equal(made.status, 204, made.body);
  const cookie = cookieOf(made, 'daybook-registered') ?? assert.fail('no cookie of the registration');
  return { cookie, actionHash: (await lastMailTo(app, fields.logIn))?.token ?? '' };
}

const canSignIn = async (app: TestApp, tried: string) =>
  (await app.call(user.authenticate, { logIn, password: tried })).status === 200;

test('the browser that registered signs in with a click, once, and keeps its password', async () => {
  await using app = await testApp();
  const { cookie, actionHash } = await registered(app);
  for (let opened = 0; opened < 2; opened++) {
    const { answer } = await app.call(user.getLink, { actionHash }, { cookie });
    assert.deepEqual(answer, { purpose: 'verify', eMail: logIn, companyName: 'Salon Rosa', needsPassword: false });
  }
  const { read } = app.database;
  const verified = () => read.selectFrom('users').select('eMailVerifiedAt').executeTakeFirstOrThrow();
  assert.equal((await verified()).eMailVerifiedAt, null, 'opening the link changes nothing');
  const entered = await app.call(user.signInByLink, { actionHash }, { cookie });
  assert.equal(entered.answer?.user.logIn, logIn, entered.body);
  assert.ok((await verified()).eMailVerifiedAt);
  const session = cookieOf(entered, 'daybook') ?? '';
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie: session })).answer.value, true);
  assert.equal((await app.call(user.signInByLink, { actionHash }, { cookie })).status, 404);
  assert.equal((await app.call(user.getLink, { actionHash }, { cookie })).answer.purpose, 'none');
  assert.ok(await canSignIn(app, password));
});

test('another browser sets a password, and the earlier one no longer opens the account', async () => {
  await using app = await testApp();
  const { actionHash } = await registered(app);
  const foreign = await registered(app, { logIn: 'other@salon.example' });
  for (const headers of [{}, { cookie: foreign.cookie }]) {
    assert.equal((await app.call(user.getLink, { actionHash }, headers)).answer.needsPassword, true);
    const refused = await app.call(user.signInByLink, { actionHash }, headers);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      ['Password'],
    );
  }
  const weak = await app.call(user.signInByLink, { actionHash, password: 'password123' });
  assert.equal(weak.status, 417, 'and the link is not used up');
  const entered = await app.call(user.signInByLink, { actionHash, password: 'a bowl of lemons' });
  assert.equal(entered.answer?.user.logIn, logIn, entered.body);
  assert.equal(await canSignIn(app, password), false);
  assert.ok(await canSignIn(app, 'a bowl of lemons'));
});

test('registering a taken login gives the browser a cookie that opens nothing', async () => {
  await using app = await testApp();
  const { actionHash } = await registered(app, { password: 'the attacker’s horse' });
  const captchaResponse = await solvedCaptcha(app);
  const again = await app.call(user.create, { logIn, password, captchaResponse, timeZone: 'Europe/Riga' });
  const cookie = cookieOf(again, 'daybook-registered');
  assert.ok(cookie);
  assert.equal((await app.call(user.getLink, { actionHash }, { cookie })).answer.needsPassword, true);
});

test('a browser that is signed in with another account is refused, an expired link is gone', async () => {
  await using app = await testApp();
  const { actionHash, cookie } = await registered(app);
  const stranger = await signIn(app, (await buildBusiness(app)).employee);
  assert.equal((await app.call(user.signInByLink, { actionHash }, stranger)).status, 403);
  app.clock.advance({ hours: 7 * 24 + 1 });
  assert.equal((await app.call(user.signInByLink, { actionHash }, { cookie })).status, 404);
});

test('the signed-in person verifies without a password, and an account with a second factor is not opened', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn, password, isEMailVerified: false });
  const here = await signIn(app, employee);
  await app.call(user.sendVerification, {}, here);
  const actionHash = (await lastMailTo(app, logIn))?.token ?? '';
  // Verified by other means meanwhile, and protected by a second factor since.
  const now = app.clock.now();
  const { write } = app.database;
  await write.updateTable('users').set({ eMailVerifiedAt: now }).where('id', '=', employee.userId).execute();
  await write
    .insertInto('secondFactors')
    .values({ userId: employee.userId, secret: Buffer.from('x'), createdAt: now, confirmedAt: now })
    .execute();
  const entered = await app.call(user.signInByLink, { actionHash, password: 'a bowl of lemons' });
  assert.equal(entered.status, 204, entered.body);
  assert.equal(cookieOf(entered, 'daybook'), undefined, 'no session');
  const stored = await app.call(user.authenticate, { logIn, password });
  assert.equal(stored.complaints[0]?.Key, 'Code', 'the password is the earlier one');
});
