// Which locale numbers and dates are written in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentLocale, setLocale } from './locale.ts';

function localeFor(language: string, ...languages: string[]): string {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  setLocale(language);
  return currentLocale();
}

test("the visitor's own region of the page's language is used", () => {
  assert.equal(localeFor('de', 'en-US', 'de-AT'), 'de-AT');
  assert.equal(localeFor('de', 'en-US'), 'de');
});

test('English without a region is not American', () => {
  assert.equal(localeFor('en', 'lv-LV', 'en'), 'en-GB');
});

test('a locale that Intl does not know is passed over', () => {
  assert.equal(localeFor('en', 'en-US@posix', 'en-AU'), 'en-AU');
  assert.equal(localeFor('en', 'en-US@posix'), 'en-GB');
});
