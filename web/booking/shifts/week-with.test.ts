// Replaces the hours of one weekday at one location.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekWith } from './week-with.ts';

const at = (locationId: string, weekday: number, start: string, end: string) => ({ locationId, weekday, start, end });
const settings = {
  hours: [at('a', 1, '09:00', '18:00'), at('a', 2, '09:00', '18:00'), at('b', 2, '10:00', '12:00')],
  breaks: [at('a', 1, '12:00', '13:00'), at('a', 2, '12:00', '13:00'), at('b', 2, '11:00', '11:30')],
};

test('the other weekdays and their breaks stay, other locations are left out', () => {
  const { hours, breaks } = weekWith(settings, {
    locationId: 'a',
    weekday: 2,
    ranges: [{ start: '10:00', end: '14:00' }],
  });
  assert.deepEqual(hours, [
    { weekday: 1, start: '09:00', end: '18:00' },
    { weekday: 2, start: '10:00', end: '14:00' },
  ]);
  assert.equal(breaks.length, 2);
});

test('a break outside the new hours goes with them', () => {
  for (const ranges of [[], [{ start: '14:00', end: '20:00' }], [{ start: '09:00', end: '12:00' }]]) {
    const { breaks } = weekWith(settings, { locationId: 'a', weekday: 2, ranges });
    assert.deepEqual(breaks, [{ weekday: 1, start: '12:00', end: '13:00' }]);
  }
});
