// Finds where a stored file is used: deleting it would leave a gap there.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import type { Reason } from '#server/lib/grid/grid-of.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

/** The uses named to the operator; the rest are found once these have ended. */
const maxNamed = 3;

interface Use {
  kind: 'banner' | 'logo' | 'portrait' | 'profile';
  name: string;
  /** The record that shows the file, in the list of its kind. */
  id: string;
}

const pages = {
  banner: '/app/system/banners',
  logo: '/app/system/company-management',
  portrait: '/app/system/user-management',
  profile: '/app/system/user-management',
} as const;

/** The uses of a file as the reasons for which it cannot be deleted. Locks the file, so that no use begins meanwhile. */
export async function usesOfFile({ db }: SignedIn, id: string): Promise<Reason[] | undefined> {
  await sql`select from files where id = ${id}::uuid for update`.execute(db);
  const { rows } = await sql<Use>`
    select 'banner' as kind, title as name, id from banners where file_id = ${id}::uuid
    union all select 'logo', name, id from companies where logo_id = ${id}::uuid
    union all select 'portrait', ${personNameOrLogIn}, u.id from employees e join users u on u.id = e.user_id
      where e.picture_id = ${id}::uuid
    union all select 'profile', ${personNameOrLogIn}, u.id from profile_pictures p join users u on u.id = p.user_id
      where p.file_id = ${id}::uuid
    limit ${maxNamed}`.execute(db);
  return rows.map(({ kind, name, id: usedBy }) => ({
    code: `list.fileuploads.usedAs.${kind}` as const,
    params: { name },
    link: `${pages[kind]}?open=${usedBy}`,
  }));
}
