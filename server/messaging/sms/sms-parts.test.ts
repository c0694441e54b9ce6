// Tests of the number of SMS that networks charge for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsParts } from './sms-parts.ts';

const partsOf = (text: string) => smsParts(text).parts;

test('160 characters of the GSM alphabet make one SMS, more are split by 153', () => {
  assert.deepEqual(smsParts('a'.repeat(160)), { characters: 160, parts: 1, isUnicode: false });
  assert.equal(partsOf('a'.repeat(161)), 2);
  assert.equal(partsOf('a'.repeat(306)), 2);
  assert.equal(partsOf('a'.repeat(307)), 3);
});

test('70 Unicode characters make one SMS, more are split by 67', () => {
  assert.deepEqual(smsParts(`ā${'a'.repeat(69)}`), { characters: 70, parts: 1, isUnicode: true });
  assert.equal(partsOf('ā'.repeat(71)), 2);
  assert.equal(partsOf('ā'.repeat(134)), 2);
  assert.equal(partsOf('ā'.repeat(135)), 3);
});

test('a character of two units is not split', () => {
  assert.deepEqual(smsParts('€'.repeat(80)), { characters: 160, parts: 1, isUnicode: false });
  // 153 units hold 76 of them.
  assert.equal(partsOf('€'.repeat(152)), 2);
  assert.equal(partsOf('€'.repeat(153)), 3);
  assert.deepEqual(smsParts('😀'.repeat(35)), { characters: 70, parts: 1, isUnicode: true });
  assert.equal(partsOf('😀'.repeat(67)), 3);
});
