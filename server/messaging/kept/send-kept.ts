// Sends the kept mails that are still true, and lets the others expire: a slice by each call.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { ServiceContext, SignedIn } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { countMail, giveBackMail } from '#server/messaging/mail/limit-mails.ts';
import { moveLinks } from '#server/messaging/mail/move-links.ts';
import { type MayStillSend, stillWanted } from '#server/messaging/outbox/claim-deliveries.ts';
import { isSuppressed } from '#server/messaging/outbox/is-suppressed.ts';
import type { LinkTokens } from '#server/messaging/outbox/link-tokens.ts';
import { keptFor } from '#server/messaging/outbox/release-claims.ts';
import { campaignQueue, isKeptIn, servedQueues } from './find-kept.ts';
import type { KeptCauses, KeptMail, Renewal } from './kept-causes.ts';

/** Mails that one call looks at, and that it makes again at most. */
const slice = { looked: 500, renewed: 25 };
const maxDiscarded = 1_000;

interface Found extends KeptMail {
  links: LinkTokens | null;
  /** As far as the outbox can tell. */
  isTrue: boolean;
}

/** Campaigns stay: a company sends them again. The oldest first, so that the newest mail about a visit decides last. */
export async function sendKept(
  context: SignedIn,
  { mayStillSend, causes }: { mayStillSend: MayStillSend; causes: KeptCauses },
): Promise<{ sent: number; expired: number; left: number }> {
  const queues = await sentQueues(context);
  return transaction(context, async (tx) => {
    const now = tx.clock.now();
    const { rows } = await sql<Found>`
      select d.id, d.company_id, d.cause_kind, d.cause_key, d.address, d.created_at, d.expires_at, d.counted, d.links,
        d.links is not null as has_links,
        (d.created_at > ${now.subtract(keptFor)} and (d.expires_at is null or d.expires_at > ${now})
          and not ${isSuppressed(now)} and ${stillWanted(mayStillSend)}) as is_true
      from deliveries d where ${isKeptIn(queues)} order by d.id limit ${slice.looked} for update of d skip locked`.execute(
      tx.db,
    );
    const again: string[] = [];
    const expired: string[] = [];
    let renewed = 0;
    for (const mail of rows) {
      if (renewed + again.length >= slice.renewed) break;
      const renewal = mail.isTrue ? await renewalOf(tx, mail, causes) : 'expired';
      if (renewal === 'renewed') renewed++;
      else (renewal === 'again' ? again : expired).push(mail.id);
    }
    await settle(tx, expired, 'expired');
    await moveLinks(tx, again);
    await settle(tx, again, 'again');
    if (again.length + renewed > 0) {
      await sql`select take_turns(${again}::uuid[]), pg_notify('daybook_outbox', '')`.execute(tx.db);
    }
    const sent = again.length + renewed;
    if (rows.length > 0) await audit(tx, `Sent ${sent} kept mails, and let ${expired.length} expire`);
    return { sent, expired: expired.length, left: await countLeft(tx, queues) };
  });
}

/** Nothing of them is sent any more. */
export async function discardKept(context: SignedIn): Promise<{ discarded: number; left: number }> {
  const queues = await sentQueues(context);
  return transaction(context, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select d.id from deliveries d where ${isKeptIn(queues)} order by d.id limit ${maxDiscarded}
      for update of d skip locked`.execute(tx.db);
    await settle(
      tx,
      rows.map(({ id }) => id),
      'cancelled',
    );
    if (rows.length > 0) await audit(tx, `Discarded ${rows.length} kept mails`);
    return { discarded: rows.length, left: await countLeft(tx, queues) };
  });
}

async function sentQueues(context: SignedIn): Promise<string[]> {
  return (await servedQueues(context)).filter((queue) => queue !== campaignQueue);
}

async function renewalOf(tx: ServiceContext, mail: Found, causes: KeptCauses): Promise<Renewal> {
  const cause = causes[mail.causeKind];
  if (cause?.hasActionLinks && !(await areLinksLive(tx, mail.links))) return 'expired';
  const renewal = cause?.renew ? await cause.renew(tx, mail) : 'again';
  return renewal === 'again' && !(await isWithinLimits(tx, mail)) ? 'expired' : renewal;
}

async function areLinksLive({ db, clock }: ServiceContext, links: LinkTokens | null): Promise<boolean> {
  const tokens = new Set(Object.values(links ?? {}).flatMap((found) => found.map(([, token]) => token)));
  const hashes = [...tokens].map(hashToken);
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from action_links
    where token_hash = any(${hashes}::bytea[]) and expires_at > ${clock.now()} and not is_revoked`.execute(db);
  return rows[0]?.live === hashes.length;
}

/** Counts it as a mail of today instead of the day when it was written. */
async function isWithinLimits(tx: ServiceContext, { companyId, address, createdAt, counted }: Found): Promise<boolean> {
  if (companyId === null || !counted || counted.length === 0) return true;
  await giveBackMail(tx, { companyId, address, createdAt, counted });
  const isToCustomer = counted.includes('company');
  const { refusal } = await countMail(tx, address, { companyId, isRequest: counted.includes('proved'), isToCustomer });
  return refusal === undefined;
}

/** The operator has decided, so none of them is a problem that waits for a person. */
async function settle(tx: SignedIn, ids: readonly string[], as: 'again' | 'expired' | 'cancelled'): Promise<void> {
  if (ids.length === 0) return;
  const now = tx.clock.now();
  const change =
    as === 'again'
      ? sql`state = 'queued', due_at = ${now}, attempts = 0, settled_at = null, reason = '', answer = ''`
      : sql`state = ${as}, reason = ${as === 'expired' ? as : ''}, settled_at = ${now}, given_up_at = ${now}`;
  const words = {
    again: `Sent by ${tx.user.logIn}.`,
    expired: 'Not sent: it was too late, or no longer true.',
    cancelled: `Discarded by ${tx.user.logIn}.`,
  };
  await sql`
    with settled as (update deliveries set ${change} where id = any(${ids}::uuid[]) returning id, company_id)
    insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
    select gen_random_uuid(), id, company_id, ${as}, ${words[as]}, ${now} from settled`.execute(tx.db);
}

async function countLeft({ db }: ServiceContext, queues: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries d where ${isKeptIn(queues)}`.execute(db);
  return rows[0]?.count ?? 0;
}
