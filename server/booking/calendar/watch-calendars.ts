// Notifies an open calendar of changes to the calendars that its user sees.

import type { SignedIn } from '#server/lib/context.ts';
import { type EventNotice, eventNotices } from '#server/lib/event-notices.ts';
import { EventsAnswer } from '#server/lib/http/answer.ts';

interface Notice extends EventNotice {
  table: string;
}

/**
 * Server-sent events: `changed` with the calendar's id, without the event's contents; reading those requires permission
 * as usual. `missed` when changes may have been lost: the browser reloads everything.
 */
export async function watchCalendars(context: SignedIn): Promise<EventsAnswer> {
  const events = await eventNotices(context);
  return new EventsAnswer((send) =>
    context.live.listen('daybook_changes', (payload) => {
      if (!payload) {
        events.refresh();
        return send('missed', {});
      }
      const notice = JSON.parse(payload) as Notice;
      if (notice.table === 'rights') events.refresh();
      if (notice.table !== 'events') return;
      events.whenConcerned(notice, () => send('changed', { CalendarId: notice.calendarId }));
    }),
  );
}
