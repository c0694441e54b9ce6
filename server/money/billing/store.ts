// The rows of the operator's list of billing details: one for each company.
import { sql } from 'kysely';
import { billingFields } from '#contract/money/billing.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';

const columns = ['name', 'address', 'country', 'vatId', 'billingEMail', 'reference'] as const;

function billingRows({ db }: SignedIn) {
  const isFilled = billingFields.map((field) => sql`coalesce(p.${sql.ref(field)}, '') <> ''`);
  return db
    .selectFrom('companies as c')
    .leftJoin('billingProfiles as p', 'p.companyId', 'c.id')
    .select(['c.id', 'c.name as company', 'p.vatIdCheckedAt'])
    .select(columns.map((column) => sql<string>`coalesce(p.${sql.ref(column)}, '')`.as(column)))
    .select([
      sql<boolean>`p.vat_id_checked_at is not null`.as('isVatIdChecked'),
      sql<boolean>`${sql.join(isFilled, sql` and `)}`.as('isComplete'),
      sql<string>`coalesce(p.xmin::text, '')`.as('version'),
    ]);
}

export const billing: RowSource = { rows: billingRows };
