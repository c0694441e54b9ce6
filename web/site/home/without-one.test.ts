// Tests of the searches that are offered without one of their words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutOne } from './without-one.ts';

test('a search is offered without each of its words, each text once, and not without its only one', () => {
  assert.deepEqual(withoutOne(' barber  Berlin tomorrow '), ['Berlin tomorrow', 'barber tomorrow', 'barber Berlin']);
  assert.deepEqual(withoutOne('spa spa'), ['spa']);
  assert.deepEqual(withoutOne('barber'), []);
  assert.equal(withoutOne('a b c d e f g h').length, 5);
});
