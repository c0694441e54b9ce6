// Prints the appointments of a day, of a person or of a place, for the team.
import { sql } from 'kysely';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import { mayUse, reachesLocation } from '#server/booking/times/may-use.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { contentKey } from './content-key.ts';
import { headOfPaper, timeOnPaper, timesOnPaper } from './head-of-papers.ts';

/** Templates print as many rows of a list. */
const maxRows = 500;

interface Row {
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  customer: string;
  phone: string;
  service: string;
  person: string;
  note: string;
}

interface Day extends PrintWhere {
  day: string;
  calendarId: string | null;
}

/** Throws 404 for a calendar that the caller may not see. */
export async function printDay(tx: SignedIn, { day, calendarId, ...where }: Day): Promise<PrintAnswer> {
  const head = await headOfPaper(tx, null);
  const { timeZone } = head;
  const from = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  const to = from.add({ days: 1 });
  const person = calendarId ? await personOf(tx, calendarId) : '';
  const rows = await readRows(tx, {
    from: from.toInstant(),
    to: to.toInstant(),
    calendarId,
    locationId: head.locationId,
  });
  const visits = rows.map(({ startAt, endAt, ...row }) => ({
    ...row,
    time: timesOnPaper(startAt, endAt, timeZone),
    person: calendarId ? '' : row.person,
  }));
  const content = { ...head.values, day, person, count: String(visits.length), visits };
  const now = tx.clock.now();
  return queuePrint(
    tx,
    {
      typeKey: 'dayList',
      values: { ...content, printed: timeOnPaper(now, timeZone) },
      title: [day, person || head.values.location || head.values.company].join(', '),
      language: tx.user.language,
      // The same list once: one that has changed since is another paper.
      cause: { kind: 'dayList', key: `${calendarId ?? head.locationId} ${day} ${contentKey(content)}` },
      locationId: head.locationId,
      expiresAt: Temporal.Instant.compare(to.toInstant(), now) > 0 ? to.toInstant() : now.add({ minutes: 10 }),
    },
    where,
  );
}

async function personOf({ db, user }: SignedIn, calendarId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${userName} as name from calendars k join users u on u.id = k.user_id
    where k.id = ${calendarId} and k.company_id = ${user.companyId} and ${mayUse(user)}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found.name;
}

async function readRows(
  { db, user, clock }: SignedIn,
  at: { from: Temporal.Instant; to: Temporal.Instant; calendarId: string | null; locationId: string },
): Promise<Row[]> {
  const isWanted = at.calendarId ? sql`k.id = ${at.calendarId}` : sql`v.location_id = ${at.locationId}`;
  const { rows } = await sql<Row>`
    select v.start_at, v.end_at, coalesce(nullif(v.name, ''), v.title) as customer, v.phone_number as phone,
      coalesce(v.service_name, '') as service, coalesce(${userName}, '') as person, v.description as note
    from calendars k left join users u on u.id = k.user_id
      cross join lateral ${eventsBetween(at.from, at.to, 'appointments')} v
    where ${mayUse(user)} and ${isWanted} and ${reachesLocation(user, sql`v.location_id`)} and v.is_shown
      and v.start_date is null and v.status is distinct from 'no_show'
      and (v.held_until is null or v.held_until > ${clock.now()})
    order by v.start_at, person, v.id limit ${maxRows}`.execute(db);
  return rows;
}
