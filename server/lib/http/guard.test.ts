// Tests of the request guard with every combination of the headers that state a request's origin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { publicCalendars } from '#contract/booking/public.ts';
import { user } from '#contract/identity/sign-in.ts';
import { banners } from '#contract/site/banners.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { guardChange } from './guard.ts';

const ours = 'https://book.example';

const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', '', 'same-origin, cross-site'];
const modes = [undefined, 'navigate', 'cors', 'no-cors', 'same-origin', 'websocket'];
const destinations = [undefined, 'empty', 'document', 'image', 'iframe', 'script'];
const origins = [
  undefined,
  ours,
  'https://evil.example',
  'https://book.example.evil.example',
  'http://book.example',
  'null',
  '',
];
const requestedWith = [undefined, 'XMLHttpRequest', ''];
const hosts = [
  'book.example',
  'localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '10.0.0.5:3000',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
];

const accepts = [undefined, '*/*', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'];
const referers = [
  undefined,
  '',
  `${ours}/app/home`,
  'https://evil.example/page',
  'http://book.example/',
  'about:blank',
];

interface Combination {
  method: string;
  site: string | undefined;
  mode: string | undefined;
  destination: string | undefined;
  origin: string | undefined;
  by: string | undefined;
  protocol: 'http' | 'https';
  host: string;
  /** PUBLIC_URL is set. */
  isOnly: boolean;
  accept?: string | undefined;
  referer?: string | undefined;
}

function* combinations(): Generator<Combination> {
  for (const method of ['POST', 'DELETE', 'GET'])
    for (const site of sites)
      for (const mode of modes)
        for (const destination of destinations)
          for (const origin of origins)
            for (const by of requestedWith)
              for (const protocol of ['http', 'https'] as const)
                for (const host of hosts)
                  for (const isOnly of [false, true])
                    yield { method, site, mode, destination, origin, by, protocol, host, isOnly };
}

/** Browsers without Fetch Metadata, and with it, that send what all browsers send. */
function* withPages(): Generator<Combination> {
  for (const fetchMetadata of [{ site: undefined }, { site: 'same-origin', mode: 'cors', destination: 'empty' }])
    for (const method of ['POST', 'GET'])
      for (const origin of origins)
        for (const accept of accepts)
          for (const referer of referers)
            for (const protocol of ['http', 'https'] as const)
              for (const host of hosts)
                for (const isOnly of [false, true]) {
                  const none = { mode: undefined, destination: undefined, by: undefined };
                  yield { ...none, ...fetchMetadata, method, origin, accept, referer, protocol, host, isOnly };
                }
}

/** The documented rule, implemented independently of the guard. */
function allowed(combination: Combination): boolean {
  const { method, site, mode, destination, origin, by, protocol, host, isOnly, accept, referer } = combination;
  const own = isOnly ? [ours] : [ours, `${protocol}://${host}`];
  const browserSaysWhere = site !== undefined;
  if (browserSaysWhere && site !== 'same-origin') return false;
  if (browserSaysWhere && isOnly && origin !== undefined && origin !== ours) return false;
  const byReferer = browserSaysWhere && isOnly && origin === undefined && referer;
  if (byReferer && !referer.startsWith(`${ours}/`)) return false;
  if (browserSaysWhere) return method === 'GET' ? mode !== 'navigate' && destination === 'empty' : true;
  if (method === 'GET' && accept?.includes('text/html')) return false;
  if (referer && !own.some((origin) => referer.startsWith(`${origin}/`))) return false;
  if (origin !== undefined) return own.includes(origin);
  const loopback = ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'].includes(host);
  return loopback || protocol === 'https' || by !== undefined;
}

function passes(combination: Combination): boolean {
  const { method, site, mode, destination, origin, by, protocol, host, isOnly, accept, referer } = combination;
  const given = {
    accept,
    referer,
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': destination,
    origin,
    'x-requested-with': by,
  };
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const hostname = host.replace(/:\d+$/, '');
  try {
    // The guard reads nothing else of a request.
    guardChange({ method, headers, protocol, host, hostname } as unknown as FastifyRequest, {
      origin: ours,
      isOnly,
    });
    return true;
  } catch (error) {
    assert.equal((error as { status: number }).status, 403);
    return false;
  }
}

test('every combination is accepted or refused as documented', () => {
  let count = 0;
  const wrong: Combination[] = [];
  for (const every of [combinations(), withPages()])
    for (const combination of every) {
      count++;
      if (passes(combination) !== allowed(combination)) wrong.push(combination);
    }
  assert.ok(count > 100_000);
  assert.deepEqual(wrong, []);
});

const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const id = '00000000-0000-7000-8000-000000000001';

test('the guard protects every change by any method, and no read', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { cookie } = await signIn(app, employee);
  const foreign = { cookie, headers: crossSite };
  for (const method of ['GET', 'POST'] as const) {
    assert.equal((await app.call(user.logOut, {}, { ...foreign, method })).status, 403);
    assert.equal((await app.call(banners.visit, { id }, { ...foreign, method })).status, 403);
  }
  const token = 'x'.repeat(43);
  for (const method of ['POST', 'DELETE'] as const) {
    assert.equal((await app.call(publicCalendars.deleteEvent, { id, token }, { ...foreign, method })).status, 403);
  }
  const still = await app.call(user.isAuthenticated, {}, foreign);
  assert.equal(still.answer.value, true, 'still signed in, and a read answers');
  assert.equal(still.headers['access-control-allow-origin'], undefined, 'but the other site may not look at it');
});

test('following a link does not sign out; the site’s own request does', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { cookie } = await signIn(app, employee);
  for (const site of ['same-origin', 'none', 'cross-site']) {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    assert.equal((await app.call(user.logOut, {}, { cookie, headers, method: 'GET' })).status, 403);
  }
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  assert.equal((await app.call(user.logOut, {}, { cookie, headers, method: 'GET' })).status, 204);
  assert.deepEqual((await app.call(user.isAuthenticated, {}, { cookie })).answer, { value: false, isLocked: false });
});

test('without Fetch Metadata, a link or a page of another site does not sign out either', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { cookie } = await signIn(app, employee);
  const status = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
    (await app.call(user.logOut, {}, { cookie, method, headers: { host: 'localhost:3000', ...headers } })).status;
  assert.equal(await status({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }), 403);
  assert.equal(await status({ accept: 'image/png,*/*', referer: 'https://evil.example/' }), 403);
  assert.equal(await status({ referer: 'https://evil.example/' }, 'POST'), 403);
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie })).answer.value, true);
  assert.equal(await status({ accept: 'application/json', referer: 'http://localhost:3000/app/home' }), 204);
});

test('with PUBLIC_URL set, another name of this server is a foreign site', async () => {
  const headers = { host: 'rebound.example', origin: 'http://rebound.example', 'sec-fetch-site': 'same-origin' };
  for (const [env, status] of [
    [{}, 204],
    [{ PUBLIC_URL: 'http://book.example' }, 403],
  ] as const) {
    await using app = await testApp({ env });
    assert.equal((await app.call(user.logOut, {}, { headers })).status, status);
    const { 'sec-fetch-site': _, ...older } = headers;
    assert.equal((await app.call(user.logOut, {}, { headers: older })).status, status);
  }
});

test('with PUBLIC_URL set, the Referer of a GET names the page that caused it', async () => {
  const status = async (env: Record<string, string>, referer: string | undefined) => {
    await using app = await testApp({ env });
    const sent = { host: 'rebound.example', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    const headers = { ...sent, 'sec-fetch-dest': 'empty', ...(referer !== undefined && { referer }) };
    return (await app.server.inject({ method: 'GET', url: '/api/user/LogOut', headers })).statusCode;
  };
  const set = { PUBLIC_URL: 'http://book.example' };
  assert.equal(await status({}, 'http://rebound.example/page'), 204);
  assert.equal(await status(set, 'http://rebound.example/page'), 403);
  assert.equal(await status(set, 'no address'), 403);
  assert.equal(await status(set, 'http://book.example/app'), 204);
  assert.equal(await status(set, undefined), 204, 'a page may hide its address');
});

test('a forwarded protocol or host counts only from a trusted proxy', async () => {
  const forged = { host: '10.0.0.5', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' };
  for (const [trust, status] of [
    ['', 403],
    ['true', 204],
  ] as const) {
    await using app = await testApp({ env: { TRUST_PROXY: trust } });
    assert.equal((await app.call(user.logOut, {}, { headers: forged })).status, status);
  }
});

test('a CORS preflight from another site is not approved', async () => {
  await using app = await testApp();
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const answer = await app.server.inject({ method: 'OPTIONS', url: '/api/user/LogOut', headers });
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.headers['access-control-allow-origin'], undefined);
});
