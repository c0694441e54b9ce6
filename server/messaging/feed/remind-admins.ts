// Adds a reminder to the feed of every administrator of a company.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { type Notice, textsOf } from './notice.ts';

/** Each administrator gets the reminder in their own language. */
export async function remindAdmins(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, type, link = '', ...notice }: Notice & { companyId: string },
): Promise<void> {
  await sql`
    insert into reminders (company_id, user_id, id, type, text, link, created_at)
    select e.company_id, e.user_id, gen_random_uuid(), ${type}, coalesce(texts ->> l.key, texts ->> 'en'), ${link}, ${clock.now()}::timestamptz
    from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id,
      (select ${textsOf(notice)}::jsonb as texts) t
    where e.company_id = ${companyId} and e.user_id in (
      select own.user_id from user_actions own join actions a on a.id = own.action_id
        where own.company_id = ${companyId} and a.name = 'admin'
      union
      select of.user_id from user_groups of join group_actions given on given.group_id = of.group_id
        join actions a on a.id = given.action_id where of.company_id = ${companyId} and a.name = 'admin')`.execute(db);
}
