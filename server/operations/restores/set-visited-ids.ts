// Sets `visited_ids` of restored contacts, which archives do not contain.
import type pg from 'pg';
import type { Rest } from '#server/lib/rest-between.ts';

/** Contacts per statement: a long one would keep the processor from other work. */
const perStatement = 100;

/** Call it within the transaction of `client`, after visits and their parts have been restored. */
export async function setVisitedIds(client: pg.Client, companyId: string, rest: Rest): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      'select id from contacts where company_id = $1 and id > $2 order by id limit $3',
      [companyId, after, perStatement],
    );
    const last = rows.at(-1);
    if (!last) return;
    await client.query(
      `update contacts c set visited_ids = few_ids(v.ids)
      from unnest($2::uuid[]) k (id), lateral (select ids_of_visits($1, k.id) as ids) v
      where c.company_id = $1 and c.id = k.id and v.ids <> '{}'`,
      [companyId, rows.map(({ id }) => id)],
    );
    after = last.id;
    await rest();
  }
}
