// The points of charts: a subject by day, location and person.
import { sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { personName } from '#server/lib/sql/person-name.ts';
import { factsOf, figuresOf } from './figures.ts';
import { readRange } from './read-range.ts';

/** As the specification names them. */
export async function readPoints(
  context: SignedIn,
  subject: keyof typeof factsOf,
  range: { start: string; end: string },
): Promise<JsonText> {
  const { db, user } = context;
  const days = await readRange(context, range);
  const { facts, column } = factsOf[subject];
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('X', p.day, 'Y', p.y, 'Meta', json_build_object('LocationId', p.location_id,
        'Location', p.location, 'UserId', p.user_id, 'UserName', p.user_name))), '[]')::text as json
    from (
      select f.day, f.location_id, coalesce(l.name, '') as location, u.id as user_id, coalesce(${personName}, '') as user_name,
        sum(f.${sql.ref(column)}) as y
      from ${figuresOf(user, [facts], days)} f
      left join locations l on l.company_id = ${user.companyId} and l.id = f.location_id
      left join calendars k on k.company_id = ${user.companyId} and k.id = f.calendar_id
      left join users u on u.id = k.user_id
      group by f.day, f.location_id, l.name, u.id order by f.day, l.name, u.id) p`.execute(db);
  return new JsonText(rows[0]?.json ?? '[]');
}

/** The messages of campaigns; local administrators see none, because campaigns belong to no location. */
export async function readMarketing(
  context: SignedIn,
  medium: 'mail' | 'sms',
  range: { start: string; end: string },
): Promise<JsonText> {
  const { first, last } = await readRange(context, range);
  if (!allows(context.user.actions, 'admin')) return new JsonText('[]');
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('Id', id, 'Name', name, 'X', day, 'Sent', sent, 'Visited', visited)
      order by day, name, id), '[]')::text as json
    from campaign_figures(${medium}, ${first}::date, ${last}::date)`.execute(context.db);
  return new JsonText(rows[0]?.json ?? '[]');
}
