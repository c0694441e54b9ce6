// Tests of days as people type them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLocale } from '#web/lib/locale.ts';
import { formatDay, parseDay } from './typed-day.ts';

function setPageLocale(tag: string): void {
  Object.defineProperty(navigator, 'languages', { value: [tag], configurable: true });
  setLocale(tag.slice(0, 2));
}

test('a day is written and read in the order of the language', () => {
  const day = '2026-03-04';
  for (const [tag, text] of [
    ['en-GB', '04/03/2026'],
    ['en-US', '03/04/2026'],
    ['de-DE', '04.03.2026'],
    ['lt', '2026-03-04'],
    ['lv', '04.03.2026'],
  ] as const) {
    setPageLocale(tag);
    assert.equal(formatDay(day), text);
    assert.equal(parseDay(text), day);
    assert.equal(parseDay(day), day, 'the ISO form is read in any language');
  }
});

test('short years are read, and text that is no day is not', () => {
  setPageLocale('de-DE');
  assert.equal(parseDay('4.3.26'), '2026-03-04');
  for (const text of ['', '4.3', '31.2.2026', '4.3.202', 'tomorrow', '1.2.3.2026']) assert.equal(parseDay(text), null);
});
