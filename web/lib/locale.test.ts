// The locale used for numbers and dates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentLocale, setLocale } from './locale.ts';

function localeFor(language: string, ...languages: string[]): string {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  setLocale(language);
  return currentLocale();
}

test("the visitor's region is used if it has the page's language", () => {
  assert.equal(localeFor('de', 'en-US', 'de-AT'), 'de-AT');
  assert.equal(localeFor('de', 'en-US'), 'de');
});

test('English without a region is British', () => {
  assert.equal(localeFor('en', 'lv-LV', 'en'), 'en-GB');
});

test('a locale that Intl rejects is skipped', () => {
  assert.equal(localeFor('en', 'en-US@posix', 'en-AU'), 'en-AU');
  assert.equal(localeFor('en', 'en-US@posix'), 'en-GB');
});
