// Closes the session of a cash register: the count, the difference, and the numbered Z.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { tills, ZReport } from '#contract/till/tills.ts';
import { appendToJournal, lockRegister } from '#server/booking/receipts/lock-register.ts';
import { logRegister } from '#server/devices/logs/log-register.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';
import { readClosings } from './read-closings.ts';
import { readTotals } from './read-totals.ts';

/**
 * Returns the Z; that of a session that is closed already, too. Throws 404 for registers of others, 409 for a session
 * that the register never had.
 */
export async function closeSession(
  context: SignedIn,
  { registerId, sessionId, countedCash }: Parsed<typeof tills.close>,
): Promise<ZReport> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const register = await findRegister(context, registerId);
  const locked = await lockRegister(context, registerId);
  if (locked?.sessionId === sessionId) {
    const at = clock.now();
    const totals = await readTotals(context, sessionId);
    const difference = eurosOf(centsOf(countedCash) - centsOf(totals.expectedCash));
    if (difference !== 0) {
      const id = randomUUIDv7();
      await sql`
        insert into till_moves (company_id, id, session_id, kind, amount, reason, user_id, created_at)
        values (${companyId}, ${id}, ${sessionId}, 'difference', ${difference}, '', ${user.id}, ${at})`.execute(db);
      await appendToJournal(context, registerId, { kind: 'move', subjectId: id, at });
    }
    // The figures are computed in one place: SQL.
    await sql`
      update till_sessions s set closed_at = ${at}, closed_by = ${user.id}, counted_cash = ${countedCash},
        z_number = (select last_z + 1 from till_registers r where r.company_id = s.company_id and r.register_id = s.register_id),
        z = till_totals(s.company_id, s.id)
      where company_id = ${companyId} and id = ${sessionId}`.execute(db);
    await sql`
      update till_registers set last_z = last_z + 1
      where company_id = ${companyId} and register_id = ${registerId}`.execute(db);
    await appendToJournal(context, registerId, { kind: 'closed', subjectId: sessionId, at });
    const text = `Session closed, difference ${difference.toFixed(2)} EUR`;
    await logRegister(db, { deviceId: registerId, text, at });
    await audit(
      context,
      `Till ${register.name}: closed with ${countedCash.toFixed(2)} EUR, difference ${difference.toFixed(2)} EUR`,
    );
  }
  const [closing] = await readClosings(context, sql`s.id = ${sessionId} and s.register_id = ${registerId}`, 1);
  if (!closing) throw new Refusal(409, 'till.isClosed');
  return closing;
}
