// Tests how the connections of a pool are shared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolShares } from './pool-shares.ts';

test('reads and downloads leave two connections of every pool, and reads take at most half, and no company all of it', () => {
  for (let connections = 4; connections <= 200; connections++) {
    const { reads, readsPerCompany, downloads } = poolShares(connections);
    assert.ok(reads + downloads <= connections - 2, `${connections}: ${reads} reads and ${downloads} downloads`);
    assert.ok(Math.min(reads, readsPerCompany, downloads) >= 1);
    if (reads > 1) assert.ok(readsPerCompany < reads);
    assert.ok(reads <= connections / 2);
  }
});

test('the smallest pools have one read and one download at a time', () => {
  for (const connections of [2, 3]) {
    assert.deepEqual(poolShares(connections), { reads: 1, readsPerCompany: 1, downloads: 1 });
  }
});

test('of ten connections, four are for reads, two of a company, and four for downloads', () => {
  assert.deepEqual(poolShares(10), { reads: 4, readsPerCompany: 2, downloads: 4 });
});
