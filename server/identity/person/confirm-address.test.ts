// Tests that an account registered for the address of another person is of no use after its owner has proved it.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { systemPeople } from '#contract/company/people.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { user } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import { systemUsers } from '#contract/identity/system-users.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const logIn = 'victim@daybook.test';
const password = 'the attacker’s horse';
const ownPassword = 'the owner’s battery';

const setUpEarlier = ['secondFactors', 'recoveryCodes', 'passkeys', 'userIdentities', 'pushSubscriptions'] as const;

/** An account of an unverified address, with everything that an attacker could leave behind, also before an update. */
async function hijacked(app: TestApp) {
  const { employee } = await buildBusiness(app, { logIn, password, isEMailVerified: false });
  const sessions = [await signIn(app, employee), await signIn(app, employee)];
  const { userId } = employee;
  const { write } = app.database;
  const now = app.clock.now();
  await write
    .insertInto('secondFactors')
    .values({ userId, secret: Buffer.from('x'), createdAt: now, confirmedAt: now })
    .execute();
  await write
    .insertInto('recoveryCodes')
    .values({ userId, codeHash: hashToken('code') })
    .execute();
  const credential = { credentialId: Buffer.from('id'), publicKey: Buffer.from('key'), counter: 0, name: 'Mine' };
  await write
    .insertInto('passkeys')
    .values({ id: randomUUIDv7(), userId, ...credential, createdAt: now })
    .execute();
  await write
    .insertInto('userIdentities')
    .values({ provider: 'google', subject: '1', userId, createdAt: now })
    .execute();
  const subscription = { id: randomUUIDv7(), userId, tokenHash: hashToken('mine'), token: Buffer.from('mine') };
  await write
    .insertInto('pushSubscriptions')
    .values({ ...subscription, createdAt: now })
    .execute();
  return { employee, sessions };
}

async function linkFor(app: TestApp, kind: 'recover' | 'verify' | 'invite', to = logIn): Promise<string> {
  const mails = (await storedMails(app, to)).reverse();
  const part = { recover: 'recover', verify: 'login', invite: 'invite' }[kind];
  for (const { plain } of mails) {
    const token = new RegExp(`/user/${part}/([\\w-]{43})`).exec(plain)?.[1];
    if (token) return token;
  }
  return assert.fail(`no mail with a link to ${kind}`);
}

/** The sign-in methods and sessions that the account still has. */
async function leftovers(app: TestApp, { userId }: BuiltEmployee, sessions: { cookie: string }[]): Promise<unknown> {
  const left: string[] = [];
  for (const table of setUpEarlier) {
    const rows = await app.database.read.selectFrom(table).select('userId').where('userId', '=', userId).execute();
    if (rows.length > 0) left.push(table);
  }
  const statuses = await Promise.all(
    sessions.map(async (as) => (await app.call(user.isAuthenticated, {}, as)).answer.value),
  );
  return [left, statuses];
}

test('recovery drops foreign factors', async () => {
  await using app = await testApp();
  const { employee, sessions } = await hijacked(app);
  assert.equal((await app.call(user.authenticate, { logIn, password })).complaints[0]?.Key, 'Code');
  await app.call(user.sendVerification, {}, sessions[0]);
  const earlier = await linkFor(app, 'verify');
  await app.call(user.resetPassword, { eMail: logIn });
  const actionHash = await linkFor(app, 'recover');
  assert.equal((await app.call(user.setPassword, { actionHash, password: ownPassword })).status, 204);
  assert.deepEqual(await leftovers(app, employee, sessions), [[], [false, false]]);
  assert.equal((await app.call(user.verify, { actionHash: earlier })).status, 404, 'a pending link');
  assert.equal((await app.call(user.authenticate, { logIn, password: ownPassword })).status, 200, 'without a code');
  const texts = await app.database.read.selectFrom('userAudits').select('text').execute();
  assert.ok(texts.some(({ text }) => text === 'Removed the sign-in methods from before the address was verified'));
});

test('the link of a verification drops them, and leaves the session of the person who follows it', async () => {
  await using app = await testApp();
  const { employee, sessions } = await hijacked(app);
  const [here] = sessions;
  await app.call(user.sendVerification, {}, here);
  const actionHash = await linkFor(app, 'verify');
  const stranger = await signIn(app, (await buildBusiness(app)).employee);
  assert.equal((await app.call(user.verify, { actionHash }, stranger)).status, 403, 'signed in with another account');
  assert.equal((await app.call(user.verify, { actionHash }, here)).status, 204);
  assert.deepEqual(await leftovers(app, employee, sessions), [[], [true, false]]);
});

test('an accepted invitation drops them', async () => {
  await using app = await testApp();
  const { employee, sessions } = await hijacked(app);
  const { employee: admin } = await buildBusiness(app, { actions: ['user', 'admin'] });
  await app.call(companyUsers.invite, { eMail: logIn }, await signIn(app, admin));
  const [here] = sessions;
  const accepted = await app.call(user.acceptInvitation, { id: await linkFor(app, 'invite') }, here);
  assert.equal(accepted.status, 204, accepted.body);
  assert.deepEqual(await leftovers(app, employee, sessions), [[], [true, false]]);
});

test('an operator marks an address as verified, once, with the same effects; no one else does', async () => {
  await using app = await testApp();
  const { employee, sessions } = await hijacked(app);
  const { employee: operator, location } = await buildBusiness(app, {
    logIn: 'op@daybook.test',
    actions: ['user', 'sys'],
  });
  const admin = await signIn(app, await buildEmployee(app, location, { actions: ['user', 'admin'] }));
  const as = await signIn(app, operator);
  const mark = (headers: { cookie: string }) => app.call(systemUsers.markVerified, { id: employee.userId }, headers);
  const listed = async () => {
    const { answer } = await app.call(systemPeople.operations.getById, { id: employee.userId }, as);
    return answer.isEMailVerified;
  };
  assert.equal((await mark(admin)).status, 403);
  assert.equal(await listed(), false);
  assert.equal((await mark(as)).status, 204);
  assert.equal(await listed(), true);
  assert.deepEqual(await leftovers(app, employee, sessions), [[], [false, false]]);
  const [here] = [await signIn(app, employee)];
  assert.equal((await mark(as)).status, 204);
  assert.equal((await app.call(user.isAuthenticated, {}, here)).answer.value, true, 'a second time has no effect');
  assert.equal((await app.call(systemUsers.markVerified, { id: randomUUIDv7() }, as)).status, 404);
  const rows = await app.database.read.selectFrom('userAudits').select(['text', 'userName', 'actorName']).execute();
  const marked = rows.filter(({ text }) => text === 'Marked the e-mail address as verified');
  assert.deepEqual(marked, [
    { text: 'Marked the e-mail address as verified', userName: logIn, actorName: 'op@daybook.test' },
  ]);
});

test('a verified account keeps its factors when its password is recovered', async () => {
  await using app = await testApp();
  const { employee, sessions } = await hijacked(app);
  await app.database.write.updateTable('users').set({ eMailVerifiedAt: app.clock.now() }).execute();
  await app.call(user.resetPassword, { eMail: logIn });
  const actionHash = await linkFor(app, 'recover');
  assert.equal((await app.call(user.setPassword, { actionHash, password: ownPassword })).status, 204);
  assert.deepEqual(await leftovers(app, employee, sessions), [[...setUpEarlier], [false, false]]);
});

test('no sign-in method can be added while the address is unverified, and the answer says what to do', async () => {
  const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: 'http://127.0.0.1:9' };
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app, { logIn, password, isEMailVerified: false });
  const as = await signIn(app, employee);
  const refusals = [
    await app.call(secondFactor.startSecondFactor, { password }, as),
    await app.call(secondFactor.confirmSecondFactor, { code: '123456' }, as),
    await app.call(secondFactor.startPasskey, { password }, as),
    await app.call(secondFactor.addPasskey, { name: 'Mine', response: {} }, as),
    await app.call(social.startSocialLink, { provider: 'google', password }, as),
  ];
  for (const { status, complaints } of refusals) {
    assert.equal(status, 417);
    assert.match(complaints[0]?.Message ?? '', /Verify your e-mail address first/);
  }
  assert.equal((await app.call(secondFactor.getSecondFactor, {}, as)).answer.isEMailVerified, false);
});

test('an operator who lacks a required second factor can have the link sent', async () => {
  await using app = await testApp({ env: { REQUIRE_SECOND_FACTOR_FOR_SYS: '1' } });
  const { employee } = await buildBusiness(app, { logIn, isEMailVerified: false, actions: ['user', 'sys'] });
  assert.equal((await app.call(user.sendVerification, {}, await signIn(app, employee))).status, 204);
  assert.ok(await linkFor(app, 'verify'));
});
