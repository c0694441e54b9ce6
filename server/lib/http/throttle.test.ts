// Tests that limits are counted in the database, across processes.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { geolocations } from '#contract/places.ts';
import { application } from '#contract/site/application.ts';
import { banners } from '#contract/site/banners.ts';
import { buildApp } from '#server/app.ts';
import { newToken } from '#server/lib/session/session.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { testApp } from '#server/testing/test-app.ts';

test('challenges, invitations and banner visits are limited per address, whichever process serves them', async () => {
  await using app = await testApp();
  const second = await buildApp(app);
  const calls = {
    [`/${application.getCaptchaChallenge.path}`]: 120,
    [`/${user.invite.path}?Id=${newToken()}`]: 60,
    [`/${banners.visit.path}?Id=${randomUUIDv7()}`]: 120,
  };
  for (const [url, max] of Object.entries(calls)) {
    for (let attempt = 0; attempt < max; attempt++) {
      const { statusCode } = await (attempt % 2 ? second : app.server).inject(url);
      assert.notEqual(statusCode, 429, `${url} ${attempt}`);
    }
    for (const server of [app.server, second]) assert.equal((await server.inject(url)).statusCode, 429, url);
    app.clock.advance({ minutes: 15 });
    assert.notEqual((await second.inject(url)).statusCode, 429, url);
  }
  await second.close();
});

test('an external geocoder is limited per person; the bundled gazetteer is not', async () => {
  await using app = await testApp({ env: { GEOCODER: 'nominatim', GEOCODER_URL: 'http://127.0.0.1:9' } });
  const caller = await signIn(app, (await buildBusiness(app)).employee);
  const ask = (headers = {}) => app.call(geolocations.search, { text: 'Riga', limit: 1 }, headers);
  for (let attempt = 0; attempt < 300; attempt++) await ask(caller);
  assert.equal((await ask(caller)).status, 429);
  assert.equal((await ask()).status, 200);
});
