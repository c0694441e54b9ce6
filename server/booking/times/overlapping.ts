// Names the events and outside times that another event would overlap, for the question whether to save it anyway.
import { sql } from 'kysely';
import { outsideMeeting } from '#server/booking/outside-times/outside-times.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { eventsBetween } from './events-between.ts';
import { withBuffers } from './find-taken.ts';
import { mayUse, mayUseEvent } from './may-use.ts';

/** In the names of the wire: it is a part of a refusal. */
interface OverlappingEvent {
  Title: string;
  Name: string;
  Start: string;
  End: string;
  AllDay: boolean;
}

/** Only events and outside times that the caller may see, in order of their start. */
export async function listOverlapping(
  { db, user }: SignedIn,
  calendar: { companyId: string; calendarId: string },
  range: string,
  except: string | readonly string[],
): Promise<OverlappingEvent[]> {
  const { rows } = await sql<{
    title: string;
    name: string;
    startAt: Temporal.Instant;
    endAt: Temporal.Instant;
    timeZone: string;
    allDay: boolean;
  }>`
    select title, name, start_at, end_at, time_zone, all_day from (
      select v.id, v.title, v.name, v.start_at, v.end_at, v.time_zone, v.all_day
      from calendars k cross join lateral ${eventsBetween(...withBuffers(range), 'appointments')} v
      where k.company_id = ${calendar.companyId} and k.id = ${calendar.calendarId} and ${mayUseEvent(user)}
        and v.blocks and v.occupied && ${range}::tstzmultirange and v.id <> all(${[except].flat()}::uuid[])
      union all
      select null, ${translate(user.language, 'calendar.busyElsewhere')}, '', t.start_at, t.end_at, 'UTC', false
      from calendars k cross join lateral ${outsideMeeting(calendar, range)} t
      where k.company_id = ${calendar.companyId} and k.id = ${calendar.calendarId} and ${mayUse(user)}) others
    order by start_at, id limit 10`.execute(db);
  return rows.map(({ title, name, startAt, endAt, timeZone, allDay }) => ({
    Title: title,
    Name: name,
    Start: withOffset(startAt, timeZone),
    End: withOffset(endAt, timeZone),
    AllDay: allDay,
  }));
}
