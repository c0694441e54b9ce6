// Reads the receipts of a location for its registers.
import { type RawBuilder, sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { readReceipts, type StoredReceipt } from '#server/booking/receipts/read-receipts.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { escaped } from '#server/lib/sql/search-words.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { findRegister } from '../registers/find-register.ts';

const maxListed = 50;

/** Throws 404 for registers of others. */
export async function listTillReceipts(
  context: SignedIn,
  { registerId, words, before, isMissing }: Parsed<typeof tills.getReceipts>,
): Promise<TillReceipt[]> {
  const { locationId } = await findRegister(context, registerId);
  const conditions = [sql`r.location_id = ${locationId}`];
  if (before) conditions.push(sql`r.created_at < ${before}`);
  if (isMissing) conditions.push(sql`r.device_number = ''`);
  if (words) {
    const pattern = `%${escaped(words)}%`;
    conditions.push(sql`(r.number::text = ${words} or r.device_number = ${words} or exists (
      select from contacts c where c.company_id = r.company_id and folded(c.name) like folded(${pattern})
        and c.id = coalesce(r.contact_id, (
          select v.contact_id from visits v where v.company_id = r.company_id and v.id = r.visit_id))))`);
  }
  return read(context, sql.join(conditions, sql` and `), maxListed);
}

/** Throws 404 for receipts of other locations and companies. */
export async function findTillReceipt(context: SignedIn, id: string): Promise<TillReceipt> {
  const atOwn = isAtOwnLocation(context.user, sql.ref('r.location_id'));
  const [receipt] = await read(context, sql`r.id = ${id} and ${atOwn}`, 1);
  if (!receipt) throw notFound();
  return receipt;
}

/** The receipt that a call with this id has written at the register. Throws 404 for the id of any other receipt. */
export async function findOwnReceipt(
  context: SignedIn,
  id: string,
  registerId: string,
): Promise<TillReceipt | undefined> {
  const [found] = await readReceipts(context.db, sql`r.company_id = ${context.user.companyId} and r.id = ${id}`, 1);
  if (found && found.registerId !== registerId) throw notFound();
  return found && tillReceiptOf(found);
}

/** Whether the id is that of a receipt. */
export async function isReceipt({ db, user }: SignedIn, id: string): Promise<boolean> {
  const { rows } = await sql`select from receipts where company_id = ${user.companyId} and id = ${id}`.execute(db);
  return rows.length > 0;
}

async function read({ db, user }: SignedIn, condition: RawBuilder<unknown>, limit: number): Promise<TillReceipt[]> {
  const found = await readReceipts(db, sql`r.company_id = ${user.companyId} and ${condition}`, limit);
  return found.map(tillReceiptOf);
}

function tillReceiptOf({ receipt, registerId: _register, locationId: _location, ...more }: StoredReceipt): TillReceipt {
  const createdAt = withOffset(Temporal.Instant.from(receipt.createdAt), more.timeZone);
  return { ...receipt, ...more, createdAt };
}
