// The month of the booking card: weeks, days, parts of the day, keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateForKey, groupByDay, groupByDayPart, monthRange, weeksOf } from './free-days.ts';

const month = (text: string) => Temporal.PlainYearMonth.from(text);
const date = (text: string) => Temporal.PlainDate.from(text);
const at = (start: string) => ({ start, end: start });

test("a month spans from its first midnight to that of the next month, in the location's zone", () => {
  assert.deepEqual(monthRange(month('2026-03'), 'Europe/Riga'), {
    start: '2026-02-28T22:00:00Z',
    end: '2026-03-31T21:00:00Z',
  });
});

test("the weeks of a month begin on the locale's first weekday", () => {
  const shape = (first: number) => weeksOf(month('2026-11'), first).map((week) => week.map((day) => day?.day ?? 0));
  assert.deepEqual(shape(1).at(0), [0, 0, 0, 0, 0, 0, 1]);
  assert.deepEqual(shape(1).at(-1), [30, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(shape(7).at(0), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(shape(7).length, 5);
});

test('a slot belongs to the day and part of the day in its zone', () => {
  const slots = [at('2026-11-23T04:30:00Z'), at('2026-11-23T16:59:00Z'), at('2026-11-23T22:00:00Z')];
  assert.deepEqual([...groupByDay(slots, 'America/New_York').keys()], ['2026-11-22', '2026-11-23']);
  const parts = groupByDayPart(slots, 'America/New_York').map(([part, found]) => [part, found.length]);
  assert.deepEqual(parts, [
    ['morning', 1],
    ['evening', 2],
  ]);
});

test("keys move the focus as in ARIA's date grid", () => {
  const walk = (key: string, shiftKey = false) => dateForKey({ key, shiftKey }, date('2026-11-25'), 1)?.toString();
  assert.equal(walk('ArrowLeft'), '2026-11-24');
  assert.equal(walk('ArrowDown'), '2026-12-02');
  assert.equal(walk('Home'), '2026-11-23');
  assert.equal(walk('End'), '2026-11-29');
  assert.equal(walk('PageDown'), '2026-12-25');
  assert.equal(walk('PageUp', true), '2025-11-25');
  assert.equal(walk('a'), undefined);
  assert.equal(dateForKey({ key: 'Home', shiftKey: false }, date('2026-11-25'), 7)?.toString(), '2026-11-22');
});
