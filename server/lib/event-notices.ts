// Decides which notices of changed events reach an open browser: those of events that its user may see.
import { sql } from 'kysely';
import type { SignedIn } from './context.ts';

/** The notice of the trigger `events_changed`. */
export interface EventNotice {
  companyId: string;
  calendarId: string;
  locationId: string | null;
}

interface Reach {
  actions: string[];
  calendarIds: string[];
  locationIds: string[];
}

export interface EventNotices {
  /**
   * Calls `tell` if the user may see the event, by the rule of `server/booking/times/may-use.ts`: at once, or when
   * changed rights have been read.
   */
  whenConcerned(notice: EventNotice, tell: () => void): void;
  /** Reads the user's rights and locations again, after a notice that they changed. */
  refresh(): void;
}

/** Reads the user's rights and locations once: a notice of each event must cost no query. */
export async function eventNotices(context: SignedIn): Promise<EventNotices> {
  const { companyId } = context.user;
  let reach = await readReach(context);
  let reading: Promise<void> | undefined;
  const concerns = ({ calendarId, locationId }: EventNotice) => {
    const { actions, calendarIds, locationIds } = reach;
    if (actions.includes('admin') || calendarIds.includes(calendarId)) return true;
    return actions.includes('lcladmin') && locationId !== null && locationIds.includes(locationId);
  };
  const decide = (notice: EventNotice, tell: () => void) => {
    if (reading) void reading.then(() => decide(notice, tell));
    else if (concerns(notice)) tell();
  };
  return {
    whenConcerned(notice, tell) {
      if (notice.companyId === companyId) decide(notice, tell);
    },
    refresh() {
      const latest: Promise<void> = readReach(context)
        .then(
          (read) => {
            // A reading that began earlier may end later.
            if (reading === latest) reach = read;
          },
          // Without the database there are no notices; the next one with an empty payload reads again.
          (error: unknown) => context.log.debug({ err: error }, 'rights of an open stream not read'),
        )
        .finally(() => {
          if (reading === latest) reading = undefined;
        });
      reading = latest;
    },
  };
}

async function readReach({ database, user }: SignedIn): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select rights.actions,
      array(select id from calendars where company_id = ${user.companyId} and user_id = ${user.id}) as calendar_ids,
      array(select location_id from employee_locations
        where company_id = ${user.companyId} and user_id = ${user.id}) as location_ids
    from effective_rights(${user.companyId}, ${user.id}) rights`.execute(database.read);
  const [reach] = rows;
  if (!reach) throw new Error('A function in FROM has one row.');
  return reach;
}
