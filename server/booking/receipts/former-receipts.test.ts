// Tests that every figure of receipts is the same after the migration that gives them quantities and payments: the SQL
// of before is the oracle, on a random history.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { migrate } from '#server/db/migrate.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { migrateUntil } from '#server/testing/database/migrate-until.ts';
import { emptyDatabase } from '#server/testing/database/migration-databases.ts';
import { listOfContact } from '../visits/list-of-contact.ts';
import { readPayments } from './read-payments.ts';

const companyId = '0c000000-0000-7000-8000-000000000001';
const [userId, locationId, calendarId] = [randomUUID(), randomUUID(), randomUUID()];

/** The view and the triggers as they were. */
const formerSql = `
  create view report_facts with (security_invoker = true) as
    select company_id, 'receipts'::text as subject, day, location_id, calendar_id,
      case when is_refund then -1 else 1 end as number, amount, 0 as completed from receipt_lines;
  create view open_facts with (security_invoker = true) as select * from report_facts;
  create function refuse_receipt_change() returns trigger language plpgsql as $$
    begin raise exception '% cannot be changed', tg_table_name; end $$;
  create trigger unchangeable_row before update on receipts for each row
    when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id')) execute function refuse_receipt_change();
  create trigger unchangeable_row before update on receipt_lines for each row
    when ((to_jsonb(old) - 'refund_id') is distinct from (to_jsonb(new) - 'refund_id') or old.refund_id is not null)
    execute function refuse_receipt_change();`;

/** Customers with visits of one to three parts: paid, paid in parts, refunded, paid again, or not paid. */
async function formerHistory(client: pg.Client): Promise<{ contacts: string[]; visits: string[] }> {
  const pick = random(seed);
  await client.query(
    `insert into companies (id, name) values ('${companyId}', 'Salon');
     insert into users (id, log_in) values ('${userId}', 'anna@salon.example');
     insert into employees (company_id, user_id, url_name) values ('${companyId}', '${userId}', 'anna');
     insert into locations (company_id, id, name, url_name, time_zone)
       values ('${companyId}', '${locationId}', 'North', 'north', 'Europe/Riga');
     insert into calendars (company_id, id, user_id) values ('${companyId}', '${calendarId}', '${userId}')`,
  );
  const contacts = Array.from({ length: 6 }, () => randomUUID());
  for (const id of contacts) {
    await client.query(`insert into contacts (company_id, id, name) values ('${companyId}', '${id}', 'Mara')`);
  }
  const visits: string[] = [];
  for (let number = 0; number < 40; number++) {
    const [visitId, contactId] = [randomUUID(), pick(5) === 0 ? null : contacts[pick(contacts.length)]];
    const day = `2026-02-${String(1 + pick(28)).padStart(2, '0')}`;
    visits.push(visitId);
    await client.query(
      `insert into visits (company_id, id, location_id, contact_id, start_at, end_at, time_zone, day, name, status, source, calendar_uid)
       values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz + interval '1 hour', 'Europe/Riga', $6, 'Mara', $7, 'page', $2)`,
      [companyId, visitId, locationId, contactId, `${day}T10:00:00Z`, day, pick(4) ? 'completed' : 'requested'],
    );
    const eventIds = Array.from({ length: 1 + pick(3) }, () => randomUUID());
    for (const [position, eventId] of eventIds.entries()) {
      await client.query(
        `with event as (
           insert into events (company_id, id, calendar_id, location_id, title, start_at, end_at, time_zone, type, occupied, day, blocks)
           values ($1, $3, $4, $5, 'Cut', $6::timestamptz, $6::timestamptz + interval '20 minutes', 'Europe/Riga', 'success', tstzmultirange(tstzrange($6::timestamptz, $6::timestamptz + interval '20 minutes')),
             $7, false) returning id)
         insert into visit_parts (company_id, visit_id, event_id, position, service_name, minutes, price, vat_rate)
         select $1, $2, id, $8, 'Cut', 20, $9, $10 from event`,
        [companyId, visitId, eventId, calendarId, locationId, `${day}T10:00:00Z`, day, position, pick(5_000) / 100, 21],
      );
    }
    let unpaid = eventIds;
    for (let round = 0; round < 3 && unpaid.length > 0 && pick(4); round++) {
      const parts = unpaid.filter((_, index) => index === 0 || pick(2));
      const receiptId = await payFormerly(client, { visitId, parts, day, pick });
      unpaid = unpaid.filter((id) => !parts.includes(id));
      if (pick(3) === 0) {
        await refundFormerly(client, receiptId);
        unpaid = [...unpaid, ...parts];
      }
    }
  }
  return { contacts, visits };
}

interface Payment {
  visitId: string;
  parts: string[];
  day: string;
  pick(below: number): number;
}

async function payFormerly(client: pg.Client, { visitId, parts, day, pick }: Payment): Promise<string> {
  const id = randomUUID();
  const amounts = parts.map(() => 1 + pick(9_000));
  const method = ['cash', 'card', 'transfer'][pick(3)];
  await client.query(
    `insert into receipts (company_id, id, visit_id, location_id, day, method, amount, user_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::int / 100.0, $8, now() + random() * interval '1 day')`,
    [companyId, id, visitId, locationId, day, method, amounts.reduce((sum, cents) => sum + cents, 0), userId],
  );
  for (const [position, eventId] of parts.entries()) {
    await client.query(
      `insert into receipt_lines (company_id, receipt_id, position, visit_id, event_id, name, location_id, calendar_id, day, amount,
         vat_rate, is_refund)
       values ($1, $2, $3, $4, $5, 'Cut', $6, $7, $8, $9::int / 100.0, $10, false)`,
      [companyId, id, position, visitId, eventId, locationId, calendarId, day, amounts[position], pick(2) ? 21 : null],
    );
  }
  return id;
}

async function refundFormerly(client: pg.Client, id: string): Promise<void> {
  const refundId = randomUUID();
  for (const text of [
    `insert into receipts (company_id, id, visit_id, location_id, day, method, amount, refunds_id, user_id, created_at)
     select company_id, $2, visit_id, location_id, day + 1, method, -amount, id, user_id, now() + interval '2 days' from receipts
     where id = $1`,
    `insert into receipt_lines (company_id, receipt_id, position, visit_id, event_id, name, location_id, calendar_id, day, amount,
       vat_rate, is_refund)
     select company_id, $2, position, visit_id, event_id, name, location_id, calendar_id, day + 1, -amount, vat_rate, true
     from receipt_lines where receipt_id = $1`,
    `update receipt_lines set refund_id = $2 where receipt_id = $1`,
  ]) {
    await client.query(text, [id, refundId]);
  }
}

/** By the SQL of before. */
async function formerFigures(client: pg.Client) {
  const all = async (text: string) => (await client.query(text)).rows;
  const isStanding = `not exists (select from receipt_lines l where l.company_id = p.company_id and l.visit_id = p.visit_id
    and l.event_id = p.event_id and not l.is_refund and l.refund_id is null)`;
  return {
    spent: await all(`
      select k.id, coalesce(sum(p.amount), 0)::numeric(14, 2)::text as spent from contacts k
      left join visits v on v.company_id = k.company_id and v.contact_id = k.id
      left join lateral (
        select sum(r.amount) as amount from receipts r where r.company_id = v.company_id and r.visit_id = v.id) p on true
      group by k.id order by k.id`),
    visits: await all(`
      select x.id, coalesce((select sum(r.amount) from receipts r where r.visit_id = x.id), 0)::float as paid,
        coalesce(sum(p.price) filter (where ${isStanding}), 0)::float as due,
        count(*) filter (where ${isStanding})::int as unpaid
      from visits x join visit_parts p on p.visit_id = x.id group by x.id order by x.id`),
    receipts: await all(`
      select r.id, r.amount::float as amount, r.method, back.id is not null as "isRefunded", (
        select json_agg(json_build_array(l.event_id, l.amount::float, l.vat_rate::float) order by l.position)
        from receipt_lines l where l.receipt_id = r.id) as lines
      from receipts r left join receipts back on back.refunds_id = r.id where r.refunds_id is null order by r.id`),
    facts: await all(factsText),
    methods: await all(
      `select day::text, method, sum(amount)::text as amount from receipts group by 1, 2 order by 1, 2`,
    ),
  };
}

const factsText = `
  select day::text, location_id, calendar_id, sum(number)::int as number, sum(amount)::text as amount
  from report_facts where subject = 'receipts' group by 1, 2, 3 order by 1`;

test(`figures of receipts are those of before the migration (${seedHint})`, async () => {
  await using empty = await emptyDatabase();
  const { client, database } = empty;
  await migrateUntil(client, '-receipts-of-sales.sql');
  await client.query(formerSql);
  const { contacts, visits } = await formerHistory(client);
  const before = await formerFigures(client);
  assert.ok(before.receipts.some(({ isRefunded }) => isRefunded) && before.visits.some(({ unpaid }) => unpaid > 0));
  await migrate(client);

  await client.query(`select recount_contacts('${companyId}', null, now())`);
  const { rows: spent } = await client.query('select id, spent::text as spent from contacts order by id');
  assert.deepEqual(spent, before.spent);
  assert.deepEqual((await client.query(factsText)).rows, before.facts);
  assert.deepEqual((await client.query(factsText.replace('report_facts', 'open_facts'))).rows, before.facts);
  const { rows: methods } = await client.query(`
    select r.day::text, p.method, sum(p.amount)::text as amount
    from receipts r join receipt_payments p on p.receipt_id = r.id group by 1, 2 order by 1, 2`);
  assert.deepEqual(methods, before.methods);

  const user = { id: userId, companyId, locationId, actions: ['user', 'admin'] };
  const context = { db: database.write, user } as unknown as SignedIn;
  const read = await Promise.all(visits.toSorted().map((id) => readPayments(context, id)));
  assert.deepEqual(
    read.map(({ visitId, paid, due, unpaidParts }) => ({ id: visitId, paid, due, unpaid: unpaidParts })),
    before.visits,
  );
  const receipts = read
    .flatMap((one) => one.receipts)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, amount, payments, refundedAt, lines }) => ({
      ...{ id, amount, method: payments[0]?.method, isRefunded: refundedAt !== null },
      lines: lines.map((line) => [line.eventId, line.amount, line.vatRate]),
    }));
  assert.deepEqual(receipts, before.receipts);
  for (const { id, paid, unpaid } of before.visits) {
    const { rows } = await client.query('select contact_id, status from visits where id = $1', [id]);
    const [{ contact_id: contactId, status }] = rows;
    if (!contactId) continue;
    const listed = JSON.parse((await listOfContact(context, { contactId })).text) as Record<string, unknown>[];
    const visit = listed.find((one) => one.Id === id);
    assert.deepEqual([visit?.Paid, visit?.IsPayable], [paid, status === 'completed' && unpaid > 0]);
  }
  assert.equal(contacts.length, before.spent.length);
  const wrong = await verifyBooks(database);
  assert.deepEqual(
    wrong.filter(({ check }) => check.startsWith('receipt')),
    [],
  );
  await sql`select close_days(${companyId}, '2026-03-31')`.execute(database.write);
  const { rows: counted } = await client.query(`
    select day::text, location_id, calendar_id, number::int, amount::text from counts_by_day where subject = 'receipts' order by 1`);
  assert.deepEqual(counted, before.facts);
});
