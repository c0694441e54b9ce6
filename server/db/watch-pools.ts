// Watches the settings of pooled sessions while the product runs: a pooler or a role may be changed.
import { sql } from 'kysely';
import { addressOfPool } from './check-pools.ts';
import type { Database } from './pool.ts';
import { faultOfSession, type SessionState, sessionStateQuery } from './session-faults.ts';

/**
 * Returns a function that resolves with true when a pool, right at the start, is so no more. It looks at most once in
 * `interval` (ms), and passes each new fault to `onFault` as one line. Without a pooler, nothing can change.
 */
export function watchPools(
  database: Database,
  { interval, onFault }: { interval: number; onFault: (line: string) => void },
): () => Promise<boolean> {
  let last: { at: number; fault: string | undefined } | undefined;
  return async () => {
    if (!database.isPooled) return false;
    if (!last || performance.now() - last.at >= interval) {
      const fault = await faultOfPools(database);
      if (fault && fault !== last?.fault) onFault(fault);
      last = { at: performance.now(), fault };
    }
    return last.fault !== undefined;
  };
}

async function faultOfPools(database: Database): Promise<string | undefined> {
  for (const pool of ['write', 'read'] as const) {
    const { rows } = await sql<SessionState>`${sql.raw(sessionStateQuery)}`.execute(database[pool]);
    const fault = rows[0] && faultOfSession(rows[0], pool);
    if (fault) return `${addressOfPool[pool]} ${fault.text}.`;
  }
  return undefined;
}
