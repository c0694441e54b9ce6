// The books of the installation: whether they are right, the accounts, and what each company has paid in and owes.
import { z } from 'zod';
import { id, instant, money } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { accountKeys, bookChecks } from '#contract/money/books.ts';

const page = '/app/system/books';

const books = z.object({
  /** A verification was requested and has not begun. */
  isAsked: z.boolean(),
  /** The last verification. */
  run: z
    .object({
      startedAt: instant,
      /** Null while it runs, and when its process has died. */
      endedAt: instant.nullable(),
      isRunning: z.boolean(),
      /** Checks that are made, in their order, of all. */
      done: z.number().int(),
      total: z.number().int(),
      wrong: z.array(
        z.object({
          check: z.enum(bookChecks),
          subject: z.string(),
          expected: z.number().nullable(),
          found: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type Books = z.output<typeof books>;

const ledger = z.object({
  /** Debits are positive. */
  accounts: z.array(z.object({ key: z.enum(accountKeys), balance: z.number() })),
});
export type Ledger = z.output<typeof ledger>;

export const systemBooks = service(
  'system/books',
  { about: 'The books: accounts, and their verification.' },
  {
    get: get({
      summary:
        'Returns the last verification of the books. Cheap: a screen may poll it while a verification is under way.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: books,
    }),
    getAccounts: get({
      summary: 'Returns the accounts of the ledger with their balances, which sums up all entries.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: ledger,
    }),
    verify: post({
      summary: 'Verifies the books now; a verification that is already running is not started twice.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: books,
    }),
  },
);

export const systemBalances = resource('system', 'balances', {
  about: 'What each company has paid in, used and owes. The id is that of the company.',
  rowsKey: 'balances',
  may: 'sys',
  page,
  tables: ['companies', 'payments', 'invoices', 'invoice_settlements'],
  row: z.object({
    id,
    company: z.string(),
    /** Of the deposit: what was paid in less what was used. */
    posted: money,
    /** The part that is reserved for messages under way. */
    held: money,
    free: money,
    /** The amount that the company owes: open invoices, and the open part of a cancelled payment. */
    receivable: money,
    lastInvoice: z.string().nullable(),
    lastIssued: instant.nullable(),
  }),
  title: 'company',
  sort: ['company', 'posted', 'receivable'],
});
