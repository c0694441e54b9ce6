// The days of a report, and what it is narrowed to.
import { id, moment } from '#contract/lib/fields.ts';

/** The most days of a report: three years. */
export const maxReportDays = 1_100;

/**
 * Both inclusive. An instant stands for its day in the zone of the caller's location. A start after the end is swapped.
 */
export const reportRange = {
  start: moment.describe('The first day, such as `2026-03-01`. Swapped with a later one.'),
  end: moment.describe('The last day, inclusive.'),
};

/**
 * Omitted for all that the caller may see. Of another company, or of a location that the caller may not see: nothing.
 */
export const reportScope = {
  locationId: id.optional().describe('Only what belongs to this location.'),
  userId: id.optional().describe('Only what belongs to the calendars of this person. Messages belong to none.'),
};
