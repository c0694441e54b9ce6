// The week that the address of the shift table names.
import { dayIn } from '#web/lib/day-in.ts';

export interface ShiftSearch {
  /** A day of the week, `YYYY-MM-DD`; omitted for the current one. */
  week?: string | undefined;
}

export function readShiftSearch({ week }: Record<string, unknown>): ShiftSearch {
  return { week: dayIn(week) };
}
