// Papers that wait for printers, and those that were printed.
import { z } from 'zod';
import { codeIn, id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post, service } from '#contract/lib/service.ts';

/**
 * - `waiting`: for its printer.
 * - `handed`: the printer has it and has not answered.
 * - `printed`, `failed`: as the printer or a person said; of a failed paper nothing is known to be printed.
 * - `uncertain`: no answer came. It is never printed again by itself.
 * - `expired`: it waited for too long, and was not printed.
 */
export const printStates = ['waiting', 'handed', 'printed', 'failed', 'uncertain', 'expired', 'cancelled'] as const;
export type PrintState = (typeof printStates)[number];

/** Faults that keep a printer from printing, as it said. */
export const deviceFaults = ['paperOut', 'coverOpen', 'cutter', 'overheated', 'offline', 'error'] as const;
export type DeviceFault = (typeof deviceFaults)[number];

/** Why a paper was not printed. */
export const printReasons = [
  ...deviceFaults,
  // The printer reads no format that is made here.
  'media',
  // The printer refused it.
  'rejected',
  // The printer was told of it three times, and did not take it.
  'notTaken',
  // The template cannot be filled.
  'template',
  // An earlier part of the same paper was not printed.
  'partFailed',
  // A person said that it was not printed.
  'person',
  // Its appointment was cancelled or changed while it waited.
  'changed',
] as const;
export type PrintReason = (typeof printReasons)[number];

const row = z.object({
  id,
  title: z.string(),
  typeKey: z.string().meta({ wire: 'ListingTypeKey' }),
  printerId: id.nullable().meta({ wire: 'ListingPrinters_Id' }),
  /** Empty for the print dialog of a browser. */
  printerName: z.string(),
  locationName: z.string(),
  state: z.enum(printStates).meta(codeIn('printing.states')),
  reason: z.enum([...printReasons, '']).meta(codeIn('printing.reasons')),
  /** 0 for the first paper, 1 for its first copy. */
  copy: z.number().int(),
  /** The highest number of the same paper on the same printer. */
  lastCopy: z.number().int(),
  /** The number of this part and of all parts of a long paper; both 1 otherwise. */
  part: z.number().int(),
  parts: z.number().int(),
  /** The person who asked for it. */
  person: z.string(),
  createdAt: instant.meta({ wire: 'Created' }),
  settledAt: instant.nullable(),
  expiresAt: instant,
  /** A person settles it: it is printed by the dialog of a browser, or no answer came. */
  isAsked: z.boolean(),
});
export type PrintJobRow = z.output<typeof row>;

/** Taken by calls that print, beside what they print. */
export const printWhere = {
  /** Null: where papers of this type are printed for the caller. */
  printerId: id.nullable().meta({ wire: 'ListingPrinters_Id' }).default(null),
  /** In the print dialog of the browser, without a printer. */
  inBrowser: z.boolean().default(false),
};

/** A printer that a person can choose for a paper. */
const choice = z.object({ id, name: z.string(), locationName: z.string(), isReady: z.boolean() });

/** The answer of a call that prints. */
export const printAnswer = z.object({
  /** Null when a printer must be chosen first. */
  job: row.nullable(),
  /** Whether this call has queued it; otherwise it was asked for before. */
  isNew: z.boolean(),
  /** The printers to choose from, without a job. */
  choices: z.array(choice),
});
export type PrintAnswer = z.output<typeof printAnswer>;

/** So long without an answer, a paper is uncertain. */
export const answerSeconds = 120;
/** Papers that have waited for so long are reported to the administrators. */
export const stalledMinutes = 5;

/** So many papers of one person may wait for one printer. */
export const maxWaiting = 50;

export const printQueuePage = '/app/user/prints';

export const companyPrintJobs = resource('company', 'printjobs', {
  about: 'The papers of the last days, at the locations of the caller.',
  rowsKey: 'jobs',
  may: 'user',
  page: printQueuePage,
  row,
  title: 'title',
  sort: ['createdAt', 'title', 'printerName', 'locationName', 'state'],
  search: { printer: 'printerName', location: 'locationName', typekey: 'typeKey' },
  tables: ['print_jobs'],
});

export const printJobs = service(
  'printjobs',
  { about: 'Shows, cancels and settles papers, and prints them again.' },
  {
    getPaper: get({
      summary: 'Returns the paper as a picture with the dots of its printer.',
      may: 'user',
      answers: 'file',
      // A list of 500 rows is drawn in a tenth of a second.
      inTurn: true,
      input: z.strictObject({ id }),
      output: null,
    }),
    getWaiting: get({
      summary: 'Returns the printers for which papers have waited for minutes, or that report a fault meanwhile.',
      may: 'user',
      page: printQueuePage,
      input: z.strictObject({}),
      output: z.array(
        z.object({
          printerId: id.meta({ wire: 'ListingPrinters_Id' }),
          printerName: z.string(),
          /** Papers. */
          waiting: z.number().int(),
          /** For which the oldest has waited. */
          minutes: z.number().int(),
          fault: z.enum([...deviceFaults, '']),
          /** Since its last poll; null if it never polled. */
          silentMinutes: z.number().int().nullable(),
        }),
      ),
    }),
    settle: post({
      summary:
        'Records whether a paper was printed, if the print dialog of a browser printed it or its printer did not answer.',
      may: 'user',
      input: z.strictObject({ id, isPrinted: z.boolean() }),
      output: row,
    }),
    again: post({
      summary:
        'Prints a paper again: as its next copy, or, of a paper that surely was not printed, as itself. A repeated call with the same number prints nothing more.',
      may: 'user',
      input: z.strictObject({
        id,
        /** That of the paper plus 1, or its own if it was not printed. */
        copy: z.number().int().min(0).max(99),
        /** The first part to print, of a long paper. */
        fromPart: z.number().int().min(1).max(500).default(1),
      }),
      output: printAnswer,
    }),
    cancel: post({
      summary: 'Cancels a paper that waits.',
      may: 'user',
      input: z.strictObject({ id }),
      output: row,
    }),
    cancelAll: post({
      summary: 'Cancels all papers that wait for a printer.',
      may: 'user',
      input: z.strictObject({ printerId: id.meta({ wire: 'ListingPrinters_Id' }) }),
      output: z.object({ cancelled: z.number().int() }),
    }),
    printTestPage: post({
      summary: 'Prints the test page of a printer or a cash register.',
      may: 'lcladmin',
      page: '/app/company/listing/printers',
      input: z.strictObject({ printerId: id.meta({ wire: 'ListingPrinters_Id' }) }),
      output: printAnswer,
    }),
    confirm: post({
      summary:
        'Records that a person has seen the test page of a printer or a cash register on paper. It then prints other papers, too.',
      may: 'lcladmin',
      page: '/app/company/listing/printers',
      input: z.strictObject({ printerId: id.meta({ wire: 'ListingPrinters_Id' }) }),
      output: null,
    }),
  },
);
