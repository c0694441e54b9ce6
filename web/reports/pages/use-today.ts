// The current day where the person works: the days of reports are those of locations, not of browsers.
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { dateIn, now } from '#web/lib/dates.ts';

export function useToday(): Temporal.PlainDate {
  return dateIn(now(), useCurrentUser().timeZone);
}
