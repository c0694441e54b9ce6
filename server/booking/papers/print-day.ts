// Prints the appointments of a day, of a person or of a place, for the team.
import { sql } from 'kysely';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { mayUse, reachesLocation } from '#server/booking/times/may-use.ts';
import { contentKey } from '#server/devices/jobs/content-key.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { type DayPaper, listOfDay } from './list-of-day.ts';

interface Day extends PrintWhere {
  day: string;
  calendarId: string | null;
}

/** Throws 404 for a calendar that the caller may not see. */
export async function printDay(tx: SignedIn, { day, calendarId, ...where }: Day): Promise<PrintAnswer> {
  const { user } = tx;
  const person = calendarId ? await personOf(tx, calendarId) : '';
  const isSeen = sql<boolean>`${mayUse(user)} and ${reachesLocation(user, sql`v.location_id`)}`;
  const { paper, content }: DayPaper = await listOfDay(tx, {
    ...{ companyId: user.companyId, locationId: user.locationId, language: user.language },
    ...{ day, calendarId, person, isSeen },
  });
  // The same list once: one that has changed since is another paper.
  const key = `${calendarId ?? paper.locationId} ${day} ${contentKey(content)}`;
  return queuePrint(tx, { ...paper, cause: { kind: 'dayList', key } }, where);
}

async function personOf({ db, user }: SignedIn, calendarId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${userName} as name from calendars k join users u on u.id = k.user_id
    where k.id = ${calendarId} and k.company_id = ${user.companyId} and ${mayUse(user)}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found.name;
}
