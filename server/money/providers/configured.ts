// The payment providers that the operator has configured.
import type { Services } from '#server/lib/context.ts';
import { openPayPalProvider } from './paypal/open-paypal-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { openStripeProvider } from './stripe/open-stripe-provider.ts';

type Configured = ReadonlyMap<PaymentProvider['name'], PaymentProvider>;

const configured = new WeakMap<object, Configured>();

/** In the order in which payers see them; empty where none is configured. One client of each serves a process. */
export function paymentProvidersOf({ config }: { config: Pick<Services['config'], 'payments'> }): Configured {
  const { stripe, paypal } = config.payments;
  const known = configured.get(config.payments);
  if (known) return known;
  const opened = [stripe && openStripeProvider(stripe), paypal && openPayPalProvider(paypal)];
  const providers = new Map(opened.filter((one) => one !== undefined).map((one) => [one.name, one]));
  configured.set(config.payments, providers);
  return providers;
}
