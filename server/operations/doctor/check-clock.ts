// Compares the clock of this machine with that of the database.
import { sql } from 'kysely';
import type { Examined, Finding } from './finding.ts';

/** The largest difference (s). */
const maxDifference = 2;

export async function checkClock({ database, clock }: Examined): Promise<Finding> {
  const before = clock.now().epochMilliseconds;
  const { rows } = await sql<{ now: Temporal.Instant }>`select clock_timestamp() as now`.execute(database.read);
  const after = clock.now().epochMilliseconds;
  const there = rows[0]?.now.epochMilliseconds ?? Number.NaN;
  // The answer is from between these moments.
  const difference = Math.max(before - there, there - after, 0) / 1_000;
  const values = { seconds: Math.round(difference * 10) / 10 };
  return difference > maxDifference
    ? { state: 'broken', key: 'doctor.clock.wrong', values }
    : { state: 'fine', key: 'doctor.clock.fine', values };
}
