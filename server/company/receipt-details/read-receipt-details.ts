// Reads the details of the company that its receipts state.
import { sql } from 'kysely';
import type { ReceiptDetails } from '#contract/company/receipt-details.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

type Context = Pick<SignedIn, 'db' | 'user'>;

export async function readReceiptDetails({ db, user }: Context): Promise<ReceiptDetails> {
  const { rows } = await sql<ReceiptDetails>`
    select coalesce(s.name, '') as name, coalesce(s.address, '') as address, coalesce(s.registration, '') as registration,
      coalesce(s.vat_id, '') as vat_id, coalesce(s.vat_regime, 'standard') as vat_regime, coalesce(s.xmin::text, '') as version,
      json_build_object('name', c.name, 'address', c.address) as company
    from companies c left join receipt_sellers s on s.company_id = c.id where c.id = ${user.companyId}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** The seller as a receipt of today states it. */
export type ReceiptSeller = Omit<ReceiptDetails, 'company' | 'version'>;

export async function readReceiptSeller(context: Context): Promise<ReceiptSeller> {
  const { name, address, registration, vatId, vatRegime, company } = await readReceiptDetails(context);
  return { name: name || company.name, address: address || company.address, registration, vatId, vatRegime };
}
