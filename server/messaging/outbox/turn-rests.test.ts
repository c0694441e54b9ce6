// Tests that deliveries by turns leave room for people who use the product, and only for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { application } from '#contract/site/application.ts';
import { isInUse } from '#server/lib/http/recent-calls.ts';
import { testApp } from '#server/testing/test-app.ts';
import { isAtRest, openTurnRests, restAfter } from './turn-rests.ts';

test('in use, a claim by turns waits for the deliveries of the last one, and rests', async () => {
  await using app = await testApp();
  const ended = Promise.withResolvers<void>();
  const rests = openTurnRests(app, ended.resolve);
  const delivery = Promise.withResolvers<void>();
  const begin = () => restAfter(rests, performance.now() - 60_000, [delivery.promise]);
  const first = begin();
  assert.ok(!isAtRest(rests), 'no one uses the product');
  delivery.resolve();
  await first;
  do for (let n = 0; n < 3; n++) await app.call(application.getAllLanguages, {});
  while (!isInUse(app.database));
  assert.ok(!isAtRest(rests), 'nothing is under way');
  const second = begin();
  assert.ok(isAtRest(rests), 'a delivery is under way');
  rests.isHurried = true;
  assert.ok(!isAtRest(rests), 'someone waits until all have left');
  rests.isHurried = false;
  await second;
  assert.ok(isAtRest(rests), 'a delivery has just left');
  await ended.promise;
  assert.ok(!isAtRest(rests), 'the rest is over');
});

test('a server that does not answer is not waited for', async () => {
  await using app = await testApp();
  const rests = openTurnRests(app, () => {});
  await restAfter(rests, performance.now(), [new Promise(() => {})]);
  assert.equal(rests.underWay, 0);
});
