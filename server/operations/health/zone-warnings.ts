// Warns the operator where the rules of time zones differ, and of visits whose wall time they have changed. The rules
// of Node.js count (docs/decisions/0102-one-source-for-the-clock.md).
import type { ShiftedVisits } from '#server/db/shifted-events.ts';
import type { Services } from '#server/lib/context.ts';
import { compareZoneRules } from './compare-zone-rules.ts';

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
    for (const { timeZone, database: first } of await compareZoneRules(database.read, clock.now())) {
      if (first === null) continue;
      log.warn(
        { category },
        `PostgreSQL has other rules of ${timeZone} than Node.js ${process.version}, first at ${first}. Daybook uses those of Node.js everywhere.`,
      );
    }
  } catch (error) {
    log.warn({ err: error, category }, 'the rules of time zones cannot be compared');
  }
}
