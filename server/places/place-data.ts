// The gazetteer's file: GeoNames places by falling population, in columns, compressed with zstd.
import { readFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** One place from the preparation script; `names` are folded and the first of them is the main name. */
export type PlaceRow = {
  id: number;
  name: string;
  names: string[];
  country: string;
  state: string;
  latitude: number;
  longitude: number;
  population: number;
  /** A quarter or a ruin: found by search, never the city of a point. */
  isPart: boolean;
};

/**
 * All places as columns; row 0 is the most populous. `names` holds a line `|main|other|…|` for each place (UTF-8),
 * `labels` a line `name TAB country TAB state code`; `nameStarts` and `labelStarts` have the start of each line, with
 * one more entry for the end. `states` maps "US.NY" to a name. Coordinates are degrees times 10,000.
 */
export type PlaceColumns = {
  count: number;
  ids: Uint32Array;
  latitudes: Int32Array;
  longitudes: Int32Array;
  populations: Uint32Array;
  parts: Uint8Array;
  names: Buffer;
  nameStarts: Uint32Array;
  labels: Buffer;
  labelStarts: Uint32Array;
  states: Record<string, string>;
};

export const COORDINATE_SCALE = 10_000;
const NEW_LINE = 10;
const CHUNK_BYTES = 1 << 24;

/** Writes rows, which must be sorted by falling population, as the file that `readPlaces` reads. */
export function packPlaces(rows: PlaceRow[], states: Record<string, string>): Buffer {
  const scaled = (degrees: number) => Math.round(degrees * COORDINATE_SCALE);
  const names = Buffer.from(rows.map((row) => `|${row.names.join('|')}|\n`).join(''));
  const labels = Buffer.from(rows.map((row) => `${row.name}\t${row.country}\t${row.state}\n`).join(''));
  const header = Buffer.from(
    JSON.stringify({ count: rows.length, names: names.length, labels: labels.length, states }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const packed = Buffer.concat([
    length,
    header,
    bytesOf(Uint32Array.from(rows, (row) => row.id)),
    bytesOf(Int32Array.from(rows, (row) => scaled(row.latitude))),
    bytesOf(Int32Array.from(rows, (row) => scaled(row.longitude))),
    bytesOf(Uint32Array.from(rows, (row) => row.population)),
    bytesOf(Uint8Array.from(rows, (row) => (row.isPart ? 1 : 0))),
    names,
    labels,
  ]);
  return zstdCompressSync(packed, {
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 24 },
  });
}

/** Reads the packed file without an object per place; it takes about its own size in memory. */
export function readPlaces(file: URL): PlaceColumns {
  // One chunk larger than the data: otherwise zlib joins thousands of small ones.
  const packed = zstdDecompressSync(readFileSync(file), { chunkSize: CHUNK_BYTES });
  const headerEnd = 4 + packed.readUInt32LE(0);
  // Written by packPlaces, whose header has these fields.
  const header = JSON.parse(packed.toString('utf8', 4, headerEnd)) as {
    count: number;
    names: number;
    labels: number;
    states: Record<string, string>;
  };
  const { count } = header;
  let at = headerEnd;
  // Copies, because a column must start on a multiple of four bytes; the packed buffer can then be collected.
  const take = (bytes: number) => {
    const column = new Uint8Array(bytes);
    column.set(packed.subarray(at, at + bytes));
    at += bytes;
    return column.buffer;
  };
  const ids = new Uint32Array(take(count * 4));
  const latitudes = new Int32Array(take(count * 4));
  const longitudes = new Int32Array(take(count * 4));
  const populations = new Uint32Array(take(count * 4));
  const parts = new Uint8Array(take(count));
  const names = Buffer.from(take(header.names));
  const labels = Buffer.from(take(header.labels));
  return {
    count,
    ids,
    latitudes,
    longitudes,
    populations,
    parts,
    names,
    nameStarts: lineStarts(names, count),
    labels,
    labelStarts: lineStarts(labels, count),
    states: header.states,
  };
}

function bytesOf(column: Uint32Array | Int32Array | Uint8Array): Buffer {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}

function lineStarts(text: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  let line = 1;
  for (let index = 0; index < text.length; index++) if (text[index] === NEW_LINE) starts[line++] = index + 1;
  return starts;
}
