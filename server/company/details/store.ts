// The queries of a company's own details.
import { sql } from 'kysely';
import type { CompanyDetails } from '#contract/company/details.ts';
import { isTermsAt } from '#server/balance/terms/terms-at.ts';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';
import { campaignMailsOfDay } from '#server/messaging/mail/limit-campaign-mails.ts';
import { placeJson } from '#server/places/place-json.ts';

const version = sql<string>`md5(jsonb_build_array(c.name, c.address, c.country, c.e_mail, c.phone_number)::text)`;

/** Locks the company for a change and returns its version. */
export async function lockCompany(db: Db, companyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select ${version} as version from companies c where c.id = ${companyId} for update`.execute(db);
  return rows[0]?.version;
}

/** Returns the details with the usage of the company's limits. Throws 404 for an unknown company. */
export async function detailsOf(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  companyId: string,
): Promise<CompanyDetails> {
  const { rows } = await sql<CompanyDetails>`
    select c.id, c.name, c.address, c.country, c.e_mail, c.phone_number,
      ${isCompanyAddressVerified} as is_e_mail_verified,
      case when ${isCompanyAddressVerified} then c.e_mail_verified_at end as e_mail_verified_at, c.geolocation_id as geo_location_id, c.logo_id,
      ${placeJson} as geo_location,
      coalesce((select round(d.posted - d.held, 2)::float8 from deposits d where d.company_id = c.id), 0) as additional_balance,
      p.name as plan_name, ${version} as version, t.max_locations, t.max_users,
      c.campaign_mails_per_day, ${campaignMailsOfDay(sql`c.id::text`, clock.now())} as campaign_mails_of_day,
      c.confirms_requests, c.request_hours, c.reminder_leads, c.quiet_from, c.quiet_until, c.records_payments, c.outside_detail, c.sms_reminders,
      c.sms_countries, c.embed_origins, t.sms_cost::float8 as sms_cost,
      (select count(*)::int from locations l where l.company_id = c.id) as active_locations,
      (select count(*)::int from employees e where e.company_id = c.id) as active_users
    from companies c
    join company_terms t on ${isTermsAt(clock.now())}
    left join geolocations g on g.company_id = c.id and g.id = c.geolocation_id
    left join plans p on p.number = c.plan_number
    where c.id = ${companyId}`.execute(db);
  const [details] = rows;
  if (!details) throw notFound();
  return details;
}
