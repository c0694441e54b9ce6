// The position of a map that shows a set of points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitPosition } from './fit-position.ts';

const riga = { latitude: 56.95, longitude: 24.1 };
const berlin = { latitude: 52.52, longitude: 13.4 };
const melbourne = { latitude: -37.81, longitude: 144.96 };

test('there is no position without points', () => {
  assert.equal(fitPosition([]), undefined);
});

test('a single point is centred at the maximum zoom', () => {
  assert.deepEqual(fitPosition([riga, riga]), { ...riga, zoom: 14 });
});

test('every point lies within the visible area of the map', () => {
  for (const points of [
    [riga, berlin],
    [riga, melbourne],
    [riga, { ...riga, latitude: 57 }],
  ]) {
    const position = fitPosition(points);
    assert.ok(position);
    const pixelsPerDegree = (512 * 2 ** position.zoom) / 360;
    for (const point of points) {
      assert.ok(Math.abs(point.longitude - position.longitude) * pixelsPerDegree <= 161);
    }
  }
});
