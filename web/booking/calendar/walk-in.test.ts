// Tests of the order in which people are offered for a walk-in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskService, WalkInTime } from '#contract/booking/visit-rows.ts';
import { type WalkInRow, walkInRows } from './walk-in-offers.ts';

const now = Temporal.Instant.from('2027-03-24T08:03:20Z');

function service(id: string, people: string[]): DeskService {
  const length = { minutes: 30, price: 25 };
  const others = { category: '', bufferBefore: 0, bufferAfter: 0, options: [] };
  return { id, name: id, ...length, ...others, people: people.map((calendarId) => ({ calendarId, ...length })) };
}

function time(serviceId: string | null, calendarId: string, clock: string): WalkInTime {
  return { serviceId, optionIds: [], calendarId, minutes: 30, price: 25, start: `2027-03-24T${clock}:00Z` };
}

const said = (rows: WalkInRow[]) =>
  rows.map(({ service, offers }) => `${service?.id}: ${offers.map(({ calendarId }) => calendarId).join(' ')}`);

test('those who are free now come first, the person in focus before the others; else who is next, or does it at all', () => {
  const services = [service('cut', ['anna', 'kate']), service('colour', ['kate', 'zane']), service('nails', ['zane'])];
  const times = [
    time('cut', 'anna', '08:00'),
    // Within five minutes is now.
    time('cut', 'kate', '08:00'),
    time('colour', 'kate', '10:00'),
    time('colour', 'zane', '09:00'),
    time(null, 'anna', '08:00'),
    time(null, 'stranger', '08:00'),
  ];
  const rows = walkInRows(times, services, ['kate', 'anna', 'zane'], now);
  assert.deepEqual(said(rows.now), ['undefined: anna', 'cut: kate anna']);
  assert.deepEqual(said(rows.later), ['colour: zane']);
  assert.deepEqual(said(rows.never), ['nails: zane']);
  assert.equal(rows.never[0]?.offers[0]?.start, '2027-03-24T08:00:00Z');
});

test('each variant of a service is a row with its minutes and its price', () => {
  const variant = (id: string, minutes: number, price: number) => {
    return { id, kind: 'variant' as const, name: id, minutes, price, maxCount: 1 };
  };
  const cut = { ...service('cut', ['anna']), options: [variant('short', 0, 0), variant('long', 15, 10.1)] };
  const times = [{ ...time('cut', 'anna', '08:00'), optionIds: ['long'], minutes: 45, price: 35.1 }];
  const { now: free, never } = walkInRows(times, [cut], ['anna'], now);
  const facts = ({ service: one, offers: [offer] }: WalkInRow) => [
    one?.name,
    offer?.optionIds,
    offer?.minutes,
    offer?.price,
  ];
  assert.deepEqual(free.map(facts), [['cut (long)', ['long'], 45, 35.1]]);
  assert.deepEqual(never.slice(1).map(facts), [['cut (short)', ['short'], 30, 25]]);
});
