// Tests of the numbers in texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInstance } from 'i18next';
import { numberWords } from './number-words.ts';

test('numbers in texts are written as the language does; years and texts stay as they are', () => {
  const instance = createInstance({
    lng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    resources: {},
  });
  void instance.use(numberWords).init();
  const say = (language: string, value: unknown) => {
    instance.addResourceBundle(language, 'translation', { rows: '{{value}} rows' });
    return instance.t('rows', { lng: language, value });
  };
  assert.equal(say('en', 20_000), '20,000 rows');
  assert.equal(say('de', 1_234_567), '1.234.567 rows');
  assert.equal(say('fr', 20_000), '20\u202f000 rows');
  assert.equal(say('lv', 2.5), '2,5 rows');
  assert.equal(say('de', 2026), '2026 rows');
  assert.equal(say('de', '20000'), '20000 rows');
});
