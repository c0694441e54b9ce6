// Tests of the services of a visit in its dialog.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { endOfParts, eventValues, newEvent, partsUntilEnd, timesOfParts } from './event-form.ts';
import { furtherPart, toGivenParts, usualBuffers, withOption, withPerson, withService } from './visit-parts.ts';

const zone = 'Europe/Riga';
const [anna, berta] = ['00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000b'];

const cut: DeskService = {
  id: '00000000-0000-0000-0000-000000000001',
  name: 'Cut',
  category: '',
  minutes: 30,
  price: 25,
  bufferBefore: 0,
  bufferAfter: 10,
  options: [],
  people: [
    { calendarId: anna, minutes: 30, price: 25 },
    { calendarId: berta, minutes: 45, price: 20 },
  ],
};

function valuesAt(start: string) {
  const times = { start, end: start, allDay: false, startDate: null, endDate: null };
  const values = eventValues(newEvent(anna, zone, times), zone);
  const parts = values.parts.map((part) => withService(part, cut));
  return { ...values, parts: [...parts, withPerson(withService(furtherPart(anna), cut), berta, cut)] };
}

test('a service brings the minutes and the price of its person, and each starts when the one before ends', () => {
  const values = valuesAt('2027-03-24T08:00:00Z');
  assert.deepEqual(
    values.parts.map(({ title, minutes, price }) => [title, minutes, price]),
    [
      ['Cut', 30, 25],
      ['Cut', 45, 20],
    ],
  );
  assert.deepEqual(endOfParts(values, zone), { endDay: '2027-03-24', endTime: '11:15' });
  const parts = partsUntilEnd({ ...values, endDay: '2027-03-24', endTime: '11:30' }, zone);
  assert.deepEqual(
    parts.map(({ minutes }) => minutes),
    [30, 60],
  );
  assert.equal(partsUntilEnd({ ...values, endTime: '10:00' }, zone), values.parts, 'too early for the last');
});

test('services last as long as they take when the clock goes from 3 to 4, and over midnight', () => {
  const spring = valuesAt('2027-03-28T00:30:00Z');
  assert.deepEqual(endOfParts(spring, zone), { endDay: '2027-03-28', endTime: '04:45' });
  assert.deepEqual(
    timesOfParts(spring, zone).map(({ start, end }) => [start.toString(), end.toString()]),
    [
      ['2027-03-28T00:30:00Z', '2027-03-28T01:00:00Z'],
      ['2027-03-28T01:00:00Z', '2027-03-28T01:45:00Z'],
    ],
  );
  assert.deepEqual(endOfParts(valuesAt('2027-03-24T21:45:00Z'), zone), { endDay: '2027-03-25', endTime: '01:00' });
});

test('an empty buffer is that of the service, none between two services of one person', () => {
  const { parts } = valuesAt('2027-03-24T08:00:00Z');
  assert.deepEqual(usualBuffers(parts, 0, cut), { before: 0, after: 10 });
  const same = parts.map((part) => ({ ...part, calendarId: anna }));
  assert.deepEqual([usualBuffers(same, 0, cut).after, usualBuffers(same, 1, cut).after], [0, 10]);
  const [given] = toGivenParts(parts, Temporal.Instant.from('2027-03-24T08:00:00Z'));
  assert.equal(given?.bufferAfter, undefined);
});

const long = {
  id: '00000000-0000-0000-0000-0000000000c1',
  kind: 'variant',
  name: 'Long',
  minutes: 15,
  price: 10.1,
} as const;
const short = { ...long, id: '00000000-0000-0000-0000-0000000000c2', name: 'Short', minutes: 0, price: 0 };
const wash = {
  ...long,
  id: '00000000-0000-0000-0000-0000000000c3',
  kind: 'extra',
  name: 'Wash',
  minutes: 5,
  price: 4,
} as const;
const withOptions: DeskService = {
  ...cut,
  options: [short, long, wash].map((option) => ({ ...option, maxCount: option === wash ? 2 : 1 })),
};

test('options add to the minutes and the price of a part, of another person, and to a price that staff typed', () => {
  const [, longOption, washOption] = withOptions.options;
  assert.ok(longOption && washOption);
  const chosen = withService(furtherPart(anna), withOptions);
  assert.deepEqual([chosen.minutes, chosen.price, chosen.options.map(({ name }) => name)], [30, 25, ['Short']]);
  const both = withOption(withOption(chosen, washOption, 2), longOption, 1);
  assert.deepEqual([both.minutes, both.price], [55, 43.1]);
  const other = withPerson(both, berta, withOptions);
  assert.deepEqual([other.minutes, other.price], [70, 38.1]);
  const typed = withOption({ ...both, price: 50 }, washOption, 0);
  assert.deepEqual([typed.minutes, typed.price], [45, 42]);
  const [given] = toGivenParts([both], Temporal.Instant.from('2027-03-24T08:00:00Z'));
  assert.deepEqual(given?.optionIds, [long.id, wash.id, wash.id]);
  assert.equal(given?.title, 'Cut (Long, 2 × Wash)');
});
