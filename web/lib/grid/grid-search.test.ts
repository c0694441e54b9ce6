// Reads the address of a list, valid or mistyped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGridSearch } from './grid-search.ts';

test('a range with its days in the wrong order is sorted, and both days belong to it', () => {
  const { from, to } = readGridSearch({ from: '2026-11-20', to: '2026-11-01' });
  assert.deepEqual([from, to], ['2026-11-01', '2026-11-20']);
  assert.deepEqual(readGridSearch({ from: '2026-11-01', to: '2026-11-20' }).to, '2026-11-20');
  assert.equal(readGridSearch({ from: '2026-11-01' }).from, '2026-11-01');
  assert.equal(readGridSearch({ to: '2026-11-01' }).from, undefined);
});

test('a day missing from the calendar is ignored', () => {
  assert.deepEqual(readGridSearch({ from: '2026-02-30', to: '2026-11-01' }).from, undefined);
  assert.equal(readGridSearch({ from: '2026-11-01T10:00' }).from, undefined);
});
