// Tests of a banner's linked picture: fetched from a real server, re-encoded, served from here.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import sharp from 'sharp';
import { systemBanners } from '#contract/site/banners.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const { insert, update } = systemBanners.operations;
const period = { periodStart: '2026-03-01T00:00:00Z', periodEnd: '2027-03-01T00:00:00Z' };
const blank = { ...period, title: 'Spring', description: '', link: '', imageLink: '', fileId: null, active: true };

/** A site with pictures at some addresses, and the number of requests for each. */
async function openSite() {
  const requested: string[] = [];
  const picture = (width: number) =>
    sharp({ create: { width, height: 400, channels: 3, background: '#c8401f' } })
      .jpeg()
      .toBuffer();
  const pictures: Record<string, Buffer> = { '/wide': await picture(1200), '/small.jpg': await picture(90) };
  const server = createServer(({ url = '' }, response) => {
    requested.push(url);
    if (url === '/moved') return response.writeHead(302, { location: '/wide' }).end();
    if (url === '/round') return response.writeHead(302, { location: '/round' }).end();
    if (url === '/page') return response.end('<!doctype html><script>alert(1)</script>');
    if (url === '/endless') {
      const more = () => response.write(Buffer.alloc(1024 * 1024));
      response.on('drain', more);
      return more();
    }
    const found = pictures[url];
    return found ? response.end(found) : response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    asked: requested,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('the picture is fetched when the banner is saved or its address changes, and is stored here from then on', async () => {
  await using site = await openSite();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' }, now: '2026-03-02T08:00:00Z' });
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { answer: saved } = await app.call(insert, { ...blank, imageLink: `${site.url}/moved` }, sys);
  assert.ok(saved.fileId);
  const [listed] = (await app.server.inject('/api/banners/GetActive')).json();
  assert.equal(listed.ImageUrl, `/api/file/DownloadFile?id=${saved.fileId}`);
  const image = await app.server.inject(listed.ImageUrl);
  assert.deepEqual([image.statusCode, image.headers['content-type']], [200, 'image/webp']);
  assert.deepEqual(site.asked, ['/moved', '/wide']);

  const { visits: _, ...row } = saved;
  const updated = (await app.call(update, { ...row, title: 'Summer' }, sys)).answer;
  assert.deepEqual([updated.fileId, site.asked.length], [saved.fileId, 2]);
  const other = { ...row, version: updated.version, imageLink: `${site.url}/wide` };
  assert.notEqual((await app.call(update, other, sys)).answer.fileId, saved.fileId);
});

test('an address of no picture, a small or endless one, an unknown or private host or a redirect loop is rejected', async () => {
  await using site = await openSite();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const refusal = async (imageLink: string) => {
    const [complaint] = (await app.call(insert, { ...blank, imageLink }, sys)).complaints;
    assert.equal(complaint?.Key, 'ImageLink');
    return complaint?.Message ?? '';
  };
  for (const path of ['/none', '/round', '/endless']) {
    assert.match(await refusal(`${site.url}${path}`), /could not be read/, path);
  }
  assert.match(await refusal(`${site.url}/page`), /type/i);
  assert.match(await refusal(`${site.url}/small.jpg`), /too small/);
  assert.match(await refusal('http://10.1.2.3/picture.jpg'), /could not be read/);
  assert.equal((await app.database.read.selectFrom('files').selectAll().execute()).length, 0);
});
