// The choices of a person about a file of services or appointments; the rest is recognized.
import type { BookingColumn, BookingKind } from '#contract/booking/import.ts';
import type { DayOrder } from '#contract/customers/import.ts';

export interface FileChoices {
  kind?: BookingKind;
  columns?: BookingColumn[] | undefined;
  charset?: string | undefined;
  sheet?: string | undefined;
  headerLine?: number | undefined;
  dayOrder?: DayOrder | undefined;
  timeZone?: string;
  locationId?: string;
  calendarId?: string;
  people?: string[] | undefined;
  services?: string[] | undefined;
  doneBy?: string[];
  remindFrom?: string;
  until?: string;
  removesGone?: boolean;
}

/** Another way to read the file gives other columns and names, which are recognized again. */
export function withChange(choices: FileChoices, change: FileChoices): FileChoices {
  const rereads = 'kind' in change || 'charset' in change || 'headerLine' in change || 'sheet' in change;
  const renames = rereads || 'columns' in change;
  return {
    ...choices,
    ...(rereads && { columns: undefined }),
    ...(renames && { people: undefined, services: undefined }),
    ...change,
  };
}
