// Tests of what a dialog sends of an event that others may save meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { changesOf } from '#web/booking/calendar/events/save-event.ts';
import { eventValues, inputFromValues, newEvent } from './event-form.ts';

const zone = 'Europe/Riga';
const calendarId = '00000000-0000-0000-0000-00000000000a';

function dayOff(): CalendarEvent {
  const dates = { startDate: '2026-03-02', endDate: '2026-03-03' };
  const times = { start: '2026-03-01T22:00:00Z', end: '2026-03-02T22:00:00Z', allDay: true, ...dates };
  const event = newEvent(calendarId, zone, times);
  return { ...event, id: '00000000-0000-0000-0000-000000000001', title: 'Day off', description: 'Dentist' };
}

test('a dialog sends the fields that were changed, and of the times all or none', () => {
  const event = dayOff();
  const values = eventValues(event, zone);
  const sent = (changes: Partial<typeof values>) => {
    const input = inputFromValues(event, { ...values, ...changes }, zone);
    assert.ok(input);
    const { id, notify: _notify, ...fields } = changesOf(event, input);
    assert.equal(id, event.id);
    return fields;
  };
  assert.deepEqual(sent({}), {});
  assert.deepEqual(sent({ description: 'Moved house' }), { description: 'Moved house' });
  assert.deepEqual(sent({ endDay: '2026-03-03' }), {
    start: '2026-03-01T22:00:00Z',
    end: '2026-03-03T22:00:00Z',
    allDay: true,
    startDate: '2026-03-02',
    endDate: '2026-03-04',
  });
});
