// Invoices: a month of 5,000 companies, the same rows inserted barely, and `priceInvoice` beside a second
// implementation in SQL in 100,000 cases.
import { sql } from 'kysely';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { issueInvoices } from '#server/money/invoices/issue-invoices.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { comparePrices } from '#server/testing/oracles/price-in-sql.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const companies = 5_000;
const pairs = 3;
const batch = 50;
const cases = 100_000;

export async function benchInvoices({ services }: World): Promise<Row[]> {
  const { write } = services.database;
  const { company } = await buildBusiness(services, { actions: ['admin'] });
  const details = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', vatId: 'LV1', vatRate: 21 };
  await write.updateTable('seller').set(details).execute();
  await addCompanies(services, company.id);
  // In the past, so that months are due.
  await sql`insert into billing (company_id, since, next_period) select id, '2020-01-01', '2020-01-01' from companies`.execute(
    write,
  );
  let month = Temporal.PlainDate.from('2020-02-01');
  const seconds: number[] = [];
  const issue = async () => {
    const at = month.toZonedDateTime('UTC').toInstant();
    month = month.add({ months: 1 });
    const begun = performance.now();
    const { issued } = await issueInvoices({ ...services, clock: { now: () => at } });
    if (issued < companies) throw new Error(`${issued} invoices instead of ${companies}.`);
    seconds.push((performance.now() - begun) / 1_000);
    return issued / (seconds.at(-1) ?? Number.NaN);
  };
  await issue();
  seconds.length = 0;
  const { rates, ratios } = await pairsOf(pairs, issue, () => insertBarely(services));
  const client = await services.database.connect();
  await client.query('set statement_timeout = 0');
  const begun = performance.now();
  await comparePrices(client, cases, Date.now() % 1e9);
  const compared = (performance.now() - begun) / 1_000;
  await client.end();
  const verifying = performance.now();
  const wrong = await verifyBooks(services.database);
  const verified = (performance.now() - verifying) / 1_000;
  const slowest = Math.max(...seconds);
  return [
    {
      label: `A month of ${companies.toLocaleString('en')} companies: invoices, lines, VAT, ledger, notices in the bell`,
      value: `median ${median(seconds).toFixed(1)} s, slowest ${slowest.toFixed(1)} s (${rates[0].toFixed(0)} a second)`,
      target: '<= 30 s',
      isMet: slowest <= 30,
    },
    ratioRow('Issuing compared with bare inserts of the same rows, also 50 in a transaction', ratios, { min: 0.5 }),
    {
      label: `priceInvoice and a second implementation in SQL, ${cases.toLocaleString('en')} cases`,
      value: `equal; ${compared.toFixed(0)} s`,
      target: 'equal',
      isMet: true,
    },
    {
      label: 'verify:books over all of these invoices',
      value: `${wrong.filter(({ check }) => check !== 'invoiceEntries' && check !== 'invoiceReceivables').length} wrong; ${verified.toFixed(1)} s`,
    },
  ];
}

/** Companies that one person administers. */
async function addCompanies({ database }: World['services'], template: string): Promise<void> {
  const client = await database.connect();
  await client.query('set statement_timeout = 0');
  for (const text of [
    `insert into companies (id, name) select gen_random_uuid(), 'Bench ' || n from generate_series(1, ${companies}) n`,
    `insert into company_terms (company_id, id, valid) select id, gen_random_uuid(), '(,)' from companies where name like 'Bench %'`,
    'update company_terms set monthly_cost = 29',
    `insert into unit_prices (company_id, kind, valid, price) select id, 'sms', '(,)', 0 from companies where name like 'Bench %'`,
    ...['employees', 'user_actions'].map(
      (table) => `insert into ${table}
        select (jsonb_populate_record(t, jsonb_build_object('company_id', c.id))).* from ${table} t, companies c
        where t.company_id = '${template}' and c.name like 'Bench %'`,
    ),
    'vacuum analyze',
  ]) {
    await client.query(text);
  }
  await client.end();
}

/** Returns the rows' rate: each invoice with a line, its VAT, three entries and a notice. */
async function insertBarely({ database }: World['services']): Promise<number> {
  const client = await database.connect();
  const { rows } = await client.query(`select id from companies where name like 'Bench %' order by id`);
  const ids: string[] = rows.map(({ id }) => id);
  const begun = performance.now();
  for (let from = 0; from < ids.length; from += batch) {
    const given = [ids.slice(from, from + batch), ids.slice(from, from + batch).map(() => crypto.randomUUID())];
    const pairsOfIds = 'unnest($1::uuid[], $2::uuid[]) g (company, id)';
    await client.query('begin');
    for (const text of [
      `insert into invoice_lines (company_id, invoice_id, position, kind, first_day, last_day, quantity, unit_price, net)
        select company, id, 1, 'month', '2019-01-01', '2019-01-31', 1, 29, 29 from ${pairsOfIds}`,
      `insert into invoice_vat (company_id, invoice_id, category, rate, basis, vat) select company, id, 'S', 21, 29, 6.09 from ${pairsOfIds}`,
      `insert into transactions (company_id, id, kind, cause, step, created_at) select company, id, 'bench', id, 1, now() from ${pairsOfIds}`,
      `insert into entries (company_id, transaction_id, account, amount) select company, id, a.account, a.amount from ${pairsOfIds},
        (values ('receivables', 35.09), ('sales', -29), ('vat', -6.09)) a (account, amount)`,
      `insert into reminders (company_id, user_id, id, type, text, link, created_at) select company, e.user_id, gen_random_uuid(), 'invoiceNew',
        'New invoice over €35.09', '/app/company/invoices?open=' || g.id, now() from ${pairsOfIds} join employees e on e.company_id = company`,
      `insert into invoices (company_id, id, kind, series, issued_at, due_date, period_start, period_end, net, vat, grand_total, seller, buyer)
        select company, id, 'single', 'INV', now(), '2019-02-15', '2019-01-01', '2019-01-31', 29, 6.09, 35.09, '{"name": "Daybook SIA", "address": "Riga"}',
          '{"name": "Bench", "address": "", "country": "", "vatId": "", "reference": "", "eMail": null}' from ${pairsOfIds}`,
    ]) {
      await client.query(text, given);
    }
    await client.query('commit');
  }
  const rate = ids.length / ((performance.now() - begun) / 1_000);
  await client.end();
  return rate;
}
