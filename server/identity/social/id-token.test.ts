// Tests of signing in with an id token that a client sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { idTokenOf, openProvider } from '#server/testing/servers/oidc.ts';
import { testApp } from '#server/testing/test-app.ts';

const logIn = 'anna@daybook.test';
const now = () => Temporal.Now.instant().toString();

test('a fresh token signs its user in, once; an older one and one for another person do not', async () => {
  await using provider = await openProvider(logIn);
  await using app = await testApp({ now: now(), env: provider.env });
  await buildBusiness(app, { logIn });
  await app.database.write.updateTable('users').set({ eMailVerifiedAt: app.clock.now() }).execute();
  const token = await idTokenOf(provider);
  const enter = () => app.call(social.socialAuthenticate, { token });
  const spoiled = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  assert.equal((await app.call(social.socialAuthenticate, { token: spoiled })).status, 417);
  const first = await enter();
  assert.equal(first.answer.user.logIn, logIn);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie })).answer.value, true);
  assert.equal((await enter()).complaints[0]?.Key, 'Token', 'twice');
  // The last character of a 256-byte signature has unused bits.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const again = `${token.slice(0, -1)}${letters[letters.indexOf(token.at(-1) ?? '') ^ 1]}`;
  assert.equal((await app.call(social.socialAuthenticate, { token: again })).complaints[0]?.Key, 'Token');
  assert.equal((await app.database.read.selectFrom('sessions').selectAll().execute()).length, 1);

  const late = await idTokenOf(provider);
  app.clock.advance({ minutes: 12 });
  assert.equal((await app.call(social.socialAuthenticateWithRememberMe, { token: late })).status, 417);
});

test('a token for another client of the site grants no access', async () => {
  await using provider = await openProvider(logIn);
  const env = { ...provider.env, GOOGLE_CLIENT_ID: 'another' };
  await using app = await testApp({ now: now(), env });
  await buildBusiness(app, { logIn });
  await app.database.write.updateTable('users').set({ eMailVerifiedAt: app.clock.now() }).execute();
  assert.equal((await app.call(social.socialAuthenticate, { token: await idTokenOf(provider) })).status, 417);
});

test('a malformed, unsigned or unknown id token gets the same refusal', async () => {
  await using provider = await openProvider(logIn);
  await using app = await testApp({ now: now(), env: provider.env });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: provider.issuer,
    sub: 'x',
    aud: 'daybook',
    exp: 4e9,
    iat: app.clock.now().epochMilliseconds / 1000,
  };
  const tokens = [
    'x',
    'a.b.c',
    `${part({ alg: 'none' })}.${part(claims)}.`,
    `${part({ alg: 'RS256' })}.${part(claims)}.AAAA`,
  ];
  for (const token of tokens) {
    assert.equal((await app.call(social.socialAuthenticate, { token })).complaints[0]?.Key, 'Token');
  }
});
