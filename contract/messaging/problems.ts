// Messages that did not arrive, and what a person can do about them.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { maxRowsPerPage, resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { getAttempts } from './attempts.ts';
import { type DeliveryState, purposes } from './deliveries.ts';

/** A queued message is a problem once an attempt has failed. */
export const problemStates = [
  'queued',
  'failed',
  'undelivered',
  'uncertain',
  'expired',
  'held',
  'kept',
] as const satisfies readonly DeliveryState[];

export const media = ['mail', 'sms', 'push', 'print'] as const;

/** Why a message is a problem; `other` is one of a medium. */
export const problemReasons = [
  'retry',
  'route',
  'refused',
  'bounced',
  'returned',
  'givenUp',
  'uncertain',
  'expired',
  'funds',
  'limit',
  'kept',
  'other',
] as const;

/** Why a message was passed over: it is no problem any more, its address is suppressed, and so on. */
export const passedOverReasons = [
  'settled',
  'suppressed',
  'tooLate',
  'emptied',
  'links',
  'charged',
  'funds',
  'limit',
  'certain',
  'kept',
  'byCustomer',
] as const;
export type PassedOverReason = (typeof passedOverReasons)[number];

/** Changes of several messages by one call; those that cannot be changed are passed over. */
const changed = z.object({
  changed: z.number().int(),
  passedOver: z.array(z.object({ id, reason: z.enum(passedOverReasons) })),
});
export type Changed = z.output<typeof changed>;
const ids = z.strictObject({ ids: z.array(id).min(1).max(maxRowsPerPage) });

const row = z.object({
  id,
  createdAt: instant.meta({ wire: 'Created' }),
  company: z.string().nullable().meta({ wire: 'CompanyName' }),
  medium: z.enum(media),
  purpose: z.enum([...purposes, 'other']),
  /** The recipient. */
  address: z.string(),
  subject: z.string(),
  state: z.enum(problemStates),
  reason: z.enum(problemReasons),
  /** The last response of a server. */
  answer: z.string(),
  attempts: z.number().int(),
  /** No message leaves for the address until it is allowed again. */
  isSuppressed: z.boolean(),
});

const shared = {
  rowsKey: 'problems',
  row,
  title: 'address',
  sort: ['createdAt', 'address', 'state', 'reason', 'medium'],
  search: { to: 'address', company: 'company' },
  range: { field: 'createdAt', defaultSpan: { months: 1 } },
} as const;

const operations = <M extends 'admin' | 'sys'>(may: M, page: string) => ({
  getAttempts: getAttempts(may, page),
  count: get({
    summary: 'Counts the problems of the last month that wait for a person, up to 100.',
    may,
    page,
    passive: true,
    input: z.strictObject({}),
    output: z.object({ count: z.number().int() }),
  }),
  sendAgain: post({
    summary: 'Sends messages again, those that are not passed over.',
    may,
    page,
    input: ids,
    output: changed,
  }),
  giveUp: post({
    summary: 'Gives messages up: they are not tried again, and are no problems any more.',
    may,
    page,
    input: ids,
    output: changed,
  }),
  markArrived: post({
    summary: 'Says of uncertain messages that they arrived.',
    may,
    page,
    input: ids,
    output: changed,
  }),
  allowAddresses: post({
    summary: 'Allows messages to the addresses of these messages again.',
    may,
    page,
    input: ids,
    output: changed,
  }),
});

const companyPage = '/app/company/problems';
export const companyProblems = resource('company', 'problems', {
  ...shared,
  about: 'Messages of a company that did not arrive.',
  may: 'admin',
  page: companyPage,
  more: {
    ...operations('admin', companyPage),
    getDelay: get({
      summary:
        'Returns whether messages of the company leave later than they should, such as while a route is paused, and how many mails of the last 7 days no mail server takes.',
      may: 'admin',
      page: companyPage,
      // Companies read no turns.
      ownTransactions: true,
      input: z.strictObject({}),
      output: z.object({ isDelayed: z.boolean(), kept: z.number().int() }),
    }),
  },
});

const systemPage = '/app/system/problems';
export const systemProblems = resource('system', 'problems', {
  ...shared,
  about: 'Messages of all companies that did not arrive.',
  may: 'sys',
  page: systemPage,
  more: operations('sys', systemPage),
});

export const problemLists = [companyProblems, systemProblems] as const;
export type ProblemList = (typeof problemLists)[number];
