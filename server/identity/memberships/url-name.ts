// Derives the names in public addresses from people's and companies' own names.
import { sql } from 'kysely';
import { isReservedName } from '#contract/public-names.ts';
import type { Db } from '#server/db/pool.ts';

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

/** Returns the name, or the name with the first number that no location has. */
export async function freeLocationName(db: Db, preferred: string): Promise<string> {
  const rows = await db
    .selectFrom('locations')
    .select(sql<string>`lower(url_name)`.as('name'))
    .where(sql<boolean>`lower(url_name) like ${`${preferred.replace(/[\\%_]/g, '\\$&')}%`}`)
    .execute();
  return firstFree(preferred, new Set(rows.map(({ name }) => name)));
}

/** The same among the people of a company. */
export async function freePersonName(db: Db, companyId: string, preferred: string): Promise<string> {
  const rows = await db
    .selectFrom('employees')
    .select(sql<string>`lower(url_name)`.as('name'))
    .where('companyId', '=', companyId)
    .execute();
  return firstFree(preferred, new Set(rows.map(({ name }) => name)));
}

function firstFree(preferred: string, taken: ReadonlySet<string>): string {
  let name = preferred;
  for (let number = 2; taken.has(name); number++) name = `${preferred}-${number}`;
  return name;
}
