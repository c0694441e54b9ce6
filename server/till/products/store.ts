// The queries of the products of a company.
import { type RawBuilder, sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';

export function productRows({ user }: SignedIn): RawBuilder<object> {
  return sql<object>`
    select p.id, p.name, p.barcode, p.price, p.vat_rate, p.has_key, p.is_active,
      coalesce((select json_agg(json_build_object('From', r.from_day, 'Rate', r.rate) order by r.from_day)
        from product_vat_rates r where r.company_id = p.company_id and r.product_id = p.id), '[]') as vat_rates,
      ${versionOf('p')}
    from products p where p.company_id = ${user.companyId}`;
}
