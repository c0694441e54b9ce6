// Tests of grouping map markers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexMarkers } from './cluster.ts';
import type { MapMarker } from './map-options.ts';

const marker = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude, label: id });
const street = [marker('a', 56.95, 24.1), marker('b', 56.9502, 24.1003), marker('c', 56.96, 24.2)];
const world: [number, number, number, number] = [-180, -90, 180, 90];

/** The ids in each group, for the whole world. */
const groupsOf = (markers: MapMarker[], zoom: number) =>
  indexMarkers(markers)
    .groupsIn(world, zoom)
    .map((group) => group.markers.map(({ id }) => id));

test('markers that would overlap form a group at their middle; others stand alone', () => {
  assert.deepEqual(groupsOf(street, 13), [['a', 'b'], ['c']]);
  const [both, single] = indexMarkers(street).groupsIn(world, 13);
  assert.ok(Math.abs((both?.latitude ?? 0) - 56.9501) < 1e-6 && Math.abs((both?.longitude ?? 0) - 24.10015) < 1e-6);
  assert.ok(Math.abs((single?.latitude ?? 0) - 56.96) < 1e-9 && Math.abs((single?.longitude ?? 0) - 24.2) < 1e-9);
});

test('markers within 46 pixels form a group, in a world of 512-pixel tiles', () => {
  const degreesOf = (pixels: number, zoom: number) => (pixels * 360) / (512 * 2 ** zoom);
  for (const zoom of [0, 5, 11, 17]) {
    assert.equal(groupsOf([marker('a', 0, 0), marker('b', 0, degreesOf(45, zoom))], zoom).length, 1, String(zoom));
    assert.equal(groupsOf([marker('a', 0, 0), marker('b', 0, degreesOf(47, zoom))], zoom).length, 2, String(zoom));
  }
});

test('zooming in splits a group; a fractional level counts as the lower one', () => {
  assert.equal(groupsOf(street, 3).length, 1);
  assert.equal(groupsOf(street, 18).length, 3);
  assert.equal(groupsOf(street, 22).length, 3);
  assert.deepEqual(groupsOf(street, 13.9), groupsOf(street, 13));
});

test('a group reports the zoom level that splits it; markers of one point never split', () => {
  for (const markers of [street, street.slice(0, 2)]) {
    const [group] = indexMarkers(markers).groupsIn(world, 3);
    assert.equal(group?.markers.length, markers.length);
    const zoom = group?.splitZoom ?? 0;
    assert.ok(zoom > 3);
    assert.ok(groupsOf(markers, zoom).length > 1);
    assert.equal(groupsOf(markers, zoom - 1).length, 1);
  }
  const shared = [marker('a', 1, 2), marker('b', 1, 2), marker('c', 1.00000001, 2), marker('far', 40, 2)];
  for (const zoom of [10, 18, 22]) {
    const [same, far] = indexMarkers(shared).groupsIn(world, zoom);
    assert.deepEqual(
      [same, far].map((group) => group?.markers.map(({ id }) => id)),
      [['a', 'b', 'c'], ['far']],
    );
    assert.equal(same?.splitZoom, undefined);
    assert.equal(far?.splitZoom, undefined);
  }
});

test('each marker of one point counts in the group around it', () => {
  const shared = [marker('a', 56.95, 24.1), marker('b', 56.95, 24.1), marker('c', 56.9502, 24.1003)];
  assert.deepEqual(groupsOf(shared, 13), [['a', 'b', 'c']]);
});

test('every marker is in exactly one group, whatever the zoom, and groups follow the order of the markers', () => {
  const many = Array.from({ length: 3000 }, (_, index) =>
    marker(`${index}`, ((index * 37) % 160) - 80, ((index * 91) % 360) - 180),
  );
  for (const zoom of [0, 3.7, 9, 22]) {
    const groups = groupsOf(many, zoom);
    const ids = groups.flat();
    assert.equal(ids.length, 3000);
    assert.equal(new Set(ids).size, 3000);
    const firsts = groups.map(([first]) => Number(first));
    assert.deepEqual(
      firsts,
      firsts.toSorted((one, other) => one - other),
    );
  }
});

test('the groups within bounds are the same as those of the world, even across the antimeridian', () => {
  const far = [...street, marker('d', -17, 179.5), marker('e', -17, -179.5)];
  const index = indexMarkers(far);
  const keysIn = (bounds: [number, number, number, number]) =>
    index.groupsIn(bounds, 13).map((group) => group.markers.map(({ id }) => id).join());
  assert.deepEqual(keysIn([24, 56.9, 24.15, 57]), ['a,b']);
  assert.deepEqual(keysIn([24, 56.9, 24.3, 57]), ['a,b', 'c']);
  assert.deepEqual(keysIn([179, -18, 181, -16]), ['d', 'e']);
  assert.deepEqual(keysIn([-200, -90, 200, 90]), ['a,b', 'c', 'd', 'e']);
  const [known] = index.groupsIn([24, 56.9, 24.15, 57], 13);
  assert.equal(known?.key, index.groupsIn(world, 13)[0]?.key, 'so that panning keeps its button');
});
