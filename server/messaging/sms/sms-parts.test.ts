// Tests of the number of SMS that networks charge for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSms, decodeGsm, encodeGsm, smsParts } from './sms-parts.ts';

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

test('a text is cut where it is counted, and the alphabet is read as it is written', () => {
  for (const [text, isUnicode] of [
    ['a'.repeat(152) + '€'.repeat(80), false],
    ['😀'.repeat(67), true],
    ['', false],
  ] as const) {
    const parts = cutSms(text, isUnicode);
    assert.equal(parts.length, partsOf(text));
    assert.equal(parts.join(''), text);
    assert.ok(parts.every((part) => part.isWellFormed()));
  }
  const text = '@£$¥èéÇ\nØøÅå ÄÖÑÜ§¿äöñüà^{}\\[~]|€ 09azAZ';
  assert.equal(decodeGsm(encodeGsm(text)), text);
  assert.deepEqual([...encodeGsm('@€ā')], [0, 0x1b, 0x65, 0x3f]);
});
