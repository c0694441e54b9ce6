// Opens the session of a cash register.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillState, tills } from '#contract/till/tills.ts';
import { appendToJournal } from '#server/booking/receipts/lock-register.ts';
import { logRegister } from '#server/devices/logs/log-register.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { readTill } from '../baskets/read-till.ts';
import { findRegister } from '../registers/find-register.ts';

/** Throws 404 for registers of others, 409 when one is open, or when no till is kept at the location. */
export async function openTillSession(
  context: SignedIn,
  { registerId, openingCash }: Parsed<typeof tills.open>,
): Promise<TillState> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const register = await findRegister(context, registerId);
  // A change of the mode at the same time comes before or after.
  const { rows: modes } = await sql<{ mode: string }>`
    select mode from till_places where company_id = ${companyId} and location_id = ${register.locationId} for share`.execute(
    db,
  );
  if (modes.every(({ mode }) => mode === 'off')) throw new Refusal(409, 'till.isOff');
  await sql`
    insert into till_registers (company_id, register_id) values (${companyId}, ${registerId}) on conflict do nothing`.execute(
    db,
  );
  await sql`select from till_registers where company_id = ${companyId} and register_id = ${registerId} for update`.execute(
    db,
  );
  const [id, at] = [randomUUIDv7(), clock.now()];
  const { numAffectedRows } = await sql`
    insert into till_sessions (company_id, id, register_id, location_id, opened_at, opened_by, opening_cash)
    values (${companyId}, ${id}, ${registerId}, ${register.locationId}, ${at}, ${user.id}, ${openingCash})
    on conflict (company_id, register_id) where closed_at is null do nothing`.execute(db);
  if (!numAffectedRows) throw new Refusal(409, 'till.isOpen');
  await appendToJournal(context, registerId, { kind: 'opened', subjectId: id, at });
  await logRegister(db, { deviceId: registerId, text: 'Session opened', at });
  await audit(context, `Till ${register.name}: opened with ${openingCash.toFixed(2)} EUR`);
  return readTill(context, registerId);
}
