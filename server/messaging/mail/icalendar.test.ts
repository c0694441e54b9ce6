// Checks the written iCalendar text with an independent parser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { type CalendarEntry, writeICalendar } from './icalendar.ts';

const start = Temporal.Instant.from('2026-03-29T00:30:00Z');
const entry: CalendarEntry = {
  uid: 'a@daybook.test',
  sequence: 3,
  status: 'tentative',
  start,
  end: start.add({ minutes: 45 }),
  summary: 'Haircut · Barber',
  description: 'Anna, Barber',
  location: 'Old Town, 1 Market Street',
  place: { latitude: 56.95, longitude: 24.1 },
  url: 'https://daybook.test/old-town/anna',
  organizer: { name: 'Barber', eMail: 'barber@daybook.test' },
  attendee: { name: 'Visitor', eMail: 'visitor@example.test' },
  createdAt: start,
  stamp: start,
};

function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  assert.equal(events.length, 1);
  const [event] = events;
  assert.ok(event);
  return { calendar, event, value: (name: string) => String(event.getFirstPropertyValue(name)) };
}

test('a request has every property that RFC 5546 requires', () => {
  const { calendar, event, value } = parse(writeICalendar(entry, 'REQUEST'));
  assert.equal(calendar.getFirstPropertyValue('method'), 'REQUEST');
  assert.equal(value('uid'), 'a@daybook.test');
  assert.equal(value('sequence'), '3');
  assert.equal(value('status'), 'TENTATIVE');
  assert.equal(value('dtstart'), '2026-03-29T00:30:00Z');
  assert.equal(value('dtend'), '2026-03-29T01:15:00Z');
  assert.ok(value('dtstamp'));
  assert.equal(value('organizer').toLowerCase(), 'mailto:barber@daybook.test');
  const attendees = event.getAllProperties('attendee');
  assert.equal(attendees.length, 1);
  assert.equal(String(attendees[0]?.getFirstValue()).toLowerCase(), 'mailto:visitor@example.test');
  assert.equal(attendees[0]?.getParameter('partstat'), 'NEEDS-ACTION');
});

test('a confirmed visitor has accepted', () => {
  const { event, value } = parse(writeICalendar({ ...entry, status: 'confirmed' }, 'REQUEST'));
  assert.equal(value('status'), 'CONFIRMED');
  assert.equal(event.getFirstProperty('attendee')?.getParameter('partstat'), 'ACCEPTED');
});

test('a cancellation sets method and status and preserves the UID', () => {
  const { calendar, value } = parse(writeICalendar({ ...entry, status: 'cancelled' }, 'CANCEL'));
  assert.equal(calendar.getFirstPropertyValue('method'), 'CANCEL');
  assert.equal(value('status'), 'CANCELLED');
  assert.equal(value('uid'), entry.uid);
});

test('a published entry names no attendee', () => {
  const { event } = parse(writeICalendar(entry, 'PUBLISH'));
  assert.equal(event.getAllProperties('attendee').length, 0);
  assert.ok(event.getFirstProperty('organizer'));
});

test('an all-day entry has dates, and its end is the day after the last', () => {
  const days = { first: Temporal.PlainDate.from('2026-03-29'), after: Temporal.PlainDate.from('2026-03-31') };
  const { event, value } = parse(writeICalendar({ ...entry, days }, 'PUBLISH'));
  assert.equal(value('dtstart'), '2026-03-29');
  assert.equal(value('dtend'), '2026-03-31');
  assert.equal(event.getFirstProperty('dtstart')?.type, 'date');
});

test('no text becomes a property, a parameter or a component of its own', () => {
  const evil = 'x"\r\nATTENDEE:mailto:evil@example.test\r\nEND:VEVENT\nBEGIN:VEVENT\u2028;RSVP=TRUE:,\\n';
  const text = writeICalendar(
    {
      ...entry,
      summary: evil,
      description: evil,
      location: evil,
      organizer: { name: evil, eMail: 'barber@daybook.test' },
      attendee: { name: evil, eMail: 'visitor@example.test' },
    },
    'REQUEST',
  );
  const { event, value } = parse(text);
  assert.deepEqual(
    event.getAllProperties('attendee').map((property) => String(property.getFirstValue()).toLowerCase()),
    ['mailto:visitor@example.test'],
  );
  assert.equal(event.getFirstProperty('attendee')?.getParameter('rsvp'), 'FALSE');
  assert.match(value('summary'), /^x" ATTENDEE:mailto:evil@example.test END:VEVENT/);
});

test('no line exceeds 75 octets, and no character is split', () => {
  const long = 'Ļoti garš nosaukums ar 🎉 un vēl, '.repeat(20);
  const text = writeICalendar({ ...entry, description: long, location: long.slice(0, 180) }, 'REQUEST');
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.equal(parse(text).value('description'), long);
});
