// Enters the number of the fiscal receipt that a fiscal device made for one of ours.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { appendToJournal, lockRegister } from '#server/booking/receipts/lock-register.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findTillReceipt } from './read-till-receipts.ts';

/**
 * Throws 404 for receipts of others, 409 for one that has no device beside it, 403 for employees who would change a
 * number that was entered. For the receipt of a register, the journal gets an entry.
 */
export async function setDeviceNumber(
  context: SignedIn,
  { id, number }: Parsed<typeof tills.setDeviceNumber>,
): Promise<TillReceipt> {
  const { db, user } = context;
  const { companyId } = user;
  const registerId = await registerOf(context, id);
  // Before the receipt, as refunds lock them; also of a closed session.
  if (registerId !== null) await lockRegister(context, registerId);
  await sql`select from receipts where company_id = ${companyId} and id = ${id} for update`.execute(db);
  const receipt = await findTillReceipt(context, id);
  const { deviceNumber } = receipt;
  if (deviceNumber === null) throw new Refusal(409, 'till.noDevice');
  if (deviceNumber === number) return receipt;
  if (deviceNumber !== '' && !allows(user.actions, 'lcladmin')) throw new Refusal(403, 'till.numberByAdmin');
  await sql`update receipts set device_number = ${number} where company_id = ${companyId} and id = ${id}`.execute(db);
  if (registerId !== null) await recordNumber(context, { registerId, receiptId: id, previous: deviceNumber, number });
  await audit(context, `Receipt ${id}: number of the fiscal device ${deviceNumber || 'none'} to ${number}`);
  return findTillReceipt(context, id);
}

async function registerOf({ db, user }: SignedIn, id: string): Promise<string | null> {
  const found = await db
    .selectFrom('receipts')
    .select('registerId')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.registerId ?? null;
}

interface Change {
  registerId: string;
  receiptId: string;
  /** Empty: none was entered before. */
  previous: string;
  number: string;
}

async function recordNumber(context: SignedIn, { registerId, receiptId, previous, number }: Change): Promise<void> {
  const { db, user, clock } = context;
  const [id, at] = [randomUUIDv7(), clock.now()];
  await sql`
    insert into till_device_numbers (company_id, id, receipt_id, previous, number, user_id, created_at)
    values (${user.companyId}, ${id}, ${receiptId}, ${previous}, ${number}, ${user.id}, ${at})`.execute(db);
  await appendToJournal(context, registerId, { kind: 'number', subjectId: id, at });
}
