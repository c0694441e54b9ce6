// Reads and writes the address of the home page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHomeSearch, readPosition, writePosition } from './home-search.ts';

test('words, page and position are read from the address; invalid parts are ignored', () => {
  const all = { q: 'hair', page: 3, at: '56.9496,24.1052,14', map: true };
  assert.deepEqual(readHomeSearch(all), all);
  const nothing = { q: undefined, page: undefined, at: undefined, map: undefined };
  assert.deepEqual(readHomeSearch({ q: {}, page: 'many', at: '91,0,3', map: 'yes' }), nothing);
  assert.deepEqual(readHomeSearch({ page: 1 }), nothing);
  assert.equal(readHomeSearch({ q: 1010 }).q, '1010');
});

test('a position has three numbers and lies on earth', () => {
  for (const at of [undefined, '', '1,2', '1,2,3,4', 'a,b,c', '1,181,3', '1,2,25', ',,', '1e1,2,3']) {
    assert.equal(readPosition(at), undefined, String(at));
  }
});

test('a written position is read back to within eleven metres', () => {
  const written = writePosition({ latitude: -33.123456, longitude: 151.000001, zoom: 11.987 });
  assert.equal(written, '-33.1235,151,11.99');
  assert.deepEqual(readPosition(written), { latitude: -33.1235, longitude: 151, zoom: 11.99 });
});
