// Tests of the modes that countries allow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countries } from '#contract/lib/countries.ts';
import { allowedModes, tillDuties } from './duties.ts';

test('countries with a duty, and unknown ones, allow no till of our own alone', () => {
  for (const country of ['DE', 'AT', 'LV', 'BE', 'CZ', 'US', '']) {
    assert.deepEqual(allowedModes(country), ['off', 'beside'], country);
  }
  assert.deepEqual(allowedModes('GB'), ['off', 'plain', 'beside']);
});

test('each country has a law and the day on which it was looked up', () => {
  for (const [country, { source, checked }] of Object.entries(tillDuties)) {
    assert.ok(countries.includes(country), country);
    assert.ok(source.length > 5, country);
    assert.match(checked, /^\d{4}-\d\d-\d\d$/);
  }
});
