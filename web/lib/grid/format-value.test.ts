// Languages are offered in the order of their names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOptions } from './format-value.ts';

test('languages are in the order of their names, not of their keys', () => {
  assert.deepEqual(
    languageOptions(['de', 'en', 'es', 'fr', 'lt', 'lv']).map(({ label }) => label),
    ['English', 'French', 'German', 'Latvian', 'Lithuanian', 'Spanish'],
  );
});
