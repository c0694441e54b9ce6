// The states of imports. One that no process has touched for a minute has stopped: its process was ended.
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { KeptChoices } from './kept-choices.ts';

export const silentFor = { seconds: 60 };
/** Rows of a transaction. */
export const chunkSize = 200;

interface NewImport {
  importId: string;
  fileName: string;
  source: string;
  total: number;
  choices: KeptChoices;
}

const maxFileName = 200;

/** Throws 429 while another import of the company runs. */
export async function beginImport({ db, user, clock }: SignedIn, given: NewImport): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('imports')
    .set({ state: 'stopped' })
    .where('companyId', '=', user.companyId)
    .where('state', '=', 'running')
    .where('touchedAt', '<', now.subtract(silentFor))
    .execute();
  const begun = await db
    .insertInto('imports')
    .values({
      companyId: user.companyId,
      id: given.importId,
      userId: user.id,
      fileName: given.fileName.slice(0, maxFileName),
      source: given.source,
      choices: JSON.stringify(given.choices),
      state: 'running',
      total: given.total,
      createdAt: now,
      touchedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (begun.length === 0) throw new Refusal(429, 'customers.importRuns', { retryAfter: 10 });
}

/** Throws 409 when the import has been taken for one that has stopped. */
export async function touchImport({ db, user, clock }: SignedIn, id: string, done: number): Promise<void> {
  const touched = await db
    .updateTable('imports')
    .set({ done, touchedAt: clock.now() })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .execute();
  if (touched.length === 0) throw new Refusal(409, 'customers.importRuns');
}

export async function endImport({ db, user }: SignedIn, id: string, state: 'done' | 'stopped'): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}
