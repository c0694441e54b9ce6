// Puts the hours of a day into the weekly hours, and into a day of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breaksOutside, weekWith, withoutBreaks } from './week-with.ts';

const at = (locationId: string, weekday: number, start: string, end: string) => ({ locationId, weekday, start, end });
const range = (text: string) => {
  const [start = '', end = ''] = text.split('-');
  return { start, end };
};
const settings = {
  hours: [at('a', 1, '09:00', '18:00'), at('a', 2, '09:00', '18:00'), at('b', 2, '10:00', '12:00')],
  breaks: [at('a', 1, '12:00', '13:00'), at('a', 2, '12:00', '13:00'), at('b', 2, '11:00', '11:30')],
};

test('the other weekdays and their breaks stay, other locations are left out', () => {
  const { hours, breaks } = weekWith(settings, {
    locationId: 'a',
    weekday: 2,
    open: [range('10:00-14:00')],
    breaks: [range('11:00-11:15'), range('12:30-13:00')],
  });
  assert.deepEqual(hours, [
    { weekday: 1, start: '09:00', end: '18:00' },
    { weekday: 2, start: '10:00', end: '14:00' },
  ]);
  assert.deepEqual(breaks, [
    { weekday: 1, start: '12:00', end: '13:00' },
    { weekday: 2, start: '11:00', end: '11:15' },
    { weekday: 2, start: '12:30', end: '13:00' },
  ]);
});

test('a day of its own is the time between the breaks', () => {
  const between = (open: string[], breaks: string[]) =>
    withoutBreaks({ open: open.map(range), breaks: breaks.map(range) }).map(({ start, end }) => `${start}-${end}`);
  assert.deepEqual(between(['09:00-18:00'], []), ['09:00-18:00']);
  assert.deepEqual(between(['09:00-18:00'], ['12:00-13:00']), ['09:00-12:00', '13:00-18:00']);
  assert.deepEqual(between(['09:00-12:00', '13:00-24:00'], ['23:00-24:00', '09:00-09:30', '11:30-14:00']), [
    '09:30-11:30',
    '14:00-23:00',
  ]);
  assert.deepEqual(between(['09:00-10:00'], ['08:00-11:00']), []);
  assert.deepEqual(between(['09:00-10:00'], ['10:00-11:00']), ['09:00-10:00'], 'a break beside the hours');
});

test('a break outside of the hours is named by its place', () => {
  const outside = (breaks: string[]) => breaksOutside({ open: [range('09:00-12:00')], breaks: breaks.map(range) });
  assert.deepEqual(outside(['10:00-11:00', '11:30-13:00']), []);
  assert.deepEqual(outside(['08:00-09:00', '10:00-11:00', '12:00-13:00']), [0, 2]);
});
