// Reads a file of services or appointments: a table, a workbook, a calendar, or a dump of Easy!Appointments.
import type { BookingKind } from '#contract/booking/import.ts';
import { decode } from '#server/customers/import/decode.ts';
import { sourceOf } from '#server/customers/import/keep-import.ts';
import { noText, type ReadOptions, readFile } from '#server/customers/import/read-file.ts';
import { isWorkbook } from '#server/customers/import/read-workbook.ts';

import { invalid } from '#server/lib/refusal.ts';
import { readDump } from './read-dump.ts';
import { isCalendar, readEvents } from './read-events.ts';
import type { BookingFile } from './sheet.ts';
import { countKnownColumns, kindOfTable } from './suggest-columns.ts';

interface Options extends Omit<ReadOptions, 'countKnown'> {
  kind?: BookingKind | undefined;
  zone: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
  /** Of the people whose calendars they are, in lower case. */
  addresses: readonly string[];
}

/** Throws 417 with Key `File` for a file that is none of these. */
export async function readBookingFile(bytes: Buffer, options: Options): Promise<BookingFile> {
  if (!isWorkbook(bytes)) {
    const { text, charset, charsets } = decode(bytes, options.languages, options.charset);
    if (isCalendar(text)) {
      const { sheet, repeats } = readEvents(text, options);
      return { ...noText, format: 'ics', source: 'ics', charset, charsets, sheets: [sheet], repeats };
    }
    const dump = readDump(text);
    if (dump) {
      return {
        ...noText,
        format: 'easyappointments',
        source: 'easyappointments',
        charset,
        charsets,
        ...dump,
        repeats: false,
      };
    }
    if (/^\s*BEGIN\s*:\s*VCARD/i.test(text)) throw invalid('File', 'imports.cards');
  }
  const countKnown = (cells: readonly string[]) =>
    options.kind
      ? countKnownColumns(options.kind, cells)
      : Math.max(countKnownColumns('services', cells), countKnownColumns('appointments', cells));
  const { format, titles, rows, ...reading } = await readFile(bytes, { ...options, countKnown });
  if (format === 'vcard') throw invalid('File', 'imports.cards');
  const kind = options.kind ?? kindOfTable(titles);
  return { ...reading, format, source: sourceOf(kind, titles), sheets: [{ kind, titles, rows }], repeats: false };
}
