// Brings coming events in line with new rules of their zones, and records the local time that customers know.
import type pg from 'pg';

/** The coming appointments of a zone whose wall time has become another one than their customers know. */
export interface ShiftedVisits {
  zone: string;
  visits: number;
  /** Of the first of them: its wall time by the former rules and by the new ones, such as `2026-12-02 13:00`. */
  before: string;
  now: string;
}

/** Stores wall times and offsets by the former rules until the end of the transaction. */
export async function snapshotTimes(client: pg.ClientBase): Promise<void> {
  const offsetOf = (facts: string) =>
    `right(with_offset((${facts} ->> 'start')::timestamptz, coalesce(${facts} ->> 'timeZone', time_zone)), 6)`;
  await client.query(`
    create temporary table event_times on commit drop as
    select company_id, id, wall_time(start_at, time_zone) as wall, right(with_offset(start_at, time_zone), 6) as ahead
    from events where start_at > now() and not all_day`);
  await client.query(`
    create temporary table notified_times on commit drop as
    select company_id, id, ${offsetOf('notified')} as notified, ${offsetOf('notifying')} as notifying
    from visits where start_at > now() and (notified is not null or notifying is not null)`);
}

/**
 * Gives shifted events and visits their new days. With `isNotified`, records by which offset they had their time.
 * Returns the visits that are shifted.
 */
export async function shiftEvents(
  client: pg.ClientBase,
  { isNotified }: { isNotified: boolean },
): Promise<ShiftedVisits[]> {
  const { rows } = await client.query<ShiftedVisits>(`
    with shifted as (
      select e.*, t.wall, t.ahead, wall_time(e.start_at, e.time_zone) as wall_now
      from event_times t join events e using (company_id, id) where wall_time(e.start_at, e.time_zone) <> t.wall),
    shift_events as (
      update events e set day = s.wall_now::date,
        former_offset = case when ${isNotified} then coalesce(e.former_offset, s.ahead) end
      from shifted s
      where e.company_id = s.company_id and e.id = s.id),
    days_of_visits as (
      update visits v set day = wall_time(v.start_at, v.time_zone)::date,
        notified = case when ${isNotified} then jsonb_build_object('offset', o.notified) else '{}' end || v.notified,
        notifying = case when ${isNotified} then jsonb_build_object('offset', o.notifying) else '{}' end || v.notifying
      from shifted s join visit_parts p on p.company_id = s.company_id and p.event_id = s.id
        left join notified_times o on o.company_id = p.company_id and o.id = p.visit_id
      where v.company_id = p.company_id and v.id = p.visit_id)
    select time_zone as zone, count(*)::int as visits,
      to_char((array_agg(wall order by start_at))[1], 'YYYY-MM-DD HH24:MI') as before,
      to_char((array_agg(wall_now order by start_at))[1], 'YYYY-MM-DD HH24:MI') as now
    from shifted where counted_parts > 0 group by time_zone order by time_zone`);
  return rows;
}
