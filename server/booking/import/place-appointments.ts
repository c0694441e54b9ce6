// Gives imported appointments their lanes: one that overlaps another stands beside it and is listed, as is one over a
// time when the person is busy elsewhere.
import { sql } from 'kysely';
import type { Interval } from '#server/booking/availability/intervals.ts';
import { listOutside } from '#server/booking/outside-times/outside-times.ts';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import { occupiedTime } from '#server/booking/times/lock-calendar.ts';
import type { Db } from '#server/db/pool.ts';
import { rowsByIds } from '#server/lib/sql/rows-by-ids.ts';
import type { PlannedAppointment } from './plan-appointments.ts';

/** A time that an event takes in a lane of a calendar (ms). */
export interface Taken {
  eventId: string;
  calendarId: string;
  lane: number;
  from: number;
  to: number;
  /** When it begins, without its buffer. */
  start: number;
  /** The customer, else the title. */
  name: string;
  visitId: string | null;
}

export interface Placed {
  appointment: PlannedAppointment;
  lane: number;
  occupied: string;
  bufferBefore: number;
  bufferAfter: number;
  /** An event at the same time. */
  beside: Taken | undefined;
  /** The person is busy elsewhere. */
  isOverOutside: boolean;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The times that events of these calendars take around the appointments. Expired holds do not count. */
export async function readTaken(
  db: Db,
  companyId: string,
  appointments: readonly PlannedAppointment[],
  now: Temporal.Instant,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const { calendarId, from, to } of calendarsOf(appointments)) {
    const [first, last] = [from - dayMs, to + dayMs].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
    const { rows } = await sql<Omit<Taken, 'calendarId' | 'visitId'>>`
      select v.id as event_id, v.lane, v.title as name, extract(epoch from v.start_at)::double precision * 1000 as start,
        extract(epoch from lower(o.range))::double precision * 1000 as "from",
        extract(epoch from upper(o.range))::double precision * 1000 as "to"
      from (select ${companyId}::uuid as company_id, ${calendarId}::uuid as id) k
      cross join lateral ${eventsBetween(sql`${first}`, sql`${last}`)} v
      cross join lateral unnest(v.occupied) as o(range)
      where v.blocks and (v.held_until is null or v.held_until > ${now})`.execute(db);
    taken.push(...rows.map((row) => ({ ...row, calendarId, visitId: null })));
  }
  return withVisits(db, companyId, taken);
}

/** When people are busy elsewhere during the appointments, by calendar. */
export async function readOutside(
  db: Db,
  companyId: string,
  appointments: readonly PlannedAppointment[],
): Promise<Map<string, Interval[]>> {
  const outside = new Map<string, Interval[]>();
  for (const { calendarId, from, to } of calendarsOf(appointments)) {
    outside.set(calendarId, await listOutside(db, { companyId, calendarId }, { from, to }));
  }
  return outside;
}

function calendarsOf(appointments: readonly PlannedAppointment[]) {
  return [...Map.groupBy(appointments, (one) => one.calendarId)].map(([calendarId, own]) => ({
    calendarId,
    from: Math.min(...own.map(({ start }) => start.epochMilliseconds)),
    to: Math.max(...own.map(({ end }) => end.epochMilliseconds)),
  }));
}

/** Adds visits and the names of their customers. Each table is read by ids alone, as in read-stored.ts. */
async function withVisits(db: Db, companyId: string, taken: readonly Taken[]): Promise<Taken[]> {
  if (taken.length === 0) return [];
  const eventIds = [...new Set(taken.map(({ eventId }) => eventId))];
  const parts = await rowsByIds(db, 'visitParts', ['eventId', 'visitId'], { companyId, ids: eventIds, key: 'eventId' });
  const visitOf = new Map(parts.map(({ eventId, visitId }) => [eventId, visitId]));
  const visits = await rowsByIds(db, 'visits', ['id', 'name'], { companyId, ids: [...new Set(visitOf.values())] });
  const nameOf = new Map(visits.map(({ id, name }) => [id, name]));
  return taken.map((one) => {
    const visitId = visitOf.get(one.eventId) ?? null;
    return { ...one, visitId, name: (visitId && nameOf.get(visitId)) || one.name };
  });
}

/**
 * Places appointments beside `taken`, which grows by them. Buffers take at most the time that is there: in the former
 * program, appointments could follow each other at once.
 */
export function placeAppointments(
  appointments: readonly PlannedAppointment[],
  taken: Taken[],
  outside: ReadonlyMap<string, readonly Interval[]>,
): Placed[] {
  const neighbours = appointments.map((one) => ({ calendarId: one.calendarId, eventId: one.eventId, ...rawTime(one) }));
  return appointments.map((appointment) => {
    const { eventId, calendarId, row } = appointment;
    const { from: start, to: end } = rawTime(appointment);
    const others = taken.filter((one) => one.calendarId === calendarId && one.eventId !== eventId);
    let [before, after] = [Infinity, Infinity];
    for (const list of [others, neighbours]) {
      for (const one of list) {
        if (one.calendarId !== calendarId || one.eventId === eventId) continue;
        if (one.to <= start) before = Math.min(before, Math.floor((start - one.to) / minuteMs));
        if (one.from >= end) after = Math.min(after, Math.floor((one.from - end) / minuteMs));
      }
    }
    const bufferBefore = Math.min(appointment.bufferBefore, before);
    const bufferAfter = Math.min(appointment.bufferAfter, after);
    const { pauseStart, pauseMinutes } = appointment;
    const around = { bufferBefore, bufferAfter, pauseStart, pauseMinutes };
    const ranges = rangesOf(start, end, around);
    const overlapping = others.filter((one) => ranges.some(({ from, to }) => one.from < to && from < one.to));
    const lanes = new Set(overlapping.map(({ lane }) => lane));
    let lane = 0;
    while (lanes.has(lane)) lane++;
    const name = row.customer?.name || appointment.title;
    for (const range of ranges) taken.push({ eventId, calendarId, lane, ...range, start, name, visitId: null });
    const occupied = occupiedTime(start, end, around);
    const own = rangesOf(start, end, { ...around, bufferBefore: 0, bufferAfter: 0 });
    return {
      ...{ appointment, lane, occupied, bufferBefore, bufferAfter },
      beside: lane > 0 ? overlapping[0] : undefined,
      isOverOutside: (outside.get(calendarId) ?? []).some((one) =>
        own.some(({ from, to }) => one.start < to && from < one.end),
      ),
    };
  });
}

function rawTime({ start, end }: PlannedAppointment): { from: number; to: number } {
  return { from: start.epochMilliseconds, to: end.epochMilliseconds };
}

type Around = Pick<PlannedAppointment, 'bufferBefore' | 'bufferAfter' | 'pauseStart' | 'pauseMinutes'>;

/** As `occupiedTime` has them. */
function rangesOf(start: number, end: number, { bufferBefore, bufferAfter, pauseStart, pauseMinutes }: Around) {
  const [first, last] = [start - bufferBefore * minuteMs, end + bufferAfter * minuteMs];
  const rests = start + (pauseStart ?? 0) * minuteMs;
  const resumes = rests + (pauseMinutes ?? 0) * minuteMs;
  if (pauseStart === null || !pauseMinutes || resumes >= end) return [{ from: first, to: last }];
  return [
    { from: first, to: rests },
    { from: resumes, to: last },
  ];
}
