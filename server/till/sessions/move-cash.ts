// Records cash that moves without a receipt, and a drawer that is opened without a sale.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillTotals, tills } from '#contract/till/tills.ts';
import { appendToJournal, lockRegister } from '#server/booking/receipts/lock-register.ts';
import { queueDrawer } from '#server/devices/jobs/queue-drawer.ts';
import { logRegister } from '#server/devices/logs/log-register.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';
import { readTotals } from './read-totals.ts';

/**
 * Throws 404 for registers of others, 409 for a closed one, and for the id of another move. The same id moves cash
 * once.
 */
export async function moveCash(
  context: SignedIn,
  { id, registerId, kind, amount, reason }: Parsed<typeof tills.move>,
): Promise<TillTotals> {
  const change = kind === 'in' ? amount : -amount;
  const sessionId = await writeMove(context, { id, registerId, kind, amount: change, reason });
  return readTotals(context, sessionId);
}

/** Throws 404 for registers of others, 409 for a closed one. */
export async function openDrawer(
  context: SignedIn,
  { id, registerId, reason }: Parsed<typeof tills.openDrawer>,
): Promise<undefined> {
  await writeMove(context, { id, registerId, kind: 'drawer', amount: 0, reason });
}

interface Move {
  id: string;
  registerId: string;
  kind: 'in' | 'out' | 'drawer';
  amount: number;
  reason: string;
}

/** Returns the session. */
async function writeMove(context: SignedIn, { id, registerId, kind, amount, reason }: Move): Promise<string> {
  const { db, user, clock } = context;
  const register = await findRegister(context, registerId);
  const locked = await lockRegister(context, registerId);
  if (!locked) throw new Refusal(409, 'till.isClosed');
  const at = clock.now();
  const { numAffectedRows } = await sql`
    insert into till_moves (company_id, id, session_id, kind, amount, reason, user_id, created_at)
    values (${user.companyId}, ${id}, ${locked.sessionId}, ${kind}, ${amount}, ${reason}, ${user.id}, ${at})
    on conflict do nothing`.execute(db);
  if (numAffectedRows) {
    await appendToJournal(context, registerId, { kind: 'move', subjectId: id, at });
    const words = kind === 'drawer' ? 'Drawer opened' : `Cash ${amount > 0 ? '+' : ''}${amount.toFixed(2)} EUR`;
    await logRegister(db, { deviceId: registerId, text: `${words}: ${reason}`, at });
    await audit(context, `Till ${register.name}: ${words} (${reason})`);
    if (kind === 'drawer') await queueDrawer(context, { registerId, cause: id });
    return locked.sessionId;
  }
  // The same call came again, or another record has the id.
  const { rows } = await sql`
    select from till_moves where company_id = ${user.companyId} and id = ${id} and session_id = ${locked.sessionId}
      and kind = ${kind} and amount = ${amount}`.execute(db);
  if (rows.length === 0) throw new Refusal(409, 'till.idTaken');
  return locked.sessionId;
}
