// The week while it is edited: conversion to the wire format, places of messages, added and copied ranges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRange, copyDay, errorKeyOf, toEditedRange, toWireRanges, validateRanges } from './week-hours.ts';

const week = [
  toEditedRange({ weekday: 1, start: '09:00', end: '13:00' }, false),
  toEditedRange({ weekday: 1, start: '12:00', end: '12:30' }, true),
  toEditedRange({ weekday: 3, start: '14:00', end: '24:00' }, false),
];

test('a day that ends at midnight shows 00:00 and is sent as 24:00', () => {
  assert.equal(week[2]?.end, '00:00');
  assert.deepEqual(validateRanges(week), {});
  assert.deepEqual(toWireRanges(week, false), [
    { weekday: 1, start: '09:00', end: '13:00' },
    { weekday: 3, start: '14:00', end: '24:00' },
  ]);
});

test("the server's message appears at its range", () => {
  assert.equal(errorKeyOf(week, 'Hours[1].End'), `${week[2]?.key}.end`);
  assert.equal(errorKeyOf(week, 'Breaks[0].Start'), `${week[1]?.key}.start`);
  assert.equal(errorKeyOf(week, 'LocationId'), undefined);
});

test('a missing time and an end before its start are errors', () => {
  const wrong = [
    toEditedRange({ weekday: 1, start: '', end: '13:00' }, false),
    toEditedRange({ weekday: 1, start: '13:00', end: '12:00' }, false),
  ];
  assert.deepEqual(Object.values(validateRanges(wrong)), ['field.required', 'hours.endBeforeStart']);
});

test('new hours follow the last range of the day and never pass midnight', () => {
  assert.deepEqual(toWireRanges(addRange(week, 1, false), false).at(-1), { weekday: 1, start: '14:00', end: '16:00' });
  assert.deepEqual(toWireRanges(addRange(week, 2, false), false).at(-1), { weekday: 2, start: '09:00', end: '18:00' });
});

test('a day is copied with its breaks to the other working days; closed days stay closed', () => {
  const copied = copyDay(week, 1);
  const on = (weekday: number) =>
    copied.filter((range) => range.weekday === weekday).map(({ start, end, isBreak }) => [start, end, isBreak]);
  assert.deepEqual(on(3), on(1));
  assert.deepEqual(on(2), []);
});
