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
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { networkOf } from './throttle.ts';

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

test('a network of IPv6 counts as one visitor, an address of IPv4 as itself in either spelling', () => {
  const networks = {
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8:1:2::192.0.2.1': '2001:db8:1:2::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '::1': '0:0:0:0::/64',
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::ffff:c000:201': '192.0.2.1',
    'mara@example.org': 'mara@example.org',
  };
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network, address);
});

test('the addresses of one IPv6 network share the limits of a visitor', async () => {
  await using app = await testApp({ env: { REQUESTS_PER_MINUTE: '200', BOOKINGS_PER_MINUTE: '3' } });
  const url = `/${user.invite.path}?Id=${newToken()}`;
  const ask = (remoteAddress: string) => app.server.inject({ url, remoteAddress });
  for (let host = 1; host <= 60; host++) {
    assert.notEqual((await ask(`2001:db8:1:2::${host.toString(16)}`)).statusCode, 429, String(host));
  }
  assert.equal((await ask('2001:db8:1:2:ffff::1')).statusCode, 429);
  assert.notEqual((await ask('2001:db8:1:3::1')).statusCode, 429);
  const plain = (remoteAddress: string) => app.server.inject({ url: '/api/home/GetPlanDetails', remoteAddress });
  for (let host = 0; host < 200; host++) await plain(`2001:db8:7:8::${host.toString(16)}`);
  assert.equal((await plain('2001:db8:7:8:9::1')).statusCode, 429);
});
