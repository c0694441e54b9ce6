// The till of the demo: a register beside a fiscal device, as the law of its country asks, with products, the sales of
// a day and an open session.
import { randomUUIDv7 } from 'node:crypto';
import type { BasketLine } from '#contract/till/tills.ts';
import type { CurrentUser, ServiceContext, SignedIn } from '#server/lib/context.ts';
import { setPlace } from '#server/till/places/set-place.ts';
import { refundSale } from '#server/till/sales/refund-sale.ts';
import { sell } from '#server/till/sales/sell.ts';
import { setDeviceNumber } from '#server/till/sales/set-device-number.ts';
import { closeSession } from '#server/till/sessions/close-session.ts';
import { moveCash } from '#server/till/sessions/move-cash.ts';
import { openTillSession } from '#server/till/sessions/open-session.ts';

const vatRate = 21;

/** Name, price in euros, barcode. */
const products = [
  ['Shampoo, birch and nettle', 14.5, '4750001000017'],
  ['Conditioner, linden', 15.9, '4750001000024'],
  ['Hair oil, sea buckthorn', 22, '4750001000031'],
  ['Hand cream, chamomile', 8.9, '4750001000048'],
  ['Nail file', 2.5, '4750001000055'],
  ['Wooden comb', 6.8, '4750001000062'],
  ['Beard balm, pine', 17.5, '4750001000079'],
  ['Gift box', 4.9, ''],
] as const;

/** Products by their place in the list with their number, and how they are paid. */
const sales: readonly { lines: readonly (readonly [product: number, quantity: number])[]; by: 'cash' | 'card' }[] = [
  { lines: [[0, 1]], by: 'card' },
  {
    lines: [
      [0, 1],
      [1, 1],
    ],
    by: 'card',
  },
  {
    lines: [
      [4, 2],
      [3, 1],
    ],
    by: 'cash',
  },
  { lines: [[6, 1]], by: 'cash' },
  {
    lines: [
      [2, 1],
      [7, 1],
    ],
    by: 'card',
  },
  { lines: [[5, 1]], by: 'cash' },
  { lines: [[3, 2]], by: 'card' },
];

/** At the first location of the company; the head of the company sells. */
export async function addTill(context: ServiceContext, companyId: string, country: string): Promise<void> {
  const { db, clock } = context;
  const location = await db
    .selectFrom('locations')
    .select('id')
    .where('companyId', '=', companyId)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const registerId = randomUUIDv7();
  await db
    .insertInto('devices')
    .values({
      companyId,
      id: registerId,
      kind: 'register',
      name: 'Front desk',
      locationId: location.id,
      createdAt: now,
    })
    .execute();
  const goods = products.map(([name, price, barcode]) => ({ id: randomUUIDv7(), name, price, barcode }));
  await db
    .insertInto('products')
    .values(goods.map((one) => ({ ...one, companyId, vatRate, hasKey: true })))
    .execute();
  const user = await headOf(context, companyId, location.id);
  const at = (minutes: number) => actingAs(context, user, now.subtract({ minutes }));
  await setPlace(at(0), { locationId: location.id, country, mode: 'beside' });

  // Yesterday was closed, one euro short.
  const yesterday = 24 * 60;
  const former = await openTillSession(at(yesterday + 300), { registerId, openingCash: 80 });
  await sellAll(yesterday + 240);
  const counted = cashOf(sales) + 80 - 1;
  await closeSession(at(yesterday), { registerId, sessionId: former.session?.id ?? '', countedCash: counted });

  await openTillSession(at(300), { registerId, openingCash: counted });
  const [first] = await sellAll(240);
  await moveCash(at(60), { id: randomUUIDv7(), registerId, kind: 'out', amount: 12.4, reason: 'Flowers for the desk' });
  if (first) {
    const refund = { id: randomUUIDv7(), registerId, receiptId: first, lines: undefined, method: undefined };
    await refundSale(at(30), refund);
  }

  /** One every 20 minutes; the numbers of the device are entered but for the last. Returns the receipts. */
  async function sellAll(startMinutes: number): Promise<string[]> {
    const sold: string[] = [];
    for (const [index, { lines, by }] of sales.entries()) {
      const when = at(startMinutes - 20 * index);
      const receipt = await sell(when, {
        ...{ id: randomUUIDv7(), registerId, contactId: null, discount: 0, discountPercent: null },
        lines: lines.flatMap(([product, quantity]) => lineOf(goods[product], quantity)),
        payments: [{ method: by, amount: amountOf(lines), given: null }],
      });
      sold.push(receipt.id);
      if (index < sales.length - 1)
        await setDeviceNumber(when, { id: receipt.id, number: `EKA ${startMinutes + index}` });
    }
    return sold;
  }
}

function lineOf(product: { id: string; price: number } | undefined, quantity: number): BasketLine[] {
  if (!product) return [];
  const none = { eventId: null, serviceId: null, optionIds: [], vatRate: null, calendarId: null };
  return [{ ...none, productId: product.id, quantity, unitPrice: product.price, discount: 0, discountPercent: null }];
}

/** Euros. */
function amountOf(lines: (typeof sales)[number]['lines']): number {
  return Math.round(lines.reduce((sum, [product, many]) => sum + (products[product]?.[1] ?? 0) * many, 0) * 100) / 100;
}

function cashOf(all: typeof sales): number {
  return all.reduce((sum, { lines, by }) => sum + (by === 'cash' ? Math.round(amountOf(lines) * 100) : 0), 0) / 100;
}

async function headOf({ db }: ServiceContext, companyId: string, locationId: string): Promise<CurrentUser> {
  const head = await db
    .selectFrom('users')
    .innerJoin('userActions', 'userActions.userId', 'users.id')
    .innerJoin('actions', 'actions.id', 'userActions.actionId')
    .select(['users.id', 'users.logIn', 'users.firstName', 'users.lastName'])
    .where('userActions.companyId', '=', companyId)
    .where('actions.name', '=', 'admin')
    .orderBy('users.logIn')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    ...{ ...head, sessionId: '', companyId, locationId, language: 'lv', locked: false, impersonator: null },
    ...{ actions: ['user', 'lcladmin', 'admin'], groups: [], pages: [] },
  };
}

/** The context of a call of the person at that moment. */
function actingAs(context: ServiceContext, user: CurrentUser, at: Temporal.Instant): SignedIn {
  return {
    ...context,
    user,
    clock: { now: () => at },
    visitor: { address: '', userAgent: '', language: user.language },
    cookies: { get: () => undefined, set() {}, clear() {} },
    header: () => undefined,
  };
}
