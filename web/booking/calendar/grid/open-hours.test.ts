// Tests the conversion of open times to the hours of the grid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstShownTime, hoursOfDays, weeklyHours } from './open-hours.ts';

const zone = 'Europe/Riga';

test('open times become hours of their days: a break divides a day, a day off has none', () => {
  const open = [
    { start: '2026-03-02T07:00:00Z', end: '2026-03-02T10:00:00Z' },
    { start: '2026-03-02T11:00:00Z', end: '2026-03-02T16:00:00Z' },
  ];
  const monday = { daysOfWeek: [1], startRecur: '2026-03-02', endRecur: '2026-03-03' };
  assert.deepEqual(hoursOfDays(open, zone), [
    { ...monday, startTime: '09:00', endTime: '12:00' },
    { ...monday, startTime: '13:00', endTime: '18:00' },
  ]);
});

test('open times are divided at midnight, also when the clocks change', () => {
  // From Saturday, 22:00, to Sunday, 06:00: the hour from 3:00 to 4:00 does not exist.
  assert.deepEqual(hoursOfDays([{ start: '2026-03-28T20:00:00Z', end: '2026-03-29T03:00:00Z' }], zone), [
    { daysOfWeek: [6], startTime: '22:00', endTime: '24:00', startRecur: '2026-03-28', endRecur: '2026-03-29' },
    { daysOfWeek: [0], startTime: '00:00', endTime: '06:00', startRecur: '2026-03-29', endRecur: '2026-03-30' },
  ]);
});

test('without open times everything is shaded, and without weekly hours the usual ones hold', () => {
  assert.equal(hoursOfDays([], zone)[0]?.endRecur, '1970-01-02');
  assert.deepEqual(weeklyHours([]), [{ daysOfWeek: [1, 2, 3, 4, 5, 6], startTime: '09:00', endTime: '18:00' }]);
});

test('the day opens before the first opening; today before now, while it is open', () => {
  const hours = (start: string, end: string) => [{ weekday: 1, start, end }];
  const at = (time: string) => Temporal.PlainTime.from(time);
  assert.equal(firstShownTime([]), '08:00');
  assert.equal(firstShownTime(hours('10:30', '18:00')), '09:00');
  assert.equal(firstShownTime(hours('10:30', '18:00'), at('09:59')), '09:00');
  assert.equal(firstShownTime(hours('10:30', '18:00'), at('15:20')), '14:00');
  assert.equal(firstShownTime(hours('10:30', '18:00'), at('18:00')), '09:00');
  assert.equal(firstShownTime(hours('00:00', '24:00')), '07:00');
  assert.equal(firstShownTime(hours('00:00', '24:00'), at('00:10')), '00:00');
  assert.equal(firstShownTime(hours('00:00', '24:00'), at('15:20')), '14:00');
});
