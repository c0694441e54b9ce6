// Instants in answers with the offset of their zone, so that every reader shows the same wall time.
import { type RawBuilder, sql } from 'kysely';
import type { ZoneRules } from '#contract/lib/zone-rules.ts';

/** Such as `2026-12-02T13:00:00-07:00`. */
export function withOffset(at: Temporal.Instant, timeZone: string): string {
  return at.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' });
}

/** Returns a function that does the same for the epoch milliseconds of many instants in one zone, in any order. */
export function offsetWriter(timeZone: string): (ms: number) => string {
  // The offset holds from one change of the clock to the next.
  let [from, until, offset, text] = [0, 0, 0, ''];
  return (ms) => {
    if (!(ms >= from && ms < until)) {
      const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
      from = ms;
      until = local.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      offset = local.offsetNanoseconds / 1e6;
      text = local.offset;
    }
    return `${wallText(ms + offset)}${text}`;
  };
}

const dayMs = 86_400_000;
const minutesOfDay = Array.from(
  { length: 1440 },
  (_, minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`,
);
const dates = new Map<number, string>();
/** A booking horizon is at most two years; requests for more must not fill the memory. */
const maxDates = 1000;

/** A month has a thousand slots, and writing them costs more than finding them: each date is formatted once. */
function wallText(ms: number): string {
  const day = Math.floor(ms / dayMs);
  const minute = (ms - day * dayMs) / 60_000;
  if (!Number.isInteger(minute)) return Temporal.Instant.fromEpochMilliseconds(ms).toString().slice(0, -1);
  let date = dates.get(day);
  if (!date) {
    if (dates.size >= maxDates) dates.clear();
    date = Temporal.Instant.fromEpochMilliseconds(day * dayMs)
      .toString()
      .slice(0, 11);
    dates.set(day, date);
  }
  return `${date}${minutesOfDay[minute]}`;
}

/** How far the rules in answers reach from now (days): the past of lists, and the furthest booking. */
const reach = { back: 400, ahead: 1500 };

/** The rules of zones as JSON for a reader whose own may differ; `zones` is a query for their names. */
export function rulesOfZones(zones: RawBuilder<unknown>, now: Temporal.Instant): RawBuilder<ZoneRules[]> {
  const [first, last] = [now.subtract({ hours: reach.back * 24 }), now.add({ hours: reach.ahead * 24 })];
  return sql<ZoneRules[]>`(
    select coalesce(json_agg(json_build_object('timeZone', z.zone, 'starts', z.starts, 'offsets', z.offsets)), '[]') from (
      select r.zone, json_agg(u.at order by u.at) as starts, json_agg(u.ahead order by u.at) as offsets
      from zone_rules r cross join lateral (
        select at, ahead, lead(at) over (order by at) as next from unnest(r.starts, r.offsets) x (at, ahead)) u
      where r.zone in (${zones}) and u.at < ${last} and (u.next is null or u.next > ${first}) and u.ahead is not null
      group by r.zone order by r.zone) z)`;
}
