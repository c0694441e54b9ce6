// Tests that a phone number has one key, however people write it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneKeyOf } from './phone-key.ts';

const spellings = [
  ['MX', '+525512345678', ['+52 1 55 1234 5678', '+52 55 1234 5678', '55 1234 5678', '0052 1 55 1234 5678']],
  ['AR', '+541123456789', ['+54 9 11 2345-6789', '+54 11 2345-6789', '11 2345-6789']],
  [
    'LV',
    '+37120000001',
    ['+371 20000001', '20000001', '\u202a+371 20000001\u202c', 'tel:+371-20-000-001', '+371 (0) 20000001'],
  ],
  ['DE', '+491715550101', ['0171 5550101', '+49 (0)171 5550101', '0049 171 5550101', '０１７１ ５５５０１０１']],
  ['IT', '+390612345678', ['06 1234 5678', '+39 06 1234 5678']],
] as const;

test('a phone number has one key, however people write it', () => {
  for (const [country, key, numbers] of spellings) {
    for (const number of numbers) assert.equal(phoneKeyOf(number, country), key, number);
  }
});
