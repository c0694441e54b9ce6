// Writes the appointments of a person into an outside calendar: those that are due, one after the other, in the round
// that has just read it. The claim of the round keeps other processes from writing there.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { askedPause } from '#server/links/outside/client/asked-pause.ts';
import { EntryRefused } from '#server/links/outside/client/entry-requests.ts';
import type { OutsideClient } from '#server/links/outside/client/outside-request.ts';
import { type ReadingFailed, whyFailed } from '#server/links/outside/client/why-failed.ts';
import type { ClaimedCalendar } from '#server/links/outside/rounds/claim-round.ts';
import { LostClaim } from '#server/links/outside/rounds/lost-claim.ts';
import { waitForPerson } from '#server/links/outside/rounds/wait-for-person.ts';
import { noWriteFailure } from './no-failure.ts';
import { type EntryPlan, entryOf, isStillClaimed, planEntry } from './plan-entry.ts';
import { entryTime } from './read-entry.ts';
import { type SentEntry, type Step, sendEntry } from './send-entry.ts';

/** Of one round: more follow in the next, so that holds have the calendar read meanwhile. */
const perRound = 100;
/** No further entry is begun then (ms). */
const maxWriting = 2 * 60_000;
/** A server that refuses so many entries in a row refuses all. */
const maxRefused = 5;
/** Between two attempts (minutes): twice as long after each. */
const pauses = { first: 2, max: 60 };

/** - `later`: the last attempt failed, and the next one is not due. */
type Outcome = ReadingFailed | 'written' | 'later';

/** Throws only for errors of the database, and the reason of the signal. */
export async function writeEntries(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  client: OutsideClient,
  { signal, step = () => {} }: { signal?: AbortSignal | undefined; step?: Step | undefined } = {},
): Promise<void> {
  try {
    const outcome = await writeDue(context, claimed, { client, step }).catch((error: unknown) => {
      if (error instanceof LostClaim) throw error;
      signal?.throwIfAborted();
      return whyFailed(error);
    });
    if (outcome instanceof Error) {
      const about = { category: 'Calendars', err: outcome, calendar: claimed.id };
      if (outcome.reason === 'internal')
        context.log.error(about, 'an outside calendar was not written because of a fault');
      else context.log.debug(about, 'an outside calendar was not written');
    }
    await step('finish');
    await finish(context, claimed, outcome);
  } catch (error) {
    if (!(error instanceof LostClaim)) throw error;
  }
}

async function writeDue(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  sending: { client: OutsideClient; step: Step },
): Promise<Outcome> {
  const now = context.clock.now();
  if (claimed.writeDueAt && Temporal.Instant.compare(claimed.writeDueAt, now) > 0) return 'later';
  const end = performance.now() + maxWriting;
  let inARow = 0;
  for (const eventId of await dueEvents(context, claimed)) {
    if (performance.now() > end) break;
    await sending.step('plan');
    const plan = await planEntry(context, claimed, eventId);
    if (!plan) continue;
    try {
      const sent = await sendEntry(sending, plan, { onlyUnchanged: claimed.removesWritten });
      await sending.step('store');
      await storeSent(context, claimed, { plan, sent });
      inARow = 0;
    } catch (error) {
      if (!(error instanceof EntryRefused)) throw error;
      await storeRefused(context, claimed, { plan, error });
      if (++inARow >= maxRefused) return error;
    }
  }
  return 'written';
}

/** The next appointments first. */
async function dueEvents({ db, clock }: ServiceContext, { companyId, id }: ClaimedCalendar): Promise<string[]> {
  const { rows } = await sql<{ eventId: string }>`
    select w.event_id from outside_written w
    left join events e on e.company_id = w.company_id and e.id = w.event_id
    where w.company_id = ${companyId} and w.outside_calendar_id = ${id} and w.due_at <= ${clock.now()}
    order by (e.end_at < ${clock.now()}) nulls first, e.start_at, w.event_id limit ${perRound}`.execute(db);
  return rows.map(({ eventId }) => eventId);
}

async function storeSent(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  { plan: { eventId, meaning }, sent }: { plan: EntryPlan; sent: SentEntry },
): Promise<void> {
  await transaction(context, async ({ db, clock }) => {
    await lockClaim(db, claimed);
    const ofEntry = entryOf(claimed, eventId);
    if (sent === 'gone') {
      // Marked again meanwhile: as one that was never written.
      await sql`delete from outside_written where ${ofEntry} and due_at <> 'epoch'`.execute(db);
      await sql`update outside_written set state = 'new', uid = null, href = null, etag = null, wanted = null, written = null,
        attempts = 0, reason = null, status = null where ${ofEntry}`.execute(db);
    } else if (sent === 'left') {
      await sql`update outside_written set state = 'moved', due_at = null, notified_at = ${clock.now()}
        where ${ofEntry}`.execute(db);
    } else {
      const { href, etag, written } = sent;
      // The server rewrites titles; another time is one that the person has chosen meanwhile.
      const isMoved = meaning !== undefined && entryTime(written) !== entryTime(meaning);
      await sql`update outside_written set state = ${isMoved ? 'moved' : 'written'}, href = ${href}, etag = ${etag},
        written = ${isMoved ? (meaning ?? null) : written}, attempts = 0, reason = null, status = null, notified_at = null,
        due_at = case when due_at = 'epoch' then due_at end where ${ofEntry}`.execute(db);
      await sql`update outside_calendars c set last_written_at = ${clock.now()} where ${isStillClaimed(claimed)}`.execute(
        db,
      );
    }
  });
}

async function storeRefused(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  { plan: { eventId }, error: { reason, status } }: { plan: EntryPlan; error: EntryRefused },
): Promise<void> {
  await transaction(context, async ({ db, clock }) => {
    await lockClaim(db, claimed);
    const now = clock.now();
    await sql`
      update outside_written set attempts = attempts + 1, reason = ${reason}, status = ${status ?? null},
        due_at = case when due_at = 'epoch' then due_at
          else ${now}::timestamptz + make_interval(mins => least(${pauses.max}, ${pauses.first} * 2 ^ least(attempts, 10))::int) end
      where ${entryOf(claimed, eventId)}`.execute(db);
  });
}

/** Gives the calendar back. */
async function finish(context: ServiceContext, claimed: ClaimedCalendar, outcome: Outcome): Promise<void> {
  await transaction(context, async ({ db, clock }) => {
    await lockClaim(db, claimed);
    const now = clock.now();
    const { companyId, id } = claimed;
    const ofCalendar = sql`w.company_id = ${companyId} and w.outside_calendar_id = ${id}`;
    if (outcome instanceof Error) {
      // The entry whose attempt has failed waits no longer than the others.
      await sql`update outside_written w set due_at = ${now}
        where ${ofCalendar} and w.state = 'sending' and w.attempts = 0 and w.due_at > ${now}`.execute(db);
      const since = claimed.writeFailingSince ?? now;
      const minutes = Math.min(pauses.max, Math.max(pauses.first, since.until(now).total('minutes')));
      const pause = askedPause(outcome, now);
      await sql`
        update outside_calendars c set write_reason = ${outcome.reason}, write_status = ${outcome.status ?? null},
          write_failing_since = ${since}, write_due_at = ${now.add({ seconds: Math.round(minutes * 60) })},
          paused_until = ${pause ? now.add(pause) : null}
        where ${isStillClaimed(claimed)}`.execute(db);
      await waitForPerson(db, claimed, outcome);
    } else if (outcome === 'written') {
      await sql`
        update outside_calendars c set ${noWriteFailure}
        where ${isStillClaimed(claimed)}`.execute(db);
    }
    const isDone = sql`not exists (select from outside_written w where ${ofCalendar} and w.due_at is not null)`;
    const hasMore = sql`exists (select from outside_written w where ${ofCalendar} and w.due_at <= ${now})`;
    await sql`
      update outside_calendars c set claim = null, claimed_until = null, removes_written = removes_written and not ${isDone},
        due_at = case when ${outcome === 'written'} and ${hasMore} then 'epoch' else due_at end
      where ${isStillClaimed(claimed)}`.execute(db);
  });
}

/** Calendars are locked before their entries, as where events are changed. */
async function lockClaim(db: ServiceContext['db'], claimed: ClaimedCalendar): Promise<void> {
  const { rows } = await sql`
    select from outside_calendars c where ${isStillClaimed(claimed)} for no key update`.execute(db);
  if (rows.length === 0) throw new LostClaim();
}
