// The queries of the account page.
import { sql } from 'kysely';
import type { OwnAccount } from '#contract/identity/account.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Everything in one query. */
export async function readOwnAccount({ db, user }: SignedIn): Promise<OwnAccount> {
  const { rows } = await sql<OwnAccount>`
    select e.profession, e.description, e.phone_number, e.url_name, e.reminder_leads, e.reminder_channels,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name, 'urlName', l.url_name, 'timeZone', l.time_zone)
          order by l.created_at, l.id)
        from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
        where el.company_id = e.company_id and el.user_id = e.user_id), '[]') as locations,
      u.e_mail_verified_at is not null as is_e_mail_verified,
      not exists (${otherAdmins(user)}) as is_last_admin,
      ${picturesOf} as pictures
    from employees e join users u on u.id = e.user_id
    where e.company_id = ${user.companyId} and e.user_id = ${user.id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** The pictures of an employee `e`, in order. */
const picturesOf = sql`coalesce((
  select json_agg(p.file_id order by p.position, p.file_id) from profile_pictures p
  where p.company_id = e.company_id and p.user_id = e.user_id), '[]')`;

/** Other administrators of the user's company. */
function otherAdmins(user: CurrentUser) {
  return sql`select from employees other cross join lateral effective_rights(other.company_id, other.user_id) rights
    where other.company_id = ${user.companyId} and other.user_id <> ${user.id} and 'admin' = any(rights.actions)`;
}

/** The pictures of the caller's profile, in order. */
export async function profilePictures({ db, user }: SignedIn): Promise<string[]> {
  const rows = await db
    .selectFrom('profilePictures')
    .select('fileId')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .orderBy('position')
    .orderBy('fileId')
    .execute();
  return rows.map(({ fileId }) => fileId);
}
