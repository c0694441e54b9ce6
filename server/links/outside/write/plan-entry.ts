// Decides what becomes of one entry, by what is true now, and stores that before anything is sent: a process that is
// killed afterwards leaves an entry of which is known that its state is unknown.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import {
  isShownEvent,
  placeLines,
  type StaffEvent,
  staffEventColumns,
  staffItem,
  visitOfEvent,
} from '#server/links/feeds/staff-item.ts';
import { type ClaimedCalendar, claimMinutes } from '#server/links/outside/rounds/claim-round.ts';
import { LostClaim } from '#server/links/outside/rounds/lost-claim.ts';
import type { CalendarItem } from '#server/messaging/mail/icalendar.ts';
import { entryTime, meaningOf } from './read-entry.ts';

export type WrittenState = 'new' | 'sending' | 'written' | 'moved' | 'deleted';

export interface EntryPlan {
  eventId: string;
  uid: string;
  /** The path on the server. */
  href: string;
  /** Undefined: there should be no entry. */
  item: CalendarItem | undefined;
  meaning: string | undefined;
  /** No attempt has been made before. */
  isNew: boolean;
  /** The meanings that the entry may have when the person has not changed it. */
  known: string[];
}

interface Row {
  uid: string | null;
  href: string | null;
  state: WrittenState;
  wanted: string | null;
  written: string | null;
}

/** Past events are written no more, except that another time of theirs is. */
const pastHours = 24;

/** Returns undefined when nothing is to be sent. Throws `LostClaim`. */
export function planEntry(
  context: ServiceContext,
  claimed: ClaimedCalendar,
  eventId: string,
): Promise<EntryPlan | undefined> {
  return transaction(context, async (tx) => {
    const ofEntry = entryOf(claimed, eventId);
    // A change of the event waits for this lock, and marks the entry again.
    const { rows } = await sql<Row>`
      select uid, href, state, wanted, written from outside_written where ${ofEntry} and due_at is not null
        and exists (select from outside_calendars c where ${isStillClaimed(claimed)}) for update`.execute(tx.db);
    const [row] = rows;
    if (!row) {
      await assertClaim(tx.db, claimed);
      return undefined;
    }
    const uid = row.uid ?? `${eventId}@${new URL(context.publicUrl).host}`;
    const item = claimed.removesWritten ? undefined : await itemOf(tx, claimed, { eventId, uid });
    const meaning = item && meaningOf(item);
    const next = nextStep(tx, row, { item, meaning });
    if (next === 'drop') await sql`delete from outside_written where ${ofEntry}`.execute(tx.db);
    if (next === 'keep') {
      await sql`update outside_written set due_at = null, attempts = 0, reason = null, status = null
        where ${ofEntry}`.execute(tx.db);
    }
    if (next !== 'send') return undefined;
    const href = row.href ?? `${claimed.href.replace(/\/*$/, '/')}${eventId}.ics`;
    await sql`
      update outside_written set uid = ${uid}, href = ${href}, state = 'sending', wanted = ${meaning ?? row.wanted},
        due_at = ${tx.clock.now().add({ minutes: claimMinutes })} where ${ofEntry}`.execute(tx.db);
    const known = [row.written, row.wanted].filter((one) => one !== null);
    return { eventId, uid, href, item, meaning, isNew: row.state === 'new', known };
  });
}

function nextStep(
  { clock }: ServiceContext,
  { state, wanted }: Row,
  { item, meaning }: Pick<EntryPlan, 'item' | 'meaning'>,
): 'drop' | 'keep' | 'send' {
  const isThere = state !== 'new' && state !== 'deleted';
  if (!item || meaning === undefined) return isThere ? 'send' : 'drop';
  const isPast = Temporal.Instant.compare(item.end.add({ hours: pastHours }), clock.now()) < 0;
  if (state === 'new') return isPast ? 'drop' : 'send';
  if (state === 'sending') return 'send';
  const isSame = meaning === wanted || (isPast && wanted !== null && entryTime(meaning) === entryTime(wanted));
  return isSame ? 'keep' : 'send';
}

/** The event as it is now; undefined for one that is not shown, or no more in this calendar. */
async function itemOf(
  context: ServiceContext,
  { companyId, calendarId, allowedDetail: detail, language }: ClaimedCalendar,
  { eventId, uid }: { eventId: string; uid: string },
): Promise<CalendarItem | undefined> {
  const { rows } = await sql<StaffEvent>`
    select ${staffEventColumns} from events v ${visitOfEvent}
    where v.company_id = ${companyId} and v.id = ${eventId} and v.calendar_id = ${calendarId} and ${isShownEvent}
    order by p.visit_id limit 1`.execute(context.db);
  const [event] = rows;
  if (!event) return undefined;
  const places = detail === 'busy' ? undefined : await placeLines(context, companyId);
  return staffItem(event, { uid, detail, busy: translate(language, 'staffFeeds.busy'), places });
}

export function entryOf({ companyId, id }: ClaimedCalendar, eventId: string): RawBuilder<boolean> {
  return sql<boolean>`(company_id = ${companyId} and outside_calendar_id = ${id} and event_id = ${eventId})`;
}

/** Of a calendar `c`. */
export function isStillClaimed({ companyId, id, claim }: ClaimedCalendar): RawBuilder<boolean> {
  return sql<boolean>`(c.company_id = ${companyId} and c.id = ${id} and c.claim = ${claim})`;
}

/** Throws `LostClaim` when another process may have the calendar. */
export async function assertClaim(db: Db, claimed: ClaimedCalendar): Promise<void> {
  const { rows } = await sql`select from outside_calendars c where ${isStillClaimed(claimed)}`.execute(db);
  if (rows.length === 0) throw new LostClaim();
}
