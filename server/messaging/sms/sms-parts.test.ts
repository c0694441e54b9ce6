// Tests of the number of SMS that networks charge for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases, random, seed, seedHint } from '#contract/testing/random-cases.ts';
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

/** GSM 03.38 by its table: code points of the basic alphabet as ranges, and those that take an escape. */
const gsmRanges: readonly (readonly [number, number])[] = [
  ...([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
    [0x20, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ] as const),
  ...([
    [0xa1, 0xa1],
    [0xa3, 0xa5],
    [0xa7, 0xa7],
    [0xbf, 0xbf],
    [0xc4, 0xc7],
    [0xc9, 0xc9],
  ] as const),
  ...([
    [0xd1, 0xd1],
    [0xd6, 0xd6],
    [0xd8, 0xd8],
    [0xdc, 0xdc],
    [0xdf, 0xe0],
    [0xe4, 0xe6],
  ] as const),
  ...([
    [0xe8, 0xe9],
    [0xec, 0xec],
    [0xf1, 0xf2],
    [0xf6, 0xf6],
    [0xf8, 0xf9],
    [0xfc, 0xfc],
  ] as const),
  ...([
    [0x393, 0x394],
    [0x398, 0x398],
    [0x39b, 0x39b],
    [0x39e, 0x39e],
    [0x3a0, 0x3a0],
  ] as const),
  ...([
    [0x3a3, 0x3a3],
    [0x3a6, 0x3a6],
    [0x3a8, 0x3a9],
  ] as const),
];
const gsmEscaped = [0x0c, 0x5b, 0x5c, 0x5d, 0x5e, 0x7b, 0x7c, 0x7d, 0x7e, 0x20ac];

const isBasic = (code: number) => gsmRanges.some(([from, to]) => code >= from && code <= to);

/** Units of each character in the alphabet that the text needs, packed from the first on. */
function countParts(text: string): number {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const isGsm = codes.every((code) => isBasic(code) || gsmEscaped.includes(code));
  const sizes = codes.map((code) => (isGsm ? (gsmEscaped.includes(code) ? 2 : 1) : code > 0xffff ? 2 : 1));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= (isGsm ? 160 : 70)) return 1;
  const room = isGsm ? 153 : 67;
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > room) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
}

test('random texts take as many SMS as another reading of the alphabet says', () => {
  const pick = random(seed);
  const signs = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code));
  signs.push(...Array.from({ length: 0x60 }, (_, nth) => String.fromCodePoint(0x380 + nth)), '€', '–', '😀', '語');
  const gsm = signs.filter(
    (sign) => isBasic(sign.codePointAt(0) ?? 0) || gsmEscaped.includes(sign.codePointAt(0) ?? 0),
  );
  for (let nth = 0; nth < cases(20_000); nth++) {
    // Most texts need no Unicode.
    const from = nth % 4 === 0 ? signs : gsm;
    const text = Array.from({ length: pick(500) }, () => from[pick(from.length)]).join('');
    assert.equal(smsParts(text).parts, countParts(text), `${JSON.stringify(text)}. ${seedHint}`);
  }
});
