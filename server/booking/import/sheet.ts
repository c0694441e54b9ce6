// The tables that a file of services and appointments consists of.
import type { BookingColumn, BookingKind } from '#contract/booking/import.ts';
import type { ImportField } from '#contract/customers/import.ts';
import type { ReadFile } from '#server/customers/import/read-file.ts';

/** The state of an event of a calendar whose owner, or only customer, has declined the invitation. */
export const declinedState = 'DECLINED';

export interface Sheet {
  kind: BookingKind;
  titles: string[];
  rows: ReadFile['rows'];
  /** The meanings of the columns, where the format says them. */
  fields?: BookingColumn[];
}

/** Customers whom a file has beside its appointments. */
export interface CustomerSheet {
  titles: string[];
  rows: ReadFile['rows'];
  fields: ImportField[];
}

export interface BookingFile
  extends Pick<ReadFile, 'charset' | 'charsets' | 'separator' | 'sheetNames' | 'sheet' | 'headerLine' | 'firstLines'> {
  format: 'csv' | 'xlsx' | 'xls' | 'ics' | 'easyappointments';
  /** A name of its origin, the same for the next file. */
  source: string;
  /** One; a dump of a database has both kinds. */
  sheets: Sheet[];
  customers?: CustomerSheet;
  /** Whether an .ics has events that repeat. */
  repeats: boolean;
}
