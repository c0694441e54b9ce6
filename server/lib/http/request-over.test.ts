// Tests that requests go over the socket whose address was checked, over no other, and leave none open.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { test } from 'node:test';
import { eventually } from '#server/testing/process.ts';
import { loopbackCertificate } from '#server/testing/servers/loopback-certificate.ts';
import { readBody, requestOut } from './request-out.ts';
import { requestOver } from './request-over.ts';

const answer = (request: { headers: { host?: string } }, reply: { end(text: string): void }) =>
  reply.end(`asked as ${request.headers.host}`);

async function listening(server: Server) {
  let connections = 0;
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
  return {
    port: (server.address() as AddressInfo).port, // The server listens on a port, not on a pipe.
    connections: () => connections,
    allClosed: () => eventually('its connections are closed', async () => (await count()) === 0),
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

for (const isSecure of [false, true]) {
  const name = isSecure ? 'HTTPS' : 'HTTP';
  const serving = () => {
    loopbackCertificate.trust();
    const { cert, key } = loopbackCertificate;
    return listening(isSecure ? createSecureServer({ cert, key }, answer) : createServer(answer));
  };

  test(`a request by ${name} opens one connection, and leaves none`, async () => {
    await using server = await serving();
    const limits = { maxBytes: 1_000, timeout: 5_000, allowed: ['localhost'] };
    const address = `${isSecure ? 'https' : 'http'}://localhost:${server.port}/`;
    for (const method of ['GET', 'POST'] as const) {
      const { status, body } = await requestOut(address, { method, body: method === 'POST' ? 'x' : '' }, limits);
      assert.deepEqual([status, body.toString()], [200, `asked as localhost:${server.port}`]);
    }
    assert.equal(server.connections(), 2);
    await server.allClosed();
  });

  test(`a request by ${name} goes where its socket leads, not where its name does`, async () => {
    await using checked = await serving();
    await using elsewhere = await serving();
    const socket = connect({ host: '127.0.0.1', port: checked.port });
    await once(socket, 'connect');
    const request = requestOver(socket, {
      ...{ isSecure, host: 'localhost', port: elsewhere.port, path: '/', method: 'GET', headers: {} },
      signal: AbortSignal.timeout(5_000),
    });
    request.end();
    const [response] = await once(request, 'response');
    await readBody(response, 1_000);
    assert.deepEqual([checked.connections(), elsewhere.connections()], [1, 0]);
    await checked.allClosed();
  });
}
