// Tests of the order of names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareNames } from './folded.ts';

test('names stand by their plain letters, whatever their case and accents', () => {
  const inOrder = ['Ābele', 'abols', 'Ægir', 'Łódź', 'Lom', 'Ørsted', 'Otto', 'Straße', 'strassen', 'Zürich', 'zzz'];
  assert.deepEqual(inOrder.toReversed().toSorted(compareNames), inOrder);
  assert.deepEqual(['b', 'a', 'A', 'a'].toSorted(compareNames), ['A', 'a', 'a', 'b']);
});
