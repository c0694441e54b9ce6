// Tests of quantities that people type before a search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuantity } from './read-quantity.ts';

test('a number and a star before the words are a quantity, a barcode is none', () => {
  assert.deepEqual(readQuantity('3*4751234567890'), { quantity: 3, words: '4751234567890' });
  assert.deepEqual(readQuantity(' 0,5 x Cheese'), { quantity: 0.5, words: 'Cheese' });
  assert.deepEqual(readQuantity('4751234567890'), { quantity: 1, words: '4751234567890' });
  assert.deepEqual(readQuantity('2 xylophones'), { quantity: 1, words: '2 xylophones' });
  assert.deepEqual(readQuantity('0*a'), { quantity: 1, words: '0*a' });
});
