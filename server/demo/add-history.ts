// Gives a company of the demo twelve months of visits, payments and messages, so that its reports have something to
// say.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';

/** Two weeks each, before those that the calendars were filled with. */
const periods = 24;
/** Each statement adds so many: on a slow machine, all of them would take longer than a statement may. */
const periodsAtOnce = 4;
const daysOfMessages = 73;

/**
 * Triggers that tell others of each change, mark days (nothing of the demo is counted yet), or add what `addReach`
 * adds.
 */
const quietTriggers: Record<string, readonly string[]> = {
  events: ['data_audit', 'data_sync', 'events_changed', 'events_insert_day'],
  visits: ['data_audit', 'data_sync', 'visits_insert_day'],
  visit_parts: ['data_audit', 'data_sync', 'visit_parts_add_reach'],
  contacts: ['data_audit', 'data_sync'],
  receipts: ['data_audit', 'data_sync'],
  receipt_lines: ['receipt_lines_insert_day'],
  deliveries: ['deliveries_insert_day'],
};

/** Runs `act` without them: row by row they take longer than the rest. */
export async function withoutTriggers(db: Db, act: () => Promise<void>): Promise<void> {
  const all = Object.entries(quietTriggers).flatMap(([table, names]) => names.map((name) => [table, name] as const));
  const { rows: enabled } = await sql<{ table: string; name: string }>`
    select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgenabled <> 'D' and (c.relname, t.tgname) in (${sql.join(all.map(([table, name]) => sql`(${table}, ${name})`))})`.execute(
    db,
  );
  const change = async (what: 'enable' | 'disable') => {
    // A table with checks that wait for the commit cannot be altered.
    await sql`set constraints all immediate`.execute(db);
    for (const { table, name } of enabled) {
      await sql`alter table ${sql.table(table)} ${sql.raw(what)} trigger ${sql.ref(name)}`.execute(db);
    }
    await sql`set constraints all deferred`.execute(db);
  };
  await change('disable');
  await act();
  await addReach(db);
  await change('enable');
}

/** Adds the calendars and locations that reach a customer, as `part_adds_reach` does for each part of a visit. */
async function addReach(db: Db): Promise<void> {
  await sql`
    insert into contact_calendars (company_id, calendar_id, contact_id)
      select distinct v.company_id, e.calendar_id, v.contact_id from visits v
      join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      where v.contact_id is not null
      on conflict do nothing`.execute(db);
  await sql`
    insert into contact_locations (company_id, location_id, contact_id)
      select distinct company_id, location_id, contact_id from visits
      where contact_id is not null and location_id is not null
      on conflict do nothing`.execute(db);
}

/**
 * Repeats the appointments of the last two weeks in the weeks before, at the same local time, with other customers:
 * fewer the longer ago, and with a quieter summer. Runs before the figures of the customers are counted.
 */
export async function addPastVisits({ db, clock }: ServiceContext, companyId: string): Promise<void> {
  await updateStatistics(db);
  for (let first = 1; first <= periods; first += periodsAtOnce) {
    const range = { first, last: first + periodsAtOnce - 1 };
    await addPeriods(db, { companyId, now: clock.now(), ...range });
  }
}

/** Statements planned for tables that were empty a moment ago are many times slower. */
export async function updateStatistics(db: Db): Promise<void> {
  await sql`analyze events, visits, visit_parts, contacts, receipts`.execute(db);
}

interface Periods {
  companyId: string;
  now: Temporal.Instant;
  first: number;
  last: number;
}

async function addPeriods(db: Db, { companyId, now, first, last }: Periods): Promise<void> {
  await sql`
    with source as (
      select e.calendar_id, e.location_id, e.user_id, e.title, e.start_at, e.end_at, e.time_zone, v.source, v.language,
        p.service_id, p.service_name, p.minutes, p.price, p.buffer_before, p.buffer_after,
        row_number() over (order by e.start_at, e.id) as number
      from visits v
      join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      where v.company_id = ${companyId} and v.status = 'completed' and e.start_at > ${now}::timestamptz - interval '14 days'),
    person as materialized (
      select c.id, c.name, c.e_mail, c.phone_number, row_number() over (order by c.id) - 1 as number from contacts c
      where c.company_id = ${companyId}),
    chosen as materialized (
      select s.*, n, (s.number * 13 + n * 31) % (select count(*) from person) as person
      from source s
      cross join generate_series(${first}::integer, ${last}::integer) n
      where 10 * ((s.number * 37 + n * 11) % 100) < 460 - 9 * n
        + case extract(month from s.start_at - make_interval(days => 14 * n)) when 7 then -140 when 8 then -140 when 12 then 100
          else 0 end),
    copy as materialized (
      select gen_random_uuid() as id, s.*, c.id as contact_id, c.name, c.e_mail, c.phone_number,
        instant_at(wall_time(s.start_at, s.time_zone) - make_interval(days => 14 * s.n), s.time_zone) as start,
        instant_at(wall_time(s.end_at, s.time_zone) - make_interval(days => 14 * s.n), s.time_zone) as stop,
        case (s.number * 7 + s.n * 5) % 29 when 0 then 'no_show' when 1 then 'cancelled' else 'completed' end as status
      from chosen s join person c on c.number = s.person),
    event as (
      insert into events (company_id, id, calendar_id, location_id, user_id, title, start_at, end_at, time_zone, type, occupied,
          blocks, words, counted_parts, booked_price, completed_price, created_at, updated_at)
        select ${companyId}::uuid, id, calendar_id, location_id, user_id, title, start, stop, time_zone,
          case status when 'cancelled' then 'inverse' else 'success' end,
          tstzmultirange(tstzrange(start - make_interval(mins => buffer_before), stop + make_interval(mins => buffer_after))),
          status = 'completed', folded(title || ' ' || name || ' ' || e_mail || ' ' || phone_number),
          case status when 'cancelled' then 0 else 1 end, case status when 'cancelled' then 0 else price end,
          case status when 'completed' then price else 0 end,
          start - interval '5 days', start - interval '5 days'
        from copy
        on conflict on constraint events_do_not_overlap do nothing
        returning id),
    visit as (
      insert into visits (company_id, id, location_id, contact_id, start_at, end_at, time_zone, day, name, e_mail, phone_number,
          language, status, source, ended_by, ended_at, calendar_uid, created_at, updated_at)
        select ${companyId}::uuid, c.id, location_id, contact_id, start, stop, time_zone, wall_time(start, time_zone)::date, name,
          e_mail, phone_number, language, status, source, case status when 'cancelled' then 'customer' end,
          case status when 'cancelled' then start - interval '2 days' end, c.id, start - interval '5 days', start - interval '5 days'
        from copy c join event on event.id = c.id
        returning id)
    insert into visit_parts (company_id, visit_id, event_id, service_id, service_name, minutes, price, buffer_before, buffer_after)
      select ${companyId}::uuid, c.id, c.id, service_id, service_name, minutes, price, buffer_before, buffer_after
      from copy c join visit on visit.id = c.id`.execute(db);
}

/** Most visits were paid, a few given back; confirmations and reminders have left; some days have an estimate. */
export async function addPastIncomes({ db, clock, config }: ServiceContext, companyId: string): Promise<void> {
  const now = clock.now();
  const host = config.mailFrom.split('@').at(-1)?.replace('>', '') ?? 'localhost';
  await sql`
    with paid as materialized (
      select v.id as visit_id, v.day, v.end_at, p.event_id, p.price, p.service_name, p.vat_rate, e.calendar_id, e.location_id,
        e.user_id, gen_random_uuid() as id, row_number() over (order by v.start_at, v.id, p.event_id) as number
      from visits v
      join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      where v.company_id = ${companyId} and v.status = 'completed' and p.price > 0 and v.end_at < ${now}),
    receipt as (
      insert into receipts (company_id, id, visit_id, location_id, day, amount, user_id, created_at)
        select ${companyId}::uuid, id, visit_id, location_id, day, price, user_id, end_at
        from paid where number % 13 <> 5
        returning id),
    refund as (
      insert into receipts (company_id, id, visit_id, location_id, day, amount, refunds_id, user_id, created_at)
        select ${companyId}::uuid, gen_random_uuid(), p.visit_id, p.location_id, p.day, -p.price, p.id, p.user_id,
          p.end_at + interval '10 minutes'
        from paid p join receipt r on r.id = p.id where p.number % 97 = 0
        returning id, refunds_id),
    payment as (
      insert into receipt_payments (company_id, receipt_id, position, method, amount)
        select ${companyId}::uuid, r.id, 0,
          case when number % 9 = 0 then 'transfer' when number % 5 < 2 then 'cash' else 'card' end, price
        from paid p join receipt r on r.id = p.id
        union all
        select ${companyId}::uuid, b.id, 0, 'cash', -p.price from paid p join refund b on b.refunds_id = p.id)
    insert into receipt_lines (company_id, receipt_id, position, kind, visit_id, event_id, name, location_id, calendar_id, day,
        quantity, unit_price, amount, vat_rate, refunded, ref_receipt_id, ref_position)
      select ${companyId}::uuid, p.id, 0, 'service', p.visit_id, p.event_id, p.service_name, p.location_id, p.calendar_id, p.day,
        1, p.price, p.price, p.vat_rate, case when b.id is null then 0 else 1 end, null, null
      from paid p join receipt r on r.id = p.id left join refund b on b.refunds_id = p.id
      union all
      select ${companyId}::uuid, b.id, 0, 'service', p.visit_id, p.event_id, p.service_name, p.location_id, p.calendar_id, p.day,
        -1, p.price, -p.price, p.vat_rate, 0, p.id, 0
      from paid p join refund b on b.refunds_id = p.id`.execute(db);
  for (let days = 0; days < 365; days += daysOfMessages) {
    const [from, to] = [now.subtract({ hours: 24 * (days + daysOfMessages) }), now.subtract({ hours: 24 * days })];
    await addMessages(db, { companyId, now, from, to, host });
  }
  await sql`
    insert into estimates (company_id, id, day, amount, updated_at)
      select ${companyId}::uuid, gen_random_uuid(), d::date, 20 * round(sum(p.price) * 1.15 / 20) + 40, ${now}
      from generate_series(${now}::timestamptz + interval '2 days', ${now}::timestamptz + interval '24 days', interval '3 days') d
      join events e on e.company_id = ${companyId} and e.day = d::date
      join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
      group by d::date`.execute(db);
}

interface Messages {
  companyId: string;
  now: Temporal.Instant;
  from: Temporal.Instant;
  to: Temporal.Instant;
  host: string;
}

/** Messages of visits that ended in this time. */
async function addMessages(db: Db, { companyId, now, from, to, host }: Messages): Promise<void> {
  await sql`
    with message as materialized (
      select gen_random_uuid() as id, v.id as visit_id, v.location_id, v.time_zone, v.e_mail, v.phone_number, m.medium,
        least(m.at, ${now}::timestamptz - interval '5 minutes') as at, coalesce(p.service_name, '') as service
      from visits v
      left join lateral (select service_name from visit_parts p where p.company_id = v.company_id and p.visit_id = v.id
        order by p.position limit 1) p on true
      cross join lateral (values
        ('mail', v.created_at, v.e_mail <> '' and v.source <> 'walk_in'),
        ('sms', v.start_at - interval '2 hours', v.phone_number <> '' and v.status = 'completed'
          and extract(day from v.start_at)::integer % 3 = 0)) m (medium, at, is_due)
      where v.company_id = ${companyId} and v.end_at >= ${from} and v.end_at < ${to} and m.is_due),
    delivery as (
      insert into deliveries (id, company_id, medium, queue, address, state, attempts, due_at, settled_at, created_at, cause_kind,
          cause_key, location_id, time_zone)
        select id, ${companyId}::uuid, medium, medium || ':visit', lower(case medium when 'mail' then e_mail else phone_number end),
          'sent', 1, at, at, at, 'visit', id::text, location_id, time_zone
        from message returning id)
    insert into email_messages (id, company_id, location_id, visit_id, from_e_mail, from_name, to_e_mail, subject, html, message_id,
        created_at)
      select m.id, ${companyId}::uuid, m.location_id, m.visit_id, c.e_mail, c.name, m.e_mail, c.name || ': ' || m.service, '',
        '<' || m.id || ${`@${host}>`}::text, m.at
      from message m join delivery d on d.id = m.id join companies c on c.id = ${companyId}
      where m.medium = 'mail'`.execute(db);
}
