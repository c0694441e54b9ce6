// Records that a link of a message was followed, and says where it leads.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { subscriptions } from '#contract/campaigns/subscriptions.ts';
import { isWebAddress } from '#contract/lib/links.ts';
import type { Output } from '#contract/lib/service.ts';
import { sentStates } from '#contract/messaging/deliveries.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context, ServiceContext, Services } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { isBrowser, type Navigation } from './is-person.ts';

/** A scanner follows links at once, and all of them; a person reads first (ms). */
const scannerTime = 2_000;
/** A browser whose headers do not say that a person asked counts as one only so long after the message was sent (ms). */
const unsureTime = 5 * 60_000;
/** A lone click so soon after the message was sent waits (ms): gateways that open one link do it then. */
export const earlyTime = 2 * 60_000;
/** How long an early click waits for another act before time decides (`settle-early-clicks.ts`). */
const waitTime = Temporal.Duration.from({ minutes: 5 });
/** A gateway that takes its time opens the links of a message within this (ms); a person's next act comes later. */
const slowScannerTime = 10_000;
/** Links work while their campaign runs, and so long afterwards. */
const worksFor = Temporal.Duration.from({ hours: 90 * 24 });
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
  /** A mail that a server has taken: a gateway on its way may open links. */
  hasPassedServers: boolean;
  timeZone: string;
  companyName: string;
  leadsDirectly: boolean;
  isRunning: boolean;
  endedAt: Temporal.Instant;
}

interface MessageLink {
  token: string;
  link: number;
}

/**
 * Records a visit and returns the address that the link leads to; undefined for an unknown link. Returns `page`, and
 * records nothing, where a page has to say first where the link leads, or that it has ended. `isConfirmed`: the person
 * has seen that page. A link into this site names the visit, so that a booking which comes of it is counted; the token
 * of the message goes no further.
 */
export async function followLink(
  services: Services,
  { navigation, isConfirmed = false, ...named }: MessageLink & { navigation: Navigation; isConfirmed?: boolean },
): Promise<string | 'page' | undefined> {
  const { clock, database } = services;
  return transaction({ ...services, db: database.write }, async ({ db }) => {
    const found = await find(db, named, { lock: true });
    const target = found && targetOf(found);
    if (!target) return undefined;
    const isOwn = target.origin === new URL(services.publicUrl).origin;
    if (hasEnded(found, clock.now()) || !(isOwn || found.leadsDirectly || isConfirmed)) return 'page';
    const visit = await record(db, found, { link: named.link, navigation, now: clock.now(), isConfirmed });
    if (isOwn && visit) target.searchParams.set('via', visit);
    return target.href;
  });
}

/** Where the page says that a link leads. Throws 404 for an unknown link. */
export async function readMessageLink(
  { db, clock }: ServiceContext,
  named: MessageLink,
): Promise<Output<typeof subscriptions.getLink>> {
  const found = await find(db, named);
  const target = found && targetOf(found);
  if (!target) throw notFound();
  const isOver = hasEnded(found, clock.now());
  return { companyName: found.companyName, url: isOver ? '' : target.href, hasEnded: isOver };
}

/** Follows a link whose page the person has seen. Throws 404 for an unknown link, and 409 for one that has ended. */
export async function confirmLink(context: Context, named: MessageLink): Promise<{ url: string }> {
  const navigation = isBrowser(context.visitor.userAgent) ? 'says' : 'none';
  const url = await followLink(context, { ...named, navigation, isConfirmed: true });
  if (url === undefined) throw notFound();
  if (url === 'page') throw new Refusal(409, 'messageLink.ended');
  return { url };
}

async function find(
  db: ServiceContext['db'],
  { token, link }: MessageLink,
  { lock = false } = {},
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select r.company_id, r.campaign_id, r.id as recipient_id, l.url, g.time_zone, coalesce(r.sent_at, (
        select d.settled_at from deliveries d where d.id = r.delivery_id and d.state in (${readable}))) as sent_at,
      g.medium = 'mail' and not exists (
        select from deliveries d where d.id = r.delivery_id and d.state = 'kept') as has_passed_servers,
      coalesce(r.link_count, (select count(*)::integer from campaign_links o
        where o.company_id = l.company_id and o.campaign_id = l.campaign_id)) as links,
      o.name as company_name, o.links_lead_directly as leads_directly, g.started or g.sending as is_running,
      coalesce(g.ended_at, r.sent_at, g.created_at) as ended_at
    from campaign_recipients r
    join campaigns g on g.company_id = r.company_id and g.id = r.campaign_id
    join companies o on o.id = r.company_id
    join campaign_links l on l.company_id = r.company_id and l.campaign_id = r.campaign_id and l.position = ${link}
    where r.token_hash = ${hashToken(token)} ${lock ? sql`for update of r` : sql``}`.execute(db);
  return rows[0];
}

function hasEnded({ isRunning, endedAt }: Found, now: Temporal.Instant): boolean {
  return !isRunning && Temporal.Instant.compare(endedAt.add(worksFor), now) <= 0;
}

/**
 * Undefined for a link that is no address: it was stored before such links were refused, or came with an archive before
 * archives were checked for them. The `href` of others is encoded: a header cannot contain other letters.
 */
function targetOf({ url }: Found): URL | undefined {
  return isWebAddress(url) && URL.canParse(url) ? new URL(url) : undefined;
}

/**
 * Returns the id of the visit if it is a person's, or may be one, and among the first of the link. A lone click soon
 * after the message was sent counts once a later act follows; the page that says where a link leads is one.
 */
async function record(
  db: ServiceContext['db'],
  found: Found,
  {
    link,
    navigation,
    now,
    isConfirmed,
  }: { link: number; navigation: Navigation; now: Temporal.Instant; isConfirmed: boolean },
): Promise<string | undefined> {
  const age = found.sentAt === null ? 0 : now.epochMilliseconds - found.sentAt.epochMilliseconds;
  const isTooEarly = age <= (navigation === 'says' ? scannerTime : unsureTime);
  const isEarly = age < earlyTime && !isConfirmed && found.hasPassedServers;
  const followsAll = await markScan(db, found, { link, now, within: isEarly ? slowScannerTime : scannerTime });
  const id = randomUUIDv7();
  const mayBePerson = navigation !== 'none' && !isTooEarly && !followsAll;
  const isSecond = mayBePerson && (await confirmEarlier(db, found, now));
  const isPerson = mayBePerson && (!isEarly || isSecond);
  const waitsUntil = mayBePerson && !isPerson ? now.add(waitTime) : null;
  const { numAffectedRows } = await sql`
    insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, waits_until, day, created_at)
    select ${found.companyId}, ${id}, ${found.campaignId}, ${found.recipientId}, ${link}::integer, ${isPerson},
      ${waitsUntil}::timestamptz, wall_time(${now}::timestamptz, ${found.timeZone})::date, ${now}
    where (select count(*) from campaign_visits w where w.company_id = ${found.companyId}
      and w.recipient_id = ${found.recipientId} and w.link = ${link} and w.is_person = ${isPerson}
      and (w.waits_until is not null) = ${waitsUntil !== null}) < ${maxPerLink}`.execute(db);
  return mayBePerson && numAffectedRows !== 0n ? id : undefined;
}

/** Whether a person has clicked before: clicks that wait count from now on. One right after another confirms nothing. */
async function confirmEarlier(
  db: ServiceContext['db'],
  { companyId, recipientId }: Found,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update campaign_visits w set is_person = true, waits_until = null
    where w.company_id = ${companyId} and w.recipient_id = ${recipientId} and w.waits_until is not null
      and w.created_at <= ${now.subtract({ milliseconds: slowScannerTime })}
    returning w.id`.execute(db);
  if (rows.length > 0) return true;
  const { rows: counted } = await sql`
    select from campaign_visits w where w.company_id = ${companyId} and w.recipient_id = ${recipientId} and w.is_person
    limit 1`.execute(db);
  return counted.length > 0;
}

/** Whether this request completes all links of the message within the time of a scanner: none of them was a person. */
async function markScan(
  db: Services['database']['write'],
  { companyId, recipientId, links }: Found,
  { link, now, within }: { link: number; now: Temporal.Instant; within: number },
): Promise<boolean> {
  if (links < 2) return false;
  const recent = sql`w.company_id = ${companyId} and w.recipient_id = ${recipientId}
    and w.created_at >= ${now.subtract({ milliseconds: within })}`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct w.link)::integer as count from campaign_visits w where ${recent} and w.link <> ${link}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) < links - 1) return false;
  await sql`update campaign_visits w set is_person = false, waits_until = null where ${recent}`.execute(db);
  return true;
}
