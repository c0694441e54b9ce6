// Tests of the external geocoders: real clients against a server that speaks their protocols.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { geolocations } from '#contract/places.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

type Answer = { status?: number; body: unknown };

/** A service on loopback that returns the given answers and records its requests. */
async function openService(answer: (url: URL) => Answer) {
  const requests: { path: string; query: Record<string, string>; agent: string }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      agent: request.headers['user-agent'] ?? '',
    });
    const { status = 200, body } = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, asked: requests, stop, [Symbol.asyncDispose]: stop };
}

const house55 = {
  place_id: 12,
  osm_type: 'way',
  osm_id: 345,
  lat: '56.9571',
  lon: '24.1236',
  name: '',
  display_name: '55, Brīvības iela, Centrs, Rīga, LV-1010, Latvija',
  address: { house_number: '55', road: 'Brīvības iela', city: 'Rīga', postcode: 'LV-1010', country: 'Latvija' },
};

test('Nominatim finds addresses for signed-in callers, with - for a missing part, and no request is sent twice', async () => {
  await using service = await openService(({ pathname }) => ({ body: pathname === '/search' ? [house55] : house55 }));
  await using app = await testApp({ env: { GEOCODER: 'nominatim', GEOCODER_URL: `${service.url}/` } });
  const anna = await signIn(app, (await buildBusiness(app, { language: 'lv' })).employee);
  const words = { text: 'Brīvības 55, Rīga', whole: true };
  const [found] = (await app.call(geolocations.search, words, anna)).answer;
  assert.deepEqual(found, {
    lineAddress: '55, Brīvības iela, Centrs, Rīga, LV-1010, Latvija',
    latitude: 56.9571,
    longitude: 24.1236,
    placeId: 'osm:w345',
    street: 'Brīvības iela 55',
    city: 'Rīga',
    state: '-',
    country: 'Latvija',
    zipCode: 'LV-1010',
    name: 'Brīvības iela 55',
    isExact: true,
  });
  await app.call(geolocations.search, words, anna);
  const at = (await app.call(geolocations.reverse, { latitude: 56.95712345, longitude: 24.1236 }, anna)).answer;
  assert.equal(at.street, 'Brīvības iela 55');
  assert.equal(at.latitude, 56.95712345, 'the point is where it was set');
  assert.equal(at.timeZone, 'Europe/Riga');
  assert.deepEqual(
    service.asked.map(({ path }) => path),
    ['/search', '/reverse'],
  );
  assert.equal(service.asked[0]?.query.q, 'Brīvības 55, Rīga');
  assert.equal(service.asked[0]?.query['accept-language'], 'lv');
  assert.match(service.asked[0]?.agent ?? '', /^Daybook/);
});

test('Photon finds addresses, and a point without any has only - as its parts', async () => {
  const feature = {
    geometry: { type: 'Point', coordinates: [13.405, 52.52] },
    properties: { osm_type: 'N', osm_id: 9, name: 'Salon', street: 'Torstraße', housenumber: '1', city: 'Berlin' },
  };
  await using service = await openService(({ pathname }) => ({
    body: { type: 'FeatureCollection', features: pathname === '/api/' ? [feature] : [] },
  }));
  await using app = await testApp({ env: { GEOCODER: 'photon', GEOCODER_URL: service.url } });
  const anna = await signIn(app, (await buildBusiness(app, { language: 'de' })).employee);
  const [found] = (await app.call(geolocations.search, { text: 'Torstr' }, anna)).answer;
  assert.equal(found?.lineAddress, 'Salon, Torstraße 1, Berlin');
  assert.equal(found?.street, 'Torstraße 1');
  assert.equal(found?.country, '-');
  assert.equal(found?.placeId, 'osm:n9');
  assert.equal(service.asked[0]?.query.lang, 'de');
  const sea = (await app.call(geolocations.reverse, { latitude: 0, longitude: -30 }, anna)).answer;
  assert.deepEqual([sea.lineAddress, sea.city, sea.country, sea.name], ['-', '-', '-', '-']);
});

test('a visitor cannot reach the external service through us', async () => {
  await using service = await openService(() => ({ body: [] }));
  await using app = await testApp({ env: { GEOCODER: 'nominatim', GEOCODER_URL: service.url } });
  assert.equal((await app.call(geolocations.search, { text: 'Riga', whole: true })).answer[0]?.city, 'Riga');
  assert.equal((await app.call(geolocations.reverse, { latitude: 56.95, longitude: 24.1 })).answer.city, 'Riga');
  assert.deepEqual(service.asked, []);
});

test('a failing or invalid service gives 503; while a person types, the bundled cities are the fallback', async () => {
  for (const answer of [
    { status: 500, body: {} },
    { body: { features: 'many' } },
    { body: [{ lat: '91', lon: '0' }] },
  ]) {
    await using service = await openService(() => answer);
    await using app = await testApp({ env: { GEOCODER: 'nominatim', GEOCODER_URL: service.url } });
    const anna = await signIn(app, (await buildBusiness(app)).employee);
    const whole = await app.call(geolocations.search, { text: 'Riga', whole: true }, anna);
    assert.equal(whole.status, 503, whole.body);
    assert.equal((await app.call(geolocations.reverse, { latitude: 56.95, longitude: 24.1 }, anna)).status, 503);
    assert.equal((await app.call(geolocations.search, { text: 'Riga' }, anna)).answer[0]?.city, 'Riga');
  }
});

test('a service that stopped gives 503 at once, and earlier results are still cached', async () => {
  const service = await openService(() => ({ body: [house55] }));
  await using app = await testApp({ env: { GEOCODER: 'nominatim', GEOCODER_URL: service.url } });
  const anna = await signIn(app, (await buildBusiness(app)).employee);
  await app.call(geolocations.search, { text: 'Brīvības 55', whole: true }, anna);
  await service.stop();
  const repeated = await app.call(geolocations.search, { text: 'Brīvības 55', whole: true }, anna);
  assert.equal(repeated.answer[0]?.city, 'Rīga');
  assert.equal((await app.call(geolocations.search, { text: 'Elsewhere', whole: true }, anna)).status, 503);
});
