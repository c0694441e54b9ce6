// What is remembered of sessions: one read for many calls, and nothing that has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { testApp } from '#server/testing/test-app.ts';
import { SessionCache } from './session-cache.ts';

const remembering = { env: { SESSION_MEMORY_MS: '1000' } };

test('what was read is kept for its time, and read anew afterwards', async ({ mock }) => {
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

test('what is not there is never remembered, and with no time nothing is', async () => {
  const memory = new SessionCache<number>(1_000);
  assert.equal(await memory.get('a', async () => undefined), undefined);
  assert.equal(await memory.get('a', async () => 1), 1);
  const none = new SessionCache<number>(0);
  assert.equal(await none.get('a', async () => 1), 1);
  assert.equal(await none.get('a', async () => 2), 2);
});

test('what changed while it was read is not kept', async () => {
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

test('the lock counts with the next call, and a session left alone locks though it is remembered', async () => {
  await using app = await testApp(remembering);
  const { employee } = await buildBusiness(app);
  const { cookie } = await signIn(app, employee);
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 200);
  app.clock.advance({ hours: 2 });
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
});

test('what another process ends or takes is heard within a second', async () => {
  await using app = await testApp(remembering);
  const { location } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location, { actions: ['user', 'admin'] });
  const { cookie } = await signIn(app, colleague);
  const actions = async () => (await app.call(user.getCurrent, {}, { cookie })).answer.actions;
  const current = () => app.call(user.getCurrent, {}, { cookie });
  assert.equal((await current()).status, 200);
  const { write } = app.database;
  // Behind the application's back, as another process does it.
  await write.deleteFrom('userActions').where('userId', '=', colleague.userId).execute();
  const startedAt = performance.now();
  while ((await actions())?.includes('admin')) assert.ok(performance.now() - startedAt < 1_000);
  await write.deleteFrom('sessions').where('userId', '=', colleague.userId).execute();
  const deleted = performance.now();
  while ((await current()).status === 200) assert.ok(performance.now() - deleted < 1_000);
});
