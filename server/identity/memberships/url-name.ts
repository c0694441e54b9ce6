// Derives the names in public addresses from people's and companies' own names.
import { sql } from 'kysely';
import { isReservedName } from '#contract/public-names.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** `Café Müller & Söhne` -> `cafe-muller-sohne`; `fallback` when nothing is left. */
export function urlNameOf(text: string, fallback: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return name && !isReservedName(name) ? name : fallback;
}

/**
 * Returns the name, or the name with the first number that no location has, but for `locationId`, which may keep its
 * present name.
 */
export async function freeLocationName(db: Db, preferred: string, locationId?: string): Promise<string> {
  const rows = await db
    .selectFrom('locations')
    .select(sql<string>`lower(url_name)`.as('name'))
    .where(sql<boolean>`lower(url_name) like ${`${preferred.replace(/[\\%_]/g, '\\$&')}%`}`)
    .where('id', 'is distinct from', locationId ?? null)
    .execute();
  return firstFree(preferred, new Set(rows.map(({ name }) => name)));
}

/** The same among the people of a company, but for `userId`, who may keep their present name. */
export async function freePersonName(db: Db, companyId: string, preferred: string, userId?: string): Promise<string> {
  const rows = await db
    .selectFrom('employees')
    .select(sql<string>`lower(url_name)`.as('name'))
    .where('companyId', '=', companyId)
    .where('userId', 'is distinct from', userId ?? null)
    .execute();
  return firstFree(preferred, new Set(rows.map(({ name }) => name)));
}

/** The public names of the caller and of their locations stay from now on: their address was shared. */
export async function keepUrlNames({ db, user }: SignedIn): Promise<void> {
  const { companyId } = user;
  await db
    .updateTable('employees')
    .set({ isUrlNameKept: true })
    .where('companyId', '=', companyId)
    .where('userId', '=', user.id)
    .execute();
  await sql`update locations l set is_url_name_kept = true
    where l.company_id = ${companyId} and not l.is_url_name_kept and l.id in (
      select location_id from employee_locations where company_id = ${companyId} and user_id = ${user.id})`.execute(db);
}

function firstFree(preferred: string, taken: ReadonlySet<string>): string {
  let name = preferred;
  for (let number = 2; taken.has(name); number++) name = `${preferred}-${number}`;
  return name;
}
