// Checks that the public address is one that printers can ask: HTTPS, TLS 1.2, no redirect.
import { request } from 'node:https';
import type { AddressProblem } from '#contract/devices/devices.ts';

const timeout = 5_000;

/** Asks it as a printer does. An installation may be unable to reach itself where a printer can. */
export function checkAddress(publicUrl: string): Promise<AddressProblem> {
  const address = new URL('/healthz', publicUrl);
  if (address.protocol !== 'https:') return Promise.resolve('notHttps');
  return new Promise((resolve) => {
    const asked = request(address, {
      method: 'GET',
      agent: false,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      timeout,
    });
    asked.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      answer.destroy();
      resolve(statusCode >= 300 && statusCode < 400 ? 'redirects' : '');
    });
    asked.on('timeout', () => asked.destroy(new Error('timeout')));
    asked.on('error', (error: Error & { code?: string }) => resolve(problemOf(error.code ?? '')));
    asked.end();
  });
}

function problemOf(code: string): AddressProblem {
  if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE/.test(code)) return 'certificate';
  return /^ERR_SSL|^ERR_TLS|EPROTO/.test(code) ? 'tls' : 'unreachable';
}
