// The conditions that everyone meets.
import type { Audience } from '#contract/campaigns/audience.ts';

export function emptyAudience(): Audience {
  return {
    locationIds: [],
    calendarIds: [],
    serviceIds: [],
    awayDays: null,
    withinDays: null,
    minVisits: null,
    maxVisits: null,
    future: 'any',
    languages: [],
    birthdayMonths: [],
    tags: [],
    campaignIds: [],
  };
}
