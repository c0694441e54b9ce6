// Tests of the providers that the settings name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '#server/config.ts';
import { providersOf } from './open-providers.ts';

test('without settings there is no provider, and with them each is opened once', () => {
  assert.deepEqual(providersOf(parseConfig({})), {});
  const config = parseConfig({ STRIPE_SECRET_KEY: 'sk_test_51Abcdefgh' });
  const { stripe } = providersOf(config);
  assert.deepEqual([stripe?.name, stripe?.isTest], ['stripe', true]);
  assert.equal(providersOf(config).stripe, stripe);
});
