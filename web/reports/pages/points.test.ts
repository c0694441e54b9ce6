// Tests of the points of charts, and of the days and names of periods.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfPoint, pointsLabel, pointsOf } from './points.ts';
import { daysOf, isTooLong, readReportSearch } from './report-search.ts';

/** A column with 1 for each day. */
function column(first: string, last: string) {
  const days = [];
  const end = Temporal.PlainDate.from(last);
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    days.push({ x: day.toString(), y: 1 });
  }
  return days;
}

const sumsOf = (points: ReturnType<typeof pointsOf>) =>
  points[0]?.values.map((_, place) => points.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));

test('no day of a longer period before is left out', () => {
  const points = pointsOf([column('2026-02-01', '2026-02-28'), column('2026-01-01', '2026-01-31')]);
  assert.equal(points.length, 31);
  assert.deepEqual(points.at(-1)?.values, [null, 1]);
  assert.equal(points.at(-1)?.key, '2026-01-31');
  assert.deepEqual(pointsOf([column('2026-03-01', '2026-03-31'), column('2026-02-01', '2026-02-28')]).at(-1)?.values, [
    1,
    null,
  ]);
});

test('whole months are drawn as months, others from the starts of both periods', () => {
  const year = pointsOf([column('2024-01-01', '2024-12-31'), column('2023-01-01', '2023-12-31')]);
  assert.deepEqual(
    year.map(({ key }) => key),
    Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}`),
  );
  assert.deepEqual(year[1]?.values, [29, 28]);
  assert.equal(pointsLabel(year), 'reportPage.monthColumn');
  assert.deepEqual(daysOfPoint('2024-02'), { from: '2024-02-01', to: '2024-02-29' });

  // 100 days, and the 100 before, which touch five months.
  const own = pointsOf([column('2026-03-15', '2026-06-22'), column('2025-12-05', '2026-03-14')]);
  assert.deepEqual(
    own.map(({ key, values }) => [key, ...values]),
    [
      ['2026-03-15/2026-04-14', 31, 31],
      ['2026-04-15/2026-05-14', 30, 31],
      ['2026-05-15/2026-06-14', 31, 28],
      ['2026-06-15/2026-06-22', 8, 10],
    ],
  );
  assert.deepEqual(sumsOf(own), [100, 100]);
  assert.equal(pointsLabel(own), 'reportPage.periodLabel');
  assert.deepEqual(daysOfPoint('2026-03-15/2026-04-14'), { from: '2026-03-15', to: '2026-04-14' });
  assert.equal(daysOfPoint('2026-03-15'), undefined);
});

test('days ahead are missing in columns that end today, also by month', () => {
  const year = pointsOf([column('2026-01-01', '2026-12-31'), column('2026-01-01', '2026-03-10'), []]);
  assert.deepEqual(year[2]?.values, [31, 10, null]);
  assert.deepEqual(year[3]?.values, [30, null, null]);
  assert.deepEqual(pointsOf([[], []]), []);
});

test('months from the last days of a month lose no day', () => {
  const points = pointsOf([column('2026-01-31', '2026-05-02'), column('2025-10-31', '2026-01-30')]);
  assert.deepEqual(sumsOf(points), [92, 92]);
  assert.deepEqual(
    points.map(({ key }) => key.slice(0, 10)),
    ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
  );
});

test('presets cover whole weeks, months and years, 31 days end today', () => {
  const today = Temporal.PlainDate.from('2028-02-29');
  assert.deepEqual(daysOf({ period: 'week' }, today), { start: '2028-02-28', end: '2028-03-05' });
  assert.deepEqual(daysOf({}, today), { start: '2028-02-01', end: '2028-02-29' });
  assert.deepEqual(daysOf({ period: 'days31' }, today), { start: '2028-01-30', end: '2028-02-29' });
  assert.deepEqual(daysOf({ period: 'year' }, today), { start: '2028-01-01', end: '2028-12-31' });
  assert.deepEqual(readReportSearch({ period: 'own', from: '2026-03-05', to: '2026-03-01' }), {
    period: 'own',
    from: '2026-03-01',
    to: '2026-03-05',
  });
  assert.deepEqual(readReportSearch({ period: 'own', from: '2026-02-30', to: '2026-03-01' }), {});
  assert.deepEqual(readReportSearch({ period: 'own', from: '2020-01-01', to: '2026-03-01' }), {}, 'over three years');
  const location = '0197a1b2-0000-7000-8000-000000000001';
  assert.deepEqual(readReportSearch({ period: 'week', location, person: 'nobody' }), { period: 'week', location });
  assert.ok(isTooLong('2026-01-01', '2020-01-01') && !isTooLong('2024-01-01', '2026-12-31'));
});
