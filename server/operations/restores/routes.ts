// The operator's calls for restores of companies.
import { sql } from 'kysely';
import { pieceBytes, systemRestores } from '#contract/operations/restores.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { removePieces } from './pieces.ts';
import { removeRestoredFiles } from './restored-files.ts';
import { readDryRun, startRestore } from './start-restore.ts';
import { restores } from './store.ts';
import { addPiece, beginUpload, maxArchiveBytes } from './upload-archive.ts';

const store = { ...restores, table: 'restores' as const };

export const restoreRoutes = serve(systemRestores.operations, {
  ...gridOf(systemRestores, store),
  delete: (context, { id }) => remove(context, [id]),
  deleteMany: (context, { ids }) => remove(context, ids),
  getSettings: (context) => ({ maxSize: maxArchiveBytes(context), pieceSize: pieceBytes }),
  begin: beginUpload,
  addPiece,
  getDryRun: readDryRun,
  start: startRestore,
});

/** Ends the work on them, too: a company that is being restored is not made. One that was restored stays. */
async function remove(context: SignedIn, ids: readonly string[]): Promise<undefined> {
  const { database, log } = context;
  // From now on, no process can finish what is not done.
  const ended = await sql<{ id: string; attempts: number; files: string[] }>`
    update restores set state = 'failed', problem = 'removed', attempts = attempts + 1
    where id = any(${ids}::uuid[]) and state <> 'done' returning id, attempts, files`.execute(database.write);
  const { rows } = await sql<{ id: string; size: number; pieces: number }>`
    select id, size, pieces from restores where id = any(${ids}::uuid[])`.execute(database.write);
  await gridOf(systemRestores, {
    ...store,
    afterDelete: async () => {
      const leave = (error: unknown) => log.warn({ err: error }, 'pieces of an archive were left behind');
      await Promise.all(rows.filter(({ pieces }) => pieces > 0).map((row) => removePieces(context, row).catch(leave)));
      for (const row of ended.rows) await removeRestoredFiles(context, row);
    },
  }).deleteMany(context, { ids });
  return undefined;
}
