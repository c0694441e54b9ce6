// Lists of a million rows in each of their orders: the slowest order compared with the others of the same list.
import { tmpdir } from 'node:os';
import type { Client } from 'pg';
import { resources } from '#contract/all.ts';
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import { buildBusiness, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { startChild } from './lib/child.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

/** A part of the whole, for a quick look: `ORDERS_SHARE=0.1`. */
const count = 1_000_000 * Number(process.env.ORDERS_SHARE ?? 1);
/** Seven of ten rows are those of one company, the rest those of many. */
const otherCompanies = 200;
const perDay = count / 100;
const tries = 15;
/** The slowest order of a list compared with the median of its orders. */
const maxRatio = 3;

const names = [
  ...(['companyEmailMessages', 'systemEmailMessages', 'companySmsMessages', 'systemSmsMessages'] as const),
  ...(['companyPayments', 'systemPayments', 'companyInvoices', 'systemInvoices', 'systemFileUploads'] as const),
];

export async function benchOrders(world: World): Promise<Row[]> {
  const { employee, company } = await buildBusiness(world.services, {
    actions: ['admin', 'sys'],
    sessionActiveMinutes: 1440,
  });
  for (const name of ['Annex', 'Harbour']) await buildLocation(world.services, company, { name });
  const { cookie } = await signIn(world.services, employee);
  await fill(world, company.id);
  const app = await startChild('serve-app.ts', [world.embedded.url, tmpdir()]);
  try {
    const rows: Row[] = [];
    for (const name of names) {
      const list = resources[name] as unknown as AnyResource;
      const range = `&StartDate=${Temporal.Now.instant().subtract({ hours: 110 * 24 })}`;
      const views = list.declared.range ? { 'the default days': '', 'all days': range } : { 'all rows': '' };
      for (const [label, query] of Object.entries(views)) {
        rows.push(await measure(`${app.url}/${list.operations.getPaginated.path}`, { list, label, query, cookie }));
      }
    }
    return rows;
  } finally {
    await app.close();
  }
}

async function measure(
  url: string,
  { list, label, query, cookie }: { list: AnyResource; label: string; query: string; cookie: string },
): Promise<Row> {
  const { area, name, declared } = list;
  const columns = declared.sort.map((field) => wireName(field, fieldOf(declared, field)));
  const times = new Map<string, number>();
  for (const order of columns.flatMap((column) => [column, `-${column}`])) {
    const taken: number[] = [];
    for (let i = 0; i < tries + 3; i++) {
      const start = performance.now();
      const answer = await fetch(`${url}?RowsPerPage=25&Order=${order}${query}`, { headers: { cookie } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${url} by ${order}: ${answer.status} ${text}`);
      // The first reads come from disk, later ones from memory.
      if (i >= 3) taken.push(performance.now() - start);
    }
    times.set(order, median(taken));
  }
  const middle = median([...times.values()]);
  const slowest = Math.max(...times.values());
  const shown = columns.map((column) => {
    const [up, down] = [times.get(column), times.get(`-${column}`)].map((time) => time?.toFixed(0));
    return `${column} ${up}/${down}`;
  });
  return {
    label: `${area}/${name}, ${label}: the slowest order and the median, ms; by column, both ways`,
    value: `${slowest.toFixed(1)} and ${middle.toFixed(1)} (${(slowest / middle).toFixed(1)} times); ${shown.join(', ')}`,
    target: `<= ${maxRatio} times`,
    isMet: slowest <= maxRatio * middle,
  };
}

async function fill(world: World, companyId: string): Promise<void> {
  const client = await world.services.database.connect();
  await client.query("set statement_timeout = 0; set work_mem = '128MB'; set maintenance_work_mem = '1GB'");
  await client.query(
    `create temporary table owners as
       select row_number() over (order by number) - 1 as n, c.id as company_id, l.id as location_id
       from (select $1::uuid as id, 0 as number union all
         select gen_random_uuid(), number from generate_series(1, $2::int) number) c (id, number)
       left join lateral (select id from locations where company_id = c.id order by name limit 1) l on true`,
    [companyId, otherCompanies],
  );
  await client.query(
    `insert into companies (id, name, country) select company_id, 'Salon ' || md5(n::text), 'LV' from owners where n > 0`,
  );
  await client.query(
    `create temporary table numbered as
       select gen_random_uuid() as id, s.n, o.company_id, case when s.n % 3 > 0 then o.location_id end as location_id,
         now() - s.n * interval '1 day' / $2::float8 as at
       from generate_series(0, $1::int - 1) s (n)
       join owners o on o.n = case when s.n % 10 < 7 then 0 else 1 + s.n / 10 % $3::int end`,
    [count, perDay, otherCompanies],
  );
  await withoutIndexes(client, ['deliveries', 'email_messages', 'sms_messages'], () => fillMessages(client));
  await withoutIndexes(client, ['payments'], () => client.query(payments));
  await withoutIndexes(client, ['invoices'], async () => {
    await client.query("insert into invoice_series (series) values ('BENCH')");
    await client.query(invoices);
    await client.query(openInvoices);
  });
  await withoutIndexes(client, ['files'], () => client.query(files));
  await client.query('vacuum analyze');
  await client.end();
}

/** Fills tables, and builds their indexes afterwards, which is faster. */
async function withoutIndexes(client: Client, tables: readonly string[], act: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not indisprimary and not indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await act();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { made } of rows) await client.query(made);
}

/** Most messages have been sent; one in twenty waits, one in a hundred failed. */
const state = `case when n % 20 = 3 then 'queued' when n % 100 = 8 then 'failed' when n % 100 = 9 then 'cancelled'
  when n % 1000 = 10 then 'expired' when n % 50000 = 11 then 'sending' when n % 3 = 0 then 'delivered' else 'sent' end`;
const words = `(array['Confirmed', 'Moved', 'Cancelled', 'Reminder', 'Thank you'])[1 + n % 5]`;

async function fillMessages(client: Client): Promise<void> {
  for (const medium of ['mail', 'sms']) {
    await client.query('update numbered set id = gen_random_uuid()');
    await client.query(
      `insert into deliveries (id, company_id, location_id, medium, queue, address, state, due_at, created_at, cause_kind, cause_key)
       select id, company_id, location_id, $1, $1 || ':visit', 'visitor-' || n || '@example.test', ${state}, at, at, 'bench',
         n::text from numbered`,
      [medium],
    );
    await client.query(medium === 'mail' ? mails : sms);
  }
}

const mails = `
  insert into email_messages (id, company_id, location_id, from_e_mail, to_e_mail, subject, html, plain, message_id, created_at)
  select id, company_id, location_id, 'no-reply-' || n % 7 || '@daybook.test', 'visitor-' || n || '@example.test',
    ${words} || ': Haircut ' || n % 5000, '<p>Your appointment</p>',
    'Hello Mara ' || n % 700 || ',' || chr(10) || 'Your appointment with Anna ' || n % 90 || ' is confirmed.', 'bench-' || n, at
  from numbered`;

const sms = `
  insert into sms_messages (id, company_id, location_id, from_sms, to_sms, subject, message, created_at)
  select id, company_id, location_id, 'Salon ' || n % 7, '+3712' || lpad((n::bigint * 7919 % 10000019)::text, 7, '0'), ${words},
    ${words} || ': your appointment with Anna ' || n % 90 || ' at ' || at, at
  from numbered`;

const payments = `
  insert into payments (company_id, id, amount, created_at, provider, provider_ref, manual, seen_pending, confirmed_at)
  select company_id, gen_random_uuid(), 10 + n % 90, at, case when n % 2 = 0 then 'paypal' end,
    case when n % 2 = 0 then md5(n::text) end,
    case when n % 100 = 1 then 'cancelled' when n % 100 > 3 then 'confirmed' end, n % 100 = 2,
    case when n % 100 > 3 then at end
  from numbered`;

const invoices = `
  insert into invoices (company_id, id, kind, series, number, issued_at, due_date, period_start, period_end, net, vat,
    grand_total, seller, buyer, previous_hash, hash)
  select company_id, gen_random_uuid(), 'single', 'BENCH', n + 1, at, (at + interval '14 days')::date,
    date_trunc('month', at)::date, (date_trunc('month', at) + interval '1 month - 1 day')::date, 10 + n % 90, 0, 10 + n % 90,
    '{}', '{"name":"Salon"}', '', '' from numbered`;

/** One in two hundred is still to be paid. */
const openInvoices = `
  with found as (
    select company_id, id, grand_total, due_date, row_number() over () as n from invoices where series = 'BENCH'),
  paid as (
    insert into invoice_settlements (company_id, id, invoice_id, kind, amount, created_at)
    select company_id, gen_random_uuid(), id, 'deposit', grand_total, now() from found where n % 200 > 0)
  insert into open_invoices (company_id, invoice_id, due_date) select company_id, id, due_date from found where n % 200 = 0`;

const files = `
  insert into files (id, company_id, display_name, mime_type, size, sha256, is_system, created_at)
  select gen_random_uuid(), company_id, 'note-' || n % 5000 || '.txt', (array['text/plain', 'image/png'])[1 + n % 2],
    n % 9000, md5(n::text), n % 1000 = 0, at from numbered`;
