// Tests of the functions behind the team's day and week: places, lanes, snapping, hours, and who is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CalendarEvent, TeamMember } from '#contract/booking/calendar.ts';
import { runs } from '#contract/testing/random-cases.ts';
import * as scale from './day-scale.ts';
import { freeTimes } from './first-free-time.ts';
import { placeEvents, wholeDayEvents } from './place-events.ts';
import { locationsOf, shownPeople } from './team-people.ts';
import { chipsOf, weekCell, weekDays } from './week-cells.ts';

const zone = 'Europe/Riga';
const date = Temporal.PlainDate.from('2026-11-25');
const day = scale.dayScale(date, zone);
const at = (minute: number) => scale.instantAt(day, minute);
const event = (from: number, to: number, more: Partial<CalendarEvent> = {}) =>
  // Only the fields that these functions read.
  ({
    id: `${from}-${to}`,
    start: at(from),
    end: at(to),
    allDay: false,
    startDate: null,
    endDate: null,
    ...more,
  }) as CalendarEvent;
const clock = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5);

test('a day has 24 hours, but for those of a clock change, and minutes lead back to the clock', () => {
  const minutes = (text: string) => scale.dayScale(Temporal.PlainDate.from(text), zone).minutes;
  assert.deepEqual([minutes('2026-11-25'), minutes('2026-03-29'), minutes('2026-10-25')], [1440, 1380, 1500]);
  assert.equal(clock(at(9 * 60)), '09:00');
  const autumn = scale.dayScale(Temporal.PlainDate.from('2026-10-25'), zone);
  assert.deepEqual([clock(scale.instantAt(autumn, 200)), clock(scale.instantAt(autumn, 260))], ['03:20', '03:20']);
});

test('a dragged event snaps to five minutes once it leaves its place, and starts within the day', () => {
  assert.equal(scale.snappedStart(day, 603, 2), 603);
  assert.equal(scale.snappedStart(day, 603, 4), 605);
  assert.equal(scale.snappedStart(day, 600, -700), 0);
  assert.equal(scale.snappedStart(day, 600, 2000), 1435);
  assert.equal(scale.snappedStart(day, -120, 60), -60, 'from the day before');
  const moved = scale.timesFrom(day, event(600, 645), 725);
  assert.deepEqual([clock(moved.start), clock(moved.end)], ['12:05', '12:50']);
});

test('an end is dragged to at least one step after the start, and to the end of the day', () => {
  assert.equal(scale.snappedEnd(day, 600, 640.6), 640);
  assert.equal(scale.snappedEnd(day, 603, 500), 605);
  assert.equal(scale.snappedEnd(day, 600, 9999), 1440);
});

test('a click takes half an hour from the last quarter; a drag in either direction the steps it crosses', () => {
  const times = ({ start, end }: { start: string; end: string }) => `${clock(start)}-${clock(end)}`;
  assert.equal(times(scale.clickedTimes(day, 609)), '10:00-10:30');
  assert.equal(times(scale.clickedTimes(day, 1439)), '23:45-00:00');
  assert.equal(times(scale.draggedRange(day, 601, 659)), '10:00-11:00');
  assert.equal(times(scale.draggedRange(day, 659, 601)), '10:00-11:00');
  assert.equal(times(scale.draggedRange(day, 601, 601)), '10:00-10:05');
});

test('closed parts are what open times leave of the day', () => {
  const parts = (open: [number, number][]) =>
    scale.closedParts(
      open.map(([start, end]) => ({ start: at(start), end: at(end) })),
      day,
    );
  assert.deepEqual(parts([]), [{ top: 0, minutes: 1440 }]);
  assert.deepEqual(
    parts([
      [780, 1080],
      [540, 720],
    ]),
    [
      { top: 0, minutes: 540 },
      { top: 720, minutes: 60 },
      { top: 1080, minutes: 360 },
    ],
  );
  assert.deepEqual(
    parts([
      [-600, -60],
      [540, 1440],
    ]),
    [{ top: 0, minutes: 540 }],
  );
});

test('events that overlap stand side by side, and use the lanes that are free beside them', () => {
  const lanes = (...events: CalendarEvent[]) =>
    placeEvents(events, day).map(({ event: { id }, lane, span, lanes: count }) => `${id}: ${lane}+${span}/${count}`);
  assert.deepEqual(lanes(event(600, 660), event(660, 720)), ['600-660: 0+1/1', '660-720: 0+1/1']);
  assert.deepEqual(lanes(event(600, 700), event(630, 660), event(645, 700), event(670, 690)), [
    '600-700: 0+1/3',
    '630-660: 1+1/3',
    '645-700: 2+1/3',
    '670-690: 1+1/3',
  ]);
  assert.deepEqual(lanes(event(600, 780), event(600, 640), event(600, 630), event(700, 720)).at(-1), '700-720: 1+2/3');
});

test('no two events in the same place, all within the day, whatever there is', () => {
  const events = fc.array(fc.tuple(fc.integer({ min: -300, max: 1500 }), fc.integer({ min: 5, max: 300 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(events, (list) => {
      const placed = placeEvents(
        list.map(([from, length], id) => event(from, from + length, { id: String(id) })),
        day,
      );
      for (const one of placed) {
        assert.ok(one.top >= 0 && one.top + one.minutes <= 1440 && one.lane + one.span <= one.lanes);
        for (const other of placed) {
          if (one === other || one.top >= other.top + other.minutes || other.top >= one.top + one.minutes) continue;
          assert.ok(one.lane + one.span <= other.lane || other.lane + other.span <= one.lane);
        }
      }
    }),
    runs(100),
  );
});

test('all-day events stand above the hours on each of their days', () => {
  const holiday = event(0, 2880, { allDay: true, startDate: '2026-11-25', endDate: '2026-11-27' });
  const on = (text: string) => wholeDayEvents([holiday], Temporal.PlainDate.from(text)).length;
  assert.deepEqual([on('2026-11-24'), on('2026-11-25'), on('2026-11-26'), on('2026-11-27')], [0, 1, 1, 0]);
  assert.deepEqual(placeEvents([holiday], day), []);
});

function member(name: string, places: Record<string, [number, number][]>, events: CalendarEvent[] = []): TeamMember {
  const workplaces = Object.entries(places).map(([id, open]) => ({
    id,
    name: id,
    timeZone: zone,
    open: open.map(([start, end]) => ({ start: at(start), end: at(end) })),
  }));
  return { calendarId: name, userId: name, name, isOwn: false, pictureId: null, workplaces, events, outside: [] };
}

test('those who work or have events are shown, or those chosen; a location narrows people and hours', () => {
  const team = [
    member('both', { centre: [[540, 720]], suburb: [[780, 1080]] }),
    member('free', { centre: [] }),
    member('came', { centre: [] }, [event(600, 660)]),
    member('nowhere', {}),
  ];
  const names = (choice: Parameters<typeof shownPeople>[1]) =>
    shownPeople(team, choice).map((person) => person.member.name);
  assert.deepEqual(names({ ids: undefined, locationId: undefined }), ['both', 'came', 'nowhere']);
  assert.deepEqual(names({ ids: ['free', 'both'], locationId: undefined }), ['both', 'free']);
  assert.deepEqual(names({ ids: undefined, locationId: 'suburb' }), ['both']);
  const hours = (locationId?: string) => shownPeople(team, { ids: ['both'], locationId })[0]?.open?.length;
  assert.deepEqual([hours(), hours('suburb')], [2, 1]);
  assert.equal(shownPeople(team, { ids: ['nowhere'], locationId: undefined })[0]?.open, undefined);
  assert.deepEqual(
    locationsOf(team).map(({ id }) => id),
    ['centre', 'suburb'],
  );
});

test('a cell of the week has all-day events, then those of the day in order; closed days are marked', () => {
  const holiday = event(0, 1440, { id: 'holiday', allDay: true, startDate: '2026-11-25', endDate: '2026-11-26' });
  const anna = member('anna', { centre: [[540, 1080]] }, [
    event(700, 730),
    event(600, 630),
    holiday,
    event(1500, 1530),
  ]);
  const [wednesday, thursday] = weekDays(date, date.add({ days: 2 }), zone);
  const [person] = shownPeople([anna], { ids: undefined, locationId: undefined });
  assert.ok(person && wednesday && thursday);
  assert.deepEqual(
    weekCell(person, wednesday).events.map(({ id }) => id),
    ['holiday', '600-630', '700-730'],
  );
  assert.deepEqual([weekCell(person, wednesday).isClosed, weekCell(person, thursday).isClosed], [false, true]);
  const count = (all: number) => {
    const { shown, more } = chipsOf(Array.from({ length: all }, (_, index) => event(index, index + 10)));
    return [shown.length, more];
  };
  assert.deepEqual(
    [count(0), count(4), count(5)],
    [
      [0, 0],
      [4, 0],
      [3, 2],
    ],
  );
});

test('a new event begins in the first free half-hour of the open times, of today from now on', () => {
  const anna = member('anna', { centre: [[540, 1080]] }, [event(540, 600), event(610, 640)]);
  const [person] = shownPeople([anna], { ids: undefined, locationId: undefined });
  assert.ok(person);
  const start = (now: string) => clock(freeTimes(person, day, Temporal.Instant.from(now)).start);
  assert.equal(start('2026-11-20T10:00:00Z'), '10:45');
  assert.equal(start(at(14 * 60 + 3)), '14:15');
  const closed = { ...person, open: [] };
  assert.equal(clock(freeTimes(closed, day, Temporal.Instant.from('2026-11-20T10:00:00Z')).start), '09:00');
});
