// Names on restored customers the places, calendars and services of their visits.
import type pg from 'pg';
import type { Rest } from '#server/lib/rest-between.ts';

/** Customers of one statement: one that takes long keeps a processor from others. */
const perStatement = 100;

/** Inside the transaction of `client`, after visits and their parts are restored. */
export async function nameVisited(client: pg.Client, companyId: string, rest: Rest): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      'select id from contacts where company_id = $1 and id > $2 order by id limit $3',
      [companyId, after, perStatement],
    );
    const last = rows.at(-1);
    if (!last) return;
    await client.query(
      `update contacts c set visited_ids = f.visited_ids from contact_facts($1, $2) f
      where c.company_id = $1 and c.id = f.contact_id and c.visited_ids is distinct from f.visited_ids`,
      [companyId, rows.map(({ id }) => id)],
    );
    after = last.id;
    await rest();
  }
}
