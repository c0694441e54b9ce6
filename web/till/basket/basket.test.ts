// Tests of baskets in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Goods } from '#contract/till/tills.ts';
import { basketTotal, emptyBasket, withFittingDiscounts, withGoods, withQuantity } from './basket.ts';

const shampoo: Goods = {
  ...{ kind: 'product', id: 'p', name: 'Shampoo', note: '475', price: 12.5, vatRate: 21, start: null, timeZone: null },
  ...{ optionIds: [], visitId: null, contactId: null, calendarId: null },
};
const cut: Goods = { ...shampoo, kind: 'visit', id: 'e', name: 'Cut', note: 'Mara', price: 40, contactId: 'c' };

test('the same product is one line, and a part of a visit is in a basket once', () => {
  const once = withGoods(emptyBasket, shampoo).basket;
  const { basket: twice, index } = withGoods(once, shampoo, 2);
  assert.deepEqual([twice.lines.map(({ quantity }) => quantity), index, basketTotal(twice)], [[3], 0, 3750]);
  const visit = withGoods(withGoods(twice, cut).basket, cut).basket;
  assert.deepEqual([visit.lines.length, visit.customer, basketTotal(visit)], [2, 'Mara', 7750]);
  const [line] = withGoods(emptyBasket, cut).basket.lines;
  assert.equal(line && withQuantity(line, 5).quantity, 1);
});

test('a product with another price is another line', () => {
  const { basket } = withGoods(emptyBasket, shampoo);
  const cheaper = { ...basket, lines: basket.lines.map((line) => ({ ...line, unitPrice: 10 })) };
  assert.equal(withGoods(cheaper, shampoo).basket.lines.length, 2);
});

test('a discount shrinks with what it is taken off', () => {
  const { basket } = withGoods(emptyBasket, shampoo);
  const lines = basket.lines.map((line) => ({ ...line, discount: 50 }));
  assert.deepEqual(
    [
      withFittingDiscounts({ ...basket, lines }).lines[0]?.discount,
      withFittingDiscounts({ ...basket, discount: 99 }).discount,
    ],
    [12.5, 12.5],
  );
});

test('a discount in percent follows what it is taken off', () => {
  const { basket } = withGoods(emptyBasket, shampoo);
  const lines = basket.lines.map((line) => ({ ...line, discountPercent: 10 }));
  const once = withFittingDiscounts({ ...basket, lines, discountPercent: 7.5 });
  assert.deepEqual([once.lines[0]?.discount, once.discount, basketTotal(once)], [1.25, 0.84, 1041]);
  const twice = withFittingDiscounts({ ...once, lines: once.lines.map((line) => withQuantity(line, 2)) });
  assert.deepEqual([twice.lines[0]?.discount, twice.discount, basketTotal(twice)], [2.5, 1.69, 2081]);
  // The same product without the discount is another line.
  assert.equal(withGoods(once, shampoo).basket.lines.length, 2);
});

test('quantities have three decimals, and services none', () => {
  const [line] = withGoods(emptyBasket, shampoo).basket.lines;
  const [service] = withGoods(emptyBasket, { ...cut, kind: 'service' }).basket.lines;
  assert.ok(line && service);
  assert.deepEqual([withQuantity(line, 0.33333).quantity, withQuantity(service, 1.4).quantity], [0.333, 1]);
});
