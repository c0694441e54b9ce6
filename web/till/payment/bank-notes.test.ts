// Tests of suggested bank notes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestedGiven } from './bank-notes.ts';

test('suggestions are amounts of bank notes above the total', () => {
  assert.deepEqual(suggestedGiven(7_100), [7_500, 8_000, 10_000, 20_000]);
  assert.deepEqual(suggestedGiven(1_250), [1_500, 2_000, 5_000, 10_000]);
  assert.deepEqual(suggestedGiven(5_000), [6_000, 10_000, 20_000]);
});
