// Reads the estimates, visits and receipts behind the figures of a day.
import { type RawBuilder, sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { type IncomeReasons, type incomes, reasonsPerPage } from '#contract/reports/incomes.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { isAmong, placesOf } from '#server/reports/figures/figures.ts';
import { enteredOf } from './incomes-sql.ts';

type Visit = IncomeReasons['visits'][number];
type PaidLine = IncomeReasons['receipts'][number];

export async function readReasons(
  { db, user }: SignedIn,
  { date, pageNr, ...scope }: Parsed<typeof incomes.getReasons>,
): Promise<IncomeReasons> {
  const { locationId = null, userId = null } = scope;
  const places = placesOf(user, scope.locationId);
  const visits = pageOf<Omit<Visit, 'start'> & { start: Temporal.Instant }>(sql`
    select row_number() over (order by e.start_at, e.id, v.id) as position, v.id, e.id as event_id, e.calendar_id,
      e.start_at as start, v.time_zone, v.status, v.name, coalesce(nullif(p.service_name, ''), e.title) as service, p.price, coalesce(${userName}, '') as person,
      coalesce(l.name, '') as location
    from events e
    join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
    join visits v on v.company_id = p.company_id and v.id = p.visit_id
    left join calendars k on k.company_id = e.company_id and k.id = e.calendar_id
    left join users u on u.id = k.user_id
    left join locations l on l.company_id = e.company_id and l.id = e.location_id
    where e.company_id = ${user.companyId} and e.day = ${date}::date
      and ${isAmong(places, 'e.location_id')}
      and (${userId}::uuid is null or k.user_id = ${userId})
      and v.status in ('requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show')`);
  const receipts = pageOf<Omit<PaidLine, 'createdAt'> & { createdAt: Temporal.Instant }>(sql`
    select row_number() over (order by r.created_at, r.id, x.position) as position, r.id,
      coalesce(v.contact_id, r.contact_id) as contact_id, r.created_at, array(
        select p.method from receipt_payments p where p.company_id = r.company_id and p.receipt_id = r.id
        group by p.method order by min(p.position)) as methods, coalesce(d.name, '') as register, r.number,
      x.amount, coalesce(nullif(v.name, ''), c.name, '') as name, x.name as service, coalesce(${userName}, '') as person, coalesce(l.name, '') as location
    from receipt_lines x
    join receipts r on r.company_id = x.company_id and r.id = x.receipt_id
    left join visits v on v.company_id = r.company_id and v.id = r.visit_id
    left join contacts c on c.company_id = r.company_id and c.id = r.contact_id
    left join devices d on d.company_id = r.company_id and d.id = r.register_id
    left join calendars k on k.company_id = x.company_id and k.id = x.calendar_id
    left join users u on u.id = k.user_id
    left join locations l on l.company_id = x.company_id and l.id = x.location_id
    where x.company_id = ${user.companyId} and x.day = ${date}::date
      and ${isAmong(places, 'x.location_id')}
      and (${userId}::uuid is null or k.user_id = ${userId})`);
  const entered = sql<IncomeReasons['estimates'][number]>`
    with ${enteredOf(user, { first: date, last: date })}
    select coalesce(l.name, '') as location, coalesce(${userName}, '') as person, e.amount as estimated
    from entered e
    left join locations l on l.company_id = ${user.companyId} and l.id = e.location_id
    left join users u on u.id = e.user_id
    where (${locationId}::uuid is null or e.location_id = ${locationId})
      and (${userId}::uuid is null or e.user_id = ${userId})
    order by folded(l.name) nulls first, u.id nulls first`.execute(db);
  const [booked, paid, { rows: estimates }] = await Promise.all([visits, receipts, entered]);
  return {
    visitCount: booked.total,
    receiptCount: paid.total,
    estimates: pageNr === 1 ? estimates : [],
    visits: booked.rows.map(({ start, ...row }) => ({ ...row, start: withOffset(start, row.timeZone) })),
    receipts: paid.rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toString() })),
  };

  /** The rows of the page, from a query with their `position`, and how many there are. */
  async function pageOf<Row>(query: RawBuilder<unknown>): Promise<{ total: number; rows: Row[] }> {
    const { rows } = await sql<{ total: number; position: number | null } & Row>`
      with found as materialized (${query})
      select n.total, f.* from (select count(*) as total from found) n
      left join found f on f.position > ${(pageNr - 1) * reasonsPerPage} and f.position <= ${pageNr * reasonsPerPage}
      order by f.position`.execute(db);
    return {
      total: rows[0]?.total ?? 0,
      rows: rows
        .filter(({ position }) => position !== null)
        .map(({ total: _, position: __, ...row }) => row as unknown as Row),
    };
  }
}
