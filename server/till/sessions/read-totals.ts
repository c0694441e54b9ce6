// Reads the figures of a session: server/till/sql/till-totals.sql.
import { sql } from 'kysely';
import type { TillTotals } from '#contract/till/tills.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';

export async function readTotals({ db, user }: SignedIn, sessionId: string): Promise<TillTotals> {
  const { rows } = await sql<{ totals: StoredTotals }>`
    select till_totals(${user.companyId}, ${sessionId}) as totals`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The session of a register is gone.');
  return totalsOf(row.totals);
}

/** As JSON in the database has them, with instants as PostgreSQL writes them. */
export type StoredTotals = TillTotals;

export function totalsOf(stored: StoredTotals): TillTotals {
  const moves = stored.moves.map((move) => ({ ...move, at: Temporal.Instant.from(move.at).toString() }));
  return { ...stored, moves };
}

/** The figures of the open session of a register. Throws 404 for registers of others, 409 for a closed one. */
export async function readX(context: SignedIn, { registerId }: { registerId: string }): Promise<TillTotals> {
  const { session } = await findRegister(context, registerId);
  if (!session) throw new Refusal(409, 'till.isClosed');
  return readTotals(context, session.id);
}
