// The event stream of an open browser: notifies it of changed rights, calendars, reminders and lists.

import type { SignedIn } from '#server/lib/context.ts';
import { type EventNotice, eventNotices } from '#server/lib/event-notices.ts';
import { EventsAnswer } from './answer.ts';

/** A notice of the triggers that call `publish_change` and its like (server/operations/sql/publish-change.sql). */
interface Notice {
  table: string;
  companyId?: string | null;
  userId?: string | null;
  id?: string;
}

/**
 * Server-sent events that name what changed without its contents; reading those requires permission as usual. `rights`:
 * the caller's identity or rights. `changed`: a calendar that the caller sees. `reminder`: the caller's reminders.
 * `table`: a record of a synchronized list. `missed`: changes may have been lost, reload everything. The stream ends
 * with the session.
 */
export async function watchChanges(context: SignedIn): Promise<EventsAnswer> {
  const { user } = context;
  const events = await eventNotices(context);
  const concerns = ({ companyId, userId }: Notice) =>
    (companyId == null || companyId === user.companyId) && (userId == null || userId === user.id);
  return new EventsAnswer((send) =>
    context.live.listen('daybook_changes', (payload) => {
      if (!payload) {
        events.refresh();
        return send('missed', {});
      }
      const notice = JSON.parse(payload) as Notice;
      if (notice.table === 'rights') {
        // The user's last session may have moved to another company: their id alone is enough.
        if (notice.userId != null ? notice.userId !== user.id : !concerns(notice)) return;
        events.refresh();
        return send('rights', {});
      }
      if (!concerns(notice)) return;
      if (notice.table === 'reminders') return send('reminder', {});
      if (isOfEvent(notice)) {
        events.whenConcerned(notice, () => send('changed', { CalendarId: notice.calendarId }));
        return;
      }
      // Records without a company belong to the operator.
      const mayReceive = notice.companyId != null || user.actions.includes('sys');
      if (mayReceive) send('table', { Table: notice.table, Id: notice.id ?? '' });
    }),
  );
}

function isOfEvent(notice: Notice): notice is Notice & EventNotice {
  return notice.table === 'events' && 'calendarId' in notice;
}
