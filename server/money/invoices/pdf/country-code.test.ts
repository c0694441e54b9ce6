// Tests of the codes of countries that people typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCode, countryOfVatId } from './country-code.ts';

test('a country is found by its name in any of the languages, in any case and without accents, or by its code', () => {
  const names = ['Latvia', 'Lettland', 'latvija', 'LETTONIE', 'lv', 'Letonia', ' Latvija '];
  assert.deepEqual(new Set(names.map(countryCode)), new Set(['LV']));
  assert.equal(countryCode('Espana'), 'ES');
  assert.equal(countryCode('Vācija'), 'DE');
  assert.equal(countryCode('Atlantis'), undefined);
  assert.equal(countryCode(''), undefined);
});

test('the prefix of a VAT id or an IBAN is a country; Greece has one of its own', () => {
  assert.equal(countryOfVatId('EL123456789'), 'GR');
  assert.equal(countryOfVatId('DE89370400440532013000'), 'DE');
  assert.equal(countryOfVatId(''), undefined);
});
