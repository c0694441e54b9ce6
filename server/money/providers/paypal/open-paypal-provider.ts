// PayPal as a provider of payments: orders that buyers approve at PayPal's page, and that we capture.
import type { PayPalSetting } from '#server/lib/config.ts';
import type { CheckoutOrder, OrderFacts, PaymentProvider } from '../provider.ts';
import { ProviderError } from '../provider.ts';
import { openNoticeCertificates } from './certificates.ts';
import { findPayPalOrder, recentPayPalOrders } from './find-orders.ts';
import { attemptPrefix, payPalFacts, payPalOrder } from './order.ts';
import { openPayPalCalls } from './paypal-calls.ts';
import { verifyPayPalNotice } from './verify-notice.ts';

/** For an answer (ms). */
const payPalTimeout = 10_000;

/** `timeout` (ms) is for tests. */
export function openPayPalProvider(setting: PayPalSetting, timeout = payPalTimeout): PaymentProvider {
  const { isTest } = setting;
  const calls = openPayPalCalls(setting, timeout);
  const certificates = openNoticeCertificates(setting, timeout);
  const orderPath = (orderRef: string) => `/v2/checkout/orders/${encodeURIComponent(orderRef)}`;
  const order = (orderRef: string) => calls.call(orderPath(orderRef), payPalOrder);
  const readOrder = async (orderRef: string) => payPalFacts(calls, await order(orderRef), isTest);
  return {
    name: 'paypal',
    isTest,
    minCents: 1,
    async createCheckout(checkout) {
      const { attemptId } = checkout;
      const body = newOrder(checkout);
      const made = await calls.call('/v2/checkout/orders', payPalOrder, { method: 'POST', body, requestId: attemptId });
      const url = made.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
      if (url) return { orderRef: made.id, url, expiresAt: undefined };
      throw new ProviderError('paypal', 'refused', `The order ${made.id} is ${made.status}.`, { code: made.status });
    },
    readOrder,
    async capture(orderRef): Promise<OrderFacts> {
      if ((await order(orderRef)).status !== 'APPROVED') return readOrder(orderRef);
      try {
        const request = { method: 'POST', body: {}, requestId: `capture-${orderRef}` } as const;
        await calls.call(`${orderPath(orderRef)}/capture`, payPalOrder, request);
      } catch (error) {
        if (!(error instanceof ProviderError && error.kind === 'refused')) throw error;
        if (error.code === 'ORDER_ALREADY_CAPTURED') return readOrder(orderRef);
        // The buyer's account refused: they may choose another one on the same page.
        const facts = await readOrder(orderRef);
        return { ...facts, state: facts.state === 'approved' ? 'open' : facts.state, failure: error.code };
      }
      return readOrder(orderRef);
    },
    expire: readOrder,
    findOrder: (subject) => findPayPalOrder(calls, subject),
    findAttempt: async () => undefined,
    listRecent: (since) => recentPayPalOrders(calls, since),
    verifyNotice: (notice) => verifyPayPalNotice(setting, certificates, notice),
  };
}

/** PayPal's pages have no Latvian and no Lithuanian; English stands in for both. */
const locales: Record<string, string> = { de: 'de-DE', en: 'en-GB', es: 'es-ES', fr: 'fr-FR' };

function newOrder({ attemptId, amountCents, description, returnUrl, cancelUrl, language, eMail }: CheckoutOrder) {
  const value = `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: `${attemptPrefix}${attemptId}`,
        description: description.slice(0, 127),
        amount: { currency_code: 'EUR', value },
      },
    ],
    payment_source: {
      paypal: {
        ...(eMail && { email_address: eMail }),
        experience_context: {
          return_url: returnUrl,
          cancel_url: cancelUrl,
          locale: locales[language] ?? locales.en,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
        },
      },
    },
  };
}
