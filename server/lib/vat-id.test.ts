// Tests of the forms of VAT ids.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#server/lib/refusal.ts';
import { assertVatId, compactVatId } from './vat-id.ts';

const codeOf = async (typed: string) => {
  try {
    await assertVatId(compactVatId(typed));
    return 'accepted';
  } catch (error) {
    return error instanceof Refusal ? error.complaints[0]?.code : String(error);
  }
};

test('numbers of Belgium begin with 0 or 1, and those of Northern Ireland are for goods', async () => {
  assert.equal(await codeOf('BE 0403.227.515'), 'accepted');
  assert.equal(await codeOf('BE 1000.000.022'), 'billing.wrongVatId');
  const begin = '10000000';
  assert.equal(await codeOf(`BE ${begin}${String(97 - (Number(begin) % 97)).padStart(2, '0')}`), 'accepted');
  assert.equal(await codeOf('LV40003032949'), 'accepted');
  assert.equal(await codeOf('XI123456789'), 'billing.goodsVatId');
  assert.equal(await codeOf(''), 'accepted');
});
