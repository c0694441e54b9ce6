// Tests of connections to hosts that people enter.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { connectOut, ForbiddenHost } from './outgoing.ts';

const server = createServer((socket) => socket.on('error', () => {}).end('hello'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const out = (host: string, allowed: readonly string[] = []) => connectOut({ host, port, timeout: 2_000, allowed });

test('private addresses are refused in every notation, before anything is sent', async () => {
  const inside = ['127.0.0.1', 'localhost', '10.1.2.3', '192.168.0.1', '169.254.169.254', '172.31.0.1', '100.64.0.1'];
  for (const host of [...inside, '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', 'fd00::1', 'fe80::1', '64:ff9b::7f00:1']) {
    await assert.rejects(out(host), ForbiddenHost, host);
  }
});

test('private IPv4 addresses inside IPv6 addresses are refused, and old private networks', async () => {
  for (const host of [
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:c0a8:0001',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::a00:1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2002:7f00:1::',
    '2002:a00:1::1',
    'fec0::1',
    'feff::1',
    '100::1',
  ]) {
    await assert.rejects(out(host), ForbiddenHost, host);
  }
});

test('public addresses, also in their IPv4-mapped form, are not refused', async () => {
  for (const host of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '2606:4700::1111', '2003::1']) {
    const attempt = connectOut({ host, port: 9, timeout: 20, allowed: [] });
    await assert.rejects(attempt, (error) => !(error instanceof ForbiddenHost), host);
  }
});

test('hosts that the operator allows are reachable: a name, an address, a range', async () => {
  for (const allowed of ['localhost', '127.0.0.1', '127.0.0.0/8']) {
    const socket = await out('localhost', ['10.0.0.0/8', allowed]);
    assert.equal(socket.remoteAddress, '127.0.0.1');
    socket.destroy();
  }
  await assert.rejects(out('localhost', ['10.0.0.0/8', 'mail.internal']), ForbiddenHost);
});

test('a port without a listener is an error, not a crash', async () => {
  await assert.rejects(
    connectOut({ host: '127.0.0.1', port: 9, timeout: 2_000, allowed: ['127.0.0.1'] }),
    /ECONNREFUSED/,
  );
});
