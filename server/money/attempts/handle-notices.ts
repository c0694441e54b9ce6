// Looks at what the notices of providers are about.
import { sql } from 'kysely';
import type { PaymentProviderName } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import type { NoticeSubject } from '../providers/provider.ts';
import { askingInTurn } from './ask-provider.ts';
import { checkAttempt } from './check-attempt.ts';
import { findSubject } from './find-attempt.ts';

/** Providers repeat their notices for about as long. */
const patience = { hours: 72 };
/** Between two tries (minutes). */
const longestPause = 6 * 60;

interface StoredNotice {
  provider: PaymentProviderName;
  eventId: string;
  subject: NoticeSubject;
  receivedAt: Temporal.Instant;
  tries: number;
}

interface Options {
  limit: number;
  /** A single one. */
  of?: Pick<StoredNotice, 'provider' | 'eventId'>;
  ask?: ReturnType<typeof askingInTurn>;
  signal?: AbortSignal;
}

/** Looks at notices that are due, the oldest first. Returns how many are done. */
export async function handleNotices(
  services: Services,
  { limit, of, ask = askingInTurn(services), signal }: Options,
): Promise<number> {
  let done = 0;
  for (const notice of await readDue(services, { limit, of })) {
    signal?.throwIfAborted();
    const answer = await ask(notice.provider, async () => settle(services, notice, await lookAt(services, notice)));
    if (answer === 'answered') done++;
    if (answer === 'failed') await postpone(services, notice);
  }
  return done;
}

async function readDue({ database, clock }: Services, { limit, of }: Pick<Options, 'limit' | 'of'>) {
  type Row = Omit<StoredNotice, 'subject'> & Record<'orderRef' | 'transactionRef' | 'refundRef', string | null>;
  const isOne = of ? sql`provider = ${of.provider} and event_id = ${of.eventId}` : sql`true`;
  const { rows } = await sql<Row>`
    select provider, event_id, order_ref, transaction_ref, refund_ref, received_at, tries from provider_events
    where due_at <= ${clock.now()} and ${isOne} order by due_at limit ${limit}`.execute(database.write);
  return rows.map(({ orderRef, transactionRef, refundRef, ...notice }): StoredNotice => {
    const subject = { orderRef, transactionRef, refundRef };
    return { ...notice, subject: Object.fromEntries(Object.entries(subject).filter(([, ref]) => ref !== null)) };
  });
}

async function lookAt(services: Services, { provider, subject }: StoredNotice): Promise<Outcome> {
  const attempt = await findSubject(services, provider, subject);
  if (!attempt) return 'unknown';
  return (await checkAttempt(services, attempt)) ? 'merged' : 'problem';
}

type Outcome = 'merged' | 'unknown' | 'problem';

async function settle({ database }: Services, { provider, eventId }: StoredNotice, outcome: Outcome): Promise<void> {
  await sql`
    update provider_events set due_at = null, outcome = ${outcome}
    where provider = ${provider} and event_id = ${eventId}`.execute(database.write);
}

/** After a minute, two, four and so on; after three days the daily review is enough. */
async function postpone({ database, clock }: Services, { provider, eventId, receivedAt, tries }: StoredNotice) {
  const now = clock.now();
  const next = now.add({ minutes: Math.min(2 ** tries, longestPause) });
  const isOver = Temporal.Instant.compare(next, receivedAt.add(patience)) > 0;
  await sql`
    update provider_events set tries = tries + 1, due_at = ${isOver ? null : next}, outcome = ${isOver ? 'givenUp' : ''}
    where provider = ${provider} and event_id = ${eventId}`.execute(database.write);
}
