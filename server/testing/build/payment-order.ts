// Builds an order of a payment for tests of providers.
import { randomUUID } from 'node:crypto';
import type { CheckoutOrder } from '#server/money/providers/provider.ts';

export function buildPaymentOrder(now: Temporal.Instant, changed: Partial<CheckoutOrder> = {}): CheckoutOrder {
  return {
    attemptId: randomUUID(),
    amountCents: 12_345,
    description: 'Invoice 2026-17',
    returnUrl: 'https://book.test/Payment?Id=1&back=1',
    cancelUrl: 'https://book.test/Payment?Id=1',
    language: 'lv',
    eMail: 'rosa@salon.test',
    expiresAt: now.add({ hours: 1 }),
    ...changed,
  };
}
