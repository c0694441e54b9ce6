// One round of an outside calendar: what changed there, when it takes time, and one transaction that stores both; then
// the appointments that are due are written. Failure closes: whatever goes wrong, the times that were read before go on
// blocking.
import { sql } from 'kysely';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { openAccess } from '#server/links/outside/account/account-secret.ts';
import { assertSecure } from '#server/links/outside/account/outside-address.ts';
import type { OutsideClient } from '#server/links/outside/client/outside-request.ts';
import { type ReadChanges, readOutsideObjects } from '#server/links/outside/client/read-objects.ts';
import { whyFailed } from '#server/links/outside/client/why-failed.ts';
import type { ExpandedObject } from '#server/links/outside/expand/expand-all.ts';
import { expandObjects, maxTimesText } from '#server/links/outside/expand/expand-objects.ts';
import { notifyOfChanges } from '#server/links/outside/write/notify-of-changes.ts';
import type { Step } from '#server/links/outside/write/send-entry.ts';
import { writeEntries } from '#server/links/outside/write/write-entries.ts';
import { type ClaimedCalendar, isWritten } from './claim-round.ts';
import { storeFailure, storeRound } from './store-round.ts';

/** Of one reading (ms): less than its claim. */
const maxReading = 8 * 60_000;
/** From yesterday on: an event that began then may still last. */
const daysBack = 1;
const daysAhead = 400;
/** A second list has to agree when so many objects are gone, and more than half (minutes). */
const doubt = { min: 10, minutes: 10 };
/** Stored objects that are worked out again at once. */
const perPage = 500;
/** Part of `expanded_for`: raise it when the same lines give other times. */
const expandVersion = 2;

/**
 * Returns whether the calendar was read; then it is written, too. `step` runs before each part of writing. Throws only
 * for errors of the database, and the reason of the signal.
 */
export async function runRound(
  services: Services,
  claimed: ClaimedCalendar,
  { signal, step }: { signal?: AbortSignal | undefined; step?: Step | undefined } = {},
): Promise<boolean> {
  const context = { ...services, db: services.database.write };
  let client: ReturnType<typeof openClient>;
  try {
    client = openClient(context, claimed, signal);
    await read(context, claimed, client);
  } catch (error) {
    signal?.throwIfAborted();
    const failed = whyFailed(error);
    const about = { category: 'Calendars', err: error, calendar: claimed.id };
    if (failed.reason === 'internal') services.log.error(about, 'an outside calendar was not read because of a fault');
    else services.log.debug(about, 'an outside calendar was not read');
    await storeFailure(context, claimed, failed);
    return false;
  }
  if (isWritten(claimed)) await writeEntries(context, claimed, client, { signal, step });
  if (claimed.writes) await notifyOfChanges(context, claimed);
  return true;
}

function openClient({ config }: ServiceContext, claimed: ClaimedCalendar, signal: AbortSignal | undefined) {
  const access = openAccess(config, claimed.accountId, claimed.secret);
  assertSecure(new URL(access.address), access.password, config.privateHosts);
  const limits = [AbortSignal.timeout(maxReading), ...(signal ? [signal] : [])];
  return { ...access, allowed: config.privateHosts, signal: AbortSignal.any(limits) };
}

async function read(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  client: OutsideClient & { signal: AbortSignal },
): Promise<void> {
  const { clock, publicUrl } = context;
  const { reads } = claimed;
  const stored = await etagsOf(context, claimed);
  const changes = await readOutsideObjects(client, claimed, stored);

  const today = clock.now().toZonedDateTimeISO(claimed.zone).startOfDay();
  const rules = {
    zone: claimed.zone,
    from: today.subtract({ days: daysBack }).epochMilliseconds,
    until: today.add({ days: daysAhead + 1 }).epochMilliseconds,
    tentativeBlocks: claimed.tentativeBlocks,
  };
  const job = { rules, ownAddresses: claimed.ownAddresses, ownHost: new URL(publicUrl).host };
  const expandedFor = [expandVersion, today.toPlainDate(), claimed.zone, claimed.tentativeBlocks].join(' ');
  const isOther = expandedFor !== claimed.expandedFor;
  const again = isOther && reads ? await expandStored(context, claimed, job, changes, client.signal) : [];
  const texts = changes?.objects.map(({ key, text }) => ({ key, text })) ?? [];
  const all = await expandObjects({ ...job, objects: texts }, { signal: client.signal });
  const etags = new Map(changes?.objects.map(({ key, etag }) => [key, etag]));
  // Without a row of its own, an entry that was written in an earlier life of the company is known by its host.
  const ownUids = await uidsOfWritten(context, claimed);
  const own = all
    .filter(({ uid }) => ownUids.has(uid))
    .map(({ key, uid, meaning }) => ({ uid, href: key, etag: etags.get(key) ?? '', meaning }));
  const expanded = all.map((one) => (ownUids.has(one.uid) ? withoutTimes(one) : one));
  const isDoubtful = changes !== undefined && lacksMany(claimed, changes, stored.size);
  const isConfirmed = isDoubtful && claimed.fewerSince !== null && isOld(context, claimed.fewerSince);
  const removed = changes ? [...changes.gone, ...(isDoubtful && !isConfirmed ? [] : changes.missing)] : [];
  await storeRound(context, claimed, {
    ...{ expanded: reads ? expanded : [], again, removed, own, expandedFor, changes, etags },
    fewer: isDoubtful && !isConfirmed,
  });
}

function withoutTimes(object: ExpandedObject): ExpandedObject {
  return { ...object, content: '', busy: '{}', problem: null, isBad: false, title: '' };
}

/** Of all calendars of the person: one may be in two accounts. */
async function uidsOfWritten(
  { db }: ServiceContext,
  { companyId, calendarId }: ClaimedCalendar,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uid: string }>`
    select w.uid from outside_calendars c
    join outside_written w on w.company_id = c.company_id and w.outside_calendar_id = c.id and w.uid is not null
    where c.company_id = ${companyId} and c.calendar_id = ${calendarId}`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}

/** A list that lacks most objects may come from a broken server. */
function lacksMany({ acceptsRemovals }: ClaimedCalendar, { missing, remaining }: ReadChanges, stored: number): boolean {
  return !acceptsRemovals && missing.length > doubt.min && remaining < stored / 2;
}

function isOld({ clock }: ServiceContext, since: Temporal.Instant): boolean {
  return Temporal.Instant.compare(since.add({ minutes: doubt.minutes }), clock.now()) <= 0;
}

/** Of the objects that are stored, and of the entries that were written since. */
async function etagsOf(
  { db }: ServiceContext,
  { companyId, id, reads }: ClaimedCalendar,
): Promise<Map<string, string>> {
  const ofCalendar = sql`company_id = ${companyId} and outside_calendar_id = ${id}`;
  const { rows } = await sql<{ href: string; etag: string }>`
    select href, etag from outside_objects where ${reads} and ${ofCalendar}
    union all
    select href, etag from outside_written where ${ofCalendar} and etag is not null`.execute(db);
  return new Map(rows.map(({ href, etag }) => [href, etag]));
}

/** Works out all objects that are not read just now: a new day has come, or the place or a setting is another. */
async function expandStored(
  { db }: ServiceContext,
  { companyId, id }: ClaimedCalendar,
  job: Omit<Parameters<typeof expandObjects>[0], 'objects'>,
  changes: ReadChanges | undefined,
  signal: AbortSignal,
): Promise<ExpandedObject[]> {
  const isRead = new Set(changes?.objects.map(({ key }) => key));
  const all: ExpandedObject[] = [];
  let last = '';
  let room = maxTimesText;
  for (;;) {
    const { rows } = await sql<{ key: string; text: string }>`
      select href as key, content as text from outside_objects
      where company_id = ${companyId} and outside_calendar_id = ${id} and content <> '' and href > ${last}
      order by href limit ${perPage}`.execute(db);
    const objects = rows.filter(({ key }) => !isRead.has(key));
    for (const one of await expandObjects({ ...job, objects }, { signal, room })) {
      all.push(one);
      room -= one.busy.length;
    }
    const end = rows.at(-1);
    if (!end || rows.length < perPage) return all;
    last = end.key;
  }
}
