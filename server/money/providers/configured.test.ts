// Tests of the providers that the settings name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '#server/config.ts';
import { paymentProvidersOf } from './configured.ts';

test('without settings there is no provider, and with them each is opened once', () => {
  assert.equal(paymentProvidersOf({ config: parseConfig({}) }).size, 0);
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_51Abcdefgh' };
  const config = parseConfig({
    ...stripe,
    PAYPAL_CLIENT_ID: 'client-of-daybook',
    PAYPAL_SECRET: 'secret-of-daybook',
    PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com',
  });
  const providers = paymentProvidersOf({ config });
  assert.deepEqual([...providers.keys()], ['stripe', 'paypal']);
  for (const [name, provider] of providers) assert.deepEqual([provider.name, provider.isTest], [name, true]);
  assert.equal(paymentProvidersOf({ config }), providers);
  assert.deepEqual([...paymentProvidersOf({ config: parseConfig(stripe) }).keys()], ['stripe']);
});
