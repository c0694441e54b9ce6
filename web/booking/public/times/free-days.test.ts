// The month of the booking card: weeks, days, parts of the day, keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByDay, groupByDayPart, monthRange } from './free-days.ts';

const month = (text: string) => Temporal.PlainYearMonth.from(text);
const at = (start: string) => ({ start, end: start });

test("a month spans from its first midnight to that of the next month, in the location's zone", () => {
  assert.deepEqual(monthRange(month('2026-03'), 'Europe/Riga'), {
    start: '2026-02-28T22:00:00Z',
    end: '2026-03-31T21:00:00Z',
  });
});

test('a slot belongs to the day and the part of the day that the location has then', () => {
  const slots = [at('2026-11-23T04:30:00Z'), at('2026-11-23T16:59:00Z'), at('2026-11-23T22:00:00Z')];
  assert.deepEqual([...groupByDay(slots, 'America/New_York').keys()], ['2026-11-22', '2026-11-23']);
  const parts = groupByDayPart(slots, 'America/New_York').map(([part, found]) => [part, found.length]);
  assert.deepEqual(parts, [
    ['morning', 1],
    ['evening', 2],
  ]);
});
