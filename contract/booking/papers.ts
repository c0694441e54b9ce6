// Prints what people at the desk want on paper.
import { z } from 'zod';
import { printAnswer, printWhere } from '#contract/devices/print-jobs.ts';
import { date, id, text } from '#contract/lib/fields.ts';
import { post, service } from '#contract/lib/service.ts';

export const papers = service(
  'papers',
  { about: 'Slips, lists and notes on paper.' },
  {
    printSlip: post({
      summary: 'Prints the slip of a visit for the customer. Moved or changed, it has another paper.',
      may: 'user',
      input: z.strictObject({ visitId: id, ...printWhere }),
      output: printAnswer,
    }),
    printPaymentNote: post({
      summary: 'Prints what a customer has paid by a receipt. It says that it is no receipt: countries demand others.',
      may: 'user',
      input: z.strictObject({ receiptId: id, ...printWhere }),
      output: printAnswer,
    }),
    printDay: post({
      summary:
        'Prints the appointments of a day of one person, or of all whose calendars the caller may see, at the current location.',
      may: 'user',
      input: z.strictObject({ day: date, calendarId: id.nullable().default(null), ...printWhere }),
      output: printAnswer,
    }),
    printNote: post({
      summary: 'Prints a text at the current location.',
      may: 'user',
      input: z.strictObject({ title: text(100), text: text(4_000), ...printWhere }),
      output: printAnswer,
    }),
  },
);
