// Tests of the price of a month: examples by hand, and a second implementation in SQL in random cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cases, runs, seed } from '#contract/testing/random-cases.ts';
import { comparePrices } from '#server/testing/oracles/price-in-sql.ts';
import { testApp } from '#server/testing/test-app.ts';
import { monthFrom, monthOf, type PricedTerms, priceInvoice, type RateFromDay } from './price-invoice.ts';

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
const usage = { since: '2020-01-01', users: 2, locations: 1, uses: [] };

const rate = (percent: number, from: string | null = null): RateFromDay => ({
  from,
  category: 'S',
  rate: percent * 100,
});

test('a month costs its price and VAT; a company that came later pays for its days', () => {
  const { lines, net, vat, grandTotal } = priceInvoice([terms], usage, monthFrom('2026-03-01'), [rate(21)]);
  assert.deepEqual([lines.length, net, vat, grandTotal], [1, 3_100, 651, 3_751]);
  const late = priceInvoice([terms], { ...usage, since: '2026-03-22' }, monthFrom('2026-03-01'), [rate(0)]);
  assert.deepEqual([late.net, late.lines[0]?.firstDay], [1_000, '2026-03-22']);
  assert.equal(
    priceInvoice([terms], { ...usage, since: '2026-04-01' }, monthFrom('2026-03-01'), [rate(0)]).grandTotal,
    0,
  );
});

test('terms that change, a discount that ends and people beyond the maximum are lines of their own', () => {
  const changed = [
    { ...terms, until: '2026-03-11' },
    { ...terms, from: '2026-03-11', monthlyCost: 6_200, extraUserCost: 310 },
  ];
  const { lines } = priceInvoice(changed, { ...usage, users: 4 }, monthFrom('2026-03-01'), [rate(0)]);
  assert.deepEqual(
    lines.map(({ kind, firstDay, quantity, net }) => [kind, firstDay, quantity, net]),
    [
      ['month', '2026-03-01', 1, 1_000],
      ['month', '2026-03-11', 1, 4_200],
      ['users', '2026-03-11', 2, 420],
    ],
  );
  const discounted = { ...terms, from: '2024-02-29', discountMonths: 12, discount: 5_000, monthlyCost: 2_800 };
  const end = priceInvoice([discounted], usage, monthFrom('2025-02-01'), [rate(0)]);
  assert.deepEqual(
    end.lines.map(({ lastDay, net }) => [lastDay, net]),
    [
      ['2025-02-27', 1_350],
      ['2025-02-28', 100],
    ],
  );
});

test('the discount is off the cost of the month alone, not off employees and locations beyond the maximum', () => {
  const discounted = { ...terms, from: '2026-01-01', discountMonths: 1, discount: 10_000, extraUserCost: 620 };
  const january = priceInvoice([discounted], { ...usage, users: 3 }, monthFrom('2026-01-01'), [rate(0)]);
  assert.deepEqual(
    january.lines.map(({ kind, discount, net }) => [kind, discount, net]),
    [
      ['month', 10_000, 0],
      ['users', 0, 620],
    ],
  );
  const ends = { ...discounted, from: '2025-12-11', extraLocationCost: 310 };
  const { lines } = priceInvoice([ends], { ...usage, users: 3, locations: 2 }, monthFrom('2026-01-01'), [rate(0)]);
  assert.deepEqual(
    lines.map(({ kind, firstDay, lastDay, net }) => [kind, firstDay, lastDay, net]),
    [
      ['month', '2026-01-01', '2026-01-10', 0],
      ['month', '2026-01-11', '2026-01-31', 2_100],
      ['users', '2026-01-01', '2026-01-31', 620],
      ['locations', '2026-01-01', '2026-01-31', 310],
    ],
  );
});

test('terms that change without their discount continue it; another discount starts over', () => {
  const first = { ...terms, from: '2026-01-01', until: '2026-03-11', discountMonths: 3, discount: 5_000 };
  const dearer = { ...first, from: '2026-03-11', until: null, monthlyCost: 6_200 };
  const april = monthFrom('2026-04-01');
  assert.equal(priceInvoice([first, dearer], usage, april, [rate(0)]).net, 6_200, 'three months from January');
  assert.equal(priceInvoice([first, { ...dearer, discount: 4_000 }], usage, april, [rate(0)]).net, 3_720);
  assert.equal(priceInvoice([first, { ...dearer, discountMonths: 4 }], usage, april, [rate(0)]).net, 3_100);
  const later = { ...dearer, from: '2026-03-12' };
  assert.equal(priceInvoice([first, later], usage, april, [rate(0)]).net, 3_100, 'days without terms end the discount');
});

test('the deposit has paid the messages, never more than the invoice', () => {
  const priced = priceInvoice(
    [terms],
    { ...usage, uses: [{ day: '2026-03-02', messages: 7, units: 12_149 }] },
    monthFrom('2026-03-01'),
    [rate(21)],
  );
  assert.deepEqual([priced.fromDeposit, priced.lines[1]?.net, priced.net], [121, 100, 3_200]);
  const only = priceInvoice(
    [],
    { ...usage, uses: [{ day: '2026-03-02', messages: 1, units: 300 }] },
    monthFrom('2026-03-01'),
    [rate(21)],
  );
  assert.ok(only.fromDeposit <= only.grandTotal);
});

test('a month in which the rate changes has two lines, whose amounts add up to its price', () => {
  const rates = [rate(21), rate(22, '2026-03-11')];
  const priced = priceInvoice([{ ...terms, monthlyCost: 1_000 }], usage, monthFrom('2026-03-01'), rates);
  assert.deepEqual(
    priced.lines.map(({ firstDay, lastDay, net, rate: of }) => [firstDay, lastDay, net, of]),
    [
      ['2026-03-01', '2026-03-10', 323, 2_100],
      ['2026-03-11', '2026-03-31', 677, 2_200],
    ],
  );
  assert.deepEqual(priced.vatTable, [
    { category: 'S', rate: 2_100, basis: 323, vat: 68 },
    { category: 'S', rate: 2_200, basis: 677, vat: 149 },
  ]);
  assert.deepEqual([priced.net, priced.vat, priced.grandTotal], [1_000, 217, 1_217]);
  const same = priceInvoice([terms], usage, monthFrom('2026-03-01'), [rate(21), rate(21, '2026-03-11')]);
  assert.equal(same.lines.length, 1);
  const before = priceInvoice([terms], usage, monthFrom('2026-02-01'), rates);
  assert.deepEqual(
    before.vatTable.map((row) => row.rate),
    [2_100],
  );
});

test('messages have the rate of their day, also those that waited for the invoice', () => {
  const uses = [
    { day: '2026-02-27', messages: 1, units: 50 },
    { day: '2026-03-10', messages: 2, units: 12_100 },
    { day: '2026-03-11', messages: 3, units: 12_200 },
  ];
  const of = (rates: RateFromDay[]) =>
    priceInvoice([], { ...usage, uses }, monthFrom('2026-03-01'), rates).lines.map((line) => [
      ...[line.firstDay, line.lastDay, line.quantity, line.net, line.rate],
    ]);
  assert.deepEqual(of([rate(21), rate(22, '2026-03-11')]), [
    ['2026-03-01', '2026-03-10', 3, 101, 2_100],
    ['2026-03-11', '2026-03-31', 3, 100, 2_200],
  ]);
  assert.deepEqual(of([rate(21), rate(22, '2026-03-01')]), [
    ['2026-02-27', '2026-02-27', 1, 1, 2_100],
    ['2026-03-01', '2026-03-31', 5, 199, 2_200],
  ]);
});

test('whatever the rates and their days, the lines add up to the price of the month', () => {
  const day = fc
    .integer({ min: 0, max: 800 })
    .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString());
  const percent = fc.constantFrom(0, 7, 19, 21, 22, 25.5);
  const later = fc.array(fc.tuple(day, percent), { maxLength: 4 });
  const months = fc.integer({ min: 0, max: 26 }).map((add) => {
    return monthFrom(Temporal.PlainDate.from('2026-01-01').add({ months: add }).toString());
  });
  const price = fc.record({
    monthlyCost: fc.integer({ min: 1, max: 99_999 }),
    discount: fc.integer({ min: 0, max: 9_999 }),
  });
  fc.assert(
    fc.property(percent, later, months, price, day, fc.nat(20), (first, rest, period, own, since, users) => {
      const rates = [rate(first), ...new Map(rest).entries().map(([from, value]) => rate(value, from))].sort((a, b) =>
        (a.from ?? '').localeCompare(b.from ?? ''),
      );
      const priced = [{ ...terms, ...own, discountMonths: 5, extraUserCost: 333 }];
      const uses = [since, period.end].map((on, index) => ({ day: on, messages: 1, units: 777 * (index + 1) }));
      const known = { ...usage, since, users, uses: uses.filter((use) => use.day <= period.end) };
      const { lines, vatTable, net, vat, grandTotal } = priceInvoice(priced, known, period, rates);
      const plain = priceInvoice(priced, { ...known, uses: [] }, period, [rate(first)]);
      const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
      assert.equal(sum(lines.filter(({ kind }) => kind !== 'sms').map((line) => line.net)), plain.net);
      assert.deepEqual([net, vat], [sum(lines.map((line) => line.net)), sum(vatTable.map((row) => row.vat))]);
      assert.equal(grandTotal, net + vat);
      for (const row of vatTable) {
        const own = lines.filter((line) => line.rate === row.rate);
        assert.equal(row.basis, sum(own.map((line) => line.net)));
        assert.ok(Math.abs(row.vat - (row.basis * row.rate) / 10_000) <= 0.5);
      }
      for (const line of lines.filter(({ kind }) => kind !== 'sms')) {
        for (const on of [line.firstDay, line.lastDay]) {
          assert.equal(rates.findLast(({ from }) => from === null || from <= on)?.rate, line.rate);
        }
      }
    }),
    runs(500),
  );
});

test('a month is that of the zone', () => {
  const at = Temporal.Instant.from('2026-02-28T22:30:00Z');
  assert.deepEqual(monthOf(at, 'Europe/Riga'), { start: '2026-03-01', end: '2026-03-31' });
  assert.deepEqual(monthOf(at, 'UTC'), { start: '2026-02-01', end: '2026-02-28' });
});

test('a second implementation in SQL gives the same in random cases', async () => {
  await using app = await testApp();
  const client = await app.database.connect();
  try {
    await comparePrices(client, cases(3_000), seed);
  } finally {
    await client.end();
  }
});
