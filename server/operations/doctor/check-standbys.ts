// Checks how far the copies of the database are behind.
import { sql } from 'kysely';
import type { Examined, Finding } from './finding.ts';

/** A standby that is further behind than this (s) loses much when it takes over. */
const maxLag = 10;

interface Standbys {
  count: number;
  /** Of those that the role may not see. */
  hidden: number;
  lag: number;
  user: string;
}

export async function checkStandbys({ database }: Examined): Promise<Finding> {
  const { rows } = await sql<Standbys>`
    select count(*)::int as count, count(*) filter (where state is null)::int as hidden, current_user as user,
      ceil(coalesce(extract(epoch from max(replay_lag)), 0))::int as lag from pg_stat_replication`.execute(
    database.read,
  );
  const { count = 0, hidden = 0, lag = 0, user = '' } = rows[0] ?? {};
  if (count === 0) return { state: 'fine', key: 'doctor.standbys.none' };
  if (hidden > 0) return { state: 'look', key: 'doctor.standbys.hidden', values: { user } };
  return judgeLag(count, lag);
}

/** `lag`: of the slowest (s). */
export function judgeLag(standbys: number, lag: number): Finding {
  const values = { standbys, lag };
  return lag > maxLag
    ? { state: 'broken', key: 'doctor.standbys.late', values }
    : { state: 'fine', key: 'doctor.standbys.fine', values };
}
