// Asks a provider what became of an attempt.
import type { Services } from '#server/lib/context.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import { type OrderFacts, type PaymentProvider, ProviderError } from '../providers/provider.ts';
import { isWanted, type StoredAttempt } from './attempt.ts';
import { endAttempt, mergeFacts } from './merge-facts.ts';

/**
 * Captures what the buyer has approved, and closes the order once nothing is to be paid any more. Holds no connection
 * while it waits. Throws `ProviderError`; nothing has changed then. Returns false when the answer contradicts us.
 */
export async function checkAttempt(services: Services, attempt: StoredAttempt): Promise<boolean> {
  const provider = paymentProvidersOf(services).get(attempt.provider);
  // Its keys were taken out of the settings.
  if (!provider) throw new ProviderError(attempt.provider, 'keys', 'This provider is not configured.');
  const orderRef = attempt.orderRef ?? (await provider.findAttempt(attempt.id, attempt.createdAt));
  const isLate = Temporal.Instant.compare(attempt.expiresAt, services.clock.now()) <= 0;
  const isOver = isLate || !isWanted(attempt);
  const facts = orderRef ? await readFacts(provider, orderRef, { attempt, isOver }) : undefined;
  if (facts) return !(await mergeFacts(services, attempt, facts, { isOver })).isProblem;
  if (isOver) await endAttempt(services, attempt);
  return true;
}

async function readFacts(
  provider: PaymentProvider,
  orderRef: string,
  { attempt, isOver }: { attempt: StoredAttempt; isOver: boolean },
): Promise<OrderFacts | undefined> {
  try {
    const facts = await provider.readOrder(orderRef);
    if (facts.attemptId !== attempt.id || facts.currency !== 'EUR') return facts;
    // The buyer has agreed, maybe after the page should have ended.
    if (facts.state === 'approved' && isWanted(attempt)) return await provider.capture(orderRef);
    if (isOver && (facts.state === 'open' || facts.state === 'approved')) return await provider.expire(orderRef);
    return facts;
  } catch (error) {
    // Providers forget orders that no buyer approved.
    if (error instanceof ProviderError && error.kind === 'notFound' && attempt.state === 'open') return undefined;
    throw error;
  }
}
