// Reads from an event of Stripe which payment it is about.
import { z } from 'zod';
import type { NoticeSubject } from '../provider.ts';
import { attemptKey } from './order-facts.ts';

const text = z.string().max(255);
const eventObject = z.object({
  object: z.string(),
  id: text.optional(),
  payment_intent: z.union([text, z.object({ id: text })]).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** Undefined for events about other things, and about sessions of other programs on the same account. */
export function stripeSubject({ data }: { data: { object: unknown } }): NoticeSubject | undefined {
  const { data: object } = eventObject.safeParse(data.object);
  if (!object) return undefined;
  if (object.object === 'checkout.session') return object.metadata?.[attemptKey] ? { orderRef: object.id } : undefined;
  if (object.object === 'payment_intent') return { transactionRef: object.id };
  if (!['charge', 'refund', 'dispute'].includes(object.object)) return undefined;
  const { payment_intent: intent } = object;
  const transactionRef = typeof intent === 'string' ? intent : intent?.id;
  return transactionRef === undefined ? undefined : { transactionRef };
}
