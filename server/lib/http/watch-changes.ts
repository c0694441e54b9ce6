// The event stream of an open browser: notifies it of changed rights, calendars, reminders and lists.

import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { type EventNotice, eventNotices } from '#server/lib/event-notices.ts';
import { rightsVersion } from '#server/lib/session/rights-version.ts';
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
export async function watchChanges(
  context: SignedIn,
  { rightsVersion: known }: { rightsVersion: string },
): Promise<EventsAnswer> {
  const { user } = context;
  const events = await eventNotices(context);
  const concerns = ({ companyId, userId }: Notice) =>
    (companyId == null || companyId === user.companyId) && (userId == null || userId === user.id);
  return new EventsAnswer((send) => {
    const stop = context.live.listen('daybook_changes', (payload) => {
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
    });
    // Between the answer that the browser has and this stream, a change reaches no one.
    if (known) void hasRights(context, known).then((has) => has || send('rights', {}), noAnswer);
    return stop;
  });
}

async function hasRights({ database, user }: SignedIn, known: string): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`
    select ${rightsVersion} as version from effective_rights(${user.companyId}, ${user.id}) rights`.execute(
    database.read,
  );
  return rows[0]?.version === known;
}

/** A database that is away reports missed changes when it is back. */
const noAnswer = () => {};

function isOfEvent(notice: Notice): notice is Notice & EventNotice {
  return notice.table === 'events' && 'calendarId' in notice;
}
