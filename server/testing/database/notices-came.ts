// Waits for notices of PostgreSQL that are under way to a process.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';

/** Resolves once all notices of committed changes have come: they come in the order of the commits. */
export async function noticesCame({ database, live }: Pick<Services, 'database' | 'live'>): Promise<void> {
  const last = randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = live.listen('daybook_devices', (payload) => {
    if (payload === last) resolve();
  });
  await sql`select pg_notify('daybook_devices', ${last})`.execute(database.write);
  await promise;
  stop();
}
