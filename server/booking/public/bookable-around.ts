// The free times around a visit that was booked, whose own time counts as free.
import { sql } from 'kysely';
import type { ProfileAddress } from '#contract/booking/public.ts';
import { type Bookable, loadBookable } from '#server/booking/times/schedule.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/**
 * By the rules of its services and of the time that it takes, without regard to its own time. A pause in which the
 * person is free for others moves along. The range in epoch milliseconds. Undefined without a public calendar.
 */
export async function bookableAround(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  address: ProfileAddress,
  visit: StoredVisit,
  range: { from: number; to: number },
): Promise<Bookable | undefined> {
  const bookable = await loadBookable(db, {
    ...address,
    serviceIds: [],
    minutes: (visit.endAt.epochMilliseconds - visit.startAt.epochMilliseconds) / 60_000,
    ...range,
    now: clock.now(),
    except: visit.parts.map(({ eventId }) => eventId),
  });
  if (!bookable) return undefined;
  const { availability } = bookable;
  const { noticeMinutes, horizonDays } = availability.rules;
  const { rows } = await sql<{ notice: number; horizon: number; takes: [from: number, to: number][] }>`
    select max(coalesce(s.notice_minutes, ${noticeMinutes})) as notice, min(coalesce(s.horizon_days, ${horizonDays})) as horizon, (
        select json_agg(json_build_array((date_part('epoch', lower(o)) * 1000)::bigint,
          (date_part('epoch', upper(o)) * 1000)::bigint) order by lower(o))
        from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
        cross join lateral unnest(e.occupied) o
        where p.company_id = ${visit.companyId} and p.visit_id = ${visit.id}) as takes
    from visit_parts p left join services s on s.company_id = p.company_id and s.id = p.service_id
    where p.company_id = ${visit.companyId} and p.visit_id = ${visit.id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const rules = { noticeMinutes: found.notice, horizonDays: found.horizon, ...surroundingsOf(visit, found.takes) };
  return { ...bookable, availability: { ...availability, rules: { ...availability.rules, ...rules } } };
}

/** The buffers of a visit, and the pauses within it (minutes), from the times that its events take, in order. */
function surroundingsOf(visit: StoredVisit, takes: readonly [from: number, to: number][]) {
  const [start, end] = [visit.startAt.epochMilliseconds, visit.endAt.epochMilliseconds];
  let until = takes[0]?.[0] ?? start;
  const bufferBefore = Math.max(0, start - until) / 60_000;
  const pauses: { start: number; minutes: number }[] = [];
  for (const [from, to] of takes) {
    if (from > until) pauses.push({ start: (until - start) / 60_000, minutes: (from - until) / 60_000 });
    until = Math.max(until, to);
  }
  return { bufferBefore, bufferAfter: Math.max(0, until - end) / 60_000, pauses };
}
