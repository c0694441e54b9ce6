// The team's day: everyone whose calendar the caller may see, their open times and events, in one query.
import { sql } from 'kysely';
import { calendarEvent, type calendars, maxTeamDays, type TeamMember, teamMember } from '#contract/booking/calendar.ts';
import type { Input } from '#contract/lib/service.ts';
import { toWire, wireName } from '#contract/lib/wire.ts';
import { intervalsIn } from '#server/booking/availability/interval-text.ts';
import { merged } from '#server/booking/availability/intervals.ts';
import { outsideText } from '#server/booking/outside-times/outside-times.ts';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import { mayUse, reachesLocation } from '#server/booking/times/may-use.ts';
import { instantsIn, openTimesOf } from '#server/booking/times/open-times.ts';
import { type ScheduleParts, scheduleParts } from '#server/booking/times/schedule-parts.ts';
import { rangeOf } from '#server/booking/times/slots-for-visitors.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { withFieldNames } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { eventColumns } from './store.ts';

interface Row extends Pick<TeamMember, 'calendarId' | 'userId' | 'name' | 'isOwn' | 'pictureId'> {
  /** As PostgreSQL builds them, with names chosen in the query. */
  workplaces: (ScheduleParts & { id: string; name: string })[];
  /** JSON with the names of the wire. */
  events: string;
  /** As `intervalText` writes them. */
  outside: string | null;
}

const withoutEvents = teamMember.omit({ events: true });
const eventsName = JSON.stringify(wireName('events', teamMember.shape.events));

/**
 * Returns the caller's own calendar, then those of colleagues by name. Throws 404 when one of the given calendars is
 * unknown or foreign, 417 for a longer range.
 */
export async function getTeam(context: SignedIn, input: Input<typeof calendars.getTeam>): Promise<JsonText> {
  const { from: start, to: end } = rangeOf(input.start, input.end, maxTeamDays);
  const ids = input.calendarIds && [...new Set(input.calendarIds.map((id) => id.toLowerCase()))];
  const rows = await loadTeam(context, { start, end }, ids);
  if (ids && rows.length < ids.length) throw notFound();
  const members = rows.map(({ events, workplaces, ...row }) => {
    const places = workplaces.map(({ id, name, ...parts }) => {
      const open = openTimesOf(parts, { start, end }).map(instantsIn(parts.timeZone));
      return { id, name, timeZone: parts.timeZone, open };
    });
    const outside = merged(intervalsIn(row.outside)).map(instantsIn(places[0]?.timeZone ?? 'UTC'));
    const member = JSON.stringify(toWire(withoutEvents, { ...row, workplaces: places, outside }));
    // PostgreSQL wrote the events: they are most of the answer.
    return `${member.slice(0, -1)},${eventsName}:${events}}`;
  });
  return new JsonText(`[${members.join()}]`);
}

async function loadTeam(
  { db, user, clock }: SignedIn,
  range: { start: number; end: number },
  ids: string[] | undefined,
): Promise<Row[]> {
  const start = Temporal.Instant.fromEpochMilliseconds(range.start);
  const end = Temporal.Instant.fromEpochMilliseconds(range.end);
  const events = sql<object>`
    select ${eventColumns(user)}
    from ${eventsBetween(start, end, 'appointments')} v
    left join zone_rules z on z.zone = v.time_zone
    where v.is_shown and (v.held_until is null or v.held_until > ${clock.now()}) and ${reachesLocation(user, sql`v.location_id`)}
    order by v.start_at, v.id`;
  const { rows } = await sql<Row>`
    select k.id as calendar_id, k.user_id, ${userName} as name, k.user_id = ${user.id} as is_own, e.picture_id,
      coalesce((
        -- Dates in the query are those of UTC.
        select json_agg(json_build_object('id', l.id, 'name', l.name,
          ${scheduleParts(start.subtract({ hours: 24 }), end.add({ hours: 24 }))}) order by l.created_at, l.id)
        from employee_locations el
        join locations l on l.company_id = el.company_id and l.id = el.location_id
        cross join lateral (select k.company_id, k.id) c
        where el.company_id = k.company_id and el.user_id = k.user_id and ${reachesLocation(user, sql`l.id`)}), '[]') as workplaces,
      (select coalesce(json_agg(row_to_json(wire)), '[]')::text
       from (${withFieldNames(calendarEvent, events)}) wire) as events,
      (select ${outsideText(start, end)} from (select k.company_id, k.id) c) as outside
    from calendars k
    join users u on u.id = k.user_id
    left join employees e on e.company_id = k.company_id and e.user_id = k.user_id
    where ${mayUse(user)} ${ids ? sql`and k.id = any(${ids}::uuid[])` : sql``}
    order by k.user_id <> ${user.id}, folded(u.first_name), folded(u.last_name), k.id`.execute(db);
  return rows;
}
