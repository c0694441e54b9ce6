// The billing details of the caller's company.
import { sql } from 'kysely';
import { type BillingDetails, billingFields } from '#contract/money/billing.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

export async function readBilling({ db, user }: SignedIn): Promise<BillingDetails> {
  const { rows } = await sql<Omit<BillingDetails, 'missing'>>`
    select coalesce(p.name, '') as name, coalesce(p.address, '') as address, coalesce(p.country, '') as country,
      coalesce(p.vat_id, '') as vat_id, p.vat_id_checked_at, coalesce(p.billing_e_mail, '') as billing_e_mail,
      coalesce(p.reference, '') as reference, coalesce(p.xmin::text, '') as version,
      json_build_object('name', c.name, 'address', c.address, 'country', c.country, 'eMail', c.e_mail) as company
    from companies c left join billing_profiles p on p.company_id = c.id where c.id = ${user.companyId}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, missing: billingFields.filter((field) => found[field] === '') };
}
