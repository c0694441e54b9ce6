// The address of a list, as people share it and as they mistype it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGridSearch } from './grid-search.ts';

test('days in the wrong order are the days between them, both whole', () => {
  const { from, to } = readGridSearch({ from: '2026-11-20', to: '2026-11-01' });
  assert.deepEqual([from, to], ['2026-11-01', '2026-11-20']);
  assert.deepEqual(readGridSearch({ from: '2026-11-01', to: '2026-11-20' }).to, '2026-11-20');
  assert.equal(readGridSearch({ from: '2026-11-01' }).from, '2026-11-01');
  assert.equal(readGridSearch({ to: '2026-11-01' }).from, undefined);
});

test('a day that no calendar has is left out', () => {
  assert.deepEqual(readGridSearch({ from: '2026-02-30', to: '2026-11-01' }).from, undefined);
  assert.equal(readGridSearch({ from: '2026-11-01T10:00' }).from, undefined);
});
