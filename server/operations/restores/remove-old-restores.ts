// Removes archives that are no longer needed, and old rows of the list.
import { sql } from 'kysely';
import { restoreHours } from '#contract/operations/restores.ts';
import type { Services } from '#server/lib/context.ts';
import { removePieces } from './pieces.ts';

/** A restore without its archive stays in the list for so long (days). */
const rowDays = 90;

interface Old {
  id: string;
  size: number;
}

/** Returns how many archives were removed. */
export async function removeOldRestores(services: Services): Promise<number> {
  const { write } = services.database;
  const now = services.clock.now();
  const { rows } = await sql<Old>`
    select id, size from restores where (pieces > 0 or state = 'uploading') and (state in ('done', 'refused')
      or state in ('uploading', 'checked', 'failed') and coalesce(ended_at, created_at) < ${now.subtract({ hours: restoreHours })})
    limit 50`.execute(write);
  for (const old of rows) {
    // First the bytes: the row leads to them should the process be killed in between.
    await removePieces(services, old);
    await sql`
      update restores set pieces = 0, state = case when state in ('done', 'refused') then state else 'failed' end,
        problem = case when state in ('done', 'refused') then problem else 'removed' end
      where id = ${old.id}`.execute(write);
  }
  await sql`
    delete from restores where pieces = 0 and state in ('done', 'refused', 'failed')
      and created_at < ${now.subtract({ hours: 24 * rowDays })}`.execute(write);
  return rows.length;
}
