// Names in public addresses, made of what people call themselves.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** First parts of our own addresses: nothing of a company may be called so. */
const ours = new Set(
  'api app appointment assets cookies daybook demo feedback healthz image metrics privacy privacy-policy readyz setup static terms user'.split(
    ' ',
  ),
);

/** `Café Müller & Söhne` -> `cafe-muller-sohne`; `usual` when nothing is left of it. */
export function urlNameOf(text: string, usual: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return name && !ours.has(name) ? name : usual;
}

/** The name, or the name with the first number that nobody's location has yet. */
export async function freeLocationName(db: Db, wanted: string): Promise<string> {
  const rows = await db
    .selectFrom('locations')
    .select(sql<string>`lower(url_name)`.as('name'))
    .where(sql<boolean>`lower(url_name) like ${`${wanted.replace(/[\\%_]/g, '\\$&')}%`}`)
    .execute();
  return firstFree(wanted, new Set(rows.map(({ name }) => name)));
}

/** The same among the people of a company. */
export async function freePersonName(db: Db, companyId: string, wanted: string): Promise<string> {
  const rows = await db
    .selectFrom('employees')
    .select(sql<string>`lower(url_name)`.as('name'))
    .where('companyId', '=', companyId)
    .execute();
  return firstFree(wanted, new Set(rows.map(({ name }) => name)));
}

function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}
