// The order in which the tables of an archive are restored, from the foreign keys of the database.
import type pg from 'pg';
import { type CompanyArchive, RefusedArchive } from '#server/operations/archives/read-company-archive.ts';

/** The tables of the archive, each after those that it refers to. */
export async function orderTables(client: pg.Client, { tables }: CompanyArchive): Promise<CompanyArchive['tables']> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select distinct c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.conrelid <> c.confrelid and c.conrelid <> 'companies'::regclass`);
  const parents = Map.groupBy(rows, ({ child }) => child);
  const byName = new Map(tables.map((one) => [one.table, one]));
  if (!byName.has('companies')) throw new RefusedArchive('entry', 'tables/companies.jsonl');
  const ordered = new Set<CompanyArchive['tables'][number]>();
  const add = (name: string) => {
    const one = byName.get(name);
    if (!one || ordered.has(one)) return;
    for (const { parent } of parents.get(name) ?? []) add(parent);
    // The search finds events by their visits, and reports count them.
    if (name === 'events') add('visits');
    // The search finds attempts by the words of their messages.
    if (name === 'delivery_attempts') for (const messages of ['email_messages', 'sms_messages']) add(messages);
    ordered.add(one);
  };
  for (const { table } of tables) add(table);
  return [...ordered];
}

/** The columns by which rows of a table refer to others of the same. */
export async function selfReferences(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table, array_agg(distinct a.attname::text) as columns
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'company_id'
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid = c.confrelid group by 1`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
