// Geometry across the date line stays in one piece.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unwrapLine, unwrapRing } from './date-line.ts';

test('a line across the date line continues in both directions', () => {
  assert.deepEqual(
    unwrapLine([
      [179, 1],
      [-179, 2],
      [179, 3],
      [170, 4],
    ]),
    [
      [179, 1],
      [181, 2],
      [179, 3],
      [170, 4],
    ],
  );
  assert.deepEqual(
    unwrapLine([
      [-179, 1],
      [179, 2],
    ]),
    [
      [-179, 1],
      [-181, 2],
    ],
  );
});

test('a ring around a pole is closed along the edge of the map', () => {
  const ring = [
    [-170, -70],
    [-60, -65],
    [60, -66],
    [170, -70],
    [-170, -70],
  ];
  assert.deepEqual(unwrapRing(ring).slice(-4), [
    [190, -70],
    [190, -90],
    [-170, -90],
    [-170, -70],
  ]);
});

test('no ring of the bundled world has a side longer than half the world, except along the poles', () => {
  const file = new URL('../../../node_modules/world-atlas/countries-50m.json', import.meta.url);
  // world-atlas contains one collection named "countries".
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  for (const { geometry, properties } of feature(world, world.objects.countries).features) {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    for (const ring of polygons.flat()) {
      const whole = unwrapRing(ring);
      for (let index = 1; index < whole.length; index++) {
        const [from, to] = [whole[index - 1], whole[index]];
        const isLong = Math.abs((to?.[0] ?? 0) - (from?.[0] ?? 0)) > 180;
        assert.ok(!isLong || Math.abs(to?.[1] ?? 0) === 90, JSON.stringify(properties));
      }
    }
  }
});
