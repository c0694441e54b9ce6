// The address of a location in words, and the link that leads there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressLine, directionsTo, pointOfAddress } from './directions.ts';

const point = { latitude: 56.9496, longitude: 24.1052 };
const house = {
  address: 'Brīvības iela 1',
  geoLocation: { ...point, lineAddress: 'Brīvības iela 1, Rīga, Latvija' },
};
const town = { address: 'Brīvības iela 1', geoLocation: { ...point, lineAddress: 'Rīga, Latvija' } };

test('the address is the one that was found, or as typed with the town that was found', () => {
  assert.equal(addressLine(house), 'Brīvības iela 1, Rīga, Latvija');
  assert.equal(addressLine(town), 'Brīvības iela 1, Rīga, Latvija');
  assert.equal(addressLine({ ...town, address: 'Brīvības iela 1, Rīga' }), 'Brīvības iela 1, Rīga');
  assert.equal(addressLine({ ...town, address: '' }), 'Rīga, Latvija');
  assert.equal(addressLine({ address: 'Brīvības iela 1', geoLocation: null }), 'Brīvības iela 1');
});

test('directions lead to the address in words; to the point only where there is none', () => {
  const to = (address: string, where: typeof point | null) =>
    new URL(directionsTo(address, where) ?? 'none:').searchParams.get('to');
  assert.equal(to(addressLine(town), point), 'Brīvības iela 1, Rīga, Latvija');
  assert.equal(to('', point), '56.9496,24.1052');
  assert.equal(directionsTo('', null), undefined);
});

test('the point counts as that of the address unless another address was found for it', () => {
  assert.deepEqual(pointOfAddress(house), point);
  assert.equal(pointOfAddress(town), null);
  assert.deepEqual(pointOfAddress({ ...town, address: '' }), point);
  assert.equal(pointOfAddress({ ...house, geoLocation: null }), null);
  const found = { ...point, lineAddress: '1, Brīvības iela, Centrs, Rīga, LV-1010, Latvija' };
  assert.deepEqual(pointOfAddress({ address: 'Brivibas iela 1', geoLocation: found }), point);
  assert.equal(pointOfAddress({ address: 'Brīvības iela 11', geoLocation: found }), null);
});
