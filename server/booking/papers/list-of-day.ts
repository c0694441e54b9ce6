// The list of the appointments of a day, as a paper.
import { type RawBuilder, sql } from 'kysely';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import type { NewPaper } from '#server/devices/jobs/add-job.ts';
import { headOfPaper, timeOnPaper, timesOnPaper } from '#server/devices/paper/head-of-papers.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';

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

interface Asked {
  companyId: string;
  locationId: string | null;
  language: string;
  day: string;
  /** Null: all at the location. */
  calendarId: string | null;
  /** The name of the person of that calendar. */
  person: string;
  /** Of the appointments `v` in the calendars `k`. */
  isSeen: RawBuilder<boolean>;
}

export interface DayPaper {
  paper: Omit<NewPaper<'dayList'>, 'cause'>;
  /** Without the time of printing. */
  content: object;
}

/** Throws 417 without a location. */
export async function listOfDay(context: ServiceContext, asked: Asked): Promise<DayPaper> {
  const { day, calendarId, person, language } = asked;
  const head = await headOfPaper(context.db, asked);
  const { timeZone, locationId } = head;
  const from = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  const to = from.add({ days: 1 }).toInstant();
  const rows = await readRows(context, { ...asked, locationId, from: from.toInstant(), to });
  const visits = rows.map(({ startAt, endAt, ...row }) => ({
    ...row,
    time: timesOnPaper(startAt, endAt, timeZone),
    person: calendarId ? '' : row.person,
  }));
  const content = { ...head.values, day, person, count: String(visits.length), visits };
  const now = context.clock.now();
  return {
    content,
    paper: {
      typeKey: 'dayList',
      values: { ...content, printed: timeOnPaper(now, timeZone) },
      title: [day, person || head.values.location || head.values.company].join(', '),
      language,
      locationId,
      expiresAt: Temporal.Instant.compare(to, now) > 0 ? to : now.add({ minutes: 10 }),
    },
  };
}

async function readRows(
  { db, clock }: ServiceContext,
  at: Pick<Asked, 'companyId' | 'calendarId' | 'locationId' | 'isSeen'> & {
    from: Temporal.Instant;
    to: Temporal.Instant;
  },
): Promise<Row[]> {
  const isWanted = at.calendarId ? sql`k.id = ${at.calendarId}` : sql`v.location_id = ${at.locationId}`;
  const { rows } = await sql<Row>`
    select v.start_at, v.end_at, coalesce(nullif(v.name, ''), v.title) as customer, v.phone_number as phone,
      coalesce(v.service_name, '') as service, coalesce(${userName}, '') as person, v.description as note
    from calendars k left join users u on u.id = k.user_id
      cross join lateral ${eventsBetween(at.from, at.to, 'appointments')} v
    where k.company_id = ${at.companyId} and ${at.isSeen} and ${isWanted} and v.is_shown
      and v.start_date is null and v.status is distinct from 'no_show'
      and (v.held_until is null or v.held_until > ${clock.now()})
    order by v.start_at, person, v.id limit ${maxRows}`.execute(db);
  return rows;
}
