// Stripe as a provider of payments: hosted Checkout, through Stripe's own package.
import type { Stripe } from 'stripe';
import type { StripeSetting } from '#server/lib/config.ts';
import type { CheckoutOrder, OrderFacts, PaymentProvider } from '../provider.ts';
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
    createCheckout: (order) =>
      ask(async (stripe) => {
        const { id, url, expires_at: ends } = await create(stripe, order);
        if (!url) throw new ProviderError('stripe', 'refused', `The session ${id} is over.`, { code: 'session_over' });
        return { orderRef: id, url, expiresAt: Temporal.Instant.fromEpochMilliseconds(ends * 1000) };
      }),
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
    findAttempt: (attemptId, since) =>
      ask(async (stripe) => {
        const sessions = stripe.checkout.sessions.list({ created: { gte: secondsOf(since) }, limit: 100 });
        for await (const { id, metadata } of sessions) if (metadata?.[attemptKey] === attemptId) return id;
        return undefined;
      }),
    listRecent: (since) => ask((stripe) => findRecentOrders(stripe, secondsOf(since))),
    verifyNotice: (notice) => verifyStripeNotice(setting, notice),
  };
}

/** Stripe's names of the product's languages are the same, but it takes others as well. */
function create(stripe: Stripe, order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
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
    { idempotencyKey: attemptId },
  );
}

const secondsOf = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1000);
