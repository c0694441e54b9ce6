// Whether a map that stands there shows the points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitPosition } from './fit-position.ts';

const riga = { latitude: 56.95, longitude: 24.1 };
const berlin = { latitude: 52.52, longitude: 13.4 };
const melbourne = { latitude: -37.81, longitude: 144.96 };

test('nothing to show is no position', () => {
  assert.equal(fitPosition([]), undefined);
});

test('one point stands in the middle, as close as maps begin', () => {
  assert.deepEqual(fitPosition([riga, riga]), { ...riga, zoom: 14 });
});

test('every point lies within the room that a map has', () => {
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
