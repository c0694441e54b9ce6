// Tests of the price of a month: examples by hand, and a second implementation in SQL in random cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePrices } from '#server/testing/price-in-sql.ts';
import { testApp } from '#server/testing/test-app.ts';
import { monthFrom, monthOf, type PricedTerms, priceInvoice } from './price-invoice.ts';

const terms: PricedTerms = {
  from: null,
  until: null,
  monthlyCost: 3_100,
  discountMonths: 0,
  discount: 0,
  maxUsers: 2,
  maxLocations: 1,
  extraUserCost: null,
  extraLocationCost: null,
};
const usage = { since: '2020-01-01', users: 2, locations: 1, messages: 0, units: 0 };

test('a month costs its price and VAT; a company that came later pays for its days', () => {
  const { lines, net, vat, grandTotal } = priceInvoice([terms], usage, monthFrom('2026-03-01'), 2_100);
  assert.deepEqual([lines.length, net, vat, grandTotal], [1, 3_100, 651, 3_751]);
  const late = priceInvoice([terms], { ...usage, since: '2026-03-22' }, monthFrom('2026-03-01'), 0);
  assert.deepEqual([late.net, late.lines[0]?.firstDay], [1_000, '2026-03-22']);
  assert.equal(priceInvoice([terms], { ...usage, since: '2026-04-01' }, monthFrom('2026-03-01'), 0).grandTotal, 0);
});

test('terms that change, a discount that ends and people beyond the maximum are lines of their own', () => {
  const changed = [
    { ...terms, until: '2026-03-11' },
    { ...terms, from: '2026-03-11', monthlyCost: 6_200, extraUserCost: 310 },
  ];
  const { lines } = priceInvoice(changed, { ...usage, users: 4 }, monthFrom('2026-03-01'), 0);
  assert.deepEqual(
    lines.map(({ kind, firstDay, quantity, net }) => [kind, firstDay, quantity, net]),
    [
      ['month', '2026-03-01', 1, 1_000],
      ['month', '2026-03-11', 1, 4_200],
      ['users', '2026-03-11', 2, 420],
    ],
  );
  const discounted = { ...terms, from: '2024-02-29', discountMonths: 12, discount: 5_000, monthlyCost: 2_800 };
  const end = priceInvoice([discounted], usage, monthFrom('2025-02-01'), 0);
  assert.deepEqual(
    end.lines.map(({ lastDay, net }) => [lastDay, net]),
    [
      ['2025-02-27', 1_350],
      ['2025-02-28', 100],
    ],
  );
});

test('the deposit has paid the messages, never more than the invoice', () => {
  const priced = priceInvoice([terms], { ...usage, messages: 7, units: 12_149 }, monthFrom('2026-03-01'), 2_100);
  assert.deepEqual([priced.fromDeposit, priced.lines[1]?.net, priced.net], [121, 100, 3_200]);
  const only = priceInvoice([], { ...usage, messages: 1, units: 300 }, monthFrom('2026-03-01'), 2_100);
  assert.ok(only.fromDeposit <= only.grandTotal);
});

test('a month is that of the zone', () => {
  const at = Temporal.Instant.from('2026-02-28T22:30:00Z');
  assert.deepEqual(monthOf(at, 'Europe/Riga'), { start: '2026-03-01', end: '2026-03-31' });
  assert.deepEqual(monthOf(at, 'UTC'), { start: '2026-02-01', end: '2026-02-28' });
});

test('a second implementation in SQL gives the same in 3,000 random cases', async () => {
  await using app = await testApp();
  const client = await app.database.connect();
  try {
    await comparePrices(client, 3_000, Number(process.env.SEED ?? Math.floor(Math.random() * 1e9)));
  } finally {
    await client.end();
  }
});
