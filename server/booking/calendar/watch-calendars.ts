// Notifies an open calendar of changes to the company's calendars.

import type { SignedIn } from '#server/lib/context.ts';
import { EventsAnswer } from '#server/lib/http/answer.ts';

interface Change {
  table: string;
  companyId: string;
  calendarId: string;
}

/**
 * Server-sent events: `changed` with the calendar's id, without the event's contents; reading those requires permission
 * as usual. `missed` when changes may have been lost: the browser reloads everything.
 */
export function watchCalendars(context: SignedIn): EventsAnswer {
  const { companyId } = context.user;
  return new EventsAnswer((send) =>
    context.live.listen('daybook_changes', (payload) => {
      if (!payload) return send('missed', {});
      // The notice of the trigger `events_changed`.
      const change = JSON.parse(payload) as Change;
      if (change.table === 'events' && change.companyId === companyId) {
        send('changed', { CalendarId: change.calendarId });
      }
    }),
  );
}
