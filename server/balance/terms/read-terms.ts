// The terms of a company with their history.
import { sql } from 'kysely';
import type { TermsHistory } from '#contract/balance/terms.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Throws 404 for an unknown company. */
export async function readTerms({ db, clock }: ServiceContext, companyId: string): Promise<TermsHistory> {
  const { rows } = await sql<TermsHistory>`
    select seller_day(${clock.now()}::timestamptz)::text as today,
      md5(string_agg(t::text, ',' order by t.valid)) as version,
      json_agg(json_build_object(
        'id', t.id, 'from', lower(t.valid), 'until', upper(t.valid) - 1,
        'monthlyCost', t.monthly_cost, 'smsCost', t.sms_cost,
        'discountPercentage', t.discount_percentage, 'discountMonths', t.discount_months,
        'maxUsers', t.max_users, 'maxLocations', t.max_locations,
        'extraUserCost', t.extra_user_cost, 'extraLocationCost', t.extra_location_cost) order by t.valid desc) as terms
    from company_terms t where t.company_id = ${companyId} having count(*) > 0`.execute(db);
  const [history] = rows;
  if (!history) throw notFound();
  return history;
}
