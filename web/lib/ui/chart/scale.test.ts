// Tests of the vertical scale of charts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleTo } from './scale.ts';

test('a scale has few round steps and reaches the largest value', () => {
  assert.deepEqual(scaleTo(0, true), { min: 0, max: 1, ticks: [0, 1] });
  assert.deepEqual(scaleTo(3, true).ticks, [0, 1, 2, 3]);
  assert.deepEqual(scaleTo(37, true).ticks, [0, 10, 20, 30, 40]);
  assert.deepEqual(scaleTo(0.4, false).ticks, [0, 0.5]);
  for (let value = 1; value < 1e7; value = value * 1.7 + 1) {
    const { max, ticks } = scaleTo(value, false);
    assert.ok(max >= value && ticks.length >= 2 && ticks.length <= 6, `${value}: ${ticks}`);
  }
});

test('a scale reaches below zero for days on which more was given back than paid', () => {
  assert.deepEqual(scaleTo(0, false, -40), { min: -40, max: 0, ticks: [-40, -30, -20, -10, 0] });
  assert.deepEqual(scaleTo(60, false, -15).ticks, [-20, 0, 20, 40, 60]);
  for (const [largest, smallest] of [
    [0.2, -0.1],
    [1e6, -3],
    [3, -1e6],
  ] as const) {
    const { min, max, ticks } = scaleTo(largest, false, smallest);
    assert.ok(min <= smallest && max >= largest && ticks.includes(0) && ticks.length <= 7, `${ticks}`);
  }
});
