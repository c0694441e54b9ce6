// Tests of invoices as rows: their list, that nothing changes them, and the turns of their mail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { transaction } from '#server/db/transaction.ts';
import { queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { sellerAndPayer } from '#server/testing/build/invoicing.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('invoices have the fields of the specification and its aliases, of the last month by default', async () => {
  await using app = await testApp();
  const { payer } = await sellerAndPayer(app);
  const { id: old } = await buildInvoice(app, payer, { cents: 1_000 });
  app.clock.advance({ hours: 24 * 32 });
  const { id } = await buildInvoice(app, payer, { cents: 2_000 });
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const list = async (query: string) => {
    const url = `/api/system/invoices/GetPaginated?pageNr=1&rowsPerPage=20&${query}`;
    return (await app.server.inject({ url, headers: sys })).json();
  };
  const { TotalRows, Invoices } = await list('');
  const [{ Created, Pdf, ...row }] = Invoices;
  assert.match(Created, /^2026-04-03T08:00:00/);
  assert.match(Pdf, /^[\da-f-]{36}$/);
  assert.equal(TotalRows, 1);
  const { Id, Number: number, GrandTotal, DueDate, PeriodStart, PeriodEnd, Paid, Company } = row;
  assert.deepEqual(
    { Id, number, GrandTotal, DueDate, PeriodStart, PeriodEnd, Paid, Company },
    {
      Id: id,
      number: 'INV-000002',
      GrandTotal: 20,
      DueDate: '2026-04-17',
      PeriodStart: '2026-03-01',
      PeriodEnd: '2026-03-31',
      Paid: false,
      Company: payer.name,
    },
  );
  const found = async (query: string) => (await list(`startDate=2026-01-01&${query}`)).Invoices.map(idOf);
  const idOf = (one: { Id: string }) => one.Id;
  assert.deepEqual(await found(''), [id, old]);
  assert.deepEqual(await found('order=GrandTotal'), [old, id]);
  for (const search of ['number:INV-000002', 'created:2026-04-03', 'duedate:2026-04-17', 'DueDate:2026-04-17']) {
    assert.deepEqual(await found(`search=${encodeURIComponent(`${search}, company:${payer.name}`)}`), [id], search);
  }
});

test('what is due is that of the company, and for operators that of all; paid in part, the rest', async () => {
  await using app = await testApp();
  await sellerAndPayer(app);
  const payer = await buildBusiness(app, { actions: ['admin'] });
  const other = await buildBusiness(app, { actions: ['admin'] });
  const { id: late } = await buildInvoice(app, payer.company, { cents: 1_000 });
  await buildInvoice(app, other.company, { cents: 500 });
  app.clock.advance({ hours: 24 * 32 });
  await buildInvoice(app, payer.company, { cents: 2_000 });
  await sql`insert into invoice_settlements (company_id, invoice_id, id, kind, amount, created_at)
    values (${payer.company.id}, ${late}, gen_random_uuid(), 'deposit', 4, ${app.clock.now()})`.execute(
    app.database.write,
  );
  const ofCompany = async ({ employee }: typeof payer) =>
    (await app.call(companyInvoices.operations.getDue, {}, await signIn(app, employee))).answer;
  assert.deepEqual(await ofCompany(payer), { count: 2, amount: 26, overdueCount: 1, overdueAmount: 6 });
  assert.deepEqual(await ofCompany(other), { count: 1, amount: 5, overdueCount: 1, overdueAmount: 5 });
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { answer } = await app.call(systemInvoices.operations.getDue, {}, sys);
  assert.deepEqual(answer, { count: 3, amount: 31, overdueCount: 2, overdueAmount: 11 });
});

test('no role of the application changes an issued invoice, or adds to it; a broken chain is found', async () => {
  await using app = await testApp();
  const { payer } = await sellerAndPayer(app);
  const { id } = await buildInvoice(app, payer);
  await buildInvoice(app, payer);
  const tables = ['invoices', 'invoice_lines', 'invoice_vat', 'invoice_line_usage', 'invoice_settlements', 'dunning'];
  for (const table of tables) {
    for (const change of [
      sql`update ${sql.table(table)} set company_id = company_id`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)} cascade`,
    ]) {
      await assert.rejects(change.execute(app.database.write), /cannot be changed or deleted/);
    }
  }
  await assert.rejects(
    sql`insert into invoice_lines (company_id, invoice_id, position, kind, first_day, last_day, quantity, net)
      values (${payer.id}, ${id}, 2, 'month', '2026-01-01', '2026-01-31', 1, 1)`.execute(app.database.write),
    /is issued/,
  );
  await transaction({ ...app, db: app.database.write }, async ({ db }) => {
    await sql`alter table invoices disable trigger unchangeable`.execute(db);
    await sql`update invoices set due_date = due_date + 1 where id = ${id}`.execute(db);
    await sql`alter table invoices enable trigger unchangeable`.execute(db);
  });
  const wrong = await verifyBooks(app.database);
  assert.deepEqual(
    wrong.map(({ check, subject }) => [check, subject]),
    [['invoiceHashes', 'invoice INV-000001']],
  );
});

test('mail about invoices takes turns by company: it keeps no link that opens an account waiting', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const context = { ...app, db: app.database.write };
  const mail = { to: 'anna@example.test', language: 'en', url: 'http://localhost', companyId: company.id };
  for (const kind of ['invoice', 'creditNote', 'overdue1', 'verifyCompany'] as const) {
    const words = { number: '1', amount: '1', due: '1' };
    await transaction(context, (tx) => queueAccountMail(tx, kind, { ...mail, words }));
  }
  const rows = await app.database.write.selectFrom('deliveries').select(['lane', 'laneKey']).orderBy('lane').execute();
  assert.deepEqual(
    rows.map(({ lane, laneKey }) => [lane, laneKey]),
    [['now', ''], ...Array(3).fill(['turn', company.id])],
  );
});
