// Finds what can be sold at a register: products, services, and unpaid parts of visits.
import { type RawBuilder, sql } from 'kysely';
import { payableStatuses, payTogetherDays } from '#contract/booking/receipts.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { sameBarcode } from '#contract/till/barcodes.ts';
import type { Goods, tills } from '#contract/till/tills.ts';
import { isStanding } from '#server/booking/visits/standing-lines.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { escaped, searchWords } from '#server/lib/sql/search-words.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { findRegister } from '../registers/find-register.ts';
import { type SoldOption, soldName } from '../sales/sold-name.ts';

/** Of each kind. */
const maxFound = 20;
/** Products with a key of their own. */
const maxKeys = 100;

type Row = Omit<Goods, 'start' | 'optionIds'> & {
  start: Temporal.Instant | null;
  /** Of a service that is sold with it, or an extra that is sold alone. */
  option: Pick<SoldOption, 'id' | 'kind' | 'name'> | null;
};

/**
 * A barcode finds its product alone; words find products, services and visits; without words there are the products
 * with a key, and the visits of the day. Throws 404 for registers of others.
 */
export async function findGoods(context: SignedIn, { registerId, words }: Parsed<typeof tills.find>): Promise<Goods[]> {
  const { db, clock } = context;
  const { locationId, timeZone } = await findRegister(context, registerId);
  const today = clock.now().toZonedDateTimeISO(timeZone).startOfDay();
  const day = today.toPlainDate().toString();
  const codes = [words, sameBarcode(words) ?? words];
  const isCode = sql`p.barcode = any(${codes}::text[])`;
  const byBarcode = words ? await all(db, products(context, day, isCode, codes.length)) : [];
  const scanned = byBarcode.find(({ note }) => note === words) ?? byBarcode[0];
  if (scanned) return [scanned];
  const patterns = searchWords(words).map((word) => `%${escaped(word)}%`);
  const matches = (text: RawBuilder<unknown>) =>
    sql.join([sql`true`, ...patterns.map((pattern) => sql`folded(${text}) like ${pattern}`)], sql` and `);
  const days = words ? payTogetherDays : 0;
  const from = today.subtract({ days }).toInstant();
  const until = today.add({ days: 1 }).toInstant();
  const found = [
    words
      ? products(context, day, matches(sql`p.name || ' ' || p.barcode`), maxFound)
      : products(context, day, sql`p.has_key`, maxKeys),
    ...(words ? [services(context, day, matches(sql`s.name || ' ' || o.name`))] : []),
    visits(context, { locationId, from, until, matching: matches(sql`x.name || ' ' || p.service_name`) }),
  ];
  const lists = await Promise.all(found.map((query) => all(db, query)));
  return lists.flat();
}

async function all(db: SignedIn['db'], query: RawBuilder<Row>): Promise<Goods[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ start, option, ...row }) => ({
    ...row,
    ...(option?.kind === 'extra' && { note: row.name }),
    name: soldName(row.name, option ? [option] : []),
    optionIds: option ? [option.id] : [],
    start: start && row.timeZone ? withOffset(start, row.timeZone) : null,
  }));
}

function products({ user }: SignedIn, day: string, condition: RawBuilder<unknown>, limit: number): RawBuilder<Row> {
  return sql`
    select 'product' as kind, p.id, p.name, p.barcode as note, p.price, product_vat_rate(p, ${day}) as vat_rate,
      null::timestamptz as start, null::text as time_zone, null::uuid as visit_id, null::uuid as contact_id, null::uuid as calendar_id,
      null::json as option
    from products p where p.company_id = ${user.companyId} and p.is_active and ${condition}
    order by p.name, p.id limit ${limit}`;
}

function services({ user }: SignedIn, day: string, condition: RawBuilder<unknown>): RawBuilder<Row> {
  return sql`
    select 'service' as kind, s.id, s.name, '' as note, case when o.kind = 'extra' then 0 else s.price end + o.price as price,
      case when o.kind = 'extra' and o.vat_rate is not null then o.vat_rate else service_vat_rate(s, ${day}) end as vat_rate,
      null::timestamptz as start, null::text as time_zone, null::uuid as visit_id,
      null::uuid as contact_id, null::uuid as calendar_id,
      case when o.id is not null then json_build_object('id', o.id, 'kind', o.kind, 'name', o.name) end as option
    from services s cross join lateral (
      select id, kind, name, price, vat_rate, position from service_options
      where company_id = s.company_id and service_id = s.id and is_active
      union all
      -- Without variants, the service itself.
      select null, null, '', 0, null, 0 where not exists (
        select from service_options v
        where v.company_id = s.company_id and v.service_id = s.id and v.is_active and v.kind = 'variant')) o
    where s.company_id = ${user.companyId} and s.is_active and ${condition}
    order by s.name, s.id, o.kind is not distinct from 'extra', o.position, o.id limit ${maxFound}`;
}

interface Visits {
  locationId: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
  matching: RawBuilder<unknown>;
}

/** The unpaid parts of visits at the location that took place or still can, the latest first. */
function visits({ user }: SignedIn, { locationId, from, until, matching }: Visits): RawBuilder<Row> {
  const statuses = payableStatuses.filter((status) => status !== 'cancelled' && status !== 'no_show');
  return sql`
    select 'visit' as kind, p.event_id as id, coalesce(nullif(p.service_name, ''), e.title) as name, x.name as note, p.price,
      case when s.id is null then p.vat_rate else service_vat_rate(s, x.day) end as vat_rate, e.start_at as start, x.time_zone,
      x.id as visit_id, x.contact_id, e.calendar_id, null::json as option
    from visits x join visit_parts p on p.company_id = x.company_id and p.visit_id = x.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      left join services s on s.company_id = p.company_id and s.id = p.service_id
    where x.company_id = ${user.companyId} and x.location_id = ${locationId} and x.status = any(${statuses}::text[])
      and x.start_at >= ${from} and x.start_at < ${until} and ${matching}
      and not exists (select from receipt_lines l where l.company_id = p.company_id and l.visit_id = p.visit_id
        and l.event_id = p.event_id and ${isStanding('l')})
    order by e.start_at desc, p.position limit ${maxFound}`;
}
