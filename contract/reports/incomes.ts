// Incomes by day: what was expected, what the completed visits cost, and what customers paid.
import { z } from 'zod';
import { paymentMethods } from '#contract/booking/receipts.ts';
import { visitStatuses } from '#contract/booking/visit-states.ts';
import { date, id, instant, money, timeZone } from '#contract/lib/fields.ts';
import { insertInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { reportRange, reportScope } from './range.ts';

export const income = z.object({
  date,
  /** The price of what is booked for the day, unless an estimate was entered. */
  estimated: money,
  /** An estimate was entered for exactly this row. */
  isEntered: z.boolean(),
  /** The price of the completed visits. */
  calculated: money,
  /** The amount that customers paid on that day, less refunds. */
  realized: money,
  /** Null for the whole company, and for what belongs to no location. */
  locationId: id.nullable(),
  location: z.string(),
  /** Null for all people, and for those who have left. */
  userId: id.nullable(),
  userName: z.string(),
});
export type Income = z.output<typeof income>;

const incomeSum = z.object({
  /** Null for what belongs to no location, and for people who have left. */
  id: id.nullable(),
  name: z.string(),
  estimated: money,
  calculated: money,
  realized: money,
});
const incomeSums = z.object({
  locations: z.array(incomeSum),
  people: z.array(incomeSum),
  /** The receipts of cash registers; payments at desks without one are not among them. */
  registers: z.array(z.object({ id, name: z.string(), location: z.string(), realized: money })),
});
export type IncomeSums = z.output<typeof incomeSums>;

/** Visits, and as many receipts, of a page of reasons. */
export const reasonsPerPage = 200;

const reasons = z.object({
  /** How many there are on all pages. */
  visitCount: z.number().int(),
  receiptCount: z.number().int(),
  /**
   * The estimates that were entered for the day, on the first page; without a location and a person, that of the
   * company.
   */
  estimates: z.array(z.object({ location: z.string(), person: z.string(), estimated: money })),
  /** The booked and completed parts of visits on that day. */
  visits: z.array(
    z.object({
      id,
      eventId: id,
      calendarId: id,
      start: instant,
      timeZone,
      status: z.enum(visitStatuses),
      /** Of the customer. */
      name: z.string(),
      service: z.string(),
      price: money,
      person: z.string(),
      location: z.string(),
    }),
  ),
  /** Receipts and refunds of that day. */
  receipts: z.array(
    z.object({
      id,
      contactId: id.nullable(),
      createdAt: instant,
      /** None of a receipt of nothing. */
      methods: z.array(z.enum(paymentMethods)),
      /** The cash register that wrote it, and its number there; empty for one of the desk. */
      register: z.string(),
      number: z.number().int().nullable(),
      amount: money,
      name: z.string(),
      service: z.string(),
      person: z.string(),
      location: z.string(),
    }),
  ),
});
export type IncomeReasons = z.output<typeof reasons>;

const page = '/app/company/reports/Income';

export const incomes = service(
  'company/incomes',
  { about: 'Incomes by day: Estimated, Calculated and Realized.' },
  {
    getByCompany: get({
      summary: 'Returns a row for each day, of the whole company.',
      may: 'admin',
      inTurn: true,
      page,
      input: z.strictObject(reportRange),
      output: z.array(income),
    }),
    getByLocation: get({
      summary: 'Returns a row for each day and location with figures.',
      may: 'admin',
      inTurn: true,
      page,
      input: z.strictObject(reportRange),
      output: z.array(income),
    }),
    getPerUser: get({
      summary: 'Returns a row for each day and person with figures; local administrators see those of their locations.',
      may: 'lcladmin',
      inTurn: true,
      page,
      input: z.strictObject(reportRange),
      output: z.array(income),
    }),
    getSums: get({
      summary:
        'Returns the sums of all days by location, by person and by cash register; local administrators see those of their locations.',
      may: 'lcladmin',
      inTurn: true,
      page,
      input: z.strictObject(reportRange),
      output: incomeSums,
    }),
    getReasons: get({
      summary: 'Returns the entered estimates, visits and receipts behind the figures of a day, 200 of each on a page.',
      may: 'lcladmin',
      inTurn: true,
      page,
      input: z.strictObject({ ...reportScope, date, pageNr: z.number().int().min(1).max(1_000).default(1) }),
      output: reasons,
    }),
    update: post({
      summary:
        'Enters the estimate of a day, from a row as it was answered or these fields alone: of the company, a location, a person, or a person at a location. Null removes it. An estimate of the company is used instead of the sum of its locations, that of a location instead of the sum of its people.',
      may: 'admin',
      input: insertInput(income, {
        date,
        locationId: id.nullable().default(null),
        userId: id.nullable().default(null),
        estimated: z.number().min(0).max(1e8).multipleOf(0.01).nullable(),
      }),
      output: null,
    }),
    clear: post({
      summary: 'Deletes all estimates of the company. Visits and receipts stay.',
      may: 'admin',
      input: z.strictObject({}),
      output: null,
    }),
  },
);
