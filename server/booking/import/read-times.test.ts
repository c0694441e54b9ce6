// Tests of times, lengths and prices as programs and people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockIn, minutesIn, priceIn, timeIn } from './read-times.ts';

const read = (date: string, time = '', order: 'dayFirst' | 'monthFirst' = 'dayFirst', zone = 'Europe/Riga') => {
  const found = timeIn(date, time, { zone, dayOrder: order, today: '2026-11-29' });
  if (!found) return undefined;
  return 'day' in found ? found.day.toString() : `${found.at}${found.shift ? ` ${found.shift}` : ''}`;
};

test('a time is read in one cell or two, with a zone of its own or that of the import', () => {
  const expected = '2026-12-03T12:30:00Z';
  for (const text of [
    '2026-12-03 14:30',
    '2026-12-03T14:30:00',
    '2026-12-03 14:30:00.000',
    '03.12.2026 14:30',
    '3.12.26 14.30',
    '03/12/2026 2:30 PM',
    '03/12/2026, 02:30pm',
    '3 Dec 2026, 14:30',
    'Thu, Dec 3, 2026 at 2:30 PM',
    'Thursday 3 December 2026 14:30',
    'Donnerstag, 3. Dezember 2026 14:30 Uhr',
    'jeudi 3 décembre 2026 14h30',
    '2026-12-03T12:30:00Z',
    '2026-12-03 12:30:00 UTC',
    '2026-12-03T13:30:00+01:00',
    '2026-12-03 13:30:00 +0100',
    '2026-12-03T13:30:00[Europe/Berlin]',
    '46359.604166666664',
    '20261203 14:30',
  ]) {
    assert.equal(read(text), expected, text);
  }
  assert.equal(read('12/3/2026 2:30 PM', '', 'monthFirst'), expected);
  for (const [date, time] of [
    ['03.12.2026', '14:30'],
    ['03.12.2026', '14.30'],
    ['2026-12-03', '2:30 PM'],
    ['2026-12-03', '14h30'],
    ['2026-12-03', '0.604166667'],
    ['2026-12-03', '1899-12-30T14:30:00'],
    ['2026-12-03T00:00:00', '14:30:00'],
  ] as const) {
    assert.equal(read(date, time), expected, `${date} ${time}`);
  }
});

test('a day without a time is a day, and other text is none', () => {
  for (const text of [
    '03.12.2026',
    '2026-12-03',
    'Thursday, 3 December 2026',
    'mardi 3 déc. 2026',
    '46359',
    '03.12.',
  ]) {
    assert.equal(read(text), '2026-12-03', text);
  }
  assert.equal(read('Tuesday 12 May 2026'), '2026-05-12');
  assert.equal(read('mardi 12 mai 2026'), '2026-05-12');
  for (const text of ['', 'soon', '14:30', '32.12.2026', '32.12.', '0000-00-00 00:00:00', '2026-12-03 25:00']) {
    assert.equal(read(text), undefined, text);
  }
  assert.equal(read('2026-12-03', 'noon'), undefined);
});

test('a time that the clock shows twice or skips says so', () => {
  assert.equal(read('25.10.2026 03:30'), '2026-10-25T00:30:00Z hourTwice');
  assert.equal(read('29.03.2026 03:30'), '2026-03-29T01:30:00Z hourSkipped');
  // Named exactly, it means one instant.
  assert.equal(read('2026-10-25T03:30:00+02:00'), '2026-10-25T01:30:00Z');
});

test('a time of day needs minutes or a half', () => {
  assert.equal(String(clockIn('9:05')), '09:05:00');
  assert.equal(String(clockIn('12 am')), '00:00:00');
  assert.equal(String(clockIn('12:15 p.m.')), '12:15:00');
  assert.equal(String(clockIn('9h')), '09:00:00');
  for (const text of ['9', '24:00', '13 pm', '9:60', '']) assert.equal(clockIn(text), undefined, text);
});

test('lengths are minutes', () => {
  const lengths: [string, number | undefined][] = [
    ['1h 30m', 90],
    ['1h30', 90],
    ['1 hr 30 mins', 90],
    ['90', 90],
    ['90.0', 90],
    ['90 min.', 90],
    ['1:30', 90],
    ['01:30:00', 90],
    ['1,5 Std.', 90],
    ['1.5 hours', 90],
    ['1 Std. 30 Min.', 90],
    ['1 Stunde und 30 Minuten', 90],
    ['1 heure 30 minutes', 90],
    ['PT1H30M', 90],
    ['2h', 120],
    ['45m', 45],
    ['1 st. 30 min', 90],
    ['1 val. 30 min.', 90],
    ['long', undefined],
    ['', undefined],
    ['about an hour', undefined],
  ];
  for (const [text, minutes] of lengths) assert.equal(minutesIn(text), minutes, text);
});

test('prices are the first amount, in any of the usual forms', () => {
  const prices: [string, number | undefined][] = [
    ['25', 25],
    ['25,00 €', 25],
    ['€25.50', 25.5],
    ['from €25', 25],
    ['25 - 40', 25],
    ['1.234,50', 1234.5],
    ['$1,234.50', 1234.5],
    ['1 234,50 €', 1234.5],
    ["CHF 1'234.50", 1234.5],
    ['1,234', 1234],
    ['ab 19,9', 19.9],
    ['Free', 0],
    ['kostenlos', 0],
    ['on request', undefined],
    ['', undefined],
  ];
  for (const [text, price] of prices) assert.equal(priceIn(text), price, text);
});
