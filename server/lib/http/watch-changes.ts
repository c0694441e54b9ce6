// The one stream of an open browser: rights, calendars, reminders and lists that changed, at once and whoever changed them.

import type { SignedIn } from '#server/lib/context.ts';
import { EventsAnswer } from './answer.ts';

/** What triggers in the migrations write. */
interface Notice {
  table: string;
  companyId?: string | null;
  userId?: string | null;
  calendarId?: string;
  id?: string;
}

/**
 * Server-sent events that name what changed and tell nothing of it; reading it is what asks for permission. `rights`: who the caller is
 * and what he may. `changed`: a calendar of the company. `reminder`: his reminders. `table`: a record of a list that is kept in
 * step. `missed`: changes may have been lost, look at everything. The stream ends with the session.
 */
export function watchChanges(context: SignedIn): EventsAnswer {
  const { user } = context;
  const concerns = ({ companyId, userId }: Notice) =>
    (companyId == null || companyId === user.companyId) && (userId == null || userId === user.id);
  return new EventsAnswer((send, recheckAccess) =>
    context.live.listen('daybook_changes', (payload) => {
      if (!payload) return send('missed', {});
      const notice = JSON.parse(payload) as Notice;
      if (notice.table === 'rights') {
        // The last of his sessions may have moved to another company: his own name is enough.
        if (notice.userId != null ? notice.userId !== user.id : !concerns(notice)) return;
        send('rights', {});
        return recheckAccess();
      }
      if (!concerns(notice)) return;
      if (notice.table === 'reminders') return send('reminder', {});
      if (notice.calendarId) return send('changed', { CalendarId: notice.calendarId });
      // What belongs to no company is the operator's.
      const mayReceive = notice.companyId != null || user.actions.includes('sys');
      if (mayReceive) send('table', { Table: notice.table, Id: notice.id ?? '' });
    }),
  );
}
