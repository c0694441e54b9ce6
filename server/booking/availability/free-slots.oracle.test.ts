// Tests opening hours and free slots against the minute-by-minute oracle: all days of a clock change, others at random.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs, someOf } from '#contract/testing/random-cases.ts';
import { openOnDate, slotsOnDates } from '#server/testing/oracles/minute-by-minute.ts';
import { type AvailabilityInput, freeSlots, isBookable, type SlotRules, whyNotFree } from './free-slots.ts';
import type { Interval } from './intervals.ts';
import { openIntervals, type Schedule } from './open-intervals.ts';

const MINUTE = 60_000;
const ZONES = [
  'UTC',
  'Europe/Riga',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
  'Africa/Cairo',
];
const WEEK = [1, 2, 3, 4, 5, 6, 7];

/**
 * The dates of 2026 and 2027 on which a zone's clock changes, two for a change at midnight; any date if it never does.
 */
function transitionDates(zone: string): string[] {
  const dates: string[] = [];
  let next = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  for (; next && next.year <= 2027; next = next.getTimeZoneTransition('next'))
    dates.push(next.subtract({ nanoseconds: 1 }).toPlainDate().toString(), next.toPlainDate().toString());
  return dates.length > 0 ? [...new Set(dates)] : ['2026-03-29'];
}

const around = (date: string) => [-1, 0, 1].map((days) => Temporal.PlainDate.from(date).add({ days }).toString());
const midnight = (zone: string, date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
const wall = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const daily = (...hours: [start: string, end: string][]) =>
  WEEK.flatMap((weekday) => hours.map(([start, end]) => ({ weekday, start, end })));
const readable = (zone: string, intervals: Interval[]) =>
  intervals.map(({ start, end }) =>
    [start, end]
      .map((instant) => Temporal.Instant.fromEpochMilliseconds(instant).toString({ timeZone: zone }))
      .join('/'),
  );
function assertSame(zone: string, actual: Interval[], expected: Interval[], about: () => unknown) {
  const same =
    actual.length === expected.length &&
    actual.every(({ start, end }, i) => start === expected[i]?.start && end === expected[i]?.end);
  if (!same) assert.deepEqual(readable(zone, actual), readable(zone, expected), JSON.stringify(about()));
}

/** Quarter-hours where clocks change, a few hours elsewhere, where the ends differ only by a constant. */
const GRID = Array.from({ length: 97 }, (_, i) => i * 15).filter(
  (at) => at <= 4.25 * 60 || at >= 22.75 * 60 || at % 240 === 0,
);

const SHORT: SlotRules = {
  minutes: 30,
  stepMinutes: 15,
  bufferBefore: 0,
  bufferAfter: 0,
  noticeMinutes: 0,
  horizonDays: 60,
};
const RULES: SlotRules[] = [
  SHORT,
  { ...SHORT, minutes: 45, stepMinutes: 20, bufferBefore: 10, bufferAfter: 5 },
  { ...SHORT, minutes: 11, stepMinutes: 17, noticeMinutes: 24 * 60, horizonDays: 1 },
  {
    ...SHORT,
    minutes: 75,
    bufferAfter: 10,
    pauses: [
      { start: 15, minutes: 20 },
      { start: 40, minutes: 25 },
    ],
  },
];
const SCHEDULES: Pick<Schedule, 'weekly' | 'breaks'>[] = [
  { weekly: daily(['00:00', '24:00']), breaks: [] },
  { weekly: daily(['09:00', '18:00']), breaks: daily(['12:00', '13:00']) },
  { weekly: daily(['01:00', '05:00'], ['22:00', '24:00']), breaks: daily(['02:15', '02:45'], ['23:10', '23:40']) },
  { weekly: daily(['00:00', '02:30'], ['02:30', '06:00'], ['05:00', '23:30']), breaks: daily(['01:30', '02:30']) },
  { weekly: daily(['00:30', '01:45'], ['02:10', '02:50'], ['23:15', '23:45']), breaks: daily(['00:00', '00:45']) },
];

for (const zone of ZONES) {
  const dates = someOf(transitionDates(zone), 2);

  test(`every opening on a grid of quarter-hours has the length that the oracle computes, on every day of a clock change in ${zone}`, () => {
    for (const date of dates) {
      const [from, to] = [midnight(zone, date), midnight(zone, around(date)[2] ?? '')];
      for (const start of GRID) {
        for (const end of GRID.filter((minute) => minute > start)) {
          const overrides = [{ date, open: [{ start: wall(start), end: wall(end) }] }];
          const schedule = { timeZone: zone, weekly: [], breaks: [], overrides };
          assertSame(zone, openIntervals(schedule, from, to), openOnDate(schedule, date), () => overrides);
        }
      }
    }
  });

  test(`slots around every clock change in ${zone} equal the oracle’s, and every minute nearby agrees on what is bookable`, () => {
    for (const date of dates) {
      const days = around(date);
      const from = midnight(zone, days[0] ?? '');
      const to = Temporal.PlainDate.from(date).add({ days: 2 }).toZonedDateTime(zone).epochMilliseconds;
      const change = midnight(zone, date); // or a few hours later
      const occupied = [30, 31, 95, 400, 1430].map((minute) => ({
        start: change + minute * MINUTE,
        end: change + (minute + 25) * MINUTE,
      }));
      for (const hours of SCHEDULES) {
        for (const rules of RULES) {
          const schedule = { timeZone: zone, ...hours, overrides: [] };
          const now = from + 11 * 60 * MINUTE;
          const input: AvailabilityInput = { schedule, rules, occupied, outside: [], from, to, now };
          const slots = freeSlots(input);
          assertSame(zone, slots, slotsOnDates(input, days), () => input);
          if (hours !== SCHEDULES[2] || rules !== RULES[1]) continue;
          const starts = new Set(slots.map(({ start }) => start));
          for (let start = change - 2 * 60 * MINUTE; start < change + 6 * 60 * MINUTE; start += MINUTE)
            assert.equal(isBookable(input, start, start + rules.minutes * MINUTE), starts.has(start));
        }
      }
    }
  });
}

const anyWall = fc.oneof(
  fc.integer({ min: 0, max: 96 }).map((quarter) => wall(quarter * 15)),
  fc.integer({ min: 0, max: 240 }).map(wall),
  fc.integer({ min: 1320, max: 1440 }).map(wall),
);
const anyHours = fc.record({ start: anyWall, end: anyWall });
const anyWeek = fc.array(fc.record({ weekday: fc.constantFrom(...WEEK), start: anyWall, end: anyWall }), {
  maxLength: 16,
});
/** Pauses of services in a row: gaps between stretches of work, which may touch no end. */
const anyPauses = (minutes: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, minutes - 1) }), { maxLength: 6 }).map((edges) => {
    const sorted = edges.filter((edge) => edge < minutes).sort((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => {
      const [start = 0, end = 0] = sorted.slice(2 * index);
      return { start, minutes: end - start };
    });
  });
const anyRules = fc
  .integer({ min: 1, max: 180 })
  .chain((minutes) => fc.record({ minutes: fc.constant(minutes), pauses: anyPauses(minutes), ...otherRules }));
const otherRules = {
  stepMinutes: fc.integer({ min: 1, max: 90 }),
  bufferBefore: fc.integer({ min: 0, max: 60 }),
  bufferAfter: fc.integer({ min: 0, max: 60 }),
  noticeMinutes: fc.integer({ min: 0, max: 2000 }),
  horizonDays: fc.integer({ min: 0, max: 4 }),
};
const anyPlace = fc.oneof(
  ...ZONES.map((zone) => {
    const ordinary = ['2026-02-28', '2027-12-31'];
    return fc.record({ zone: fc.constant(zone), date: fc.constantFrom(...ordinary, ...transitionDates(zone)) });
  }),
);

const anyCase = anyPlace.chain(({ zone, date }) => {
  const days = around(date);
  const end = Temporal.PlainDate.from(date).add({ days: 2 }).toZonedDateTime(zone).epochMilliseconds;
  const begin = midnight(zone, days[0] ?? '');
  const anyInstant = fc.integer({ min: begin, max: end });
  const anyEvent = fc
    .tuple(anyInstant, fc.integer({ min: 0, max: 300 * MINUTE }))
    .map(([start, length]) => ({ start, end: start + length }));
  return fc.record({
    days: fc.constant(days),
    schedule: fc.record({
      timeZone: fc.constant(zone),
      weekly: anyWeek,
      breaks: anyWeek,
      overrides: fc.uniqueArray(
        fc.record({ date: fc.constantFrom(...days), open: fc.array(anyHours, { maxLength: 3 }) }),
        { selector: (override) => override.date, maxLength: 2 },
      ),
    }),
    rules: anyRules,
    occupied: fc.array(anyEvent, { maxLength: 12 }),
    outside: fc.array(anyEvent, { maxLength: 6 }),
    from: anyInstant,
    to: anyInstant,
    now: fc.integer({ min: begin - 3 * 1440 * MINUTE, max: end }),
  });
});

test('for any schedule, rules, occupied times, window and now, free slots equal the oracle’s', () => {
  fc.assert(
    fc.property(anyCase, ({ days, ...input }) => {
      assertSame(input.schedule.timeZone, freeSlots(input), slotsOnDates(input, days), () => input);
    }),
    runs(600),
  );
});

test('a time has no reason exactly when the oracle offers it, for any schedule, rules, occupied times and now', () => {
  const told = new Map<string, number>();
  const tell = (word: string) => told.set(word, (told.get(word) ?? 0) + 1);
  fc.assert(
    fc.property(anyCase, ({ days, ...input }) => {
      const { timeZone } = input.schedule;
      const [from, to] = [midnight(timeZone, days[0] ?? ''), midnight(timeZone, days[2] ?? '') + 1440 * MINUTE];
      const offered = new Set(slotsOnDates({ ...input, from, to }, days).map(({ start }) => start));
      // Every offered time with its neighbours, the ends of all openings and events, and a grid.
      const edges = [
        ...[...offered].slice(0, 40),
        ...openIntervals(input.schedule, from, to).flatMap(({ start, end }) => [start, end, end - MINUTE]),
        ...[...input.occupied, ...input.outside].flatMap(({ start, end }) => [start, end]),
      ];
      const starts = edges.flatMap((start) => [start, start + 1, start - input.rules.stepMinutes * MINUTE]);
      for (let start = from; start < to; start += 47 * MINUTE) starts.push(start);
      for (const start of starts.filter((one) => one >= from && one < to)) {
        const reasons = whyNotFree(input, start);
        if (reasons.length === 0) tell('free');
        for (const reason of reasons) tell(reason);
        if ((reasons.length === 0) === offered.has(start)) continue;
        const [shown] = readable(timeZone, [{ start, end: start }]);
        assert.fail(`${shown}: ${reasons.join(' ') || 'no reason'}, ${JSON.stringify(input)}`);
      }
    }),
    runs(300),
  );
  const words = ['free', 'past', 'notice', 'horizon', 'closed', 'break', 'step', 'taken', 'outside', 'buffer'];
  assert.deepEqual([...told.keys()].sort(), words.sort());
});
