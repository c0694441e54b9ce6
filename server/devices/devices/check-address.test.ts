// Tests the check of the address that printers ask, on servers that really answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { companyPrinters } from '#contract/devices/devices.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { loopbackCertificate } from '#server/testing/servers/loopback-certificate.ts';
import { testApp } from '#server/testing/test-app.ts';
import { checkAddress } from './check-address.ts';

async function problemAt(status: number, options: ServerOptions = {}): Promise<string> {
  const { cert, key } = loopbackCertificate;
  const server = createServer({ cert, key, ...options }, (_request, reply) =>
    reply.writeHead(status, status === 301 ? { location: 'https://example.org/' } : {}).end(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await checkAddress(`https://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an address is checked for HTTPS, its certificate, TLS 1.2 and redirects', async () => {
  // Tests of other files in this process may trust it.
  loopbackCertificate.distrust();
  assert.equal(await problemAt(200), 'certificate', 'no one knows its authority');
  loopbackCertificate.trust();
  assert.equal(await problemAt(200), '');
  assert.equal(await problemAt(301), 'redirects');
  assert.equal(await problemAt(200, { minVersion: 'TLSv1.3' }), 'tls');
  assert.equal(await checkAddress('http://localhost:1'), 'notHttps');
  assert.equal(await checkAddress('https://localhost:1'), 'unreachable');
});

test('administrators of printers are told what keeps printers from the address', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  assert.ok(location);
  const { answer } = await app.call(companyPrinters.operations.checkAddress, {}, await signIn(app, employee));
  assert.equal(answer.problem, 'notHttps');
});
