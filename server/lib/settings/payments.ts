// The settings of payment providers. Mixed test and live keys would take real money for test invoices, or none for real
// ones, so the start refuses them.
import type { z } from 'zod';
import type { Config, PayPalSetting, StripeSetting } from '../config.ts';
import { isOrigin, listOf } from './addresses.ts';
import { envSetting, httpUrl, mustBe, refuseSetting, together, trimmed } from './setting.ts';

const isLoopback = (url: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);

/** Secrets never go over the network in plain text. */
const apiAddress = httpUrl
  .refine(isOrigin, mustBe('an address without a path, such as https://api.example.org'))
  .refine((value) => !isOrigin(value) || value.startsWith('https:') || isLoopback(value), {
    error: 'must be an https:// address, unless it is on this machine',
  })
  .transform((value) => new URL(value).origin);

const payPalLive = 'https://api-m.paypal.com';
const payPalSandbox = 'https://api-m.sandbox.paypal.com';

const stripe = together({
  secretKey: envSetting(
    'STRIPE_SECRET_KEY',
    trimmed
      .refine((value) => !value.startsWith('pk_'), mustBe('the secret key (sk_…), not the publishable one (pk_…)'))
      .refine(
        (value) => value.startsWith('pk_') || /^[sr]k_(test|live)_\w{8,}$/.test(value),
        mustBe('a secret or restricted key of Stripe (sk_test_…, sk_live_…, rk_…)'),
      )
      .optional(),
    'secret key of Stripe, for payments by card ([guide](guides/payments.md)); without it there are none',
  ),
  webhookSecrets: envSetting(
    'STRIPE_WEBHOOK_SECRETS',
    trimmed
      .refine(
        (value) => listOf(value).length <= 2 && listOf(value).every((part) => /^whsec_[\w+/=]{8,}$/.test(part)),
        mustBe('one signing secret of Stripe (whsec_…), or two with a comma between'),
      )
      .default('')
      .transform(listOf),
    'signing secret of the endpoint of notices at Stripe; while it changes, the new and the former one',
  ),
  apiUrl: envSetting('STRIPE_API_URL', apiAddress.default('https://api.stripe.com'), 'address of the API of Stripe'),
}).transform(({ secretKey, webhookSecrets, apiUrl }, context): StripeSetting | undefined => {
  if (secretKey) return { secretKey, webhookSecrets, apiUrl, isTest: /^[sr]k_test_/.test(secretKey) };
  if (webhookSecrets.length === 0) return undefined;
  return refuseSetting(context, 'STRIPE_WEBHOOK_SECRETS', 'needs STRIPE_SECRET_KEY');
});

const payPal = together({
  clientId: envSetting(
    'PAYPAL_CLIENT_ID',
    trimmed.regex(/^[\w-]{10,200}$/, mustBe('the client id of an application at PayPal')).optional(),
    'client id of an application at PayPal, for payments there ([guide](guides/payments.md)); without it there are none',
  ),
  secret: envSetting(
    'PAYPAL_SECRET',
    trimmed.regex(/^[\w-]{10,200}$/, mustBe('the secret of an application at PayPal')).optional(),
    'secret of that application',
  ),
  webhookId: envSetting(
    'PAYPAL_WEBHOOK_ID',
    trimmed.regex(/^[\w-]{5,64}$/, mustBe('the id of a webhook at PayPal')).optional(),
    'id of the webhook of that application, which its notices are checked with',
  ),
  apiUrl: envSetting(
    'PAYPAL_API_URL',
    apiAddress.default(payPalLive),
    `address of the API of PayPal; \`${payPalSandbox}\` for its test system`,
  ),
}).transform(({ clientId, secret, webhookId, apiUrl }, context): PayPalSetting | undefined => {
  if (clientId && secret) return { clientId, secret, webhookId, apiUrl, isTest: apiUrl !== payPalLive };
  if (clientId) return refuseSetting(context, 'PAYPAL_SECRET', 'must be set beside PAYPAL_CLIENT_ID');
  if (secret) return refuseSetting(context, 'PAYPAL_CLIENT_ID', 'must be set beside PAYPAL_SECRET');
  if (webhookId) return refuseSetting(context, 'PAYPAL_WEBHOOK_ID', 'needs PAYPAL_CLIENT_ID and PAYPAL_SECRET');
  return undefined;
});

export const paymentSettings = together({ stripe, payPal }).transform((values, context): Config['payments'] => {
  const { stripe: card, payPal: wallet } = values;
  if (card && wallet && card.isTest !== wallet.isTest) {
    const kindOf = (isTest: boolean) => (isTest ? 'test system' : 'live system');
    return refuseSetting(
      context,
      'PAYPAL_API_URL',
      `leads to the ${kindOf(wallet.isTest)}, and STRIPE_SECRET_KEY is a key of the ${kindOf(card.isTest)}`,
    );
  }
  return { stripe: card, paypal: wallet };
}) satisfies z.ZodType<Config['payments']>;
