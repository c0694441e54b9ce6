// One reading of an outside calendar: what changed, when it takes time, and one transaction that stores both. Failure
// closes: whatever goes wrong, the times that were read before go on blocking.
import { sql } from 'kysely';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { openAccess } from './account-secret.ts';
import type { ClaimedCalendar } from './claim-round.ts';
import type { ExpandedObject } from './expand-all.ts';
import { expandObjects, maxTimesText } from './expand-objects.ts';
import { assertSecure } from './outside-address.ts';
import { type ReadChanges, readOutsideObjects } from './read-objects.ts';
import { storeFailure, storeRound } from './store-round.ts';
import { whyFailed } from './why-failed.ts';

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
const expandVersion = 1;

/** Returns whether the calendar was read. Throws only for errors of the database. */
export async function runRound(services: Services, claimed: ClaimedCalendar, signal?: AbortSignal): Promise<boolean> {
  const context = { ...services, db: services.database.write };
  try {
    await read(context, claimed, signal);
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    const failed = whyFailed(error);
    const about = { category: 'Calendars', err: error, calendar: claimed.id };
    if (failed.reason === 'internal') services.log.error(about, 'an outside calendar was not read because of a fault');
    else services.log.debug(about, 'an outside calendar was not read');
    await storeFailure(context, claimed, failed);
    return false;
  }
}

async function read(context: ServiceContext, claimed: ClaimedCalendar, signal?: AbortSignal): Promise<void> {
  const { config, clock, publicUrl } = context;
  const access = openAccess(config, claimed.accountId, claimed.secret);
  assertSecure(new URL(access.address), access.password, config.privateHosts);
  const limits = [AbortSignal.timeout(maxReading), ...(signal ? [signal] : [])];
  const client = { ...access, allowed: config.privateHosts, signal: AbortSignal.any(limits) };
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
  const again = isOther ? await expandStored(context, claimed, job, changes, client.signal) : [];
  const texts = changes?.objects.map(({ key, text }) => ({ key, text })) ?? [];
  const expanded = await expandObjects({ ...job, objects: texts }, { signal: client.signal });
  const isDoubtful = changes !== undefined && lacksMany(claimed, changes, stored.size);
  const isConfirmed = isDoubtful && claimed.fewerSince !== null && isOld(context, claimed.fewerSince);
  const removed = changes ? [...changes.gone, ...(isDoubtful && !isConfirmed ? [] : changes.missing)] : [];
  await storeRound(context, claimed, {
    ...{ expanded, again, removed, expandedFor, changes },
    fewer: isDoubtful && !isConfirmed,
    etags: new Map(changes?.objects.map(({ key, etag }) => [key, etag])),
  });
}

/** A list that lacks most objects may come from a broken server. */
function lacksMany({ acceptsRemovals }: ClaimedCalendar, { missing, remaining }: ReadChanges, stored: number): boolean {
  return !acceptsRemovals && missing.length > doubt.min && remaining < stored / 2;
}

function isOld({ clock }: ServiceContext, since: Temporal.Instant): boolean {
  return Temporal.Instant.compare(since.add({ minutes: doubt.minutes }), clock.now()) <= 0;
}

async function etagsOf({ db }: ServiceContext, { companyId, id }: ClaimedCalendar): Promise<Map<string, string>> {
  const { rows } = await sql<{ href: string; etag: string }>`
    select href, etag from outside_objects where company_id = ${companyId} and outside_calendar_id = ${id}`.execute(db);
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
