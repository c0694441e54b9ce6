// The sheet of a month: its weeks, and the keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateForKey, weeksOf } from './month.ts';

const month = (text: string) => Temporal.PlainYearMonth.from(text);
const date = (text: string) => Temporal.PlainDate.from(text);

test('a month is laid out in weeks that begin where the locale begins them', () => {
  const shape = (first: number, count?: number) =>
    weeksOf(month('2026-11'), first, count).map((week) => week.map(({ day }) => day));
  assert.deepEqual(shape(1).at(0), [26, 27, 28, 29, 30, 31, 1]);
  assert.deepEqual(shape(1).at(-1), [30, 1, 2, 3, 4, 5, 6]);
  assert.equal(shape(1).length, 6);
  assert.deepEqual(shape(7).at(0), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(shape(7).length, 5);
  assert.equal(shape(7, 6).length, 6);
});

test('keys move the focus as in ARIA’s date grid', () => {
  const walk = (key: string, shiftKey = false) => dateForKey({ key, shiftKey }, date('2026-11-25'), 1)?.toString();
  assert.equal(walk('ArrowLeft'), '2026-11-24');
  assert.equal(walk('ArrowDown'), '2026-12-02');
  assert.equal(walk('Home'), '2026-11-23');
  assert.equal(walk('End'), '2026-11-29');
  assert.equal(walk('PageDown'), '2026-12-25');
  assert.equal(walk('PageUp', true), '2025-11-25');
  assert.equal(walk('a'), undefined);
  assert.equal(dateForKey({ key: 'Home', shiftKey: false }, date('2026-11-25'), 7)?.toString(), '2026-11-22');
});
