// Explains to staff why visitors cannot book a time of a calendar.
import { sql } from 'kysely';
import type { calendars, NotFreeTime } from '#contract/booking/calendar.ts';
import { type NotFreeReason, notFreeReasons } from '#contract/booking/not-free.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { whyNotFree, workOf } from '#server/booking/availability/free-slots.ts';
import { type Interval, merged } from '#server/booking/availability/intervals.ts';
import { openIntervals } from '#server/booking/availability/open-intervals.ts';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import { findCalendar, type UsableCalendar } from '#server/booking/times/find-calendar.ts';
import { withBuffers } from '#server/booking/times/find-taken.ts';
import { occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { mayUseEvent } from '#server/booking/times/may-use.ts';
import { instantsIn } from '#server/booking/times/open-times.ts';
import { type Bookable, loadPlaces } from '#server/booking/times/schedule.ts';
import { choiceIn, instantMs, servicesOf } from '#server/booking/times/slots-for-visitors.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { withOffset } from '#server/lib/with-offset.ts';

type Place = Bookable & { isPublic: boolean };

/**
 * Returns the reasons for the length and the rules of the services, in a row. Throws 404 for calendars and services
 * that the caller may not use, 417 for options that cannot be booked.
 */
export async function getWhyNotFree(
  context: SignedIn,
  input: Parsed<typeof calendars.getWhyNotFree>,
): Promise<NotFreeTime> {
  const { db, user, clock, config } = context;
  const calendar = await findCalendar(db, user, input.calendarId);
  if (!calendar) throw notFound();
  const serviceIds = servicesOf(input);
  const names = await namesOf(context, serviceIds);
  const start = instantMs(input.start);
  // Without any, the first variant of each counts.
  const choice = input.optionIds && choiceIn(input.optionIds);
  const places = await loadPlaces(db, calendar, {
    ...{ serviceIds, choice, minutes: config.eventMinutes, from: start, to: start + 1, now: clock.now() },
  });
  const answers = places.map((place) => ({ place, reasons: reasonsAt(place, serviceIds, start) }));
  const [best] = answers.sort((one, other) => one.reasons.length - other.reasons.length);
  if (!best) return withoutPlace(context, calendar);
  const { schedule, rules } = best.place.availability;
  const local = (at: Temporal.Instant) => at.toZonedDateTimeISO(schedule.timeZone).toPlainDate();
  const day = local(Temporal.Instant.fromEpochMilliseconds(start));
  const midnight = (date: Temporal.PlainDate) => date.toZonedDateTime(schedule.timeZone).epochMilliseconds;
  const offered = new Set(best.place.services.map(({ id }) => id));
  return {
    reasons: best.reasons,
    timeZone: schedule.timeZone,
    minutes: rules.minutes,
    notOffered: serviceIds.flatMap((id) => (offered.has(id) ? [] : [names.get(id) ?? ''])),
    noticeMinutes: rules.noticeMinutes,
    lastDay: local(clock.now()).add({ days: rules.horizonDays }).toString(),
    stepMinutes: rules.stepMinutes,
    open: openIntervals(schedule, midnight(day), midnight(day.add({ days: 1 }))).map(instantsIn(schedule.timeZone)),
    others: await eventsInTheWay(context, calendar, best.place, start),
    outside: outsideInTheWay(best.place, start),
  };
}

function reasonsAt({ isPublic, services, availability }: Place, serviceIds: string[], start: number): NotFreeReason[] {
  const isOffered = services.length === serviceIds.length;
  const reasons: NotFreeReason[] = whyNotFree(availability, start);
  if (!isPublic) reasons.push('notPublic');
  if (!isOffered) reasons.push('notOffered');
  return notFreeReasons.filter((reason) => reasons.includes(reason));
}

/** A person who works nowhere offers nothing. */
function withoutPlace({ clock, config }: SignedIn, { timeZone }: UsableCalendar): NotFreeTime {
  return {
    ...{ reasons: ['notPublic'], timeZone, minutes: config.eventMinutes, notOffered: [], noticeMinutes: 0 },
    lastDay: clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    ...{ stepMinutes: config.eventMinutes, open: [], others: [], outside: [] },
  };
}

async function namesOf({ db, user }: SignedIn, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < new Set(ids).size) throw notFound();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** When the person is busy elsewhere during a part of the time, buffers included. */
function outsideInTheWay({ availability: { rules, outside, schedule } }: Place, start: number): NotFreeTime['outside'] {
  const work = workOf(rules).map((part) => ({ start: start + part.start, end: start + part.end }));
  const meets = ({ start: from, end: to }: Interval) => work.some((part) => from < part.end && to > part.start);
  return merged(outside).filter(meets).map(instantsIn(schedule.timeZone));
}

/** The events that take a part of the time, buffers included. */
async function eventsInTheWay(
  { db, user, clock }: SignedIn,
  calendar: UsableCalendar,
  { availability: { rules } }: Place,
  start: number,
): Promise<NotFreeTime['others']> {
  const range = occupiedTime(start, start + rules.minutes * 60_000, rules);
  const { rows } = await sql<{
    id: string;
    title: string;
    name: string;
    startAt: Temporal.Instant;
    endAt: Temporal.Instant;
    timeZone: string;
  }>`
    select v.id, v.title, v.name, v.start_at, v.end_at, v.time_zone
    from calendars k cross join lateral ${eventsBetween(...withBuffers(range), 'appointments')} v
    where k.company_id = ${calendar.companyId} and k.id = ${calendar.id} and ${mayUseEvent(user)}
      and v.blocks and v.occupied && ${range}::tstzmultirange
      and (v.held_until is null or v.held_until > ${clock.now()})
    order by v.start_at, v.id limit 10`.execute(db);
  return rows.map(({ id, title, name, startAt, endAt, timeZone }) => {
    return { id, title, name, start: withOffset(startAt, timeZone), end: withOffset(endAt, timeZone) };
  });
}
