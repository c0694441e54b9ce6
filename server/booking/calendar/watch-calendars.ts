// Tells an open calendar which of the company's calendars changed, at once and whoever changed it.

import type { SignedIn } from '#server/lib/context.ts';
import { EventsAnswer } from '#server/lib/http/answer.ts';

interface Change {
  table: string;
  companyId: string;
  calendarId: string;
}

/**
 * Server-sent events: `changed` with the calendar's id and nothing of the event itself; reading it is what asks for permission.
 * `missed` when changes may have been lost, so that everything is read anew.
 */
export function watchCalendars(context: SignedIn): EventsAnswer {
  const { companyId } = context.user;
  return new EventsAnswer((send) =>
    context.live.listen('daybook_changes', (payload) => {
      if (!payload) return send('missed', {});
      // What the trigger in the migrations writes.
      const change = JSON.parse(payload) as Change;
      if (change.table === 'events' && change.companyId === companyId) {
        send('changed', { CalendarId: change.calendarId });
      }
    }),
  );
}
