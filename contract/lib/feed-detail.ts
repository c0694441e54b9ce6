// How much of an appointment leaves Daybook in feeds, and in entries of outside calendars.

/**
 * - `busy`: only that the time is taken.
 * - `service`: also which service, and where.
 * - `names`: also the names of customers and the titles of other events.
 */
export const feedDetails = ['busy', 'service', 'names'] as const;
export type FeedDetail = (typeof feedDetails)[number];
