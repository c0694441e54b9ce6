// Brings what is booked at a location in line with its corrected time zone, or with new rules of it: it keeps its
// instant or its wall time.
import { sql } from 'kysely';
import { blockingStatuses } from '#contract/booking/visit-states.ts';
import { takeReminders, writeReminders } from '#server/booking/notifications/renew-reminders.ts';
import { findKept, type Shift, sameWallTime } from '#server/booking/times/shifted-times.ts';
import type { Db } from '#server/db/pool.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { countVisits } from './count-visits.ts';
import { lockVisit } from './find-visit.ts';
import { type NotifiedState, notifyCustomer, readFacts } from './notify-customer.ts';

interface ZoneChange {
  locationId: string;
  from: string;
  /** The same as `from` when only the rules of the zone have changed. */
  to: string;
  /** Null while no one has said what the appointments keep. */
  keeps: 'instant' | 'wallTime' | null;
}

/**
 * Locks all calendars of the company, in the order of their ids: each can have appointments at the location. Comes
 * before the lock of the location, for which the insert of an event waits.
 */
export async function lockAllCalendars({ db, user }: SignedIn): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id::text, 0))
    from (select id from calendars where company_id = ${user.companyId} order by id) k`.execute(db);
}

/**
 * Writes the zone of the location, and moves what lies ahead there. Notifies customers whose appointment has another
 * time than they know.
 * Throws 417 with Key `VisitsKeep` and `Coming` when they show another time in the new zone and `keeps` is null.
 * An event that new rules have shifted counts as it was shown by the former ones.
 *
 * All-day events are dates, and follow the zone. An event whose wall time is taken or past then keeps its instant: the
 * refusal has named it.
 */
export async function correctZone(context: SignedIn, change: ZoneChange): Promise<void> {
  const { db, user } = context;
  const { locationId, from, to, keeps } = change;
  await lockAllCalendars(context);
  const coming = await readComing(context, locationId);
  const asked = coming.filter((one) => isShifted(one, change));
  const moved = await planMoves(context, coming, change);
  if (asked.length > 0 && keeps === null) throw questionOf(asked, change, moved);
  const changed = new Set([...asked, ...moved.map(({ event }) => event)].map(unitOf));
  // Visits in the order in which customers are notified: transactions that count mails to one address wait there.
  const visits = [...new Map(coming.flatMap((one) => (one.visitId ? [[one.visitId, one] as const] : [])))];
  const inOrder = visits.toSorted(([id, { address }], [otherId, other]) =>
    address === other.address ? (id < otherId ? -1 : 1) : address < other.address ? -1 : 1,
  );
  for (const [id] of inOrder) await lockVisit(db, { companyId: user.companyId, id });
  const before = new Map<string, NotifiedState | undefined>();
  for (const [id, { isNotified, formerOffset }] of inOrder) {
    // Notify only customers who know of the appointment.
    if (!isNotified || !changed.has(id)) continue;
    const facts = await readFacts(db, { companyId: user.companyId, id });
    before.set(id, facts && { ...facts, ...(formerOffset && { offset: formerOffset }) });
  }
  await writeZone(context, change, coming);
  await writeMoves(
    context,
    moved.filter(({ isKept }) => !isKept),
  );
  await writeVisits(
    context,
    change,
    inOrder.map(([id]) => id).filter((id) => changed.has(id)),
  );
  await countVisits(
    context,
    user.companyId,
    inOrder.map(([, { contactId }]) => contactId),
  );
  await notifyCustomers(context, { visitIds: inOrder.map(([id]) => id), changed, moved, before });
  if (asked.length > 0) {
    const what = keeps === 'wallTime' ? 'wall time' : 'instant';
    const cause = from === to ? `New rules of ${to}` : `Time zone ${from} to ${to}`;
    await audit(context, `${cause}: ${unitsOf(asked)} appointments keep their ${what}`);
  }
}

async function notifyCustomers(
  context: SignedIn,
  {
    visitIds,
    changed,
    moved,
    before,
  }: {
    visitIds: readonly string[];
    changed: ReadonlySet<string>;
    moved: readonly Move[];
    before: ReadonlyMap<string, NotifiedState | undefined>;
  },
): Promise<void> {
  const { companyId, id: by } = context.user;
  const movedUnits = new Set(moved.filter(({ isKept }) => !isKept).map(({ unit }) => unit));
  // A reminder of another start is not sent by itself.
  const staying = visitIds.filter((id) => changed.has(id) && !movedUnits.has(id));
  const reminders = await takeReminders(context, { companyId, visitIds: staying });
  for (const id of visitIds) {
    await writeReminders(context, companyId, reminders.get(id) ?? []);
    if (before.has(id)) await notifyCustomer(context, { companyId, id }, { by, before: before.get(id) });
  }
}

interface ComingEvent {
  eventId: string;
  /** Null for an event without a customer. */
  visitId: string | null;
  calendarId: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  startDate: string | null;
  endDate: string | null;
  blocks: boolean;
  occupied: [number, number][];
  name: string;
  title: string;
  address: string;
  contactId: string | null;
  isNotified: boolean;
  /** The start of its visit, or its own. */
  unitStart: Temporal.Instant;
  /** The offset by which the customer knows that start, if the zone has got other rules since. */
  formerOffset: string | null;
}

/** An all-day event is never shifted: it is a date. */
function isShifted({ startDate, startAt, formerOffset }: ComingEvent, { from, to }: ZoneChange): boolean {
  return startDate === null && !sameWallTime(startAt, formerOffset ?? from, to).equals(startAt);
}

const unitOf = ({ visitId, eventId }: ComingEvent) => visitId ?? eventId;
const unitsOf = (events: readonly ComingEvent[]) => new Set(events.map(unitOf)).size;

const occupiedMs = sql`(
  select json_agg(json_build_array((extract(epoch from lower(o)) * 1000)::bigint,
    (extract(epoch from upper(o)) * 1000)::bigint) order by lower(o)) from unnest(e.occupied) o)`;

/** Of an event `e`, and its visit `v`: null if the customer knows it by the present rules. */
export const formerOffset = sql<string | null>`case when coalesce(v.notifying, v.notified) is null then e.former_offset
  when e.former_offset is not null then coalesce(v.notifying, v.notified) ->> 'offset' end`;

/** Reads all that has not begun: visits of the location with all their events, and events without a customer. */
async function readComing({ db, user, clock }: SignedIn, locationId: string): Promise<ComingEvent[]> {
  const { rows } = await sql<ComingEvent>`
    select e.id as event_id, v.id as visit_id, e.calendar_id, e.start_at, e.end_at, e.start_date::text as start_date,
      e.end_date::text as end_date, e.blocks, ${occupiedMs} as occupied, coalesce(v.name, '') as name, e.title,
      lower(coalesce(v.e_mail, '')) as address, v.contact_id,
      coalesce(v.status <> 'held' and coalesce(v.notifying, v.notified) is not null, false) as is_notified,
      coalesce(v.start_at, e.start_at) as unit_start,
      first_value(${formerOffset}) over (partition by coalesce(v.id, e.id) order by e.start_at, e.id) as former_offset
    from events e
    left join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
    left join visits v on v.company_id = p.company_id and v.id = p.visit_id
    where e.company_id = ${user.companyId} and e.start_at > ${clock.now()} and case
      when v.id is null then e.location_id = ${locationId}
      else v.location_id = ${locationId} and v.start_at > ${clock.now()} and v.status = any(${blockingStatuses as string[]}) end
    order by unit_start, v.id, p.position, e.id`.execute(db);
  return rows;
}

interface Move extends Shift {
  event: ComingEvent;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  isKept: boolean;
}

/** The events that have another time afterwards, and those of them that cannot have it. */
async function planMoves(
  context: SignedIn,
  coming: readonly ComingEvent[],
  { from, to, keeps }: ZoneChange,
): Promise<Move[]> {
  const now = context.clock.now();
  const moves = coming
    .filter(({ startDate }) => keeps !== 'instant' || startDate !== null)
    .map((event) => moveOf(event, from, to))
    .filter(({ event, startAt, endAt }) => !startAt.equals(event.startAt) || !endAt.equals(event.endAt));
  const stuck = moves.filter(({ startAt }) => Temporal.Instant.compare(startAt, now) <= 0).map(({ unit }) => unit);
  const blocking = moves.filter(({ event }) => event.blocks);
  const fixed = blocking.length > 0 ? await readFixed(context, moves) : [];
  const kept = findKept(blocking, fixed, stuck);
  return moves.map((move) => ({ ...move, isKept: kept.has(move.unit) }));
}

function moveOf(event: ComingEvent, from: string, to: string): Move {
  const { startAt, endAt, startDate, endDate, unitStart, formerOffset, occupied } = event;
  const common = { event, unit: unitOf(event), calendarId: event.calendarId, from: occupied, isKept: false };
  if (startDate !== null && endDate !== null) {
    const midnight = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(to).toInstant();
    const [start, end] = [midnight(startDate), midnight(endDate)];
    const first = (occupied[0]?.[0] ?? 0) + ms(start.since(startAt));
    const last = (occupied.at(-1)?.[1] ?? 0) + ms(end.since(endAt));
    return { ...common, startAt: start, endAt: end, to: [[first, last]] };
  }
  // The parts of a visit keep their distances.
  const by = sameWallTime(unitStart, formerOffset ?? from, to).since(unitStart);
  const shifted = occupied.map(([first, last]) => [first + ms(by), last + ms(by)] as const);
  return { ...common, startAt: startAt.add(by), endAt: endAt.add(by), to: shifted };
}

const ms = (duration: Temporal.Duration) => duration.total('milliseconds');

/** The other events of these calendars: they stay where they are. */
async function readFixed({ db, user, clock }: SignedIn, moves: readonly Move[]) {
  const { rows } = await sql<{ calendarId: string; ranges: [number, number][] }>`
    select e.calendar_id, ${occupiedMs} as ranges from events e
    where e.company_id = ${user.companyId} and e.calendar_id = any(${[...new Set(moves.map((move) => move.calendarId))]}::uuid[])
      and e.blocks and e.end_at > ${clock.now().subtract({ hours: 48 })}
      and (e.held_until is null or e.held_until > ${clock.now()})
      and e.id <> all(${moves.map(({ event }) => event.eventId)}::uuid[])`.execute(db);
  return rows;
}

/** How many appointments the question names. */
const maxNamed = 5;

function questionOf(asked: readonly ComingEvent[], { from, to }: ZoneChange, moves: readonly Move[]): Refusal {
  const count = unitsOf(asked);
  const known = new Map(asked.map((event) => [event.eventId, event]));
  const kept = moves.filter(({ isKept, event }) => isKept && known.has(event.eventId)).map(({ event }) => event);
  const firstOfUnits = (events: readonly ComingEvent[]) =>
    [...new Map(events.toReversed().map((event) => [unitOf(event), event])).values()].toReversed();
  const named = (event: ComingEvent) => ({
    Name: event.name,
    Title: event.title,
    Start: withOffset(event.startAt, event.formerOffset ?? from),
    Instant: withOffset(event.startAt, to),
    WallTime: withOffset(moveOf(event, from, to).startAt, to),
  });
  const keptUnits = new Set(kept.map(unitOf));
  const free = asked.filter((event) => !keptUnits.has(unitOf(event)));
  return new Refusal(417, 'list.locations.coming', {
    complaints: [{ key: 'VisitsKeep', code: 'list.locations.coming', params: { number: count } }],
    details: {
      Coming: {
        Count: count,
        Example: firstOfUnits(free.length > 0 ? free : asked).map(named)[0],
        KeptCount: keptUnits.size,
        Kept: firstOfUnits(kept).slice(0, maxNamed).map(named),
      },
    },
  });
}

/** Records what customers know in the former zone, which mails of earlier releases did not. */
async function writeZone(
  { db, user, clock }: SignedIn,
  { locationId, from, to }: ZoneChange,
  coming: readonly ComingEvent[],
): Promise<void> {
  const visits = sql`v.company_id = ${user.companyId} and v.location_id = ${locationId} and v.start_at > ${clock.now()}`;
  const zone = sql`jsonb_build_object('timeZone', ${from}::text)`;
  await sql`update visits v set time_zone = ${to}, notified = ${zone} || v.notified, notifying = ${zone} || v.notifying
    where ${visits}`.execute(db);
  await sql`update locations set time_zone = ${to} where company_id = ${user.companyId} and id = ${locationId}`.execute(
    db,
  );
  await sql`update events e set time_zone = ${to}, former_offset = null where e.company_id = ${user.companyId}
    and (e.location_id = ${locationId} and e.start_at > ${clock.now()} or e.id = any(${coming.map(({ eventId }) => eventId)}::uuid[]))`.execute(
    db,
  );
}

async function writeMoves({ db, user, clock }: SignedIn, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ event }) => event.eventId);
  // One may take the time that another one leaves, and the constraint looks at each row by itself.
  await sql`update events set blocks = false where company_id = ${user.companyId} and id = any(${ids}::uuid[])`.execute(
    db,
  );
  const [starts, ends] = [moves.map((move) => String(move.startAt)), moves.map((move) => String(move.endAt))];
  const occupied = moves.map(({ to }) => `{${to.map((range) => `[${range.map(instantOf).join()})`).join()}}`);
  await sql`
    update events e set start_at = m.start_at, end_at = m.end_at, occupied = m.occupied::tstzmultirange, blocks = m.blocks,
      updated_at = ${clock.now()}
    from unnest(${ids}::uuid[], ${starts}::timestamptz[], ${ends}::timestamptz[], ${occupied}::text[],
      ${moves.map(({ event }) => event.blocks)}::boolean[]) m (id, start_at, end_at, occupied, blocks)
    where e.company_id = ${user.companyId} and e.id = m.id`.execute(db);
}

const instantOf = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toString();

/** Brings visits in line with their events. */
async function writeVisits({ db, user, clock }: SignedIn, { to }: ZoneChange, ids: readonly string[]): Promise<void> {
  await sql`
    update visits v set start_at = e.start_at, end_at = e.end_at,
      day = coalesce(e.start_date, wall_time(e.start_at, ${to})::date), sequence = v.sequence + 1,
      updated_at = ${clock.now()}
    from (
      select p.visit_id, min(e.start_at) as start_at, max(e.end_at) as end_at, min(e.start_date) as start_date
      from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
      where p.company_id = ${user.companyId} and p.visit_id = any(${ids}::uuid[]) group by p.visit_id) e
    where v.company_id = ${user.companyId} and v.id = e.visit_id`.execute(db);
  await expireLinks(db, user.companyId, ids);
}

async function expireLinks(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`update action_links a set expires_at = v.start_at from visits v
    where v.company_id = ${companyId} and v.id = any(${ids}::uuid[]) and a.company_id = v.company_id and a.visit_id = v.id`.execute(
    db,
  );
}
