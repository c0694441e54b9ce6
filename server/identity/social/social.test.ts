// Tests of signing in with another site: a real OpenID Connect provider on loopback plays Google.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import { companyUsers } from '#contract/identity/company-users.ts';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { user } from '#contract/identity/sign-in.ts';
import { social, socialProviders } from '#contract/identity/social.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { lastMailTo } from '#server/testing/clients/captcha.ts';
import { type OpenProvider, openProvider, visitProvider } from '#server/testing/servers/oidc.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const eMail = 'anna@daybook.test';
const password = 'correct horse';

const appWith = (provider: OpenProvider) =>
  testApp({
    now: Temporal.Now.instant().toString(),
    env: provider.env,
  });

const cookieIn = (headers: Record<string, unknown>, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

/** The whole redirect; returns the final address and the session that was started. */
async function travel(
  app: TestApp,
  more: {
    spoil?: (address: string) => string;
    cookie?: string;
    actionHash?: string;
    register?: { plan: number };
    to?: string;
  } = {},
) {
  const { spoil = String, register, actionHash, to = '/app/user/calendars' } = more;
  const started = register
    ? await app.call(social.startSocialRegistration, { provider: 'google', ...register })
    : await app.call(social.startSocialSignIn, { provider: 'google', to, actionHash });
  const back = await visitProvider(started.answer.url);
  return arrive(app, spoil(back), more.cookie ?? cookieIn(started.headers, 'daybook-social'));
}

async function arrive(app: TestApp, address: string, cookie: string) {
  const { pathname, search } = new URL(address);
  const answer = await app.server.inject({ url: pathname + search, headers: { cookie } });
  assert.equal(answer.statusCode, 303, answer.body);
  return {
    to: answer.headers.location,
    session: cookieIn(answer.headers, 'daybook'),
    back: address,
    cookie,
    social: cookieIn(answer.headers, 'daybook-social'),
  };
}

/** Back at the sign-in page. */
const redirect = (outcome: string) => `/user/login?social=${outcome}&site=google&to=%2Fapp%2Fuser%2Fcalendars`;

const verified = (app: TestApp) =>
  app.database.write.updateTable('users').set({ eMailVerifiedAt: app.clock.now() }).execute();

test('a user verified on both sites signs in, stays connected, and arrives at the requested page', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  await buildBusiness(app, { logIn: eMail, password });
  await verified(app);
  const { to, session, back, cookie } = await travel(app);
  assert.equal(to, '/app/user/calendars');
  assert.equal((await app.call(user.getCurrent, {}, { cookie: session })).answer.user.logIn, eMail);
  // By subject: the address that the site reports no longer matters.
  provider.person.email = 'other@example.org';
  assert.equal((await travel(app)).to, '/app/user/calendars');
  assert.equal((await arrive(app, back, cookie)).to, '/user/login?social=failed&site=google', 'the same answer twice');
});

test('an address that either site has not verified grants no access; an unknown person gets a message', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  await buildBusiness(app, { logIn: eMail, password, isEMailVerified: false });
  assert.deepEqual(await travel(app).then(({ to, session }) => [to, session]), [redirect('known'), '']);
  await verified(app);
  provider.person.email_verified = false;
  assert.equal((await travel(app)).to, redirect('unknown'));
  provider.person.email = 'stranger@example.org';
  assert.equal((await travel(app)).to, redirect('unknown'));
  assert.equal((await app.database.read.selectFrom('userIdentities').selectAll().execute()).length, 0);
});

test('an unconnected account signs in with its password, which connects it, once and in this browser', async () => {
  await using provider = await openProvider('anna@elsewhere.test');
  await using app = await appWith(provider);
  await buildBusiness(app, { logIn: eMail, password });
  const enter = (cookie: string, input: { password?: string; isConnecting?: boolean } = {}) =>
    app.call(user.authenticate, { logIn: eMail, password, isConnecting: true, ...input }, { cookie });
  const { to, social: pending } = await travel(app);
  assert.equal(to, redirect('unknown'));
  assert.equal((await enter(pending, { password: 'wrong' })).status, 417);
  assert.equal((await enter('')).answer.connectedWith, undefined, 'another browser');
  assert.equal((await enter(pending, { isConnecting: false })).answer.connectedWith, undefined, 'unasked');
  assert.equal((await enter(pending)).answer.connectedWith, 'google');
  assert.equal((await enter(pending)).answer.connectedWith, undefined, 'a second time');
  assert.equal((await travel(app)).to, '/app/user/calendars');
});

test('the password of an unverified account connects it with an identity of its own address only, which proves it', async () => {
  await using provider = await openProvider('mallory@elsewhere.test');
  await using app = await appWith(provider);
  const { employee } = await buildBusiness(app, { logIn: eMail, password, isEMailVerified: false });
  const earlier = await signIn(app, employee);
  const enter = (cookie: string) =>
    app.call(user.authenticate, { logIn: eMail, password, isConnecting: true }, { cookie });
  const foreign = await enter((await travel(app)).social);
  assert.deepEqual([foreign.status, foreign.answer.connectedWith], [200, undefined]);
  assert.equal((await app.database.read.selectFrom('userIdentities').selectAll().execute()).length, 0);
  provider.person.email = eMail;
  const own = await enter((await travel(app)).social);
  assert.equal(own.answer.connectedWith, 'google');
  const { eMailVerifiedAt } = await app.database.read
    .selectFrom('users')
    .select('eMailVerifiedAt')
    .where('id', '=', employee.userId)
    .executeTakeFirstOrThrow();
  assert.ok(eMailVerifiedAt);
  assert.equal((await app.call(user.getCurrent, {}, earlier)).status, 410, 'a session from before the proof');
});

test('a foreign state, another browser or an altered code is refused', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  await buildBusiness(app, { logIn: eMail, password });
  await verified(app);
  const failed = '/user/login?social=failed&site=google';
  assert.equal((await travel(app, { cookie: '' })).to, failed);
  assert.equal((await travel(app, { cookie: `daybook-social=${'x'.repeat(43)}` })).to, failed);
  assert.equal((await travel(app, { spoil: (url) => url.replace(/state=[^&]+/, 'state=other') })).to, failed);
  assert.equal((await travel(app, { spoil: (url) => url.replace(/code=[^&]+/, 'code=other') })).to, redirect('failed'));
});

test('connecting the own account requires its password, and an identity belongs to one account', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  const { employee } = await buildBusiness(app, { logIn: 'owner@daybook.test', password });
  const { cookie } = await signIn(app, employee);
  const ask = (input: { password?: string }) =>
    app.call(social.startSocialLink, { provider: 'google', ...input }, { cookie });
  assert.equal((await ask({})).status, 417);
  assert.equal((await ask({ password: 'wrong' })).status, 417);
  const started = await ask({ password });
  const jar = `${cookie}; ${cookieIn(started.headers, 'daybook-social')}`;
  const linked = await arrive(app, await visitProvider(started.answer.url), jar);
  assert.equal(linked.to, '/app/user/my-account?social=connected&site=google#sites');
  const { links } = (await app.call(social.getSocialLinks, {}, { cookie })).answer;
  assert.deepEqual(
    links.map(({ provider: site, isOn }) => [site, isOn]),
    [['google', true]],
  );
  assert.equal((await travel(app)).to, '/app/user/calendars');
  assert.equal((await app.call(social.removeSocialLink, { provider: 'google' }, { cookie })).status, 204);
  assert.equal((await travel(app)).to, redirect('unknown'));
});

test('a new person registers with it: a company, no password, a verified address, recorded consent', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  provider.person.email_verified = false;
  const register = { plan: 2, companyName: 'Salon Anna', timeZone: 'Europe/Riga' };
  assert.equal((await travel(app, { register })).to, '/user/register?planNumber=2&social=unverified&site=google');
  provider.person.email_verified = true;
  const { to, session } = await travel(app, { register });
  assert.equal(to, '/app/home');
  const { answer } = await app.call(user.getCurrent, {}, { cookie: session });
  assert.deepEqual(
    [answer.companyName, answer.user.logIn, answer.user.firstName, answer.user.termsAndConditions, answer.actions],
    ['Salon Anna', eMail, 'Anna', true, ['admin', 'user']],
  );
  const made = await app.database.read.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  assert.ok(made.eMailVerifiedAt && made.passwordHash === null);
  assert.equal((await travel(app, { register })).to, '/app/home', 'the second time he signs in');
  assert.equal((await app.database.read.selectFrom('companies').selectAll().execute()).length, 1);

  assert.equal((await app.call(secondFactor.startPasskey, {}, { cookie: session })).status, 200);
  const removed = await app.call(social.removeSocialLink, { provider: 'google' }, { cookie: session });
  assert.deepEqual(removed.complaints, [{ Key: 'Provider', Message: removed.complaints[0]?.Message }]);
  assert.match(removed.complaints[0]?.Message ?? '', /only way/);
  app.clock.advance({ minutes: 11 });
  const late = await app.call(secondFactor.startPasskey, {}, { cookie: session });
  assert.match(
    late.complaints[0]?.Message ?? '',
    /Sign in again/,
    'what opens the account for good needs a fresh sign-in',
  );
  const nowhere = await app.call(social.startSocialRegistration, { provider: 'google', plan: 9 });
  assert.equal(nowhere.complaints[0]?.Key, 'Plan');
});

test('a new person at the invited address accepts the invitation with it, and no other person can', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  const { employee, company } = await buildBusiness(app, { actions: ['user', 'admin'] });
  await app.call(companyUsers.invite, { eMail }, await signIn(app, employee));
  const actionHash = (await lastMailTo(app, eMail))?.token ?? '';
  provider.person.email = 'other@example.org';
  assert.equal((await travel(app, { actionHash })).to, `/user/login/${actionHash}?social=unknown&site=google`);
  provider.person.email = eMail;
  const { session } = await travel(app, { actionHash });
  const { answer } = await app.call(user.getCurrent, {}, { cookie: session });
  assert.deepEqual([answer.companyId, answer.actions], [company.id, ['user']]);
});

test('a user with a second factor enters its code and arrives at the requested page with the same ticket', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  const { employee } = await buildBusiness(app, { logIn: eMail, password });
  await verified(app);
  const { cookie } = await signIn(app, employee);
  const { secret } = (await app.call(secondFactor.startSecondFactor, { password }, { cookie })).answer;
  const code = () => generateSync({ secret, epoch: Math.floor(app.clock.now().epochMilliseconds / 1000) });
  await app.call(secondFactor.confirmSecondFactor, { code: code() }, { cookie });
  app.clock.advance({ seconds: 30 });
  const { to = '', session } = await travel(app);
  const search = new URL(to, 'http://localhost').searchParams;
  assert.equal(session, '', 'not in yet');
  assert.equal(search.get('to'), '/app/user/calendars');
  const ticket = search.get('ticket') ?? '';
  const finish = (typed: string, which = ticket) => app.call(social.finishSocialSignIn, { ticket: which, code: typed });
  assert.equal((await finish('000000')).complaints[0]?.Key, 'Code');
  assert.equal((await finish(code(), 'x'.repeat(43))).complaints[0]?.Key, 'Ticket');
  assert.equal((await finish(code())).answer.user.logIn, eMail);
  app.clock.advance({ seconds: 30 });
  assert.equal((await finish(code())).complaints[0]?.Key, 'Ticket', 'once');
});

test('a user without a company gets a message, and no redirect leads to another site', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  const { employee } = await buildBusiness(app, { logIn: eMail, password });
  await verified(app);
  for (const to of ['//evil.test/app', '/\\evil.test', '/\t/evil.test', '/.//evil.test']) {
    assert.equal((await travel(app, { to })).to, '/app/home', to);
  }
  assert.equal((await travel(app, { to: '/salon/anna-bērziņa' })).to, '/salon/anna-b%C4%93rzi%C5%86a');
  await app.database.write.deleteFrom('employees').where('userId', '=', employee.userId).execute();
  assert.deepEqual(await travel(app).then(({ to, session }) => [to, session]), [redirect('nowhere'), '']);
});

test('each site gets the parameters it supports: LinkedIn no nonce or code challenge, Facebook its own scope', async () => {
  await using provider = await openProvider(eMail);
  const env = { ...provider.env, ...provider.envFor('LINKEDIN'), ...provider.envFor('FACEBOOK') };
  await using app = await testApp({ now: Temporal.Now.instant().toString(), env });
  await buildBusiness(app, { logIn: eMail, password });
  await verified(app);
  const expected = { google: [true, true], linkedin: [false, false], facebook: [true, true] };
  for (const site of socialProviders) {
    const started = await app.call(social.startSocialSignIn, { provider: site });
    const { searchParams } = new URL(started.answer.url);
    assert.deepEqual([searchParams.has('nonce'), searchParams.has('code_challenge')], expected[site], site);
    assert.match(searchParams.get('scope') ?? '', site === 'facebook' ? /public_profile/ : /email profile/);
    const cookie = cookieIn(started.headers, 'daybook-social');
    const { session } = await arrive(app, await visitProvider(started.answer.url), cookie);
    assert.ok(session, site);
  }
});

test('the settings name the configured sites, and no secret', async () => {
  await using provider = await openProvider(eMail);
  await using app = await appWith(provider);
  const { answer, body } = await app.call(application.getSocialLoginSettings, {});
  assert.deepEqual(answer, { googleClientId: 'daybook' });
  assert.doesNotMatch(body, /secret/);
  assert.equal((await app.call(social.startSocialSignIn, { provider: 'facebook' })).status, 404);
});
