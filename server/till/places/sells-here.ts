// Whether a person has something to do at a till.
import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { CurrentUser } from '#server/lib/context.ts';

/**
 * True where a till is kept or was kept at a location of the person. For administrators also once the company has a
 * register there, or a product: they open the first session. Before that, its settings are where a company begins.
 */
export function sellsHere(user: CurrentUser): RawBuilder<boolean> {
  const { companyId, actions } = user;
  const atOwn = (location: string) => isAtOwnLocation(user, sql.ref(location));
  const begins = [
    sql`exists (select from till_places p where p.company_id = ${companyId} and p.mode <> 'off' and ${atOwn('p.location_id')})`,
    sql`exists (select from till_sessions s where s.company_id = ${companyId} and ${atOwn('s.location_id')})`,
  ];
  if (allows(actions, 'lcladmin')) {
    begins.push(sql`exists (
      select from devices d where d.company_id = ${companyId} and d.kind = 'register' and ${atOwn('d.location_id')})`);
  }
  if (allows(actions, 'admin')) begins.push(sql`exists (select from products p where p.company_id = ${companyId})`);
  return sql`(${sql.join(begins, sql` or `)})`;
}
