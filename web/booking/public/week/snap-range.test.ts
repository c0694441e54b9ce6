// Converts a range selected in the week calendar to a bookable time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeTiles, mergeSlots, snapRange } from './snap-range.ts';

const at = (from: string, to: string) => ({ start: `2026-11-23T${from}:00Z`, end: `2026-11-23T${to}:00Z` });
const quarters = [at('09:00', '09:15'), at('09:15', '09:30'), at('09:30', '09:45'), at('10:30', '10:45')];
const occupied = [at('09:45', '10:30')];

test('a service keeps its duration and begins on the free slot nearest to the start of the range', () => {
  const slots = [at('09:00', '09:45'), at('09:15', '10:00'), at('09:30', '10:15')];
  const snap = (from: string, to: string) =>
    snapRange(at(from, to), { slots, occupied: [], serviceMinutes: 45, unit: 15 });
  assert.deepEqual(snap('09:10', '09:20'), at('09:15', '10:00'));
  assert.deepEqual(snap('08:00', '09:05'), at('09:00', '09:45'));
  assert.equal(snap('10:15', '11:00'), undefined);
});

test('without a service, the range keeps its length up to the next occupied time', () => {
  const snap = (from: string, to: string) =>
    snapRange(at(from, to), { slots: quarters, occupied, serviceMinutes: undefined, unit: 15 });
  assert.deepEqual(snap('09:00', '09:30')?.end, '2026-11-23T09:30:00Z');
  assert.deepEqual(snap('09:15', '11:00'), { start: '2026-11-23T09:15:00Z', end: '2026-11-23T09:45:00Z' });
  assert.deepEqual(snap('09:40', '09:45')?.start, '2026-11-23T09:30:00Z');
  assert.equal(snap('09:50', '10:20'), undefined);
});

test('an appointment without a service lasts at most eight hours', () => {
  const slots = [at('08:00', '08:15')];
  const snapped = snapRange(at('08:00', '22:00'), { slots, occupied: [], serviceMinutes: undefined, unit: 15 });
  assert.equal(snapped?.end, '2026-11-23T16:00:00Z');
});

test('adjacent free slots are merged', () => {
  assert.deepEqual(mergeSlots(quarters), [at('09:00', '09:45'), at('10:30', '10:45')]);
});

test('each start has a tile up to the next one; starts near each other form a stretch that ends before occupied time', () => {
  const halves = [at('09:00', '10:00'), at('09:30', '10:30'), at('10:00', '11:00'), at('13:00', '14:00')];
  assert.deepEqual(freeTiles(halves, [at('11:00', '13:00')]), {
    tiles: [at('09:00', '09:30'), at('09:30', '10:00'), at('10:00', '10:30'), at('13:00', '13:30')],
    step: 30,
  });
  assert.deepEqual(freeTiles(quarters, occupied).step, 15);
  const fives = [at('09:00', '09:30'), at('09:05', '09:35'), at('09:10', '09:40'), at('10:00', '10:30')];
  assert.deepEqual(freeTiles(fives, [at('09:40', '10:00')]), { tiles: [at('09:00', '09:15'), at('10:00', '10:05')] });
});
