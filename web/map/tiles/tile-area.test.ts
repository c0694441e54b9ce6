// Tests where the tiles of a file are drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnArea, isWithin, type TileArea } from './tile-area.ts';

const riga: TileArea = { bounds: [23.9, 56.85, 24.35, 57.1], minzoom: 6, maxzoom: 14 };

test('whole tiles are drawn: the area contains the bounds, and is close to them at street level', () => {
  const [west, south, east, north] = riga.bounds;
  for (const zoom of [6, 9.7, 14, 18.5]) {
    const area = drawnArea(riga, zoom);
    assert.ok(area && isWithin(area, { west, south, east, north }), `zoom ${zoom}: ${JSON.stringify(area)}`);
  }
  const street = drawnArea(riga, 17);
  assert.ok(street && street.west > west - 0.03 && street.north < north + 0.03, JSON.stringify(street));
});

test('below the first zoom level of the file nothing is drawn', () => {
  assert.equal(drawnArea(riga, 5.9), undefined);
});
