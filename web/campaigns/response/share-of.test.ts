import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOf } from './share-of.ts';

test('a share is rounded down to a decimal: only all are 100 %, and only none are 0 %', () => {
  const cases = [
    [118, 120, 98.3],
    [4_999, 5_000, 99.9],
    [5_000, 5_000, 100],
    [29, 100, 29],
    [1, 3, 33.3],
    [1, 20_000, 0.005],
    [0, 20, 0],
    [0, 0, 0],
  ] as const;
  for (const [count, total, share] of cases) assert.equal(shareOf(count, total), share, `${count} of ${total}`);
});
