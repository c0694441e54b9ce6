// Tests of the worth of what goes back, and of how it is paid out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { paymentMethods } from '#contract/booking/receipts.ts';
import { leftToRefund } from '#contract/booking/refund-worth.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { chooseRefunded, paymentsBack, type SoldLine } from './refunded-lines.ts';

const none = {
  ...{ vatRate: null, visitId: null, eventId: null, productId: null, locationId: null, calendarId: null },
  discountPercent: null,
  partLine: 0,
};

/** Pieces with a price, and perhaps a discount on them. */
const goods = fc
  .record({ pieces: fc.integer({ min: 1, max: 1_000_000 }), price: fc.nat(10_000), discount: fc.nat(100) })
  .map(({ pieces, price, discount }) => {
    const cents = pieces * price;
    return { pieces, cents, off: Math.round((cents * discount) / 100) };
  });

function linesOf(sold: readonly { pieces: number; cents: number; off: number }[]): SoldLine[] {
  const lines: SoldLine[] = [];
  for (const { pieces, cents, off } of sold) {
    const position = lines.length;
    const line = { ...none, name: 'Wax', quantity: pieces, refunded: 0 };
    lines.push({
      ...{ ...line, position, kind: 'product', refPosition: null },
      ...{ unitPrice: eurosOf(cents / pieces), amount: eurosOf(cents) },
    });
    if (off > 0) {
      lines.push({
        ...{ ...line, position: position + 1, kind: 'discount', refPosition: position },
        ...{ unitPrice: -eurosOf(off / pieces), amount: -eurosOf(off) },
      });
    }
  }
  return lines;
}

test('refunds of any parts, one after the other, sum up to the receipt, and never exceed it', () => {
  fc.assert(
    fc.property(
      fc.array(goods, { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ line: fc.nat(7), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }), { maxLength: 12 }),
      (sold, steps) => {
        const lines = linesOf(sold);
        const total = lines.reduce((sum, { amount }) => sum + centsOf(amount), 0);
        let back = 0;
        const refund = (chosen?: { position: number; quantity: number }[]) => {
          const before = back;
          for (const line of chooseRefunded(lines, chosen)) {
            assert.ok(line.kind === 'discount' ? line.cents <= 0 : line.cents >= 0, 'as the database has signs');
            back += line.cents;
            const own = lines[line.position];
            if (own) own.refunded += line.back;
          }
          assert.ok(back >= before && back <= total);
        };
        for (const { line, share } of steps) {
          const own = lines.filter(({ kind }) => kind === 'product')[line % sold.length];
          const quantity = Math.ceil(leftToRefund(own as SoldLine) * share);
          if (own && quantity > 0) refund([{ position: own.position, quantity }]);
        }
        refund();
        assert.equal(back, total);
        assert.deepEqual(chooseRefunded(lines), []);
      },
    ),
    runs(200),
  );
});

test('more than is left, a discount alone, a line twice and half a service are refused', () => {
  const lines = linesOf([{ pieces: 3, cents: 3_000, off: 300 }]);
  const refused = (chosen: { position: number; quantity: number }[], of = lines) =>
    assert.throws(() => chooseRefunded(of, chosen), Refusal);
  refused([{ position: 0, quantity: 4 }]);
  refused([{ position: 1, quantity: 1 }]);
  refused([{ position: 2, quantity: 1 }]);
  refused([
    { position: 0, quantity: 1 },
    { position: 0, quantity: 1 },
  ]);
  refused(
    [{ position: 0, quantity: 0.5 }],
    lines.map((line) => ({ ...line, kind: line.kind === 'product' ? 'service' : line.kind })),
  );
  assert.deepEqual(
    chooseRefunded(lines, [{ position: 0, quantity: 2 }]).map(({ kind, back, cents }) => [kind, back, cents]),
    [
      ['product', 2, 2_000],
      ['discount', 2, -200],
    ],
  );
});

test('what goes back is paid out as it was paid, or by the chosen method', () => {
  const paid = [
    { method: 'card', cents: 3_000 },
    { method: 'cash', cents: 2_000 },
  ] as const;
  assert.deepEqual(paymentsBack(paid, 1_000), [{ method: 'card', cents: 1_000 }]);
  assert.deepEqual(paymentsBack(paid, 3_500), [
    { method: 'card', cents: 3_000 },
    { method: 'cash', cents: 500 },
  ]);
  assert.deepEqual(paymentsBack(paid, 5_000, 'transfer'), [{ method: 'transfer', cents: 5_000 }]);
  assert.deepEqual(paymentsBack(paid, 0), []);
  assert.deepEqual(paymentsBack([], 0, 'cash'), []);
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ method: fc.constantFrom(...paymentMethods), cents: fc.integer({ min: -500, max: 5_000 }) }),
        {
          minLength: 1,
        },
      ),
      fc.nat(10_000),
      (any, cents) => {
        const back = paymentsBack(any, cents);
        assert.equal(
          back.reduce((sum, one) => sum + one.cents, 0),
          cents,
        );
        assert.ok(back.every((one) => one.cents > 0));
      },
    ),
    runs(100),
  );
});
