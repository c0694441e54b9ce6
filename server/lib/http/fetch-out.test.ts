// Tests of fetching addresses that people enter: limits of size and time, redirects, private hosts.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchOut } from './fetch-out.ts';

async function serving(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // The server listens on a port, not on a pipe.
    [Symbol.asyncDispose]: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const limits = { maxBytes: 1_000, timeout: 5_000, allowed: ['127.0.0.1'] };

test('a slow, incomplete or oversized body is rejected', async () => {
  await using server = await serving(({ url }, answer) => {
    if (url === '/large') return void answer.end(Buffer.alloc(1_001));
    answer.writeHead(200, { 'content-length': 100 });
    answer.write('half');
    if (url === '/broken') setTimeout(() => answer.destroy(), 20);
  });
  await assert.rejects(fetchOut(`${server.url}/slow`, { ...limits, timeout: 100 }));
  await assert.rejects(fetchOut(`${server.url}/broken`, limits));
  await assert.rejects(fetchOut(`${server.url}/large`, limits), /more than 1000 bytes/);
});

test('redirects are followed up to a limit, and never to a private host', async () => {
  await using server = await serving(({ url }, answer) => {
    if (url === '/there') return void answer.end('there');
    const to = url === '/around' ? '/around' : url === '/inside' ? 'http://127.0.0.2/' : '/there';
    answer.writeHead(302, { location: to }).end();
  });
  assert.equal(String(await fetchOut(`${server.url}/here`, limits)), 'there');
  await assert.rejects(fetchOut(`${server.url}/around`, limits), /redirected too often/);
  await assert.rejects(fetchOut(`${server.url}/inside`, limits));
  await assert.rejects(fetchOut(server.url, { ...limits, allowed: [] }));
});
