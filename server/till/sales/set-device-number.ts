// Enters the number of the fiscal receipt that a fiscal device made for one of ours.
import { sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findTillReceipt } from './read-till-receipts.ts';

/**
 * Throws 404 for receipts of others, 409 for one that has no device beside it, 403 for employees who would change a
 * number that was entered.
 */
export async function setDeviceNumber(
  context: SignedIn,
  { id, number }: Parsed<typeof tills.setDeviceNumber>,
): Promise<TillReceipt> {
  const { db, user } = context;
  await sql`select from receipts where company_id = ${user.companyId} and id = ${id} for update`.execute(db);
  const { deviceNumber } = await findTillReceipt(context, id);
  if (deviceNumber === null) throw new Refusal(409, 'till.noDevice');
  if (deviceNumber !== '' && deviceNumber !== number && !allows(user.actions, 'lcladmin'))
    throw new Refusal(403, 'till.numberByAdmin');
  await sql`update receipts set device_number = ${number} where company_id = ${user.companyId} and id = ${id}`.execute(
    db,
  );
  await audit(context, `Receipt ${id}: number of the fiscal device ${deviceNumber || 'none'} to ${number}`);
  return findTillReceipt(context, id);
}
