// The state of a profile in its address: the service and day to book, and the tab.
import { dayIn } from '#web/lib/day-in.ts';

export interface ProfileSearch {
  /** The ids of the selected services, in order and separated by commas. */
  service?: string;
  /** The ids of their variants and extras, likewise; one that is booked twice is there twice. */
  options?: string;
  /** The day of the times shown, or of the week calendar: `2026-11-23`. */
  day?: string;
  /** The time that a result of the search names: `2026-11-23T09:00:00Z`. */
  time?: string;
  /** Books with anyone who does the services, not with the person of the page. */
  anyone?: true;
  /** Shows the week calendar in place of the overview. */
  tab?: 'week';
}

/** Reads the address and ignores invalid parts. */
export function readProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const { service, options, day, time, anyone, tab } = search;
  return {
    service: serviceIdsIn(service),
    options: optionIdsIn(options),
    day: dayIn(day),
    time: timeIn(time),
    anyone: anyone === true || undefined,
    tab: tab === 'week' ? 'week' : undefined,
  };
}

function timeIn(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? Temporal.Instant.from(value).toString() : undefined;
  } catch {
    return undefined;
  }
}

/** The ids of services that an address names, separated by commas; undefined for anything else. */
export function serviceIdsIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,40}(,[\w-]{1,40}){0,4}$/.test(value) ? value : undefined;
}

/** The same for options: at most twenty of each service. */
export function optionIdsIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,40}(,[\w-]{1,40}){0,99}$/.test(value) ? value : undefined;
}
