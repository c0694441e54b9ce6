// Finds the recipients of the mails about a company's invoices.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

export interface BillingRecipient {
  address: string;
  language: string;
}

/**
 * The address of the billing details, in the language of the first administrator; without one, the administrators, each
 * in their language, in the order in which they came.
 */
export async function billingRecipients(db: Db, companyId: string): Promise<BillingRecipient[]> {
  const { rows } = await sql<BillingRecipient>`
    select u.log_in as address, coalesce(l.key, 'en') as language
    from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id
    where e.company_id = ${companyId} and e.user_id in (
      select own.user_id from user_actions own join actions a on a.id = own.action_id
        where own.company_id = ${companyId} and a.name = 'admin'
      union
      select of.user_id from user_groups of join group_actions given on given.group_id = of.group_id
        join actions a on a.id = given.action_id where of.company_id = ${companyId} and a.name = 'admin')
    order by u.id`.execute(db);
  const profile = await db
    .selectFrom('billingProfiles')
    .select('billingEMail')
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!profile?.billingEMail) return rows;
  return [{ address: profile.billingEMail, language: rows[0]?.language ?? 'en' }];
}
