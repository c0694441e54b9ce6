// Lakes and rivers survive their packing, and the bundled ones lie where they are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type PackedWater, packWaters, unpackWaters } from './pack-waters.ts';

test('packed waters come back on the grid, with islands, closed rings, and without those that are a point', () => {
  const lake = [
    [24, 57],
    [24.1, 57],
    [24.1, 57.1],
  ];
  const island = [
    [24.06, 57.02],
    [24.08, 57.02],
    [24.08, 57.04],
  ];
  const pond = [
    [10, 10],
    [10.001, 10],
    [10.001, 10.001],
  ];
  const unpacked = unpackWaters(packWaters([[lake, island], [pond], [island]]));
  const closed = (ring: number[][]) => [...ring, ring[0] ?? []];
  const expected = [[closed(lake), closed(island)], [closed(island)]];
  assert.deepEqual(
    unpacked.map((rings) => rings.map((ring) => ring.map((at) => at.map((degrees) => Number(degrees.toFixed(3)))))),
    expected,
  );
});

test('the bundled waters are on the map, small enough, and have the lakes and rivers of towns', () => {
  const file = readFileSync(new URL('./waters.gen.json', import.meta.url), 'utf8');
  assert.ok(file.length < 1_100_000, `${file.length} characters`);
  const packed = JSON.parse(file) as Record<'lakes' | 'rivers', PackedWater[]>;
  const [lakes, rivers] = [unpackWaters(packed.lakes), unpackWaters(packed.rivers)];
  for (const [longitude = 0, latitude = 0] of [...lakes, ...rivers].flat(2)) {
    assert.ok(Math.abs(longitude) <= 180.01 && latitude > -60 && latitude < 85, `${longitude} ${latitude}`);
  }
  const has = (waters: number[][][][], longitude: number, latitude: number) =>
    waters.some(([outline = []]) => isWithin(outline, longitude, latitude));
  assert.ok(has(lakes, 25.23, 57.75), 'Burtnieks');
  assert.ok(has(lakes, 9.4, 47.62), 'the Bodensee');
  assert.ok(has(lakes, -87, 43), 'Lake Michigan');
  assert.ok(has(rivers, 24.08, 56.97), 'the Daugava at Riga');
});

function isWithin(ring: number[][], x: number, y: number): boolean {
  let within = false;
  for (let index = 1; index < ring.length; index++) {
    const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = []] = [ring[index - 1], ring[index]];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) within = !within;
  }
  return within;
}
