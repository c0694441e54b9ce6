// Dates are read with the weekday that cells show beside them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDates, spansOf } from './spoken-days.ts';

const today = Temporal.PlainDate.from('2026-11-26');

test('a weekday beside a date changes nothing, and alone it stays a word', () => {
  assert.deepEqual(spansOf(['thu', '26', 'nov'], 'en', today), spansOf(['26', 'nov'], 'en', today));
  assert.deepEqual(spansOf(['do.,', '26.', 'nov.'], 'de', today), spansOf(['26.', 'nov.'], 'de', today));
  const found = findDates(['thu', '26', 'nov', 'mara'], 'en', today);
  assert.equal(found.dates.length, 1);
  assert.deepEqual(found.others, ['mara']);
  assert.equal(spansOf(['thu'], 'en', today), undefined);
  assert.deepEqual(findDates(['thu'], 'en', today), { dates: [], others: ['thu'] });
});
