// Compares the rules of the zones in use: those that count, in the table, with those of this process and PostgreSQL.
import { sql } from 'kysely';
import type { ZoneComparison } from '#contract/operations/logs.ts';
import type { Db } from '#server/db/pool.ts';
import { zonesOfNode } from '#server/db/zone-rules.ts';
import { rulesOfZones } from '#server/lib/with-offset.ts';

const zonesInUse = sql`select time_zone as zone from locations union select time_zone from seller`;

/** For two years from now. The rules are those that count, for browsers to compare with their own. */
export async function compareZoneRules(db: Db, now: Temporal.Instant, node = zonesOfNode): Promise<ZoneComparison[]> {
  const until = now.add({ hours: 17_520 });
  const { rows } = await sql<Omit<ZoneComparison, 'node'>>`
    with used as (${zonesInUse}),
    differing as (
      select zone, with_offset(min(at), zone) as first
      from used, generate_series(${now.toString()}::timestamptz, ${until.toString()}, interval '6 hours') at
      where wall_time(at, zone) <> at at time zone zone group by zone)
    select r ->> 'timeZone' as time_zone, r -> 'starts' as starts, r -> 'offsets' as offsets, d.first as database
    from json_array_elements(${rulesOfZones(sql`select zone from used`, now)}) r
    left join differing d on d.zone = r ->> 'timeZone' order by 1`.execute(db);
  return rows.map((zone) => ({ ...zone, node: firstOtherOffset(zone, { from: now, until }, node) }));
}

/** When an older process than the one that wrote the table first shows another time. */
function firstOtherOffset(
  { timeZone, starts, offsets }: Pick<ZoneComparison, 'timeZone' | 'starts' | 'offsets'>,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
  { rulesOf }: Pick<typeof zonesOfNode, 'rulesOf'>,
): string | null {
  const counting = starts.map((start, index) => ({ at: Temporal.Instant.from(start), offset: offsets[index] ?? '' }));
  const own = (rulesOf(timeZone) ?? []).map(({ start }) => Temporal.Instant.fromEpochMilliseconds(start));
  const points = [from, ...counting.map(({ at }) => at), ...own].filter(
    (at) => Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, until) < 0,
  );
  const secondsAt = (at: Temporal.Instant) =>
    rulesOf(timeZone)?.findLast(({ start }) => start <= at.epochMilliseconds)?.seconds ?? null;
  const offsetAt = (at: Temporal.Instant) =>
    counting.findLast((rule) => Temporal.Instant.compare(rule.at, at) <= 0)?.offset;
  const first = points.sort(Temporal.Instant.compare).find((at) => {
    const offset = offsetAt(at);
    const seconds = secondsAt(at);
    return (
      offset !== undefined && seconds !== null && at.toZonedDateTimeISO(offset).offsetNanoseconds / 1e9 !== seconds
    );
  });
  return first ? first.toZonedDateTimeISO(offsetAt(first) ?? 'UTC').toString({ timeZoneName: 'never' }) : null;
}
