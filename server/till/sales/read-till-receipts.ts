// Reads the receipts of a location for its registers.
import { type RawBuilder, sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { readReceipts } from '#server/booking/receipts/read-receipts.ts';
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
      select from contacts c where c.company_id = r.company_id and c.id = coalesce(r.contact_id, v.contact_id)
        and folded(c.name) like folded(${pattern})))`);
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
  const { rows } = await sql<{ registerId: string | null }>`
    select register_id from receipts where company_id = ${context.user.companyId} and id = ${id}`.execute(context.db);
  const [found] = rows;
  if (!found) return undefined;
  if (found.registerId !== registerId) throw notFound();
  const [receipt] = await read(context, sql`r.id = ${id}`, 1);
  return receipt;
}

interface Names {
  id: string;
  register: string;
  location: string;
  timeZone: string;
  customer: string;
}

async function read(context: SignedIn, condition: RawBuilder<unknown>, limit: number): Promise<TillReceipt[]> {
  const { db, user } = context;
  const found = await readReceipts(db, sql`r.company_id = ${user.companyId} and ${condition}`, limit);
  if (found.length === 0) return [];
  const ids = found.map(({ receipt }) => receipt.id);
  const { rows } = await sql<Names>`
    select r.id, coalesce(d.name, '') as register, coalesce(l.name, '') as location, coalesce(l.time_zone, 'UTC') as time_zone,
      coalesce(nullif(c.name, ''), v.name, '') as customer
    from receipts r left join devices d on d.company_id = r.company_id and d.id = r.register_id
      left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join visits v on v.company_id = r.company_id and v.id = r.visit_id
      left join contacts c on c.company_id = r.company_id and c.id = coalesce(r.contact_id, v.contact_id)
    where r.company_id = ${user.companyId} and r.id = any(${ids}::uuid[])`.execute(db);
  const names = new Map(rows.map((row) => [row.id, row]));
  return found.map(({ receipt, refundsId, number, deviceNumber, contactId }) => {
    const { register = '', location = '', timeZone = 'UTC', customer = '' } = names.get(receipt.id) ?? {};
    const createdAt = withOffset(Temporal.Instant.from(receipt.createdAt), timeZone);
    return {
      ...receipt,
      createdAt,
      number,
      deviceNumber,
      refundsId,
      contactId,
      register,
      location,
      timeZone,
      customer,
    };
  });
}
