// Reads which details of the seller and of the buyers are missing for invoices.
import { sql } from 'kysely';
import type { Missing } from '#contract/money/invoices.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { companiesWithoutTerms } from './issue-invoices.ts';
import { missingOfSeller } from './missing-seller.ts';

interface Answer {
  missing: Missing[];
  incompleteBuyers: number;
  withoutTerms: string[];
}

/** Counts the companies that have not completed their billing details. */
export async function readMissing(context: SignedIn): Promise<Answer> {
  const { db } = context;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from companies c where not exists (
      select from billing_profiles p where p.company_id = c.id and p.name <> '' and p.address <> '' and p.country <> '')`.execute(
    db,
  );
  return {
    missing: await missingOfSeller(db),
    incompleteBuyers: rows[0]?.count ?? 0,
    withoutTerms: await companiesWithoutTerms(context),
  };
}
