// Tests of free times by example; free-slots.oracle.test.ts covers all other cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Availability, firstFreeSlot, freeSlots, isBookable, nearestFree, type SlotRules } from './free-slots.ts';
import type { Interval } from './intervals.ts';
import { openIntervals, type Schedule, type WallInterval } from './open-intervals.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const WEEK = [1, 2, 3, 4, 5, 6, 7];
const at = (local: string, zone = 'Europe/Berlin') =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const hours = (start: string, end: string): WallInterval => ({ start, end });
const daily = (...open: WallInterval[]) => WEEK.flatMap((weekday) => open.map((wall) => ({ weekday, ...wall })));

interface Options {
  zone?: string;
  open?: WallInterval[];
  schedule?: Partial<Schedule>;
  rules?: Partial<SlotRules>;
  occupied?: Interval[];
  outside?: Interval[];
  now?: string;
}

function availability({ zone = 'Europe/Berlin', open = [hours('09:00', '12:00')], ...options }: Options): Availability {
  return {
    schedule: { timeZone: zone, weekly: daily(...open), breaks: [], overrides: [], ...options.schedule },
    rules: {
      minutes: 60,
      stepMinutes: 60,
      bufferBefore: 0,
      bufferAfter: 0,
      noticeMinutes: 0,
      horizonDays: 365,
      ...options.rules,
    },
    occupied: options.occupied ?? [],
    outside: options.outside ?? [],
    now: at(options.now ?? '2026-03-01T00:00', zone),
  };
}

function wholeDay(date: string, zone = 'Europe/Berlin'): { from: number; to: number } {
  const day = Temporal.PlainDate.from(date);
  const startOf = (each: Temporal.PlainDate) => each.toZonedDateTime(zone).epochMilliseconds;
  return { from: startOf(day), to: startOf(day.add({ days: 1 })) };
}

/** The starts offered on a date, as the clock and its offset show them. */
function offered(date: string, options: Options): string[] {
  const input = { ...availability(options), ...wholeDay(date, options.zone) };
  return freeSlots(input).map(({ start }) => wallClock(start, options.zone));
}

function wallClock(instant: number, zone = 'Europe/Berlin'): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return `${zoned.toPlainTime().toString({ smallestUnit: 'minute' })}${zoned.offset}`;
}

/** The open intervals of a date: their start as the clock shows it, and their elapsed time. */
function opened(date: string, options: Options): string[] {
  const { from, to } = wholeDay(date, options.zone);
  return openIntervals(availability(options).schedule, from, to).map(
    ({ start, end }) => `${wallClock(start, options.zone)} ${(end - start) / MINUTE} min`,
  );
}

test('slots are stepped from the start of the opening and end within it', () => {
  assert.deepEqual(offered('2026-05-04', { open: [hours('09:10', '12:00')], rules: { stepMinutes: 45 } }), [
    '09:10+02:00',
    '09:55+02:00',
    '10:40+02:00',
  ]);
});

test('slots restart after a break, and none overlaps it', () => {
  const breaks = daily(hours('10:30', '10:50'));
  assert.deepEqual(offered('2026-05-04', { schedule: { breaks } }), ['09:00+02:00', '10:50+02:00']);
});

test('openings that touch or overlap form one opening', () => {
  const open = [hours('10:00', '11:00'), hours('09:00', '10:00'), hours('10:30', '11:30')];
  assert.deepEqual(opened('2026-05-04', { open }), ['09:00+02:00 150 min']);
  assert.deepEqual(offered('2026-05-04', { open, rules: { minutes: 90 } }), ['09:00+02:00', '10:00+02:00']);
});

test('an occupied time is never offered, and adjacent ones are', () => {
  const occupied = [{ start: at('2026-05-04T10:00'), end: at('2026-05-04T11:00') }];
  assert.deepEqual(offered('2026-05-04', { occupied }), ['09:00+02:00', '11:00+02:00']);
});

test('booking offered slots until none is left never produces an overlap', () => {
  const occupied: Interval[] = [];
  const rules = { minutes: 25, stepMinutes: 10, bufferBefore: 5, bufferAfter: 10 };
  for (;;) {
    const input = availability({ rules, occupied });
    const slots = freeSlots({ ...input, from: at('2026-05-04T00:00'), to: at('2026-05-05T00:00') });
    const slot = slots[Math.floor(slots.length / 2)];
    if (!slot) break;
    const held = { start: slot.start - 5 * MINUTE, end: slot.end + 10 * MINUTE };
    assert.ok(occupied.every((other) => other.end <= held.start || held.end <= other.start));
    occupied.push(held);
  }
  assert.ok(occupied.length >= 3, `${occupied.length} bookings`);
});

test('buffers are free of other events and may lie outside the opening', () => {
  const occupied = [{ start: at('2026-05-04T10:50'), end: at('2026-05-04T11:00') }];
  const open = [hours('09:00', '13:00')];
  assert.deepEqual(offered('2026-05-04', { open, occupied, rules: { bufferBefore: 15, bufferAfter: 15 } }), [
    '09:00+02:00',
    '12:00+02:00',
  ]);
  assert.deepEqual(offered('2026-05-04', { open, occupied, rules: { bufferBefore: 0, bufferAfter: 0 } }), [
    '09:00+02:00',
    '11:00+02:00',
    '12:00+02:00',
  ]);
});

test('an event that starts long before the first slot blocks it while it lasts', () => {
  const occupied = [
    { start: at('2026-05-04T10:00'), end: at('2026-05-04T10:00') },
    { start: at('2026-05-04T09:15'), end: at('2026-05-04T09:30') },
    { start: at('2026-04-01T00:00'), end: at('2026-05-04T11:00') },
  ];
  assert.deepEqual(offered('2026-05-04', { occupied }), ['11:00+02:00']);
});

test('notice is elapsed time from now, to the millisecond', () => {
  const options: Options = { now: '2026-05-04T08:00', rules: { noticeMinutes: 120 } };
  assert.deepEqual(offered('2026-05-04', options), ['10:00+02:00', '11:00+02:00']);
  assert.deepEqual(offered('2026-05-04', { ...options, now: '2026-05-04T08:00:00.001' }), ['11:00+02:00']);
});

test('the horizon counts calendar dates of the location: the whole last date is offered, the next is not', () => {
  const options: Options = { now: '2026-05-04T23:59', rules: { horizonDays: 2 } };
  assert.deepEqual(offered('2026-05-06', options), ['09:00+02:00', '10:00+02:00', '11:00+02:00']);
  assert.deepEqual(offered('2026-05-07', options), []);
});

test('the window limits the starts of slots, not their ends', () => {
  const input = { ...availability({}), from: at('2026-05-04T10:00'), to: at('2026-05-04T11:00') };
  assert.deepEqual(
    freeSlots(input).map(({ start }) => wallClock(start)),
    ['10:00+02:00'],
  );
  assert.deepEqual(freeSlots({ ...input, to: input.from }), []);
});

test('an override replaces the hours and the breaks of its date only', () => {
  const schedule = {
    breaks: daily(hours('10:00', '11:00')),
    overrides: [
      { date: '2026-05-04', open: [] },
      { date: '2026-05-05', open: [hours('10:00', '11:00'), hours('20:00', '21:00')] },
    ],
  };
  assert.deepEqual(offered('2026-05-04', { schedule }), []);
  assert.deepEqual(offered('2026-05-05', { schedule }), ['10:00+02:00', '20:00+02:00']);
  assert.deepEqual(offered('2026-05-06', { schedule }), ['09:00+02:00', '11:00+02:00']);
});

test('weekdays are those of the location, Monday first', () => {
  const schedule = { weekly: [{ weekday: 1, ...hours('00:00', '01:00') }] };
  const zone = 'Asia/Kathmandu';
  assert.deepEqual(offered('2026-05-04', { zone, schedule }), ['00:00+05:45']);
  assert.deepEqual(offered('2026-05-03', { zone, schedule }), []);
});

test('a day of 23 hours is 23 hours long and one of 25 is 25', () => {
  const open = [hours('00:00', '24:00')];
  const length = (date: string, zone: string) => opened(date, { zone, open })[0]?.split(' ')[1];
  assert.equal(length('2026-03-29', 'Europe/Berlin'), `${23 * 60}`);
  assert.equal(length('2026-10-25', 'Europe/Berlin'), `${25 * 60}`);
  assert.equal(length('2026-04-04', 'America/Santiago'), `${25 * 60}`);
  assert.equal(length('2026-09-06', 'America/Santiago'), `${23 * 60}`);
  assert.equal(length('2026-04-05', 'Australia/Lord_Howe'), '1470');
  assert.equal(length('2026-10-04', 'Australia/Lord_Howe'), '1410');
});

test('a time that does not exist is never offered', () => {
  assert.deepEqual(offered('2026-03-29', { open: [hours('01:00', '05:00')] }), [
    '01:00+01:00',
    '03:00+02:00',
    '04:00+02:00',
  ]);
  assert.deepEqual(offered('2026-04-24', { zone: 'Africa/Cairo', open: [hours('00:00', '02:00')] }), ['01:00+03:00']);
});

test('an opening that starts or ends at a nonexistent time is shifted by the length of the gap', () => {
  assert.deepEqual(opened('2026-03-29', { open: [hours('02:30', '05:00')] }), ['03:30+02:00 90 min']);
  assert.deepEqual(opened('2026-03-29', { open: [hours('00:00', '02:30')] }), ['00:00+01:00 150 min']);
});

test('an opening, or a break, that lies wholly in a gap is empty', () => {
  const gone = [hours('02:00', '03:00'), hours('02:15', '02:45'), hours('02:15', '03:00'), hours('02:00', '02:30')];
  for (const opening of gone) assert.deepEqual(opened('2026-03-29', { open: [opening] }), []);
  for (const pause of gone)
    assert.deepEqual(opened('2026-03-29', { open: [hours('01:00', '05:00')], schedule: { breaks: daily(pause) } }), [
      '01:00+01:00 180 min',
    ]);
  assert.deepEqual(opened('2026-03-29', { open: [hours('03:00', '02:30')] }), []);
});

test('the repeated hour is offered twice when the opening covers it, counted from its first occurrence', () => {
  assert.deepEqual(offered('2026-10-25', { now: '2026-10-01T00:00', open: [hours('01:00', '05:00')] }), [
    '01:00+02:00',
    '02:00+02:00',
    '02:00+01:00',
    '03:00+01:00',
    '04:00+01:00',
  ]);
  assert.deepEqual(opened('2026-10-25', { open: [hours('02:00', '03:00')] }), ['02:00+02:00 120 min']);
  assert.deepEqual(opened('2026-10-25', { open: [hours('01:00', '02:30')] }), ['01:00+02:00 90 min']);
});

test('a break removes the time that elapses in it', () => {
  const through = (pause: WallInterval) => ({ open: [hours('01:00', '05:00')], schedule: { breaks: daily(pause) } });
  assert.deepEqual(opened('2026-10-25', through(hours('02:30', '03:00'))), [
    '01:00+02:00 90 min',
    '03:00+01:00 120 min',
  ]);
  assert.deepEqual(opened('2026-03-29', through(hours('01:30', '02:30'))), [
    '01:00+01:00 30 min',
    '03:30+02:00 90 min',
  ]);
});

test('hours that a gap would push past midnight do not open the next day', () => {
  // Nuuk skips from Saturday 23:00 to Sunday 00:00.
  const schedule = { weekly: [{ weekday: 6, ...hours('21:00', '23:30') }] };
  const zone = 'America/Nuuk';
  assert.deepEqual(opened('2026-03-28', { zone, schedule }), ['21:00-02:00 120 min']);
  assert.deepEqual(opened('2026-03-29', { zone, schedule }), []);
  assert.deepEqual(offered('2026-03-28', { zone, schedule }), ['21:00-02:00', '22:00-02:00']);
  const both = [...schedule.weekly, { weekday: 7, ...hours('00:00', '01:00') }];
  const all = freeSlots({
    ...availability({ zone, schedule: { weekly: both }, rules: { minutes: 30, stepMinutes: 30 } }),
    from: at('2026-03-28T00:00', zone),
    to: at('2026-03-30T00:00', zone),
  });
  assert.deepEqual(
    all.map(({ start }) => wallClock(start, zone)),
    ['21:00-02:00', '21:30-02:00', '22:00-02:00', '22:30-02:00', '00:00-01:00', '00:30-01:00'],
  );
});

test('only exactly the offered slots are bookable', () => {
  const occupied = [{ start: at('2026-05-04T10:00'), end: at('2026-05-04T11:00') }];
  const input = availability({ occupied });
  const bookable = (start: string, end: string) =>
    isBookable(input, at(`2026-05-04T${start}`), at(`2026-05-04T${end}`));
  assert.equal(bookable('09:00', '10:00'), true);
  assert.equal(bookable('09:00', '10:01'), false);
  assert.equal(bookable('09:00', '09:00'), false);
  assert.equal(bookable('09:01', '10:01'), false);
  assert.equal(bookable('10:00', '11:00'), false);
  assert.equal(bookable('12:00', '13:00'), false);
});

test('every minute of a week agrees: it is bookable exactly when it is offered', () => {
  const occupied = [{ start: at('2026-03-28T09:40'), end: at('2026-03-29T10:10') }];
  const input = availability({ occupied, rules: { stepMinutes: 25, noticeMinutes: 90 }, now: '2026-03-27T08:20' });
  const [from, to] = [at('2026-03-26T00:00'), at('2026-04-02T00:00')];
  const starts = new Set(freeSlots({ ...input, from, to }).map(({ start }) => start));
  assert.ok(starts.size > 15);
  for (let start = from; start < to; start += MINUTE)
    assert.equal(isBookable(input, start, start + 60 * MINUTE), starts.has(start), wallClock(start));
});

test('the first free slot is the earliest one, however far away within the horizon', () => {
  const occupied = [{ start: at('2026-03-01T00:00'), end: at('2026-04-20T10:30') }];
  assert.equal(firstFreeSlot(availability({ occupied }))?.start, at('2026-04-20T11:00'));
  assert.equal(firstFreeSlot({ ...availability({}), from: at('2026-03-05T11:30') })?.start, at('2026-03-06T09:00'));
  assert.equal(firstFreeSlot(availability({ occupied, rules: { horizonDays: 49 } })), undefined);
  assert.equal(firstFreeSlot(availability({ open: [] })), undefined);
});

test('the nearest free slots lie on both sides of the target, in order', () => {
  const options = at('2026-05-04T10:00');
  const occupied = [{ start: options, end: at('2026-05-04T11:00') }];
  const near = (count: number) => nearestFree(availability({ occupied }), options, count).map(({ start }) => start);
  const [nine, eleven] = [at('2026-05-04T09:00'), at('2026-05-04T11:00')];
  assert.deepEqual(near(1), [nine]);
  assert.deepEqual(near(2), [nine, eleven]);
  assert.deepEqual(near(4), [at('2026-05-03T11:00'), nine, eleven, at('2026-05-05T09:00')]);
  assert.deepEqual(near(0), []);
});

test('the nearest free slots are found from far outside the bookable time, and all of them when there are few', () => {
  const input = availability({ rules: { horizonDays: 1 }, now: '2026-05-04T10:00' });
  const all = freeSlots({ ...input, from: input.now, to: input.now + 9 * DAY });
  assert.equal(all.length, 5);
  assert.deepEqual(nearestFree(input, at('2030-01-01T00:00'), 2), all.slice(-2));
  assert.deepEqual(nearestFree(input, at('2020-01-01T00:00'), 99), all);
});

test('the input is not modified', () => {
  const occupied = [
    { start: at('2026-05-04T11:00'), end: at('2026-05-04T11:30') },
    { start: at('2026-05-04T09:00'), end: at('2026-05-04T09:30') },
    { start: at('2026-05-04T09:10'), end: at('2026-05-04T09:50') },
  ];
  const options = availability({ occupied });
  const before = structuredClone(options);
  freeSlots({ ...options, from: at('2026-05-04T00:00'), to: at('2026-05-05T00:00') });
  assert.deepEqual(options, before);
});

test('invalid input is an error, not an empty calendar', () => {
  const window = { from: at('2026-05-04T00:00'), to: at('2026-05-05T00:00') };
  const wrong: Options[] = [
    { open: [hours('9:00', '12:00')] },
    { open: [hours('09:00', '24:30')] },
    { schedule: { weekly: [{ weekday: 0, ...hours('09:00', '12:00') }] } },
    { schedule: { overrides: [{ date: '04.05.2026', open: [] }] } },
    { schedule: { timeZone: 'Europe/Atlantis' } },
    { rules: { stepMinutes: 0 } },
    { rules: { minutes: Number.NaN } },
    { rules: { bufferAfter: -5 } },
  ];
  for (const each of wrong)
    assert.throws(() => freeSlots({ ...availability(each), ...window }), RangeError, JSON.stringify(each));
});

const lateRules = { minutes: 90, stepMinutes: 60 };
/** The slots that start on a date from 22:00 on, as the clock shows their start, and their length. */
const late = (date: string, options: Options) =>
  offered(date, { ...options, rules: { ...lateRules, ...options.rules } }).filter((start) => start >= '22');

test('open day and night, the end of a slot passes midnight, and its start stays on the grid of its day', () => {
  const open = [hours('00:00', '24:00')];
  assert.deepEqual(late('2026-05-04', { open }), ['22:00+02:00', '23:00+02:00']);
  assert.deepEqual(late('2026-05-04', { open, rules: { minutes: 45, stepMinutes: 50 } }), [
    '22:30+02:00',
    '23:20+02:00',
  ]);
  assert.deepEqual(offered('2026-05-05', { open, rules: { minutes: 45, stepMinutes: 50 } })[0], '00:00+02:00');
  const start = at('2026-05-04T23:00');
  const input = availability({ open, rules: lateRules });
  assert.equal(isBookable(input, start, start + 90 * MINUTE), true);
  const occupied = [{ start: at('2026-05-05T00:15'), end: at('2026-05-05T00:20') }];
  assert.deepEqual(late('2026-05-04', { open, occupied }), ['22:00+02:00'], 'what lies behind midnight counts');
  assert.deepEqual(offered('2026-05-04', { open, rules: { minutes: 1440, stepMinutes: 720 } }), [
    '00:00+02:00',
    '12:00+02:00',
  ]);
});

test('a slot ends at midnight where the next day is closed, begins later, or has other hours', () => {
  const open = [hours('00:00', '24:00')];
  const on = (date: string, ...own: WallInterval[]) => ({ open, schedule: { overrides: [{ date, open: own }] } });
  assert.deepEqual(late('2026-05-04', on('2026-05-05')), ['22:00+02:00'], 'closed');
  assert.deepEqual(late('2026-05-04', on('2026-05-05', hours('00:10', '24:00'))), ['22:00+02:00']);
  assert.deepEqual(late('2026-05-04', on('2026-05-05', hours('00:00', '00:20'))), ['22:00+02:00'], 'too short');
  assert.deepEqual(late('2026-05-04', on('2026-05-05', hours('00:00', '00:30'))), ['22:00+02:00', '23:00+02:00']);
  assert.deepEqual(late('2026-05-04', on('2026-05-04', hours('22:00', '23:59'))), ['22:00+02:00']);
  const breaks = [{ weekday: 2, ...hours('00:00', '06:00') }];
  assert.deepEqual(late('2026-05-04', { open, schedule: { breaks } }), ['22:00+02:00'], 'a break at midnight');
  const closedSunday = { weekly: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...hours('00:00', '24:00') })) };
  assert.deepEqual(late('2026-05-09', { schedule: closedSunday }), ['22:00+02:00'], 'Saturday before a closed Sunday');
});

test('a slot passes a midnight at which the clock changes', () => {
  const open = [hours('00:00', '24:00')];
  // 24:00 becomes 1:00, and 24:00 becomes 23:00.
  assert.deepEqual(late('2026-09-05', { open, zone: 'America/Santiago' }), ['22:00-04:00', '23:00-04:00']);
  assert.deepEqual(late('2026-04-04', { open, zone: 'America/Santiago' }), [
    '22:00-03:00',
    '23:00-03:00',
    '23:00-04:00',
  ]);
});
