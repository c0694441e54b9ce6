// Tests of the area that a map shows, against the definition of its tiles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewOf } from './map-view.ts';

test('at zoom 14 a window in Riga is a few kilometres wide and high', () => {
  const { south, north, longitudes } = viewOf({ latitude: 56.95, longitude: 24.1, zoom: 14 });
  const [[west, east] = [0, 0]] = longitudes;
  const kilometre = 360 / 40_075;
  assert.ok(Math.abs((north - south) / kilometre - 4.0) < 0.1, 'a pixel is 9.55 m at the equator, 5.2 m here');
  const width = ((east - west) / kilometre) * Math.cos((56.95 * Math.PI) / 180);
  assert.ok(Math.abs(width - 5.33) < 0.1);
  assert.ok(Math.abs((south + north) / 2 - 56.95) < 0.001);
  assert.ok(Math.abs((west + east) / 2 - 24.1) < 1e-9);
});

test('each zoom level shows half of the level before', () => {
  const wide = viewOf({ latitude: 0, longitude: 0, zoom: 9 }).longitudes[0] ?? [0, 0];
  const close = viewOf({ latitude: 0, longitude: 0, zoom: 10 }).longitudes[0] ?? [0, 0];
  assert.ok(Math.abs(wide[1] - 2 * close[1]) < 1e-9);
});

test('a view across the 180th meridian has two ranges', () => {
  const { longitudes } = viewOf({ latitude: -18, longitude: 179.9, zoom: 10 });
  assert.equal(longitudes.length, 2);
  assert.deepEqual([longitudes[0]?.[1], longitudes[1]?.[0]], [180, -180]);
  const width = longitudes.reduce((sum, [west, east]) => sum + east - west, 0);
  assert.ok(Math.abs(width - 360 / 256) < 1e-9, '1024 of 256 * 1024 pixels');
});

test('zoomed out, the view is the whole world, poles included', () => {
  assert.deepEqual(viewOf({ latitude: 0, longitude: 100, zoom: 0 }), {
    south: -90,
    north: 90,
    longitudes: [[-180, 180]],
  });
  assert.equal(viewOf({ latitude: 90, longitude: 0, zoom: 5 }).north, 90);
});
