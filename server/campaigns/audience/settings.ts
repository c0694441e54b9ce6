// Whether a company writes to those who were its customers, without their consent.
import { sql } from 'kysely';
import type { marketing } from '#contract/campaigns/marketing.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';

export async function readCampaignSettings({ db, user }: SignedIn): Promise<Output<typeof marketing.getSettings>> {
  const { rows } = await sql<{
    customersByMail: boolean;
    customersBySms: boolean;
    declaredAt: Temporal.Instant | null;
    isVerified: boolean;
  }>`
    select coalesce(b.customers_by_mail, false) as customers_by_mail, coalesce(b.customers_by_sms, false) as customers_by_sms,
      b.declared_at, ${isCompanyAddressVerified} as is_verified
    from companies c left join marketing_settings b on b.company_id = c.id where c.id = ${user.companyId}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, declaredAt: found.declaredAt?.toString() ?? null };
}

export async function saveSettings(
  context: SignedIn,
  { customersByMail, customersBySms }: Parsed<typeof marketing.setSettings>,
): Promise<undefined> {
  const { db, user, clock } = context;
  await sql`
    insert into marketing_settings (company_id, customers_by_mail, customers_by_sms, user_id, declared_at)
    values (${user.companyId}, ${customersByMail}, ${customersBySms}, ${user.id}, ${clock.now()})
    on conflict (company_id) do update set customers_by_mail = excluded.customers_by_mail,
      customers_by_sms = excluded.customers_by_sms, user_id = excluded.user_id, declared_at = excluded.declared_at`.execute(
    db,
  );
  const channels = [...(customersByMail ? ['e-mail'] : []), ...(customersBySms ? ['SMS'] : [])];
  await audit(
    context,
    channels.length > 0
      ? `Declared that the company writes to its customers by ${channels.join(' and ')}`
      : 'Declared that the company writes only to customers who agreed',
  );
  return undefined;
}
