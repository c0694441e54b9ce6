// Tests of the session cache: one read for many calls, and no stale entries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { testApp } from '#server/testing/test-app.ts';
import { SessionCache } from './session-cache.ts';

const remembering = { env: { SESSION_MEMORY_MS: '1000' } };

test('a value is cached for its lifetime and then read again', async ({ mock }) => {
  let now = 0;
  mock.method(performance, 'now', () => now);
  const memory = new SessionCache<number>(1_000);
  let reads = 0;
  const read = async () => ++reads;
  assert.equal(await memory.get('a', read), 1);
  assert.equal(await memory.get('a', read), 1);
  assert.equal(await memory.get('b', read), 2);
  now = 999;
  assert.equal(await memory.get('a', read), 1);
  now = 1_000;
  assert.equal(await memory.get('a', read), 3);
});

test('undefined is never cached, and with lifetime 0 nothing is', async () => {
  const memory = new SessionCache<number>(1_000);
  assert.equal(await memory.get('a', async () => undefined), undefined);
  assert.equal(await memory.get('a', async () => 1), 1);
  const none = new SessionCache<number>(0);
  assert.equal(await none.get('a', async () => 1), 1);
  assert.equal(await none.get('a', async () => 2), 2);
});

test('a value is not cached when something changes while it is read', async () => {
  const memory = new SessionCache<string>(1_000);
  const reading = memory.get('a', async () => {
    await sleep(5);
    return 'old';
  });
  memory.forget();
  assert.equal(await reading, 'old');
  assert.equal(await memory.get('a', async () => 'new'), 'new');
});

test('a session that a call ends is ended for the next call', async () => {
  await using app = await testApp(remembering);
  const { employee } = await buildBusiness(app);
  for (let i = 0; i < 3; i++) {
    const { cookie } = await signIn(app, employee);
    assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 200);
    assert.equal((await app.call(user.logOut, {}, { cookie })).status, 204);
    assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
  }
});

test('the lock applies to the next call, and an inactive session locks although it is cached', async () => {
  await using app = await testApp(remembering);
  const { employee } = await buildBusiness(app);
  const { cookie } = await signIn(app, employee);
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 200);
  app.clock.advance({ hours: 2 });
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
});

test('sessions and rights that another process removes are gone within a second', async () => {
  await using app = await testApp(remembering);
  const { location } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location, { actions: ['user', 'admin'] });
  const { cookie } = await signIn(app, colleague);
  const actions = async () => (await app.call(user.getCurrent, {}, { cookie })).answer.actions;
  const current = () => app.call(user.getCurrent, {}, { cookie });
  assert.equal((await current()).status, 200);
  const { write } = app.database;
  // Directly in the database, like another process.
  await write.deleteFrom('userActions').where('userId', '=', colleague.userId).execute();
  const startedAt = steadyNow();
  while ((await actions())?.includes('admin')) assert.ok(steadyNow() - startedAt < 1_000);
  await write.deleteFrom('sessions').where('userId', '=', colleague.userId).execute();
  const deleted = steadyNow();
  while ((await current()).status === 200) assert.ok(steadyNow() - deleted < 1_000);
});
