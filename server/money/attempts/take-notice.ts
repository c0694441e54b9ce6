// Stores notices of providers, and looks at what each is about.
import { sql } from 'kysely';
import type { PaymentProviderName } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import { type NoticeSubject, ProviderError } from '../providers/provider.ts';
import { readPaymentAttempts, type StoredAttempt } from './attempt.ts';
import { checkAttempt } from './check-attempt.ts';

/** Providers repeat their notices for about as long. */
const patience = { hours: 72 };
const longestPause = 6 * 60;

export interface ProviderNotice {
  provider: PaymentProviderName;
  eventId: string;
  type: string;
  subject: NoticeSubject | undefined;
}

/** Returns whether it is the first one of its event. */
export async function storeNotice({ database, clock }: Services, notice: ProviderNotice): Promise<boolean> {
  const { provider, eventId, type, subject } = notice;
  const now = clock.now();
  const { numAffectedRows } = await sql`
    insert into provider_events (provider, event_id, type, order_ref, transaction_ref, refund_ref, received_at, due_at, outcome)
    values (${provider}, ${eventId}, ${type}, ${subject?.orderRef ?? null}, ${subject?.transactionRef ?? null},
      ${subject?.refundRef ?? null}, ${now}, ${subject ? now : null}, ${subject ? '' : 'ignored'})
    on conflict do nothing`.execute(database.write);
  return numAffectedRows === 1n;
}

interface StoredNotice {
  provider: PaymentProviderName;
  eventId: string;
  subject: NoticeSubject;
  receivedAt: Temporal.Instant;
  tries: number;
}

/** Looks at the notices of the condition that are due, the oldest first. Returns how many are done. */
export async function handleNotices(
  services: Services,
  { limit, eventId, signal }: { limit: number; eventId?: string; signal?: AbortSignal },
): Promise<number> {
  const { rows } = await sql<
    Omit<StoredNotice, 'subject'> & Record<'orderRef' | 'transactionRef' | 'refundRef', string | null>
  >`
    select provider, event_id, order_ref, transaction_ref, refund_ref, received_at, tries from provider_events
    where due_at <= ${services.clock.now()} and ${eventId === undefined ? sql`true` : sql`event_id = ${eventId}`}
    order by due_at limit ${limit}`.execute(services.database.write);
  let done = 0;
  for (const { orderRef, transactionRef, refundRef, ...notice } of rows) {
    signal?.throwIfAborted();
    const subject = {
      orderRef: orderRef ?? undefined,
      transactionRef: transactionRef ?? undefined,
      refundRef: refundRef ?? undefined,
    };
    if (await handle(services, { ...notice, subject })) done++;
  }
  return done;
}

async function handle(services: Services, notice: StoredNotice): Promise<boolean> {
  const { provider, eventId } = notice;
  try {
    const outcome = await lookAt(services, notice);
    await sql`
      update provider_events set due_at = null, outcome = ${outcome}
      where provider = ${provider} and event_id = ${eventId}`.execute(services.database.write);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { kind, code, requestId, message } = error;
    services.log.warn({ category: 'Payments', provider, kind, code, requestId }, message);
    await postpone(services, notice);
    return false;
  }
}

/** After a minute, two, four and so on; after three days the nightly review is enough. */
async function postpone({ database, clock }: Services, { provider, eventId, receivedAt, tries }: StoredNotice) {
  const now = clock.now();
  const next = now.add({ minutes: Math.min(2 ** tries, longestPause) });
  const isOver = Temporal.Instant.compare(next, receivedAt.add(patience)) > 0;
  await sql`
    update provider_events set tries = tries + 1, due_at = ${isOver ? null : next}, outcome = ${isOver ? 'givenUp' : ''}
    where provider = ${provider} and event_id = ${eventId}`.execute(database.write);
}

async function lookAt(
  services: Services,
  { provider, subject }: StoredNotice,
): Promise<'merged' | 'unknown' | 'problem'> {
  const attempt = await findSubject(services, provider, subject);
  if (!attempt) return 'unknown';
  return (await checkAttempt(services, attempt)) ? 'merged' : 'problem';
}

async function findSubject(
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
