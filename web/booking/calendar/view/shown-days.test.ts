// The days shown by each view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCalendarSearch } from './calendar-search.ts';
import { instantsOfDays, shownDays, turnPage } from './shown-days.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test("a week begins on the locale's first weekday", () => {
  const monday = shownDays('week', day('2026-03-29'), 1);
  assert.equal(`${monday.first} ${monday.after}`, '2026-03-23 2026-03-30');
  const sunday = shownDays('week', day('2026-03-29'), 7);
  assert.equal(`${sunday.first} ${sunday.after}`, '2026-03-29 2026-04-05');
  const saturday = shownDays('week', day('2026-03-29'), 6);
  assert.equal(`${saturday.first} ${saturday.after}`, '2026-03-28 2026-04-04');
});

test('a month shows six whole weeks', () => {
  const february = shownDays('month', day('2027-02-17'), 1);
  assert.equal(`${february.first} ${february.after}`, '2027-02-01 2027-03-15');
  const march = shownDays('month', day('2026-03-31'), 1);
  assert.equal(`${march.first} ${march.after}`, '2026-02-23 2026-04-06');
});

test('a week with a clock change is an hour shorter or longer', () => {
  const hours = (date: string) => {
    const { start, end } = instantsOfDays(shownDays('week', day(date), 1), 'Europe/Riga');
    return Temporal.Instant.from(start).until(end).total('hours');
  };
  assert.equal(hours('2026-03-29'), 167);
  assert.equal(hours('2026-10-25'), 169);
});

test('paging from a long month never skips a short one', () => {
  assert.equal(turnPage('month', day('2026-01-31'), 1).toString(), '2026-02-01');
  assert.equal(turnPage('month', day('2026-03-31'), -1).toString(), '2026-02-01');
  assert.equal(turnPage('week', day('2026-12-30'), 1).toString(), '2027-01-06');
});

test('the views of the team span a day and a week', () => {
  const one = shownDays('team', day('2026-03-25'), 1);
  assert.equal(`${one.first} ${one.after}`, '2026-03-25 2026-03-26');
  const week = shownDays('teamWeek', day('2026-03-25'), 1);
  assert.equal(`${week.first} ${week.after}`, '2026-03-23 2026-03-30');
  assert.equal(turnPage('team', day('2026-03-25'), -1).toString(), '2026-03-24');
  assert.equal(turnPage('teamWeek', day('2026-03-25'), 1).toString(), '2026-04-01');
});

test("an invalid address shows the current week of the user's own calendar", () => {
  const nothing = {
    view: undefined,
    date: undefined,
    calendar: undefined,
    location: undefined,
    event: undefined,
    contact: undefined,
  };
  assert.deepEqual(readCalendarSearch({ view: 'year', date: '2026-02-30', calendar: 'x,y', event: '../..' }), nothing);
  assert.deepEqual(readCalendarSearch({ view: 'week', date: 20260302, calendar: 7 }), { ...nothing, view: 'week' });
  assert.deepEqual(readCalendarSearch({ view: 'teamWeek', location: 'x' }), { ...nothing, view: 'teamWeek' });
  const id = '0193e0c8-0000-7000-8000-000000000001';
  assert.deepEqual(readCalendarSearch({ view: 'day', date: '2026-02-28', calendar: `${id},${id}`, event: id }), {
    view: 'day',
    date: '2026-02-28',
    calendar: id,
    location: undefined,
    event: id,
    contact: undefined,
  });
});
