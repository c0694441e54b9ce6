// Formatting instants in a time zone and a language.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  clocksDiffer,
  dateIn,
  dayAndTime,
  dayRange,
  instantOf,
  minuteRange,
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

test('an instant of a list, which has the offset of UTC, is shown in the zone; another offset says the time itself', () => {
  assert.equal(timeOf('2026-11-30T07:39:43.803367+00:00', 'Europe/Riga'), '09:39');
  assert.equal(timeOf('2026-11-30T07:39:00+00:00', 'Europe/London'), '07:39');
  assert.equal(timeOf('2026-11-30T07:39:00-07:00', 'America/Vancouver'), '07:39');
  assert.equal(zoneName('Europe/Riga', '2026-11-30T07:39:00+00:00', 'shortOffset'), 'GMT+2');
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

test('a range of dates is written as its language writes it', () => {
  const expected = {
    en: ['23 – 29 Nov 2026', '30 Nov – 6 Dec 2026', 'Mon, 28 Dec 2026 – Sun, 3 Jan 2027'],
    de: ['23.–29. Nov. 2026', '30. Nov. – 6. Dez. 2026', 'Mo., 28. Dez. 2026 – So., 3. Jan. 2027'],
    fr: ['23–29 nov. 2026', '30 nov. – 6 déc. 2026', 'lun. 28 déc. 2026 – dim. 3 janv. 2027'],
    es: ['23–29 nov 2026', '30 nov – 6 dic 2026', 'lun, 28 dic 2026 – dom, 3 ene 2027'],
    lv: [
      '2026. gada 23.–29. nov.',
      '2026. gada 30. nov. – 6. dec.',
      'pirmd., 2026. gada 28. dec. – svētd., 2027. gada 3. janv.',
    ],
    lt: ['2026-11-23 – 2026-11-29', '2026-11-30 – 2026-12-06', '2026-12-28, pr – 2027-01-03, sk'],
  };
  for (const [language, texts] of Object.entries(expected)) {
    setLocale(language);
    const long = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
    const ranges = [
      dayRange('2026-11-23', '2026-11-29'),
      dayRange('2026-11-30', '2026-12-06'),
      dayRange('2026-12-28', '2027-01-03', long),
    ];
    assert.deepEqual(ranges.map(withPlainSpaces), texts, language);
    assert.equal(dayRange('2026-11-23', '2026-11-23', long), plainDay('2026-11-23', long), language);
  }
});

test('a range of moments names both days, by the clock of its zone', () => {
  const range = (zone: string) => withPlainSpaces(minuteRange('2019-11-23T22:30:00Z', '2019-11-30T22:00:00Z', zone));
  assert.equal(range('Europe/Riga'), '24 Nov 2019, 00:30 – 01 Dec 2019, 00:00');
  assert.equal(range('Europe/London'), '23 Nov 2019, 22:30 – 30 Nov 2019, 22:00');
});

// Versions of `Intl` differ in their kinds of spaces around a dash.
const withPlainSpaces = (text: string) => text.replace(/\s/gu, ' ');

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
