// Formatting instants in a time zone and a language.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  clocksDiffer,
  dateIn,
  dayAndTime,
  instantOf,
  now,
  plainDay,
  relativeDay,
  shortDay,
  timeOf,
  zoneCity,
  zoneName,
} from './dates.ts';
import { setLocale } from './locale.ts';

// Fix the visitor's locale to British English, whatever the test machine uses.
Object.defineProperty(navigator, 'languages', { value: ['en-GB', 'en'] });

afterEach(() => setLocale('en'));

test("a time shows the zone's clock, before and after a change to summer time", () => {
  assert.equal(timeOf('2026-03-29T00:59:00Z', 'Europe/Riga'), '02:59');
  assert.equal(timeOf('2026-03-29T01:00:00Z', 'Europe/Riga'), '04:00');
  assert.equal(timeOf('2026-03-29T01:00:00Z', 'Asia/Kathmandu'), '06:45');
});

test('days close to today have names in every language', () => {
  const zone = 'Pacific/Auckland';
  const tomorrow = now().toZonedDateTimeISO(zone).add({ days: 1 }).with({ hour: 9, minute: 30 }).toInstant();
  assert.equal(relativeDay(now(), zone), 'today');
  assert.equal(relativeDay(tomorrow, zone), 'tomorrow');
  assert.match(dayAndTime(tomorrow, zone), /^Tomorrow, 09:30/);
  setLocale('de');
  assert.match(dayAndTime(tomorrow, zone), /^Morgen, 09:30/);
  assert.equal(relativeDay(tomorrow.add({ hours: 48 }), zone), undefined);
});

test('the year appears only when it is not the current one', () => {
  const zone = 'Europe/Berlin';
  assert.doesNotMatch(shortDay(now(), zone), /\d{4}/);
  assert.match(shortDay('2019-05-06T10:00:00Z', zone), /Mon.*6 May.*2019/);
});

test('a short Lithuanian date names its month', () => {
  setLocale('lt');
  assert.equal(plainDay('2026-11-23'), 'lapkričio 23 d., pr');
  assert.equal(plainDay('2026-11-23', { day: 'numeric', month: 'short', year: 'numeric' }), '2026-11-23');
});

test('a date without a zone is the same day in every zone', () => {
  assert.match(plainDay('2026-11-23'), /Mon.*23 Nov/);
});

test('an instant belongs to the date of its zone', () => {
  assert.equal(dateIn('2026-11-21T04:00:00Z', 'America/New_York').toString(), '2026-11-20');
  assert.equal(instantOf('2026-11-21T04:00:00+02:00').toString(), '2026-11-21T02:00:00Z');
});

test('two zones differ only while their clocks do', () => {
  assert.equal(clocksDiffer('Europe/Berlin', 'Europe/Paris', '2026-07-01T00:00:00Z'), false);
  assert.equal(clocksDiffer('America/Phoenix', 'America/Denver', '2026-07-01T00:00:00Z'), true);
  assert.equal(clocksDiffer('America/Phoenix', 'America/Denver', '2026-12-01T00:00:00Z'), false);
});

test('a zone has a name and a city', () => {
  assert.equal(zoneName('Europe/Riga', '2026-12-01T00:00:00Z'), 'Eastern European Standard Time');
  assert.equal(zoneName('Asia/Kathmandu', '2026-12-01T00:00:00Z', 'shortOffset'), 'GMT+5:45');
  assert.equal(zoneCity('America/Argentina/Buenos_Aires'), 'Buenos Aires');
});
