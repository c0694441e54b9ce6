// Stores the reading of an outside calendar in one transaction: its objects, the times that they take, and the token
// that belongs to them. A reading whose claim is over stores nothing.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { replaceOutsideTimes } from '#server/booking/outside-times/replace-outside-times.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { askedPause } from '#server/links/outside/client/asked-pause.ts';
import type { ReadChanges } from '#server/links/outside/client/read-objects.ts';
import type { ReadingFailed } from '#server/links/outside/client/why-failed.ts';
import type { ExpandedObject } from '#server/links/outside/expand/expand-all.ts';
import { type OwnEntry, storeOwn } from '#server/links/outside/write/store-own.ts';
import { type ClaimedCalendar, isWritten } from './claim-round.ts';
import { LostClaim } from './lost-claim.ts';
import { notifyOfOverlaps } from './notify-of-overlaps.ts';
import { waitForPerson } from './wait-for-person.ts';

interface Reading {
  /** Objects that were read, and their ETags by their keys. */
  expanded: readonly ExpandedObject[];
  etags: ReadonlyMap<string, string>;
  /** Stored objects that were worked out again. */
  again: readonly ExpandedObject[];
  removed: readonly string[];
  /** Entries that Daybook has written, as they were read. */
  own: readonly OwnEntry[];
  expandedFor: string;
  /** Undefined when the server has nothing new. */
  changes: ReadChanges | undefined;
  /** So many objects are missing that another list has to agree. */
  fewer: boolean;
}

/** Minutes between two readings, and how much earlier or later each may be. */
const pauses = { caldav: { minutes: 5, jitter: 1 }, ics: { minutes: 15, jitter: 3 } };
const maxPause = 60;
/** Rows of one statement: those of a series of each day are long, and are written as JSON at once. */
const perStatement = 100;

export async function storeRound(context: ServiceContext, claimed: ClaimedCalendar, reading: Reading): Promise<void> {
  const { changes, fewer } = reading;
  await transaction(context, async (tx) => {
    await writeObjects(tx.db, claimed, reading);
    const isOther = reading.expanded.length + reading.again.length + reading.removed.length > 0;
    const times = isOther ? await timesOf(tx.db, claimed) : undefined;
    // From here on bookings in this calendar wait.
    await lockCalendar(tx.db, claimed.calendarId);
    const now = tx.clock.now();
    const { rows } = await sql`
      update outside_calendars c set ${isWritten(claimed) ? sql`` : sql`claim = null, claimed_until = null,`} last_read_at = ${now}, expanded_for = ${reading.expandedFor},
        due_at = ${dueAfter(now, fewer ? 10 : pauseOf(claimed))},
        fewer_since = ${fewer ? (claimed.fewerSince ?? now) : null},
        reason = ${fewer ? 'fewer' : null}, status = null,
        failing_since = ${fewer ? (claimed.failingSince ?? now) : null},
        notified_at = ${fewer ? sql`notified_at` : null}, mailed_at = ${fewer ? sql`mailed_at` : null},
        accepts_removals = false,
        change_token = ${changes && !fewer ? changes.token : claimed.changeToken},
        change_tag = ${changes && !fewer ? changes.tag : claimed.changeTag}
      where c.company_id = ${claimed.companyId} and c.id = ${claimed.id} and c.claim = ${claimed.claim} and c.reads = ${claimed.reads}
      returning c.id`.execute(tx.db);
    if (rows.length === 0) throw new LostClaim();
    await storeOwn(tx.db, claimed, reading);
    if (times) {
      const { companyId, calendarId, id } = claimed;
      const source = { companyId, calendarId, sourceId: id };
      if (await replaceOutsideTimes(tx.db, { ...source, times })) await notifyOfOverlaps(tx, source);
    }
    await addRound(tx, claimed, {
      listed: changes?.listed ?? 0,
      changed: reading.expanded.length,
      removed: reading.removed.length,
      reason: fewer ? 'fewer' : null,
    });
  }).catch((error: unknown) => {
    // The person has changed its settings meanwhile, or another reader has it.
    if (!(error instanceof LostClaim)) throw error;
  });
}

/** Nothing that was read before is touched. */
export async function storeFailure(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  failed: ReadingFailed,
): Promise<void> {
  const { reason, status = null } = failed;
  await transaction(context, async (tx) => {
    const now = tx.clock.now();
    const asked = askedPause(failed, now);
    const failing = claimed.failingSince ? claimed.failingSince.until(now).total('minutes') : 0;
    const pause = Math.min(maxPause, Math.max(pauseOf(claimed), failing / 2));
    const { rows } = await sql`
      update outside_calendars set claim = null, claimed_until = null, reason = ${reason}, status = ${status},
        failing_since = coalesce(failing_since, ${now}), due_at = ${dueAfter(now, pause)},
        paused_until = ${asked ? now.add(asked) : null}
      where company_id = ${claimed.companyId} and id = ${claimed.id} and claim = ${claimed.claim}
      returning id`.execute(tx.db);
    if (rows.length === 0) return;
    await waitForPerson(tx.db, claimed, failed);
    await addRound(tx, claimed, { listed: 0, changed: 0, removed: 0, reason });
  });
}

function pauseOf({ provider }: ClaimedCalendar): number {
  const { minutes, jitter } = pauses[provider];
  return minutes + (2 * Math.random() - 1) * jitter;
}

/** A reading that was asked for meanwhile follows at once. */
function dueAfter(now: Temporal.Instant, minutes: number) {
  return sql`case when due_at = 'epoch' then due_at else ${now.add({ seconds: Math.round(minutes * 60) })} end`;
}

async function writeObjects(db: Db, { companyId, id }: ClaimedCalendar, reading: Reading): Promise<void> {
  const ofCalendar = sql`company_id = ${companyId} and outside_calendar_id = ${id}`;
  const columns = sql`href text, etag text, uid text, content text, busy tstzmultirange, problem text, title text`;
  const rowsOf = (objects: readonly ExpandedObject[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(
      objects.map(({ key, isBad: _, ...object }) => ({ href: key, etag: reading.etags.get(key) ?? '', ...object })),
    )}::jsonb) as r(${columns})`;
  for (const objects of inParts(reading.expanded.filter(({ isBad }) => !isBad))) {
    await sql`
      insert into outside_objects (company_id, outside_calendar_id, href, etag, uid, content, busy, problem, title)
      select ${companyId}, ${id}, r.href, r.etag, r.uid, r.content, r.busy, r.problem, r.title from ${rowsOf(objects)}
      on conflict (company_id, outside_calendar_id, href) do update set etag = excluded.etag, uid = excluded.uid,
        content = excluded.content, busy = excluded.busy, problem = excluded.problem, title = excluded.title`.execute(
      db,
    );
  }
  for (const objects of inParts(reading.expanded.filter(({ isBad }) => isBad))) {
    // The former lines and times stay.
    await sql`
      insert into outside_objects (company_id, outside_calendar_id, href, etag, problem, title)
      select ${companyId}, ${id}, r.href, r.etag, r.problem, r.title from ${rowsOf(objects)}
      on conflict (company_id, outside_calendar_id, href) do update set etag = excluded.etag, problem = excluded.problem,
        title = excluded.title`.execute(db);
  }
  for (const objects of inParts(reading.again.filter(({ isBad }) => !isBad))) {
    await sql`
      update outside_objects o set busy = r.busy from ${rowsOf(objects)}
      where o.company_id = ${companyId} and o.outside_calendar_id = ${id} and o.href = r.href`.execute(db);
  }
  for (const hrefs of inParts(reading.removed)) {
    await sql`delete from outside_objects where ${ofCalendar} and href = any(${hrefs})`.execute(db);
  }
}

function inParts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / perStatement) }, (_, part) =>
    all.slice(part * perStatement, (part + 1) * perStatement),
  );
}

async function timesOf(
  db: Db,
  { companyId, id }: ClaimedCalendar,
): Promise<{ start: Temporal.Instant; end: Temporal.Instant }[]> {
  const { rows } = await sql<{ start: Temporal.Instant; end: Temporal.Instant }>`
    select lower(r.part) as start, upper(r.part) as end from (
      select unnest(range_agg(busy)) as part from outside_objects
      where company_id = ${companyId} and outside_calendar_id = ${id}) r`.execute(db);
  return rows;
}

async function addRound(
  { db, clock }: ServiceContext,
  { companyId, id }: ClaimedCalendar,
  round: { listed: number; changed: number; removed: number; reason: string | null },
): Promise<void> {
  await sql`
    insert into outside_rounds (company_id, id, outside_calendar_id, created_at, listed, changed, removed, reason)
    values (${companyId}, ${randomUUIDv7()}, ${id}, ${clock.now()}, ${round.listed}, ${round.changed}, ${round.removed}, ${round.reason})`.execute(
    db,
  );
}
