// Adds reminders to the feeds of the administrators of companies.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { type Notice, textsOf } from './notice.ts';

export type AdminNotice = Notice & { companyId: string };

/** Each administrator gets the reminder in their own language. */
export function remindAdmins(context: Pick<ServiceContext, 'db' | 'clock'>, notice: AdminNotice): Promise<void> {
  return remindAdminsOfMany(context, [notice]);
}

/** In one statement, whatever the number of companies. */
export async function remindAdminsOfMany(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  notices: readonly AdminNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ companyId, type, link = '', ...notice }) => {
    return { companyId, type, link, texts: textsOf(notice) };
  });
  const companies = notices.map(({ companyId }) => companyId);
  await sql`
    with admins as materialized (
      select own.company_id, own.user_id from user_actions own join actions a on a.id = own.action_id
        where own.company_id = any(${companies}::uuid[]) and a.name = 'admin'
      union
      select of.company_id, of.user_id from user_groups of join group_actions given on given.group_id = of.group_id
        join actions a on a.id = given.action_id where of.company_id = any(${companies}::uuid[]) and a.name = 'admin')
    insert into reminders (company_id, user_id, id, type, text, link, created_at)
    select e.company_id, e.user_id, gen_random_uuid(), n.type, coalesce(n.texts::jsonb ->> l.key, n.texts::jsonb ->> 'en'), n.link,
      ${clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("companyId" uuid, type text, link text, texts text)
    join admins d on d.company_id = n."companyId"
    join employees e on e.company_id = d.company_id and e.user_id = d.user_id
    join users u on u.id = e.user_id left join languages l on l.id = u.language_id`.execute(db);
}
