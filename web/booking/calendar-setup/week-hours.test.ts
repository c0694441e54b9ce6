// The week as it is edited: what travels, where messages belong, new and copied ranges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedTo, edited, slipsIn, whereOf, wireRanges, withRange } from './week-hours.ts';

const week = [
  edited({ weekday: 1, start: '09:00', end: '13:00' }, false),
  edited({ weekday: 1, start: '12:00', end: '12:30' }, true),
  edited({ weekday: 3, start: '14:00', end: '24:00' }, false),
];

test('a day that ends at midnight is shown as a time field can and travels as it came', () => {
  assert.equal(week[2]?.end, '00:00');
  assert.deepEqual(slipsIn(week), {});
  assert.deepEqual(wireRanges(week, false), [
    { weekday: 1, start: '09:00', end: '13:00' },
    { weekday: 3, start: '14:00', end: '24:00' },
  ]);
});

test('a message of the server is shown at the range it is about', () => {
  assert.equal(whereOf(week, 'Hours[1].End'), `${week[2]?.key}.end`);
  assert.equal(whereOf(week, 'Breaks[0].Start'), `${week[1]?.key}.start`);
  assert.equal(whereOf(week, 'LocationId'), undefined);
});

test('a missing time and an end before its start are slips', () => {
  const wrong = [
    edited({ weekday: 1, start: '', end: '13:00' }, false),
    edited({ weekday: 1, start: '13:00', end: '12:00' }, false),
  ];
  assert.deepEqual(Object.values(slipsIn(wrong)), ['field.required', 'hours.endBeforeStart']);
});

test('new hours follow the last of the day and never pass midnight', () => {
  assert.deepEqual(wireRanges(withRange(week, 1, false), false).at(-1), { weekday: 1, start: '14:00', end: '16:00' });
  assert.deepEqual(wireRanges(withRange(week, 2, false), false).at(-1), { weekday: 2, start: '09:00', end: '18:00' });
});

test('a day is copied to the other working days, with its breaks, and closed days stay closed', () => {
  const copied = copiedTo(week, 1);
  const on = (weekday: number) =>
    copied.filter((range) => range.weekday === weekday).map(({ start, end, isBreak }) => [start, end, isBreak]);
  assert.deepEqual(on(3), on(1));
  assert.deepEqual(on(2), []);
});
