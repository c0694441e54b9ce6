// How markers gather on the map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupMarkers, splitZoom } from './cluster.ts';

const marker = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude, label: id });
const street = [marker('a', 56.95, 24.1), marker('b', 56.9502, 24.1003), marker('c', 56.96, 24.2)];

test('markers that would overlap are one group, others stand alone', () => {
  const groups = groupMarkers(street, 13);
  assert.deepEqual(
    groups.map((group) => group.markers.map((one) => one.id)),
    [['a', 'b'], ['c']],
  );
});

test('zooming in parts a group', () => {
  assert.equal(groupMarkers(street, 3).length, 1);
  assert.equal(groupMarkers(street, 18).length, 3);
});

test('a group says at which zoom it parts, and markers of one point never do', () => {
  const [group] = groupMarkers(street.slice(0, 2), 10);
  assert.ok(group);
  const zoom = splitZoom(group, 10);
  assert.ok(zoom !== undefined && zoom > 10);
  assert.equal(groupMarkers(group.markers, zoom).length, 2);
  assert.equal(groupMarkers(group.markers, zoom - 1).length, 1);
  const [same] = groupMarkers([marker('a', 1, 2), marker('b', 1, 2)], 10);
  assert.ok(same);
  assert.equal(splitZoom(same, 10), undefined);
});

test('every marker is in exactly one group, whatever the zoom', () => {
  const many = Array.from({ length: 3000 }, (_, index) =>
    marker(`${index}`, ((index * 37) % 160) - 80, ((index * 91) % 360) - 180),
  );
  for (const zoom of [0, 3.7, 9, 22]) {
    const ids = groupMarkers(many, zoom).flatMap((group) => group.markers.map((one) => one.id));
    assert.equal(ids.length, 3000);
    assert.equal(new Set(ids).size, 3000);
  }
});
