// Fills a demo calendar like a real one: appointments, requests, lunches, meetings, a day off.
import { type Interval, merged, without } from '#server/booking/availability/intervals.ts';
import { openingHours, type Schedule } from '#server/booking/availability/open-intervals.ts';
import { localDay, MINUTE, startOfDay, weekdayOf } from '#server/booking/availability/zone.ts';
import type { Random } from './random.ts';

export interface FillOptions {
  /** The person's places of work; at most one of them is open on a day. All in one time zone. */
  works: { locationId: string; schedule: Schedule; hasLunchBreak: boolean }[];
  services: { id: string; name: string; minutes: number; price: number; before: number; after: number }[];
  /** Returns the id of the next customer. */
  nextContact(): string;
  /** 1 is average. */
  demand: number;
  /** Whether a whole day of the third week from now is off. */
  hasTimeOff: boolean;
  /** Epoch milliseconds. */
  now: number;
  random: Random;
}

export interface FilledEvent extends Interval {
  locationId: string;
  /** Minutes blocked before and after it. */
  before: number;
  after: number;
  title: string;
  type: 'primary' | 'success' | 'info' | 'warning' | 'danger' | 'inverse';
  status: 'requested' | 'confirmed' | 'cancelled';
  /** The author: a visitor through a service, the person, or the head of the company (for all). */
  madeBy: 'visitor' | 'self' | 'lead';
  serviceId: string | null;
  price: number;
  contactId: string | null;
  /** The dates of an all-day event: the first, and the day after the last. */
  dates: [first: string, after: string] | undefined;
  created: number;
}

const historyDays = 364;
const daysBack = 14;
const daysAhead = 21;
const quarter = 15 * MINUTE;

const staffMade: { title: string; type: FilledEvent['type']; minutes: number }[] = [
  { title: 'Telephone appointment', type: 'primary', minutes: 30 },
  { title: 'Walk-in', type: 'primary', minutes: 45 },
  { title: 'Supplier visit', type: 'warning', minutes: 30 },
  { title: 'Call back', type: 'warning', minutes: 15 },
  { title: 'Paperwork', type: 'inverse', minutes: 45 },
  { title: 'Out of the house', type: 'danger', minutes: 60 },
];

/**
 * Events from two weeks back to three weeks ahead, about 60 % full, in opening hours, on quarters of an hour, without
 * overlaps, in order; before them some visits of the past year, for the history of the customers.
 */
export function fillCalendar(options: FillOptions): FilledEvent[] {
  const zone = options.works[0]?.schedule.timeZone;
  if (!zone) return [];
  const today = localDay(zone, options.now);
  const openings = options.works.map((work) => ({ ...work, openOn: openingHours(work.schedule) }));
  let away = options.hasTimeOff ? today + 16 : Number.POSITIVE_INFINITY;
  let metInWeek = Number.NaN;
  const reservedFor = new Set<string>();
  const events: FilledEvent[] = [];
  for (let day = today - historyDays; day < today - daysBack; day++) {
    const work = openings.find(({ openOn }) => openOn(day).length > 0);
    const [open] = work?.openOn(day) ?? [];
    if (!work || !open || !options.random.chance(0.12)) continue;
    const event = eventWithin(options, work.locationId, open);
    if (event?.contactId) events.push(event);
  }
  for (let day = today - daysBack; day <= today + daysAhead; day++) {
    const work = openings.find(({ openOn }) => openOn(day).length > 0);
    if (!work) continue;
    if (day >= away) {
      events.push(dayAway(options, work.locationId, zone, day));
      away = Number.POSITIVE_INFINITY;
      continue;
    }
    const open = work.openOn(day);
    const fixed: FilledEvent[] = [];
    const week = day - weekdayOf(day);
    if (week !== metInWeek) fixed.push(...meeting(options, work.locationId, open));
    metInWeek = week;
    if (!work.hasLunchBreak) fixed.push(...lunch(options, work.locationId, open));
    const fullness = Math.min(0.92, usualFullness(day - today) * options.demand);
    const reserved = day >= today + 7 && !reservedFor.has(work.locationId) ? [lastOf(open)] : [];
    if (reserved.length) reservedFor.add(work.locationId);
    const rest = without(open, merged([...fixed, ...reserved]));
    events.push(
      ...[...fixed, ...rest.flatMap((free) => fill(options, work.locationId, free, fullness))].sort(
        (a, b) => a.start - b.start,
      ),
    );
  }
  return events;
}

/**
 * The end of a day's opening hours: left free once at every place, for every person to have a free time within two
 * weeks.
 */
function lastOf(open: readonly Interval[]): Interval {
  const last = open.at(-1) ?? { start: 0, end: 0 };
  return { start: Math.max(last.start, last.end - 90 * MINUTE), end: last.end };
}

/** The nearer a day, the fuller. Gaps at the end of a day leave calendars somewhat emptier than this. */
function usualFullness(daysFromToday: number): number {
  if (daysFromToday < 0) return 0.88;
  if (daysFromToday < 7) return 0.84;
  return daysFromToday < 14 ? 0.76 : 0.6;
}

function fill(options: FillOptions, locationId: string, free: Interval, fullness: number): FilledEvent[] {
  const { random, services } = options;
  const events: FilledEvent[] = [];
  const usual = services.length ? services.reduce((sum, service) => sum + service.minutes, 0) / services.length : 40;
  const gap = 30;
  // The probability of an appointment, else a gap, that yields the given fullness.
  const often = (fullness * gap) / (usual * (1 - fullness) + fullness * gap);
  let cursor = Math.ceil(free.start / quarter) * quarter;
  while (cursor < free.end) {
    const event = random.chance(often) ? eventWithin(options, locationId, { start: cursor, end: free.end }) : undefined;
    if (!event) cursor += random.integer(1, 3) * quarter;
    else events.push(event);
    // The next event may take the time of a cancelled appointment.
    if (event && event.status !== 'cancelled') {
      cursor = Math.ceil((event.end + event.after * MINUTE) / quarter) * quarter;
    }
  }
  return events;
}

function eventWithin(options: FillOptions, locationId: string, free: Interval): FilledEvent | undefined {
  const minutes = (free.end - free.start) / MINUTE;
  const fitting = options.services.filter(
    (service) => service.before + service.minutes + service.after + 15 <= minutes,
  );
  if (fitting.length && options.random.chance(0.9)) return booking(options, fitting, locationId, free.start);
  const fittingToo = staffMade.filter((event) => event.minutes <= minutes);
  // Gaps that are too short for an appointment mostly stay free.
  const wanted = fitting.length > 0 || options.services.length === 0 || options.random.chance(0.15);
  return wanted && fittingToo.length > 0 ? ownEvent(options, fittingToo, locationId, free.start) : undefined;
}

function booking(
  options: FillOptions,
  services: FillOptions['services'],
  locationId: string,
  from: number,
): FilledEvent {
  const { random, now } = options;
  const service = random.pick(services);
  const start = Math.ceil((from + service.before * MINUTE) / quarter) * quarter;
  const isRequest = start > now && random.chance(0.05);
  const status = random.chance(0.05) ? 'cancelled' : isRequest ? 'requested' : 'confirmed';
  return {
    ...plain(options, locationId, start, service.minutes),
    title: service.name,
    type: isRequest ? 'info' : 'success',
    status,
    madeBy: 'visitor',
    serviceId: service.id,
    price: service.price,
    contactId: options.nextContact(),
    before: service.before,
    after: service.after,
  };
}

function ownEvent(options: FillOptions, kinds: typeof staffMade, locationId: string, start: number): FilledEvent {
  const { title, type, minutes } = options.random.pick(kinds);
  const withCustomer = type === 'primary';
  return {
    ...plain(options, locationId, start, minutes),
    title,
    type,
    contactId: withCustomer ? options.nextContact() : null,
  };
}

function meeting(options: FillOptions, locationId: string, open: readonly Interval[]): FilledEvent[] {
  const first = open[0];
  if (!first || first.end - first.start < 2 * 60 * MINUTE) return [];
  return [{ ...plain(options, locationId, first.start, 30), title: 'Team meeting', type: 'primary', madeBy: 'lead' }];
}

function lunch(options: FillOptions, locationId: string, open: readonly Interval[]): FilledEvent[] {
  const long = open.find(({ start, end }) => end - start >= 6 * 60 * MINUTE);
  if (!long) return [];
  return [{ ...plain(options, locationId, long.start + 4 * 60 * MINUTE, 30), title: 'Lunch', type: 'inverse' }];
}

function dayAway(options: FillOptions, locationId: string, zone: string, day: number): FilledEvent {
  const date = (at: number) => Temporal.PlainDate.from('1970-01-01').add({ days: at }).toString();
  return {
    ...plain(options, locationId, startOfDay(zone, day), 0),
    end: startOfDay(zone, day + 1),
    title: 'Training day',
    type: 'inverse',
    dates: [date(day), date(day + 1)],
  };
}

function plain({ random, now }: FillOptions, locationId: string, start: number, minutes: number): FilledEvent {
  return {
    locationId,
    start,
    end: start + minutes * MINUTE,
    before: 0,
    after: 0,
    title: '',
    type: 'primary',
    status: 'confirmed',
    madeBy: 'self',
    serviceId: null,
    price: 0,
    contactId: null,
    dates: undefined,
    created: Math.min(start - random.integer(20, 300) * 60 * MINUTE, now - random.integer(1, 90) * 60 * MINUTE),
  };
}
