// The state of a business's page in its address, which links of other sites use too.
import { dayIn } from '#web/lib/day-in.ts';
import { optionIdsIn, serviceIdsIn } from './profile-search.ts';

export interface BusinessSearch {
  /** The ids of the selected services, in order and separated by commas. */
  service?: string | undefined;
  /** The ids of their variants and extras, likewise; one that is booked twice is there twice. */
  options?: string | undefined;
  /** The name in the address of the person to book; none: anyone. */
  person?: string | undefined;
  /** The day of the times shown: `2026-11-23`. */
  day?: string | undefined;
}

/** Reads the address and ignores invalid parts. */
export function readBusinessSearch(search: Record<string, unknown>): BusinessSearch {
  const { service, options, person, day } = search;
  return {
    service: serviceIdsIn(service),
    options: optionIdsIn(options),
    person: person !== undefined && /^[\p{L}\p{N}._~-]{1,80}$/u.test(String(person)) ? String(person) : undefined,
    day: dayIn(day),
  };
}
