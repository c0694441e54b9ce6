// Tests of check digits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWrongCheckDigit } from './barcodes.ts';

test('only codes as long as an EAN or a UPC can have a wrong check digit', () => {
  for (const right of ['4006381333931', '96385074', '036000291452', '5901234123457']) {
    assert.equal(hasWrongCheckDigit(right), false, right);
    const last = (Number(right.at(-1)) + 1) % 10;
    assert.equal(hasWrongCheckDigit(`${right.slice(0, -1)}${last}`), true, `${right} with another last digit`);
  }
  for (const own of ['', '1', '12345', 'ABCDEFGH', '400638133393X', '12345678901234']) {
    assert.equal(hasWrongCheckDigit(own), false, own);
  }
});
