// Saves the billing details of a company.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { systemBilling } from '#contract/money/billing.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { assertVatId, compactVatId } from '#server/lib/vat-id.ts';

type Fields = z.output<(typeof systemBilling)['declared']['input']>;

/** Call it in a transaction that has locked the company. Throws 417 for a VAT id that cannot exist. */
export async function saveBilling(
  { db }: Pick<ServiceContext, 'db'>,
  companyId: string,
  { name, address, country, vatId: given, billingEMail = '', reference }: Fields,
): Promise<void> {
  const vatId = compactVatId(given);
  await assertVatId(vatId);
  const values = { name, address, country, vatId, billingEMail, reference } satisfies ColumnsOf<
    'billingProfiles',
    Fields
  >;
  await db
    .insertInto('billingProfiles')
    .values({ ...values, companyId })
    .onConflict((taken) => taken.column('companyId').doUpdateSet(values))
    .execute();
}

/** Serializes changes of the billing details. Inserts that refer to the company, such as a new invoice, do not wait. */
export async function lockBilling({ db }: Pick<ServiceContext, 'db'>, companyId: string): Promise<void> {
  await sql`select from companies where id = ${companyId} for no key update`.execute(db);
}
