// Tests of any history of money: operators, companies and the job act in random orders, and the books stay right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { cases, random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { whileKilled } from '#server/testing/faults/kill-connections.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { issueInvoices } from './issue-invoices.ts';

const { pay } = companyInvoices.operations;
const { confirmTransfer, credit, issueAgain } = systemInvoices.operations;
const { manualConfirm, manualCancel } = systemPayments.operations;

async function people(app: TestApp) {
  const details = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', vatId: 'LV1', vatRate: 21 };
  await app.database.write.updateTable('seller').set(details).execute();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  await setTerms(app, { monthlyCost: 10 });
  await sql`insert into billing (company_id, since, next_period) select id, '2025-10-01', '2025-10-01' from companies
    on conflict (company_id) do update set since = excluded.since, next_period = excluded.next_period`.execute(
    app.database.write,
  );
  for (let made = 0; made < 4; made++) await buildInvoice(app, company, { cents: 1_000 + made });
  return { company, admin: await signIn(app, employee), sys: await signIn(app, operator) };
}

/** One random act on records that other workers act on as well. Returns the status of its answer. */
async function actAtRandom(
  app: TestApp,
  { company, admin, sys }: Awaited<ReturnType<typeof people>>,
  pick: (below: number) => number,
): Promise<number> {
  const ids = async (table: 'invoices' | 'payments') => {
    const query = sql<{ id: string }>`
      select id from ${sql.table(table)} where company_id = ${company.id} order by id`;
    return (await query.execute(app.database.read)).rows;
  };
  const [invoices, payments] = await Promise.all([ids('invoices'), ids('payments')]);
  const invoice = invoices[pick(invoices.length)] ?? assert.fail();
  const payment = payments[pick(Math.max(payments.length, 1))] ?? invoice;
  switch (pick(9)) {
    case 0:
      return (await app.call(companyPayments.operations.add, { amount: 5 }, admin)).status;
    case 1:
    case 2:
      return (await app.call(pay, { id: invoice.id }, admin)).status;
    case 3:
      return (await app.call(manualConfirm, { id: payment.id }, sys)).status;
    case 4:
      return (await app.call(manualCancel, { id: payment.id }, sys)).status;
    case 5:
      return (await app.call(confirmTransfer, { id: invoice.id }, sys)).status;
    case 6:
      return (await app.call(credit, { id: invoice.id }, sys)).status;
    case 7:
      return (await app.call(issueAgain, { id: invoice.id }, sys)).status;
    default:
      await issueInvoices(app, { limit: 1 });
      return 200;
  }
}

for (const killed of [false, true]) {
  const when = killed ? ', while connections are killed between any two statements' : '';
  test(`whatever six people and the job do with invoices and payments, the books stay right${when}`, async () => {
    await using app = await testApp();
    const known = await people(app);
    const storm = () =>
      Promise.all(
        Array.from({ length: 6 }, async (_, worker) => {
          const pick = random(seed + worker);
          for (let round = 0; round < cases(30, 10); round++) {
            const status = await actAtRandom(app, known, pick).catch((error: unknown) => {
              if (!killed) throw error;
              return 503;
            });
            const expected = [200, 404, 417, 429, ...(killed ? [503] : [])];
            assert.ok(expected.includes(status), `${status}. ${seedHint}`);
          }
        }),
      );
    if (killed) assert.ok((await whileKilled(app, storm)) > 0);
    else await storm();
    assert.deepEqual(await verifyBooks(app.database), [], seedHint);
    const { rows } = await sql<{ label: string }>`
      select i.label from payments p join invoices i on i.id = p.invoice_id
      where p.status = 'created' and i.grand_total <= (
        select coalesce(sum(s.amount), 0) from invoice_settlements s where s.invoice_id = i.id)`.execute(
      app.database.read,
    );
    assert.deepEqual(rows, [], 'no page asks for money that is not owed');
    const { rows: open } = await sql`
      select i.id from invoices i left join open_invoices o on o.company_id = i.company_id and o.invoice_id = i.id
      where (o.invoice_id is not null) <> (i.kind <> 'credit_note' and i.grand_total > coalesce((
        select sum(s.amount) from invoice_settlements s where s.company_id = i.company_id and s.invoice_id = i.id), 0))`.execute(
      app.database.read,
    );
    assert.deepEqual(open, [], 'overdue notices read the open invoices alone');
  });
}
