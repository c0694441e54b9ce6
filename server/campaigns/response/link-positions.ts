// Gives each link of a campaign a position that stays, also after the campaign is edited.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** Returns the positions by address. The caller has locked the campaign. */
export async function linkPositions(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  urls: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ url: string; position: number }>`
    with present as (select url, position from campaign_links where company_id = ${companyId} and campaign_id = ${id}),
    added as (
      insert into campaign_links (company_id, campaign_id, position, url)
      select ${companyId}, ${id}, coalesce((select max(position) from present), 0) + row_number() over (order by n), url
      from unnest(${urls}::text[]) with ordinality g (url, n) where url not in (select url from present)
      returning url, position)
    select url, position from present union all select url, position from added`.execute(db);
  return new Map(rows.map(({ url, position }) => [url, position]));
}
