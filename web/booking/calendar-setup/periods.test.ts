// Groups days that differ from the week into periods.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupOverrides, remainingPeriods } from './periods.ts';

const day = (date: string, ...open: { start: string; end: string }[]) => ({ locationId: 'x', date, open });
const short = { start: '10:00', end: '12:00' };

test('consecutive days with the same hours form one period, and past days are hidden', () => {
  const overrides = [
    day('2026-03-01', short),
    day('2026-02-27'),
    day('2026-02-28'),
    day('2026-03-02', short),
    day('2026-03-04', short),
    day('2025-12-24'),
  ];
  assert.deepEqual(
    groupOverrides(overrides, '2026-02-28').map(({ date, endDate, open }) => [date, endDate, open.length]),
    [
      ['2026-02-28', '2026-02-28', 0],
      ['2026-03-01', '2026-03-02', 1],
      ['2026-03-04', '2026-03-04', 1],
    ],
  );
});

test('moving a period leaves the days outside the new range', () => {
  const left = (date: string, endDate: string) =>
    remainingPeriods({ date: '2026-03-10', endDate: '2026-03-14' }, { date, endDate }).map(
      (one) => `${one.date.slice(8)}-${one.endDate.slice(8)}`,
    );
  assert.deepEqual(left('2026-03-10', '2026-03-14'), []);
  assert.deepEqual(left('2026-03-09', '2026-03-20'), []);
  assert.deepEqual(left('2026-03-11', '2026-03-12'), ['10-10', '13-14']);
  assert.deepEqual(left('2026-03-12', '2026-03-20'), ['10-11']);
  assert.deepEqual(left('2026-04-01', '2026-04-01'), ['10-14']);
  assert.deepEqual(left('2026-03-01', '2026-03-09'), ['10-14']);
});
