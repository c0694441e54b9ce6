// Warns the operator where the rules of time zones differ, and of visits whose wall time they have changed. The rules
// of Node.js count (docs/decisions/0102-one-source-for-the-clock.md).
import { sql } from 'kysely';
import type { ShiftedVisits } from '#server/db/shifted-events.ts';
import type { Services } from '#server/lib/context.ts';

const category = 'Time zones';

/** Their customers were told another wall time. */
export function warnOfShiftedVisits({ log }: Pick<Services, 'log'>, shifted: readonly ShiftedVisits[]): void {
  for (const { zone, visits, before, now } of shifted) {
    log.warn(
      { category },
      `New rules of ${zone} change the local time of coming visits: ${visits}. The first was at ${before} and is at ${now} now.`,
    );
  }
}

/**
 * Compares PostgreSQL's rules of the zones in use with those that count, for two years. Only texts of other programs
 * that read the database follow the former. Never throws.
 */
export async function warnOfOtherZoneRules({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>) {
  try {
    const { rows } = await sql<{ zone: string; first: string }>`
      select zone, to_char(min(at at time zone 'UTC'), 'YYYY-MM-DD HH24:MI') as first
      from (select time_zone as zone from locations union select time_zone from seller) used,
        generate_series(${clock.now().toString()}::timestamptz, ${clock.now().add({ hours: 17_520 }).toString()},
          interval '6 hours') at
      where wall_time(at, zone) <> at at time zone zone group by zone order by zone`.execute(database.read);
    for (const { zone, first } of rows) {
      log.warn(
        { category },
        `PostgreSQL has other rules of ${zone} than Node.js ${process.version}, first at ${first} UTC. Daybook uses those of Node.js everywhere.`,
      );
    }
  } catch (error) {
    log.warn({ err: error, category }, 'the rules of time zones cannot be compared');
  }
}
