// Tests how the connections of a pool are shared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolShares } from './pool-shares.ts';

test('lists and downloads leave two connections of every pool, and no company has all turns of lists', () => {
  for (let connections = 4; connections <= 200; connections++) {
    const { lists, listsPerCompany, downloads } = poolShares(connections);
    assert.ok(lists + downloads <= connections - 2, `${connections}: ${lists} lists and ${downloads} downloads`);
    assert.ok(Math.min(lists, listsPerCompany, downloads) >= 1);
    if (lists > 1) assert.ok(listsPerCompany < lists);
  }
});

test('the smallest pools have one list and one download at a time', () => {
  for (const connections of [2, 3]) {
    assert.deepEqual(poolShares(connections), { lists: 1, listsPerCompany: 1, downloads: 1 });
  }
});

test('of ten connections, four are for lists and four for downloads', () => {
  assert.deepEqual(poolShares(10), { lists: 4, listsPerCompany: 3, downloads: 4 });
});
