// Writes a real PMTiles file for tests: an invented town with streets, a river and a park, in Protomaps' layers.
import { writeFile } from 'node:fs/promises';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry, Position } from 'geojson';
import { zxyToTileId } from 'pmtiles';

/** The middle of the town: the first demo company's street in Riga. */
const middle = { longitude: 24.1134, latitude: 56.9512 };
const maxZoom = 14;
/** Half the width of the town, in blocks of about 120 metres. */
const blocks = 12;
const block = { longitude: 0.002, latitude: 0.00109 };

/** Writes the file; `layers` keeps only these, `tileType` other than 1 says that the tiles are pictures. */
export async function writeStreetTiles(path: string, options: { layers?: string[]; tileType?: number } = {}) {
  const layers = Object.entries(town()).filter(([name]) => options.layers?.includes(name) ?? true);
  const indexes = layers.map(([name, features]) => {
    const index = new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom, indexMaxZoom: maxZoom });
    return [name, index] as const;
  });
  const tiles: { id: number; bytes: Uint8Array }[] = [];
  for (let zoom = 0; zoom <= maxZoom; zoom++) {
    const [west, north] = tileAt(zoom, at(-blocks, blocks));
    const [east, south] = tileAt(zoom, at(blocks, -blocks));
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) {
        const found = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(zoom, x, y);
          return tile ? [[name, tile] as [string, GeoJSONVTTile]] : [];
        });
        const bytes = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
        tiles.push({ id: zxyToTileId(zoom, x, y), bytes });
      }
    }
  }
  tiles.sort((one, other) => one.id - other.id);
  await writeFile(
    path,
    archive(tiles, { vector_layers: layers.map(([id]) => ({ id, fields: {} })) }, options.tileType),
  );
}

/** The parts of a file (PMTiles specification, version 3): header, directory, metadata and tiles, not compressed. */
function archive(tiles: { id: number; bytes: Uint8Array }[], metadata: object, tileType = 1): Buffer {
  const directory = directoryOf(tiles);
  const json = Buffer.from(JSON.stringify({ ...metadata, attribution: '<b>Invented</b> town' }));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const dataStart = 127 + directory.length + json.length;
  const numbers = [127, directory.length, 127 + directory.length, json.length, 0, 0, dataStart, data.length];
  for (const [index, value] of [...numbers, tiles.length, tiles.length, tiles.length].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  }
  // Clustered; no compression of directories and tiles; from zoom 0.
  header.set([1, 1, 1, tileType, 0, maxZoom], 96);
  for (const [index, degrees] of [...at(-blocks, -blocks), ...at(blocks, blocks)].entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  }
  return Buffer.concat([header, directory, json, data]);
}

/** The count, then all differences of ids, run lengths, lengths and offsets; the offset 0 means "after the last". */
function directoryOf(tiles: { id: number; bytes: Uint8Array }[]): Buffer {
  const ids = tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0));
  const offsets = tiles.map((_, index) => (index === 0 ? 1 : 0));
  const numbers = [tiles.length, ...ids, ...tiles.map(() => 1), ...tiles.map(({ bytes }) => bytes.length), ...offsets];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function town(): Record<string, Feature[]> {
  const lines = Array.from({ length: 2 * blocks + 1 }, (_, index) => index - blocks);
  const kindOf = (line: number) => (line === 0 ? 'highway' : line % 4 === 0 ? 'major_road' : 'minor_road');
  const street = (line: number, name: string, ...ends: Position[]) =>
    feature({ type: 'LineString', coordinates: ends }, { kind: kindOf(line), name });
  // Streets bend a little, as streets do.
  const bend = (line: number) => Math.sin(line) * 0.4;
  const river = [at(-blocks, -7), at(-5, -8.5), at(0, -7), at(6, -5.5), at(blocks, -7)];
  const bank = [at(blocks, -4.6), at(6, -3.2), at(0, -4.7), at(-5, -6.2), at(-blocks, -4.6)];
  return {
    earth: [area('earth', at(-blocks, -blocks), at(blocks, -blocks), at(blocks, blocks), at(-blocks, blocks))],
    landuse: [
      area('residential', at(-11, -2), at(11, -2), at(11, 11), at(-11, 11)),
      area('park', at(-3, 0.2), at(3.8, 0.2), at(3.8, 3.8), at(-3, 3.8)),
    ],
    water: [area('river', ...river, ...bank), point('river', 'Long River', at(3, -5.4))],
    roads: [
      ...lines.map((line) => street(line, `East Street ${line}`, at(line, -blocks), at(line + bend(line), blocks))),
      ...lines
        .filter((line) => line > -4 || line < -8)
        .map((line) =>
          street(line, `North Street ${line}`, at(-blocks, line), at(0, line + bend(line)), at(blocks, line)),
        ),
    ],
    buildings: lines
      .flatMap((x) => lines.map((y) => [x + 0.55, y + 0.55] as const))
      .filter(([x, y]) => y > -2 && !(x > -3.5 && x < 4 && y > 0 && y < 4))
      .map(([x, y]) => area('building', at(x, y), at(x + 0.3, y), at(x + 0.3, y + 0.3), at(x, y + 0.3))),
    places: [point('locality', 'Testville', at(0, -1.5)), point('neighbourhood', 'Mill Quarter', at(7, 7.5))],
  };
}

/** The point so many blocks east and north of the middle. */
function at(east: number, north: number): Position {
  return [middle.longitude + east * block.longitude, middle.latitude + north * block.latitude];
}

function area(kind: string, ...ring: Position[]): Feature {
  return feature({ type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }, { kind });
}

function point(kind: string, name: string, coordinates: Position): Feature {
  return feature({ type: 'Point', coordinates }, { kind, name });
}

function feature(geometry: Geometry, properties: Record<string, string>): Feature {
  return { type: 'Feature', geometry, properties };
}

/** The column and row of the tile with a point (Web Mercator). */
function tileAt(zoom: number, [longitude = 0, latitude = 0]: Position): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.floor((longitude / 360 + 0.5) * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}
