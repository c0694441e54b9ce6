// Finds the attempt that a notice or a list of a provider is about.
import { sql } from 'kysely';
import type { PaymentProviderName } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import type { NoticeSubject } from '../providers/provider.ts';
import { readPaymentAttempts, type StoredAttempt } from './attempt.ts';

/** Returns undefined for an order of another program, and for an unknown one. */
export async function findSubject(
  services: Services,
  name: PaymentProviderName,
  subject: NoticeSubject,
): Promise<StoredAttempt | undefined> {
  const { write } = services.database;
  const { orderRef = null, transactionRef = null } = subject;
  const [known] = await readPaymentAttempts(
    write,
    sql`a.provider = ${name} and (a.order_ref = ${orderRef} or a.transaction_ref = ${transactionRef})`,
    1,
  );
  if (known) return known;
  const provider = paymentProvidersOf(services).get(name);
  const found = await provider?.findOrder(subject);
  if (!provider || found === undefined) return undefined;
  return findByOrder(services, name, found);
}

/** Also the attempt of an order whose answer is not stored yet, or was lost. */
export async function findByOrder(
  services: Services,
  name: PaymentProviderName,
  orderRef: string,
): Promise<StoredAttempt | undefined> {
  const { write } = services.database;
  const [known] = await readPaymentAttempts(write, sql`a.provider = ${name} and a.order_ref = ${orderRef}`, 1);
  if (known) return known;
  const facts = await paymentProvidersOf(services).get(name)?.readOrder(orderRef);
  if (!facts?.attemptId || !isId.test(facts.attemptId)) return undefined;
  const [named] = await readPaymentAttempts(write, sql`a.provider = ${name} and a.id = ${facts.attemptId}`, 1);
  return named && { ...named, orderRef: named.orderRef ?? orderRef };
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
