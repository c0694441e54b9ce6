// The payment providers that the settings name.
import type { Config } from '#server/lib/config.ts';
import { openPayPalProvider } from './paypal/open-paypal-provider.ts';
import type { PaymentProvider, PaymentProviderName } from './provider.ts';
import { openStripeProvider } from './stripe/open-stripe-provider.ts';

type PaymentProviders = Partial<Record<PaymentProviderName, PaymentProvider>>;

/** One set for each configuration: providers hold tokens and certificates. */
const opened = new WeakMap<Config['payments'], PaymentProviders>();

/** Returns the same providers for the same configuration; none that is not set up. */
export function providersOf({ payments }: Pick<Config, 'payments'>): PaymentProviders {
  const known = opened.get(payments);
  if (known) return known;
  const providers = {
    ...(payments.stripe && { stripe: openStripeProvider(payments.stripe) }),
    ...(payments.paypal && { paypal: openPayPalProvider(payments.paypal) }),
  };
  opened.set(payments, providers);
  return providers;
}
