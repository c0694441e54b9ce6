// Tests of the operator's own street map: the check of its file at the start, and ranges of it through HTTP.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeStreetTiles } from '#server/testing/files/street-tiles.ts';
import { launch } from '#server/testing/process.ts';
import { testApp } from '#server/testing/test-app.ts';
import { checkTiles } from './map-tiles.ts';

async function tilesFolder() {
  const path = await mkdtemp(join(tmpdir(), 'daybook-tiles-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test('the street map is served in ranges: cached, without a session, not counted, and nothing beside it', async () => {
  await using folder = await tilesFolder();
  const MAP_TILES = join(folder.path, 'town.pmtiles');
  await writeStreetTiles(MAP_TILES);
  await writeFile(join(folder.path, 'secret.pmtiles'), 'secret');
  await using app = await testApp({ env: { MAP_TILES, REQUESTS_PER_MINUTE: '5' } });
  const url: string = (await app.server.inject('/api/geolocations/GetDefault')).json().StyleUrl;
  assert.match(url, /^\/tiles\/map\.pmtiles\?v=[\w-]+$/);

  const whole = await readFile(MAP_TILES);
  for (let times = 0; times < 10; times++) {
    const part = await app.server.inject({
      url,
      headers: { range: 'bytes=100-299', 'accept-encoding': 'gzip, br', 'if-range': '"part"' },
    });
    assert.equal(part.statusCode, 206);
    assert.deepEqual(part.rawPayload, whole.subarray(100, 300));
    assert.equal(part.headers['content-range'], `bytes 100-299/${whole.length}`);
    assert.equal(part.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(String(part.headers.etag), /^"[\w-]+"$/);
    assert.equal(part.headers['set-cookie'], undefined);
    assert.equal(part.headers['content-encoding'], undefined);
  }
  for (const other of ['secret.pmtiles', 'town.pmtiles', '%2e%2e/secret.pmtiles', 'map.pmtiles/../secret.pmtiles']) {
    const { statusCode } = await app.server.inject(`/tiles/${other}`);
    assert.equal(statusCode, 404, other);
  }
  const policy = String((await app.server.inject('/healthz')).headers['content-security-policy']);
  assert.match(policy, /connect-src 'self';/, 'the map needs no other host');

  // A replaced file has another address; parts asked for by the old one are not cached under it.
  await writeStreetTiles(MAP_TILES, { layers: ['roads'] });
  const stale = await app.server.inject({ url, headers: { range: 'bytes=0-9' } });
  assert.deepEqual([stale.statusCode, stale.headers['cache-control']], [206, 'no-store']);
});

test('while the file is away, pages are served, and the map is drawn without streets', async () => {
  await using folder = await tilesFolder();
  const MAP_TILES = join(folder.path, 'town.pmtiles');
  await writeStreetTiles(MAP_TILES);
  await using app = await testApp({ env: { MAP_TILES } });
  const url: string = (await app.server.inject('/api/geolocations/GetDefault')).json().StyleUrl;
  await rm(MAP_TILES);
  const answer = await app.server.inject('/api/geolocations/GetDefault');
  assert.deepEqual([answer.statusCode, answer.json().StyleUrl], [200, url]);
  const search = await app.server.inject('/api/home/SearchByGeoLocation?latitude=56.9&longitude=24.1&zoom=14');
  assert.equal(search.statusCode, 200);
  const part = await app.server.inject({ url, headers: { range: 'bytes=0-9' } });
  assert.deepEqual([part.statusCode, part.headers['retry-after']], [503, '60']);
});

test('without MAP_TILES there is no such address', async () => {
  await using app = await testApp();
  assert.equal((await app.server.inject('/tiles/map.pmtiles')).statusCode, 404);
});

test('a wrong file stops the start before anything else, with one line that gives the reason', async () => {
  await using folder = await tilesFolder();
  const file = (name: string) => join(folder.path, name);
  await writeStreetTiles(file('town.pmtiles'));
  await checkTiles(file('town.pmtiles'));

  await writeFile(file('text.pmtiles'), 'A text of more than 127 letters. '.repeat(10));
  await writeFile(file('empty.pmtiles'), '');
  await copyFile(file('town.pmtiles'), file('cut.pmtiles'));
  await truncate(file('cut.pmtiles'), 200);
  await writeStreetTiles(file('pictures.pmtiles'), { tileType: 2 });
  await writeStreetTiles(file('bare.pmtiles'), { layers: ['water'] });
  for (const [name, reason] of [
    ['missing.pmtiles', /^MAP_TILES \S+ cannot be read: ENOENT/],
    ['.', /^MAP_TILES \S+ is not a file\.$/],
    ['text.pmtiles', /^MAP_TILES \S+ is not a complete PMTiles file of version 3\.$/],
    ['empty.pmtiles', /^MAP_TILES \S+ is not a complete PMTiles file of version 3\.$/],
    ['cut.pmtiles', /^MAP_TILES \S+ is not a complete PMTiles file of version 3\.$/],
    ['pictures.pmtiles', /^MAP_TILES \S+ contains no vector tiles \(MVT\)\.$/],
    ['bare.pmtiles', /^MAP_TILES \S+ does not have the layers of a Protomaps basemap/],
  ] as const) {
    await assert.rejects(checkTiles(file(name)), ({ message }: Error) => reason.test(message), name);
  }

  const started = launch({ DATA_DIR: file('data'), MAP_TILES: file('text.pmtiles') });
  assert.equal(await started.ended, 1);
  assert.deepEqual(started.complaints.length, 1, started.complaints.join('\n'));
  assert.match(started.complaints[0] ?? '', /^MAP_TILES .+ is not a complete PMTiles file of version 3\.$/);
});
