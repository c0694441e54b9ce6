// The till: sessions of cash registers, sales, refunds, and what they count.
import { z } from 'zod';
import { paymentMethods, receipt } from '#contract/booking/receipts.ts';
import { maxOptionCount } from '#contract/booking/services.ts';
import { printAnswer, printWhere } from '#contract/devices/print-jobs.ts';
import { date, eMail, id, instant, maybe, money, note, text, timeZone } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { vatPercent } from '#contract/lib/vat-rates.ts';
import { tillModes } from './places.ts';

/** More pieces of one thing in one sale are a slip of the finger. */
export const maxPieces = 10_000;
export const maxLines = 200;

/** The most that a receipt can state. */
const amount = z.number().min(0).max(1e6).multipleOf(0.01);

/** As a discount was given; its amount stands beside it. */
const discountPercent = z.number().min(0.01).max(100).multipleOf(0.01).nullable().default(null);

/** A line of a sale: of a product, of an unpaid part of a visit, of a service, or of none of them, with its own name. */
const basketLine = z.strictObject({
  productId: id.nullable().default(null),
  /** The part of a visit; its price and rate are those of the visit's service. */
  eventId: id.nullable().default(null),
  serviceId: id.nullable().default(null),
  /** Of a service: one of its variants, or extras that are sold without it. */
  optionIds: z.array(id).max(maxOptionCount).default([]),
  /** Of a line of none of them. Omitted otherwise: the name of what is sold. */
  name: text(100).optional(),
  /** Of a service, whole; of products with up to three decimals. */
  quantity: z.number().min(0.001).max(maxPieces).multipleOf(0.001).default(1),
  /** With VAT, for one. */
  unitPrice: amount,
  /** Taken off the line. */
  discount: amount.default(0),
  /** The discount is this share of the line. */
  discountPercent,
  /** Of a line of none of them; the others have the rate of the day. */
  vatRate: vatPercent.nullable().default(null),
  /** The calendar of the person whom reports name; null: that of the person at the till. */
  calendarId: id.nullable().default(null),
});
export type BasketLine = z.output<typeof basketLine>;

const basketFields = {
  contactId: id.nullable().default(null),
  lines: z.array(basketLine).max(maxLines),
  /** Taken off the sum of the lines, divided over them by their amounts. */
  discount: amount.default(0),
  /** The discount is this share of the lines less their own discounts. */
  discountPercent,
};

const basket = z.object({
  id,
  ...basketFields,
  /** Empty: no customer. */
  customer: z.string(),
  /** The person who began it. */
  person: z.string(),
  /** Counts its changes. */
  revision: z.number().int(),
  createdAt: instant,
});
export type Basket = z.output<typeof basket>;

const tillPayment = z.strictObject({
  method: z.enum(paymentMethods),
  amount: z.number().min(0.01).max(1e6).multipleOf(0.01),
  /** Of cash: what the customer handed over; the rest is given back. */
  given: z.number().min(0.01).max(1e6).multipleOf(0.01).nullable().default(null),
});

/** The kinds of a move of cash that people enter. */
export const moveKinds = ['in', 'out'] as const;

const move = z.object({
  kind: z.enum([...moveKinds, 'difference', 'drawer']),
  /** By how much the cash changed. */
  amount: money,
  reason: z.string(),
  at: instant,
});

/** The figures of a session; of a closed one as they were then. */
export const tillTotals = z.object({
  sales: z.number().int(),
  refunds: z.number().int(),
  firstNumber: z.number().int().nullable(),
  lastNumber: z.number().int().nullable(),
  /** Sales less refunds. */
  amount: money,
  payments: z.array(z.object({ method: z.enum(paymentMethods), received: money, paidOut: money, amount: money })),
  /** The sums of the rows of the receipts; the part without a rate comes last. */
  vat: z.array(z.object({ rate: z.number().nullable(), net: money, vat: money, amount: money })),
  kinds: z.array(z.object({ kind: z.enum(['service', 'product', 'discount']), quantity: z.number(), amount: money })),
  openingCash: money,
  moves: z.array(move),
  /** The opening cash with all cash that came in, less what went out. */
  expectedCash: money,
  /** Receipts whose number of the fiscal device was not entered yet. */
  missingDeviceNumbers: z.array(z.number().int()),
});
export type TillTotals = z.output<typeof tillTotals>;

const session = z.object({
  id,
  openedAt: instant,
  openedBy: z.string(),
  closedAt: instant.nullable(),
  closedBy: z.string(),
});

/** A closed session. */
export const zReport = session.extend({
  number: z.number().int(),
  registerId: id,
  register: z.string(),
  location: z.string(),
  timeZone,
  totals: tillTotals,
  countedCash: money,
  /** Counted less expected. */
  difference: money,
  /** Of the journal of the register up to this closing, hexadecimal. */
  hash: z.string(),
});
export type ZReport = z.output<typeof zReport>;

const register = z.object({
  id,
  name: z.string(),
  locationId: id,
  location: z.string(),
  timeZone,
  mode: z.enum(tillModes),
  /** The caller has chosen it as their default. */
  isDefault: z.boolean(),
  /** The caller may open and close it, move cash and refund. */
  isManaged: z.boolean(),
  /** The open session. */
  session: session.nullable(),
});
export type TillRegister = z.output<typeof register>;

const tillState = register.extend({ baskets: z.array(basket) });
export type TillState = z.output<typeof tillState>;

/** Something that can be sold, found by words or by a barcode. */
const goods = z.object({
  kind: z.enum(['product', 'service', 'visit']),
  /** Of the product, the service, or the part of a visit. */
  id,
  /** Of a service, a variant or an extra of it. */
  optionIds: z.array(id),
  name: z.string(),
  /** Of a product its barcode; of a part of a visit the customer; of an extra its service. */
  note: z.string(),
  price: money,
  vatRate: z.number().nullable(),
  /** Of a part of a visit. */
  start: instant.nullable(),
  timeZone: timeZone.nullable(),
  /** The visit of a part. */
  visitId: id.nullable(),
  contactId: id.nullable(),
  calendarId: id.nullable(),
});
export type Goods = z.output<typeof goods>;

/** A receipt as the till shows it: a sale or a refund. */
export const tillReceipt = receipt.extend({
  number: z.number().int().nullable(),
  register: z.string(),
  location: z.string(),
  timeZone,
  /** Of a refund: the receipt that it takes lines back from. */
  refundsId: id.nullable(),
  contactId: id.nullable(),
  customer: z.string(),
  /** Of the fiscal device: empty until it is entered, null where there is none. */
  deviceNumber: z.string().nullable(),
});
export type TillReceipt = z.output<typeof tillReceipt>;

export const tillPage = '/app/user/till';

const ofRegister = z.strictObject({ registerId: id });

export const tills = service(
  'tills',
  { about: 'The till: sales and sessions of the cash registers at the locations of the caller.' },
  {
    getRegisters: get({
      summary: 'Returns the registers at the locations of the caller, with their open sessions.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({}),
      output: z.array(register),
    }),
    get: get({
      summary: 'Returns a register with its open session and its baskets.',
      may: 'user',
      page: tillPage,
      input: ofRegister,
      output: tillState,
    }),
    open: post({
      summary:
        'Opens a session with the cash that lies in the drawer. 409 when one is open, or when no till is kept at the location.',
      may: 'lcladmin',
      page: tillPage,
      input: z.strictObject({ registerId: id, openingCash: amount }),
      output: tillState,
    }),
    move: post({
      summary:
        'Records cash that comes in or goes out without a receipt. A call with the same id records nothing more.',
      may: 'lcladmin',
      page: tillPage,
      input: z.strictObject({
        id: id.describe('A new id of the caller.'),
        registerId: id,
        kind: z.enum(moveKinds),
        amount: z.number().min(0.01).max(1e6).multipleOf(0.01),
        reason: text(200),
      }),
      output: tillTotals,
    }),
    openDrawer: post({
      summary: 'Opens the drawer without a sale, and records why.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ id: id.describe('A new id of the caller.'), registerId: id, reason: text(200) }),
      output: null,
    }),
    getX: get({
      summary: 'Returns the figures of the open session. 409 when the register is closed.',
      may: 'user',
      page: tillPage,
      input: ofRegister,
      output: tillTotals,
    }),
    close: post({
      summary:
        'Closes the session with the counted cash, and returns its numbered Z. A call for a closed session returns its Z again.',
      may: 'lcladmin',
      page: tillPage,
      input: z.strictObject({ registerId: id, sessionId: id, countedCash: amount }),
      output: zReport,
    }),
    getClosings: get({
      summary: 'Returns the closed sessions of a register, the latest first, at most 50 before a number.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ registerId: id, before: z.number().int().min(1).max(2_147_483_647).optional() }),
      output: z.array(zReport),
    }),
    find: get({
      summary:
        'Returns what can be sold at a register: the product with a barcode, else products, services and unpaid parts of visits of these days by words; without words the products with a key and the visits of the day.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ registerId: id, words: note(100).default('') }),
      output: z.array(goods),
    }),
    saveBasket: post({
      summary:
        'Stores a basket of a register, for every screen of it. 409 when another screen has changed it since `revision`; 0 for a new one.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({
        id,
        registerId: id,
        revision: z.number().int().min(0).max(2_147_483_646),
        ...basketFields,
      }),
      output: basket,
    }),
    removeBasket: post({
      summary: 'Removes a basket.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ id, registerId: id }),
      output: null,
    }),
    sell: post({
      summary:
        'Records a sale in the open session and removes its basket. A call with the id of a sale returns that one again. 409 when the register is closed, a part of a visit is paid or gone, or the payments differ from the lines.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({
        id: id.describe('A new id of the caller, or that of the basket; the receipt gets it.'),
        registerId: id,
        ...basketFields,
        lines: basketFields.lines.min(1),
        payments: z.array(tillPayment).max(10),
      }),
      output: tillReceipt,
    }),
    refund: post({
      summary:
        'Refunds lines of a receipt with their discounts, by a receipt of the open session. A call with the id of a refund returns that one again. 409 when the register is closed, or more would be refunded than is left.',
      may: 'lcladmin',
      page: tillPage,
      input: z.strictObject({
        id: id.describe('A new id of the caller; the receipt of the refund gets it.'),
        registerId: id,
        receiptId: id,
        lines: z
          .array(
            z.strictObject({
              position: z.number().int().min(0).max(10_000),
              quantity: z.number().min(0.001).max(maxPieces).multipleOf(0.001),
            }),
          )
          .min(1)
          .max(500)
          .optional()
          .describe('Services and products, each once. Omitted: all that is left.'),
        method: z.enum(paymentMethods).optional().describe('Omitted: as it was paid, the last payment first.'),
      }),
      output: tillReceipt,
    }),
    getReceipts: get({
      summary:
        'Returns receipts at the location of a register, the latest first, at most 50: those of a number, a customer or a device, or before an instant.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({
        registerId: id,
        words: note(100).default(''),
        before: instant.optional(),
        /** Only those whose number of the fiscal device was not entered. */
        isMissing: z.boolean().default(false),
      }),
      output: z.array(tillReceipt),
    }),
    getReceipt: get({
      summary: 'Returns a receipt.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ id }),
      output: tillReceipt,
    }),
    setDeviceNumber: post({
      summary: 'Enters the number of the fiscal receipt that the fiscal device made for a receipt.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ id, number: text(100) }),
      output: tillReceipt,
    }),
    printReceipt: post({
      summary:
        'Prints the receipt of a sale or a refund: on the printer of the register at which it is asked for, else where receipts are printed there.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ id, registerId: id.nullable().default(null), ...printWhere }),
      output: printAnswer,
    }),
    printTotals: post({
      summary:
        'Prints the X of the open session of a register, or the Z of a closed session. 409 for an X of a closed register.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({
        registerId: id,
        sessionId: id.nullable().default(null).describe('A closed session. Null: the open one.'),
        ...printWhere,
      }),
      output: printAnswer,
    }),
    mailReceipt: post({
      summary:
        'Sends a receipt by e-mail, to the customer unless an address is given. 409 while the address of the company is not verified, 429 after the mails of the day.',
      may: 'user',
      page: tillPage,
      input: z.strictObject({ id, eMail: maybe(eMail) }),
      output: z.object({ to: z.string() }),
    }),
    export: get({
      summary:
        'Returns what registers recorded in a period as CSV: a row for each line of each receipt, with English names of columns, points as decimals and instants in UTC.',
      may: 'lcladmin',
      page: tillPage,
      answers: 'file',
      input: z.strictObject({
        start: date.describe('The first local day.'),
        end: date.describe('The last local day, inclusive.'),
        registerId: id.optional().describe('By default, all registers of the caller.'),
      }),
      output: null,
    }),
  },
);
