// Tests of invitations, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyUsers } from '#contract/identity/company-users.ts';
import { companyInvitations } from '#contract/identity/invitations.ts';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { lastMailTo } from '#server/testing/clients/captcha.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const eMail = 'mara@salon.example';
const password = 'a drawer of scissors';

async function salon(app: TestApp) {
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['user', 'admin'] });
  return { company, location, admin, as: await signIn(app, admin) };
}

async function invited(app: TestApp, as: { cookie: string }, more: { locationIds?: string[] } = {}) {
  const answered = await app.call(companyUsers.invite, { eMail, ...more }, as);
  assert.equal(answered.status, 204, answered.body);
  return (await lastMailTo(app, eMail))?.token ?? '';
}

test('a new person joins with a name and a password, and works at the invited location', async () => {
  await using app = await testApp();
  const { as, location, company } = await salon(app);
  const id = await invited(app, as);
  const invitation = await app.call(user.invite, { id });
  assert.equal(invitation.answer.newUser, true);
  assert.equal(invitation.answer.companyName, company.name);
  assert.equal((await app.call(user.invite, { id })).status, 200, 'opening it uses nothing up');
  const missing = await app.call(user.acceptInvitation, { id });
  assert.equal(missing.status, 417);
  assert.equal((await app.call(user.acceptInvitation, { id, firstName: 'Mara', password })).status, 204);
  const { answer } = await app.call(user.authenticate, { logIn: eMail, password });
  assert.deepEqual(answer.actions, ['user']);
  assert.ok(answer.user.termsAndConditions && answer.user.privacyPolicy, 'the form says to what he agrees');
  assert.deepEqual(
    answer.locations.map((each) => each.id),
    [location.id],
  );
  assert.equal((await app.call(user.acceptInvitation, { id, firstName: 'Mara', password })).status, 404);
  assert.equal((await app.call(user.invite, { id })).status, 404);
});

test('a signed-in person joins with a click, and keeps their first company', async () => {
  await using app = await testApp();
  const { as, company } = await salon(app);
  const { employee: mara } = await buildBusiness(app, { logIn: eMail });
  const id = await invited(app, as);
  assert.equal((await app.call(user.invite, { id })).answer.newUser, false);
  assert.equal((await app.call(user.acceptInvitation, { id, firstName: 'M', password })).status, 403, 'not signed in');
  assert.equal((await app.call(user.acceptInvitation, { id }, as)).status, 403, 'somebody else');
  const own = await signIn(app, mara);
  assert.equal((await app.call(user.acceptInvitation, { id }, own)).status, 204);
  const companies = await app.database.read
    .selectFrom('employees')
    .select('companyId')
    .where('userId', '=', mara.userId)
    .execute();
  assert.deepEqual(companies.map(({ companyId }) => companyId).sort(), [company.id, mara.companyId].sort());
});

test('signing in with the hash of the invitation joins, and opens that company', async () => {
  await using app = await testApp();
  const { as, company, location } = await salon(app);
  await buildBusiness(app, { logIn: eMail, password });
  const actionHash = await invited(app, as);
  assert.equal((await app.call(user.authenticate, { logIn: eMail, password: 'wrong', actionHash })).status, 417);
  const { answer } = await app.call(user.authenticate, { logIn: eMail, password, actionHash });
  assert.equal(answer.companyId, company.id);
  assert.equal(answer.locationId, location.id);
});

test('a full company does not prevent signing in, and the answer says so', async () => {
  await using app = await testApp();
  const { as, company } = await salon(app);
  const { employee } = await buildBusiness(app, { logIn: eMail, password });
  const actionHash = await invited(app, as);
  await setTerms(app, { maxUsers: 1 }, company.id);
  const { answer } = await app.call(user.authenticate, { logIn: eMail, password, actionHash });
  assert.equal(answer.companyId, employee.companyId);
  assert.match(answer.invitationRefusal ?? '', new RegExp(`${company.name} has reached its limit`));
  assert.equal((await app.call(user.invite, { id: actionHash })).status, 200, 'good for later');
});

test("an invitation's hash has no effect for another person who signs in with it", async () => {
  await using app = await testApp();
  const { as, company } = await salon(app);
  const { employee: other } = await buildBusiness(app, { logIn: 'other@salon.example', password });
  const actionHash = await invited(app, as);
  const { answer } = await app.call(user.authenticate, { logIn: 'other@salon.example', password, actionHash });
  assert.equal(answer.companyId, other.companyId);
  assert.notEqual(answer.companyId, company.id);
  assert.match(answer.invitationRefusal ?? '', /sent to another address/);
  assert.equal((await app.call(user.invite, { id: actionHash })).status, 200);
});

test('a second invitation invalidates the first, and both expire after a week', async () => {
  await using app = await testApp();
  const { as } = await salon(app);
  const first = await invited(app, as);
  const second = await invited(app, as);
  assert.equal((await app.call(user.invite, { id: first })).status, 404);
  app.clock.advance({ hours: 7 * 24 + 1 });
  assert.equal((await app.call(user.invite, { id: second })).status, 404);
});

test('an invitation is refused for employees, beyond the plan, to foreign locations, and by non-administrators', async () => {
  await using app = await testApp();
  const { as, location, company } = await salon(app);
  const theirs = await buildLocation(app, (await buildBusiness(app)).company);
  const colleague = await buildEmployee(app, location, { logIn: 'colleague@salon.example' });
  const twice = await app.call(companyUsers.invite, { eMail: 'Colleague@salon.example' }, as);
  assert.equal(twice.complaints[0]?.Key, 'EMail');
  assert.equal((await app.call(companyUsers.invite, { eMail, locationIds: [theirs.id] }, as)).status, 404);
  assert.equal(await lastMailTo(app, eMail), undefined, 'nothing is mailed for what was refused');
  const notAllowed = await app.call(companyUsers.invite, { eMail }, await signIn(app, colleague));
  assert.equal(notAllowed.status, 403);
  await setTerms(app, { maxUsers: 2 }, company.id);
  assert.equal((await app.call(companyUsers.invite, { eMail }, as)).complaints[0]?.Key, 'EMail');
});

test('of concurrent acceptances, only as many join as the plan has room for', async () => {
  await using app = await testApp();
  const { as, company } = await salon(app);
  await setTerms(app, { maxUsers: 2 }, company.id);
  const tokens: string[] = [];
  for (const name of ['one', 'two']) {
    await app.call(companyUsers.invite, { eMail: `${name}@salon.example` }, as);
    tokens.push((await lastMailTo(app, `${name}@salon.example`))?.token ?? '');
  }
  const joined = await Promise.all(
    tokens.map((id) => app.call(user.acceptInvitation, { id, firstName: 'New', password })),
  );
  assert.deepEqual(joined.map(({ status }) => status).sort(), [204, 417]);
});

test('an invitation has rights, which take effect when it is accepted; it is listed until then', async () => {
  await using app = await testApp();
  const { as, company, location } = await salon(app);
  const second = await buildLocation(app, company);
  const { operations } = companyInvitations;
  const listed = async (headers = as) => (await app.call(operations.getAll, {}, headers)).answer;
  const invite = (actions: string[]) =>
    app.call(companyUsers.invite, { eMail, locationIds: [location.id, second.id], actions }, as);
  assert.equal((await invite(['sys'])).status, 403);
  assert.equal((await invite(['something of an operator'])).status, 403);
  assert.equal((await invite(['user', 'lcladmin'])).status, 204);
  const [row] = await listed();
  assert.deepEqual([row?.eMail, row?.state, row?.actions], [eMail, 'waiting', ['lcladmin', 'user']]);
  assert.deepEqual(row?.locations, [location.name, second.name].sort());
  const first = (await lastMailTo(app, eMail))?.token ?? '';
  app.clock.advance({ hours: 7 * 24 + 1 });
  const later = await signIn(app, await buildEmployee(app, location, { actions: ['admin'] }));
  assert.equal((await listed(later))[0]?.state, 'expired');
  assert.equal((await app.call(operations.sendAgain, { id: row?.id ?? '' }, later)).status, 204);
  const id = (await lastMailTo(app, eMail))?.token ?? '';
  assert.notEqual(id, first);
  assert.equal((await app.call(user.acceptInvitation, { id, firstName: 'Mara', password })).status, 204);
  const { answer } = await app.call(user.authenticate, { logIn: eMail, password });
  assert.deepEqual(answer.actions, ['lcladmin', 'user']);
  assert.equal(answer.locations.length, 2);
  assert.deepEqual(await listed(later), []);
});

test('a withdrawn invitation is gone, for the company that sent it only', async () => {
  await using app = await testApp();
  const { as } = await salon(app);
  const token = await invited(app, as);
  const { operations } = companyInvitations;
  const [row] = (await app.call(operations.getAll, {}, as)).answer;
  const id = row?.id ?? '';
  const stranger = await salon(app);
  assert.equal((await app.call(operations.withdraw, { id }, stranger.as)).status, 404);
  assert.equal((await app.call(operations.withdraw, { id }, as)).status, 204);
  assert.equal((await app.call(user.invite, { id: token })).status, 404);
  assert.equal((await app.call(operations.withdraw, { id }, as)).status, 404);
});
