// Reports and the dashboard of a company with two million appointments and two million messages, beside others with
// eight million of each: through HTTP under row-level security, for an administrator and for a local one.
import { Client } from 'pg';
import { SUPERUSER } from '#server/db/embedded/cluster.ts';
import { closeDays } from '#server/reports/figures/close-days.ts';
import { buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type Loader, openLoader } from './lib/load.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

/** Appointments, and as many messages, of all companies; with fewer than two million all are of the largest. */
const total = Number(process.env.REPORT_ROWS ?? 10_000_000);
const ofLargest = Math.min(2_000_000, total);
const years = 3;
/** Bookings ahead: each day has as many as today less a thirtieth for each day between. */
const ahead = 30;
const days = years * 365;
const largest = { locations: 20, people: 200 };
const perPerson = Math.round(ofLargest / largest.people / (days + ahead / 2));
/** Companies of six people with as many appointments each. */
const perCompany = 6 * perPerson * (days + ahead / 2);
const others = Math.max(0, Math.round((total - ofLargest) / perCompany));
const tries = 100;
const maxTime = 100;

export async function benchReports(world: World): Promise<Row[]> {
  const { services } = world;
  const company = await buildCompany(services);
  const options = { sessionActiveMinutes: 1440 };
  const locations = [];
  for (let i = 0; i < largest.locations; i++) locations.push(await buildLocation(services, company));
  const staff = [];
  for (let i = 0; i < largest.people; i++) {
    const location = locations[i % locations.length];
    if (!location) throw new Error('The company has locations.');
    staff.push(
      await buildEmployee(services, location, {
        ...options,
        actions: [i ? 'lcladmin' : 'admin'],
        lastName: `Bench ${i}`,
      }),
    );
  }
  const [admin, local] = staff;
  if (!admin || !local) throw new Error('The company has people.');
  // Only the superuser inserts without triggers.
  const client = new Client({ ...world.embedded.connection, user: SUPERUSER });
  await client.connect();
  try {
    await fill(client, company.id);
    const closing = await timeClosing(world, client);
    await using loader = await openLoader(world);
    const rows: Row[] = [];
    for (const [who, person] of Object.entries({ 'an administrator': admin, 'a local administrator': local })) {
      const headers = await signIn(services, person);
      for (const [label, path] of Object.entries(paths(who === 'an administrator'))) {
        rows.push(await row(loader, `${who}: ${label}`, `/api/company/${path}`, headers));
      }
    }
    return [...rows, closing];
  } finally {
    await client.end();
  }
}

function paths(isAdmin: boolean): Record<string, string> {
  const today = Temporal.Now.plainDateISO('UTC');
  const month = { Start: today.with({ day: 1 }), End: today.with({ day: today.daysInMonth }) };
  const thisYear = { Start: today.with({ month: 1, day: 1 }), End: today.with({ month: 12, day: 31 }) };
  const lastYear = { Start: thisYear.Start.subtract({ years: 1 }), End: thisYear.End.subtract({ years: 1 }) };
  const past = { Start: today.subtract({ days: 31 }), End: today.subtract({ days: 1 }) };
  const around = { Start: today.subtract({ days: 30 }), End: today.add({ days: 30 }) };
  const query = (range: Record<string, Temporal.PlainDate>) =>
    Object.entries(range).map(([name, day]) => `${name}=${day}`);
  const report = (subject: string, range: typeof month) =>
    `reports/GetReport?${[`Subject=${subject}`, ...query(range)].join('&')}`;
  const of = (call: string, range: typeof month) => `${call}?${query(range).join('&')}`;
  return {
    'the dashboard': 'reports/GetDashboard?',
    'appointments of this month': report('calendarEvents', month),
    'appointments of this year': report('calendarEvents', thisYear),
    'appointments of last year': report('calendarEvents', lastYear),
    'e-mails of this year': report('emailMessages', thisYear),
    'SMS of this year': report('smsMessages', thisYear),
    'incomes of this year': report('incomes', thisYear),
    'all figures of the month by location': of('reports/GetCompany', month),
    'all figures of the year by location': of('reports/GetCompany', thisYear),
    'the points of 31 days': of('reports/GetCalendarEvents', past),
    'incomes by person, 31 days': of('incomes/GetPerUser', past),
    'sums of incomes by location and person of this year': of('incomes/GetSums', thisYear),
    ...(isAdmin && {
      'incomes 30 days back to 30 ahead': of('incomes/GetByCompany', around),
      'incomes by location, the same days': of('incomes/GetByLocation', around),
      'e-mail campaigns of 31 days': of('reports/GetEmailMarketing', past),
      'e-mail campaigns of this year': of('reports/GetEmailMarketing', thisYear),
    }),
  };
}

async function row(loader: Loader, label: string, path: string, headers: { cookie: string }): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < tries + 10; i++) {
    const begun = performance.now();
    await loader.load(path, headers);
    // The first ones open connections and read from disk.
    if (i >= 10) times.push(performance.now() - begun);
  }
  const p99 = percentile(times, 0.99);
  return {
    label,
    value: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    target: `p99 < ${maxTime} ms`,
    isMet: p99 < maxTime,
  };
}

/** Counts the last closed day of every company again, as the job does each night. */
async function timeClosing({ services }: World, client: Client): Promise<Row> {
  await client.query(`with last as (update closed_days set until = until - 1 returning company_id, until),
    months as (delete from counts_by_month c using last l where c.company_id = l.company_id
      and c.month + interval '1 month' > l.until + 1),
    places as (delete from counts_by_location_day c using last l where c.company_id = l.company_id and c.day > l.until)
    delete from counts_by_day c using last l where c.company_id = l.company_id and c.day > l.until`);
  const begun = performance.now();
  const { closed } = await closeDays(services);
  const seconds = (performance.now() - begun) / 1_000;
  return { label: `The job closes a day of ${closed} companies`, value: `${seconds.toFixed(1)} s` };
}

/**
 * Inserts the facts without triggers, and the indexes afterwards. Each person has `perPerson` appointments a day, every
 * third is paid, and a mail for each; every fourth message is an SMS.
 */
async function fill(client: Client, companyId: string): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index i
     where indrelid in ('events'::regclass, 'visits'::regclass, 'visit_parts'::regclass, 'deliveries'::regclass, 'receipt_lines'::regclass)
       and not indisunique and not indisexclusion`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  // Words and overlaps are not what reports read.
  await client.query('alter table events drop constraint events_do_not_overlap');
  const made = indexes.filter(({ made }) => !made.includes('gin'));
  for (const text of [
    `insert into companies (id, name) select gen_random_uuid(), 'Many ' || n from generate_series(1, ${others}) n`,
    `create temp table chairs as
      select k.company_id, k.id as calendar_id, e.location_id from calendars k
        join employee_locations e on e.company_id = k.company_id and e.user_id = k.user_id where k.company_id = '${companyId}'
      union all select id, gen_random_uuid(), gen_random_uuid() from companies cross join generate_series(1, 6)
        where name like 'Many %'`,
    'analyze chairs',
    "set session_replication_role = 'replica'",
    "set maintenance_work_mem = '1GB'",
    'set max_parallel_maintenance_workers = 1',
    'set synchronous_commit = off',
  ]) {
    await client.query(text);
  }
  // One day of all companies after the other, as they come in.
  await client.query(`create procedure fill(day integer) language sql as $$
    with made as materialized (
      select c.*, uuidv7() as id, n, n + day + ${days} as lot, at from chairs c
      cross join generate_series(1, greatest(0, ceil(${perPerson} * least(1.0, (${ahead} - day) / ${ahead}.0)))::integer) n,
      lateral (select ((now() at time zone 'UTC')::date + day + time '08:00' + n * interval '30 minutes') at time zone 'UTC' as at)),
    booked as (
      insert into events (company_id, id, calendar_id, location_id, title, start_at, end_at, time_zone, type, occupied, words,
          counted_parts, booked_price, completed_price)
      select company_id, id, calendar_id, location_id, 'Haircut', at, at + interval '30 minutes', 'Europe/Riga', 'success',
        tstzmultirange(tstzrange(at, at + interval '30 minutes')), '', (lot % 10 <> 7)::integer,
        case when lot % 10 = 7 then 0 else 20 + n end, case when lot % 10 = 7 or day > 0 then 0 else 20 + n end from made),
    visited as (
      insert into visits (company_id, id, location_id, start_at, end_at, time_zone, day, name, e_mail, status, source, calendar_uid)
      select company_id, id, location_id, at, at + interval '30 minutes', 'Europe/Riga', at::date, 'Mara Bērziņa', 'mara@example.org',
        case when lot % 10 = 7 then 'cancelled' when day > 0 then 'confirmed' else 'completed' end, 'page', id from made),
    parts as (
      insert into visit_parts (company_id, visit_id, event_id, service_name, minutes, price)
      select company_id, id, id, 'Haircut', 30, 20 + n from made),
    paid as (
      insert into receipt_lines (company_id, receipt_id, position, kind, visit_id, event_id, name, location_id, calendar_id, day, quantity,
          unit_price, amount)
      select company_id, id, 0, 'service', id, id, 'Haircut', location_id, calendar_id, at::date, 1, 20 + n, 20 + n from made
      where lot % 3 = 0 and day <= 0)
    insert into deliveries (id, company_id, medium, queue, address, state, due_at, created_at, settled_at, cause_kind, cause_key,
      location_id, time_zone)
    select id, company_id, m, m || ':visit', 'mara@example.org', 'sent', at, at, at, 'bench', id::text, location_id, 'Europe/Riga'
    from made, lateral (select case when lot % 4 = 0 then 'sms' else 'mail' end as m) x where day <= 0
  $$`);
  for (let day = -days; day <= ahead; day++) await client.query(`call fill(${day})`);
  // As messages follow bookings ahead: without, there would be a few less.
  for (const { made: text } of made) await client.query(text);
  const campaign = 'cafecafe-0000-4000-8000-000000000001';
  for (const text of [
    `insert into campaigns (company_id, id, medium, name, period_start, period_end, created_at)
      values ('${companyId}', '${campaign}', 'mail', 'Autumn', now() - interval '40 days', now(), now())`,
    `insert into campaign_recipients (company_id, id, campaign_id, address, sent_at, day, created_at)
      select '${companyId}', gen_random_uuid(), '${campaign}', 'c' || n || '@example.org', now(), (now() - interval '1 day' * (n % 31))::date, now()
      from generate_series(1, ${ofLargest / 10}) n`,
    `insert into closed_days (company_id, until) select id, (now() at time zone 'UTC' - interval '2 hours')::date - 2 from companies
      on conflict (company_id) do update set until = excluded.until`,
    `insert into counts_by_day (company_id, subject, day, location_id, calendar_id, number, amount, completed)
      select f.company_id, f.subject, f.day, f.location_id, f.calendar_id, sum(f.number), sum(f.amount), sum(f.completed)
      from report_facts f join closed_days d on d.company_id = f.company_id and f.day <= d.until
      group by f.company_id, f.subject, f.day, f.location_id, f.calendar_id order by 1, 3`,
    `insert into counts_by_location_day (company_id, subject, day, location_id, number, amount, completed)
      select company_id, subject, day, location_id, sum(number), sum(amount), sum(completed) from counts_by_day
      group by company_id, subject, day, location_id order by 1, 3`,
    `insert into counts_by_month (company_id, subject, month, location_id, calendar_id, number, amount, completed)
      select c.company_id, c.subject, m.month, c.location_id, c.calendar_id, sum(c.number), sum(c.amount), sum(c.completed)
      from counts_by_day c join closed_days d on d.company_id = c.company_id,
        lateral (select date_trunc('month', c.day::timestamp)::date as month) m
      where m.month + interval '1 month' <= d.until + 1
      group by c.company_id, c.subject, m.month, c.location_id, c.calendar_id order by 1, 3`,
    'truncate dirty_days',
    'drop procedure fill',
    'drop table chairs',
    'reset all',
    'vacuum analyze',
  ]) {
    await client.query(text);
  }
}
