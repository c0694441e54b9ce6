// Tests of the pace of a link, with a clock of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPace } from './pace.ts';

test('a throttled link halves its rate once for what left together, and recovers by 10 % a minute', () => {
  let now = 1_000;
  const pace = openPace(40, () => now);
  const together = Array.from({ length: 10 }, () => pace.take());
  assert.deepEqual([pace.rate(), ...together.map(({ wait }) => wait)], [undefined, ...Array(10).fill(0)]);
  for (const { epoch } of together) pace.throttled(epoch);
  assert.equal(pace.rate(), 20);
  assert.deepEqual(
    [1, 2, 3].map(() => Math.round(pace.take().wait)),
    [50, 100, 150],
  );
  now += 60_000;
  assert.equal(pace.rate()?.toFixed(3), '22.000');
  pace.throttled(together[0]?.epoch ?? 0);
  assert.equal(pace.rate()?.toFixed(3), '22.000', 'of the former pace');
  pace.throttled(pace.take().epoch);
  assert.equal(pace.rate()?.toFixed(3), '11.000');
  now += 13 * 60_000;
  assert.ok((pace.rate() ?? 0) > 35);
  now += 2 * 60_000;
  assert.equal(pace.rate(), undefined, 'as before');
  assert.equal(pace.take().wait, 0);
});

test('without a limit the measured rate is halved, and one a second is the slowest', () => {
  let now = 0;
  const pace = openPace(null, () => now);
  for (let sms = 0; sms < 8; sms++, now += 100) pace.take();
  pace.throttled(0);
  assert.equal(pace.rate(), 4);
  for (let nth = 1; nth < 9; nth++) pace.throttled(nth);
  assert.equal(pace.rate(), 1);
});
