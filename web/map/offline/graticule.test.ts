// The grid of meridians and parallels, from world view to street view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graticule, pointName } from './graticule.ts';

const meridiansInView = (west: number, east: number) =>
  graticule({ west, east, south: -1, north: 1 }, 9).filter(
    (line) => line.from[0] === line.to[0] && line.from[0] >= west && line.from[0] <= east,
  );

test('a view of any width has between three and ten meridians', () => {
  for (let width = 270; width > 0.002; width /= 1.7) {
    const count = meridiansInView(10, 10 + width).length;
    assert.ok(count >= 3 && count <= 10, `${width} degrees: ${count}`);
  }
});

test('labels have as many digits as the spacing of the lines needs', () => {
  const labels = graticule({ west: 24.09, east: 24.13, south: 56.94, north: 56.96 }, 9).map((line) => line.label);
  assert.ok(labels.includes('24.110° E'), labels.join());
  assert.ok(labels.includes('56.950° N'), labels.join());
  const world = graticule({ west: -130, east: 130, south: -60, north: 60 }, 9).map((line) => line.label);
  assert.ok(world.includes('0°') && world.includes('60° W') && world.includes('30° S'), world.join());
});

test('labels are correct on both sides of the date line', () => {
  const labels = graticule({ west: 170, east: 190, south: -10, north: 10 }, 9).map((line) => line.label);
  assert.ok(labels.includes('175° W') && labels.includes('175° E'), labels.join());
});

test('a point is named by its hemispheres', () => {
  assert.equal(pointName(56.9512, 24.1134), '56.95° N, 24.11° E');
  assert.equal(pointName(-33.87, -70.5), '33.87° S, 70.50° W');
});
