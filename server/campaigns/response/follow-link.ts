// Records that a link of a message was followed, and returns where it leads.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { isWebAddress } from '#contract/lib/links.ts';
import { sentStates } from '#contract/messaging/deliveries.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';

/** A scanner follows links at once, and all of them; a person reads first (ms). */
const scannerTime = 2_000;
/** Further requests of the same link are not recorded. Those of scanners and of people are counted apart. */
const maxPerLink = 20;

/** A message that was kept without a server can be read at once. */
const readable = sql.join([...sentStates, 'kept'].map((state) => sql.lit(state)));

interface Found {
  companyId: string;
  campaignId: string;
  recipientId: string;
  url: string;
  links: number;
  sentAt: Temporal.Instant | null;
  timeZone: string;
}

/**
 * Undefined for an unknown link. A link into this site names the visit, so that a booking which comes of it is counted;
 * the token of the message goes no further.
 */
export async function followLink(
  services: Services,
  { token, link, isNavigation }: { token: string; link: number; isNavigation: boolean },
): Promise<string | undefined> {
  const { clock, database, publicUrl } = services;
  return transaction({ ...services, db: database.write }, async ({ db }) => {
    const { rows } = await sql<Found>`
      select r.company_id, r.campaign_id, r.id as recipient_id, l.url, g.time_zone, coalesce(r.sent_at, (
          select d.settled_at from deliveries d where d.id = r.delivery_id and d.state in (${readable}))) as sent_at,
        coalesce(r.link_count, (select count(*)::integer from campaign_links o
          where o.company_id = l.company_id and o.campaign_id = l.campaign_id)) as links
      from campaign_recipients r
      join campaigns g on g.company_id = r.company_id and g.id = r.campaign_id
      join campaign_links l on l.company_id = r.company_id and l.campaign_id = r.campaign_id and l.position = ${link}
      where r.token_hash = ${hashToken(token)} for update of r`.execute(db);
    const [found] = rows;
    if (!found) return undefined;
    const now = clock.now();
    const isTooEarly = found.sentAt === null || now.epochMilliseconds - found.sentAt.epochMilliseconds <= scannerTime;
    const followsAll = await markScan(db, found, link, now);
    const id = randomUUIDv7();
    const isPerson = isNavigation && !isTooEarly && !followsAll;
    const { numAffectedRows } = await sql`
      insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, day, created_at)
      select ${found.companyId}, ${id}, ${found.campaignId}, ${found.recipientId}, ${link}::integer, ${isPerson},
        (${now}::timestamptz at time zone ${found.timeZone})::date, ${now}
      where (select count(*) from campaign_visits w where w.company_id = ${found.companyId}
        and w.recipient_id = ${found.recipientId} and w.link = ${link} and w.is_person = ${isPerson}) < ${maxPerLink}`.execute(
      db,
    );
    // A link that is no address was stored before such links were refused; others came with an archive before archives
    // were checked for them.
    if (!isWebAddress(found.url) || !URL.canParse(found.url)) return undefined;
    // Its `href` is encoded: a header cannot contain other letters.
    const target = new URL(found.url);
    const isOwn = target.origin === new URL(publicUrl).origin;
    if (isOwn && isPerson && numAffectedRows !== 0n) target.searchParams.set('via', id);
    return target.href;
  });
}

/** Whether this request completes all links of the message within the time of a scanner: none of them was a person. */
async function markScan(
  db: Services['database']['write'],
  { companyId, recipientId, links }: Found,
  link: number,
  now: Temporal.Instant,
): Promise<boolean> {
  if (links < 2) return false;
  const recent = sql`w.company_id = ${companyId} and w.recipient_id = ${recipientId}
    and w.created_at >= ${now.subtract({ milliseconds: scannerTime })}`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct w.link)::integer as count from campaign_visits w where ${recent} and w.link <> ${link}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) < links - 1) return false;
  await sql`update campaign_visits w set is_person = false where ${recent}`.execute(db);
  return true;
}
