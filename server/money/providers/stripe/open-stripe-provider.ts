// Stripe as a provider of payments: hosted Checkout, through Stripe's own package.
import type { Stripe } from 'stripe';
import type { StripeSetting } from '#server/lib/config.ts';
import type { CheckoutOrder, OpenedCheckout, OrderFacts, PaymentProvider } from '../provider.ts';
import { ProviderError } from '../provider.ts';
import { loadStripe } from './load-stripe.ts';
import { attemptKey, stripeFacts } from './order-facts.ts';
import { findRecentOrders, findSession } from './recent-orders.ts';
import { stripeFailure } from './stripe-failure.ts';
import { verifyStripeNotice } from './verify-notice.ts';

/** `timeout` (ms) is for tests. */
export function openStripeProvider(setting: StripeSetting, timeout?: number): PaymentProvider {
  const { isTest } = setting;
  let loading: Promise<Stripe> | undefined;
  /** Makes calls, and turns their failures into `ProviderError`. */
  async function ask<T>(calls: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      loading ??= loadStripe(setting, timeout);
      return await calls(await loading);
    } catch (error) {
      throw stripeFailure(error, setting);
    }
  }
  const read = (orderRef: string) =>
    ask(async (stripe) => {
      const expand = ['payment_intent.latest_charge.refunds'];
      return stripeFacts(stripe, await stripe.checkout.sessions.retrieve(orderRef, { expand }), isTest);
    });
  return {
    name: 'stripe',
    isTest,
    minCents: 50,
    async createCheckout(order) {
      const { attemptId, expiresAt } = order;
      try {
        return opened(await ask((stripe) => create(stripe, order, attemptId)));
      } catch (error) {
        if (!isFailure(error)) throw error;
        // Stripe answers an error again to the same key, whether it made the session or not. Of two sessions, buyers
        // know one.
        const since = expiresAt.subtract({ hours: 24 });
        const made = await ask((stripe) => sessionOfAttempt(stripe, attemptId, since));
        return opened(made ?? (await ask((stripe) => create(stripe, order, `${attemptId}-again`))));
      }
    },
    readOrder: read,
    capture: read,
    async expire(orderRef): Promise<OrderFacts> {
      try {
        await ask((stripe) => stripe.checkout.sessions.expire(orderRef));
      } catch (error) {
        // The session is over: its facts say how.
        if (!(error instanceof ProviderError && error.kind === 'refused')) throw error;
      }
      return read(orderRef);
    },
    findOrder: (subject) => ask((stripe) => findSession(stripe, subject)),
    findAttempt: (attemptId, since) => ask(async (stripe) => (await sessionOfAttempt(stripe, attemptId, since))?.id),
    listRecent: (since) => ask((stripe) => findRecentOrders(stripe, secondsOf(since))),
    verifyNotice: (notice) => verifyStripeNotice(setting, notice),
  };
}

function opened({ id, url, expires_at: ends, status }: Stripe.Checkout.Session): OpenedCheckout {
  if (url) return { orderRef: id, url, expiresAt: Temporal.Instant.fromEpochMilliseconds(ends * 1000) };
  throw new ProviderError('stripe', 'refused', `The session ${id} is ${status}.`, { code: 'session_over' });
}

/** Whether Stripe answered that it failed, and not only no answer came. */
const isFailure = (error: unknown) => error instanceof ProviderError && error.code === 'api_error';

async function sessionOfAttempt(
  stripe: Stripe,
  attemptId: string,
  since: Temporal.Instant,
): Promise<Stripe.Checkout.Session | undefined> {
  const sessions = stripe.checkout.sessions.list({ created: { gte: secondsOf(since) }, limit: 100 });
  for await (const session of sessions) if (session.metadata?.[attemptKey] === attemptId) return session;
  return undefined;
}

/** Stripe has the same names of the product's languages. */
function create(stripe: Stripe, order: CheckoutOrder, idempotencyKey: string): Promise<Stripe.Checkout.Session> {
  const { attemptId, amountCents, description, returnUrl, cancelUrl, language, eMail, expiresAt } = order;
  const metadata = { [attemptKey]: attemptId };
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: amountCents, product_data: { name: description } } },
      ],
      // The buyer pays in euros, whatever their card's currency: nothing else could be booked.
      adaptive_pricing: { enabled: false },
      client_reference_id: attemptId,
      metadata,
      payment_intent_data: { description, metadata },
      success_url: returnUrl,
      cancel_url: cancelUrl,
      locale: language,
      expires_at: secondsOf(expiresAt),
      ...(eMail && { customer_email: eMail }),
    },
    { idempotencyKey },
  );
}

const secondsOf = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1000);
