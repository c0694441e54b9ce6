// Tests of the VAT of receipts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '#contract/testing/random-cases.ts';
import { vatOfLines } from './vat-of-lines.ts';

test('the VAT of a receipt is that of the sum of each rate', () => {
  assert.deepEqual(
    vatOfLines([
      { amount: 36.92, vatRate: 21 },
      { amount: 10, vatRate: null },
      { amount: 23.08, vatRate: 21 },
      { amount: 11.2, vatRate: 12 },
    ]),
    [
      { rate: 21, net: 49.59, vat: 10.41, amount: 60 },
      { rate: 12, net: 10, vat: 1.2, amount: 11.2 },
      { rate: null, net: 10, vat: 0, amount: 10 },
    ],
  );
});

test('lines, VAT table and amount are equal for any receipt', () => {
  const line = fc.record({
    amount: fc.integer({ min: 0, max: 1e7 }).map((cents) => cents / 100),
    vatRate: fc.constantFrom(null, 0, 5, 9, 12, 21, 5.5),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
      const vat = vatOfLines(lines);
      assert.equal(cents(vat.flatMap((row) => [row.net, row.vat])), cents(lines.map(({ amount }) => amount)));
    }),
    runs(100),
  );
});
