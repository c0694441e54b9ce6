// Tests of connections to hosts that people enter.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { steadyNow } from '#server/testing/steady-clock.ts';
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

/** A DNS server that answers nothing. */
async function openSilentDns() {
  const socket = createSocket('udp4').on('error', () => {});
  let questions = 0;
  socket.on('message', () => questions++);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => questions,
    [Symbol.dispose]: () => void socket.close(),
  };
}

test('a name whose servers never answer takes no longer than the timeout, and no thread of others', async () => {
  using dns = await openSilentDns();
  const begun = steadyNow();
  const hosts = Array.from({ length: 12 }, (_, i) => `silent-${i}.example.org`);
  const attempts = hosts.map((host) =>
    connectOut({ host, port, timeout: 300, allowed: [], nameServers: [dns.address] }),
  );
  const known = await out('localhost', ['localhost']);
  known.destroy();
  assert.ok(steadyNow() - begun < 250, 'a known name waits for none of them');
  for (const attempt of attempts) await assert.rejects(attempt, /was not resolved in time/);
  assert.ok(steadyNow() - begun < 1_000);
  assert.ok(dns.questions() >= 12);
});

test('a caller who gives up ends the attempt, while the name is resolved', async () => {
  using dns = await openSilentDns();
  const begun = steadyNow();
  const signal = AbortSignal.timeout(100);
  const attempt = connectOut({
    ...{ host: 'silent.example.org', port, timeout: 10_000, allowed: [], nameServers: [dns.address] },
    signal,
  });
  await assert.rejects(attempt, /was not resolved in time/);
  assert.ok(steadyNow() - begun < 1_000);
});

test('a port without a listener is an error, not a crash', async () => {
  await assert.rejects(
    connectOut({ host: '127.0.0.1', port: 9, timeout: 2_000, allowed: ['127.0.0.1'] }),
    /ECONNREFUSED/,
  );
});
