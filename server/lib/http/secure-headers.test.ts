// Tests of the headers that every answer carries, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '#server/testing/test-app.ts';

test('every API answer forbids scripts, framing, sniffing and caching', async () => {
  await using app = await testApp();
  for (const url of ['/api/home/GetPlanDetails', '/api/user/GetCurrent', '/api/no/such/Call']) {
    const { headers } = await app.server.inject(url);
    assert.match(String(headers['content-security-policy']), /script-src 'self';.*frame-ancestors 'none'/, url);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['strict-transport-security'], undefined, 'http on loopback');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('on https, answers carry HSTS', async () => {
  await using app = await testApp({ env: { PUBLIC_URL: 'https://daybook.test' } });
  const { headers } = await app.server.inject('/api/home/GetPlanDetails');
  assert.match(String(headers['strict-transport-security']), /^max-age=63072000/);
  assert.match(String(headers['content-security-policy']), /upgrade-insecure-requests/);
});
