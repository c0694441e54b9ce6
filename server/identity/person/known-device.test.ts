// Tests that a browser that has signed in before has attempts of its own, and that a sign-in replaces its session.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const logIn = 'anna@daybook.test';
const password = 'correct horse';

/** A browser: sends the cookies that it was given. */
function openBrowser(app: TestApp) {
  const cookies = new Map<string, string>();
  const enter = async (input: { logIn?: string; password?: string } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answered = await app.call(user.authenticate, { logIn, password, ...input }, { cookie });
    for (const set of [answered.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(set)) ?? [];
      cookies.set(name, value);
    }
    return answered;
  };
  return { cookies, enter };
}

async function lockOut(app: TestApp, from = openBrowser(app)): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) assert.equal((await from.enter({ password: 'wrong' })).status, 417);
  assert.equal((await from.enter()).status, 429);
}

test('ten wrong passwords from elsewhere do not keep the owner out of a known device, which has ten of its own', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { logIn, password });
  await buildEmployee(app, location, { logIn: 'mara@daybook.test', password });
  const [known, shared] = [openBrowser(app), openBrowser(app)];
  assert.equal((await known.enter()).status, 200);
  for (const person of [logIn, 'mara@daybook.test']) {
    assert.equal((await shared.enter({ logIn: person })).status, 200);
  }
  await lockOut(app);
  assert.equal((await known.enter({ logIn: 'Anna@daybook.test' })).status, 200);
  assert.equal((await shared.enter()).status, 200, 'known for two accounts');
  await lockOut(app, known);
  assert.equal((await shared.enter()).status, 200, 'each device has its own attempts');
});

test('a device is known for its accounts only, by an unaltered cookie, for a year', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { logIn, password });
  await buildEmployee(app, location, { logIn: 'mallory@daybook.test', password });
  const [device, other] = [openBrowser(app), openBrowser(app)];
  await device.enter();
  await other.enter({ logIn: 'mallory@daybook.test' });
  const cookie = device.cookies.get('daybook-device') ?? '';
  assert.doesNotMatch(cookie, /anna/);
  await lockOut(app);
  assert.equal((await other.enter()).status, 429, 'known for another account');
  const altered = [cookie.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')), cookie.slice(0, -1), '', '~', 'x.y.z'];
  for (const value of altered) {
    device.cookies.set('daybook-device', value);
    assert.equal((await device.enter()).status, 429, value);
  }
  device.cookies.set('daybook-device', cookie);
  assert.equal((await device.enter()).status, 200);
  app.clock.advance({ hours: 365 * 24 + 1 });
  device.cookies.set('daybook-device', cookie);
  await lockOut(app);
  assert.equal((await device.enter()).status, 429, 'a year later');
});

test('signing in again ends the session of the cookie it replaces, and no other', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn, password });
  const [here, elsewhere] = [openBrowser(app), openBrowser(app)];
  await here.enter();
  await elsewhere.enter();
  const replaced = here.cookies.get('daybook');
  await here.enter({ password: 'wrong' });
  const isIn = async (token: string | undefined) =>
    (await app.call(user.isAuthenticated, {}, { cookie: `daybook=${token}` })).answer.value;
  assert.equal(await isIn(replaced), true, 'a refused sign-in ends nothing');
  await here.enter();
  const tokens = [replaced, here.cookies.get('daybook'), elsewhere.cookies.get('daybook')];
  assert.deepEqual(await Promise.all(tokens.map(isIn)), [false, true, true]);
});
