// Tests of invoices: the monthly run, their numbers, how they are paid, credited and issued again, and overdue notices.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reminders } from '#contract/messaging/feed.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { settle } from '#server/balance/deposits/settle.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import { queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, buildCompany, buildInvoice, setTerms, signIn } from '#server/testing/build.ts';
import { whileKilled } from '#server/testing/kill-connections.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { issueInvoices } from './issue-invoices.ts';
import { referenceOf } from './pdf/invoice-document.ts';
import { sendOverdueNotices } from './send-overdue-notices.ts';

const { pay, getNext, getPaginated } = companyInvoices.operations;
const { confirmTransfer, credit, issueAgain, getMissing } = systemInvoices.operations;
const { manualConfirm, manualCancel } = systemPayments.operations;

const details = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', timeZone: 'Europe/Riga' };

async function people(app: TestApp) {
  await app.database.write
    .updateTable('seller')
    .set({ ...details, vatId: 'LV1', vatRate: 21 })
    .execute();
  const { company: payer, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  await setTerms(app, { monthlyCost: 10 }, payer.id);
  return { payer, admin: await signIn(app, employee), sys: await signIn(app, operator) };
}

/** Companies are invoiced from that month on. */
async function billFrom(app: TestApp, month: string): Promise<void> {
  await sql`insert into billing (company_id, since, next_period) select id, ${month}::date, ${month}::date from companies
    on conflict (company_id) do update set since = excluded.since, next_period = excluded.next_period`.execute(
    app.database.write,
  );
}

async function issued(app: TestApp): Promise<number[]> {
  const { rows } = await sql<{
    number: number;
  }>`select number::int as number from invoices where series = 'INV' order by number`.execute(app.database.read);
  return rows.map(({ number }) => number);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('the month is over in the zone of the seller; its invoice comes once, with what the deposit has paid', async () => {
  await using app = await testApp({ now: '2026-03-31T20:50:00Z' });
  const { payer, admin } = await people(app);
  await billFrom(app, '2026-03-01');
  const source = { kind: 'sms', id: randomUUID() };
  await transaction({ ...app, db: app.database.write }, async (tx) => {
    await topUp(tx, { companyId: payer.id, units: 50_000, cause: { kind: 'payment', id: randomUUID(), step: 1 } });
    await reserve(tx, { companyId: payer.id, units: 12_149, source });
    await settle(tx, { companyId: payer.id, source });
  });
  const { answer: next } = await app.call(getNext, {}, admin);
  assert.deepEqual([next.grandTotal, next.fromBalance, next.lines.length], [13.31, 1.21, 2]);
  assert.equal((await issueInvoices(app)).issued, 0);
  app.clock.advance({ minutes: 15 });
  assert.equal((await issueInvoices(app)).issued, 1);
  assert.equal((await issueInvoices(app)).issued, 0);
  const { answer } = await app.call(getPaginated, {}, admin);
  const [row] = answer.invoices;
  assert.deepEqual(
    [row?.number, row?.grandTotal, row?.open, row?.dueDate, row?.periodStart, row?.periodEnd, row?.state],
    ['INV-000001', 13.31, 12.1, '2026-04-15', '2026-03-01', '2026-03-31', 'open'],
  );
  const [told] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.deepEqual([told?.type, told?.text], ['invoiceNew', 'New invoice over €13.31']);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a use that was counted while the invoice of its month was issued comes with the next one', async () => {
  await using app = await testApp({ now: '2026-03-31T12:00:00Z' });
  const { payer } = await people(app);
  await billFrom(app, '2026-03-01');
  const use = () =>
    transaction({ ...app, db: app.database.write }, async (tx) => {
      const source = { kind: 'sms', id: randomUUID() };
      await topUp(tx, { companyId: payer.id, units: 50_000, cause: { kind: 'payment', id: randomUUID(), step: 1 } });
      await reserve(tx, { companyId: payer.id, units: 10_000, source });
      await settle(tx, { companyId: payer.id, source });
    });
  const messages = async (at: string) => {
    app.clock.set(at);
    assert.equal((await issueInvoices(app)).issued, 1);
    const { rows } = await sql<{ quantity: number; usesFrom: string }>`
      select l.quantity, (select uses_from::text from billing b where b.company_id = i.company_id) as uses_from
      from invoices i left join invoice_lines l on l.company_id = i.company_id and l.invoice_id = i.id and l.kind = 'sms'
      order by i.number desc limit 1`.execute(app.database.read);
    return [rows[0]?.quantity, rows[0]?.usesFrom];
  };
  await use();
  assert.deepEqual(await messages('2026-04-01T12:00:00Z'), [1, '2026-03-01']);
  app.clock.set('2026-03-31T12:00:00Z');
  await use();
  assert.deepEqual(await messages('2026-05-01T12:00:00Z'), [1, '2026-04-01']);
  assert.deepEqual(await messages('2026-06-01T12:00:00Z'), [null, '2026-04-01']);
});

test('invoices have the fields of the specification and its aliases, of the last month by default', async () => {
  await using app = await testApp();
  const { payer } = await people(app);
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

test('while details of the seller are missing, nothing is issued, and the operator sees which', async () => {
  await using app = await testApp();
  const { sys } = await people(app);
  await billFrom(app, '2026-02-01');
  await app.database.write.updateTable('seller').set({ address: '', vatRate: null }).execute();
  assert.deepEqual(await issueInvoices(app), { issued: 0, missing: ['address', 'vatRate'], withoutTerms: [] });
  assert.deepEqual((await app.call(getMissing, {}, sys)).answer.missing, ['address', 'vatRate']);
  await app.database.write.updateTable('seller').set({ address: 'Riga', vatRate: 21 }).execute();
  assert.equal((await issueInvoices(app)).issued, 1);
});

test('a month without terms for each of its days waits for them, and both sides read why', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  await billFrom(app, '2026-02-01');
  await app.database.write
    .updateTable('companyTerms')
    .set({ valid: '[2026-02-15,)' })
    .where('companyId', '=', payer.id)
    .execute();
  assert.deepEqual(await issueInvoices(app), { issued: 0, missing: [], withoutTerms: [payer.name] });
  assert.deepEqual((await app.call(getMissing, {}, sys)).answer.withoutTerms, [payer.name]);
  assert.equal((await app.call(getNext, {}, admin)).answer.hasTerms, true);
  assert.ok((await verifyBooks(app.database)).some(({ check }) => check === 'termsEveryDay'));
  await app.database.write
    .updateTable('companyTerms')
    .set({ valid: '(,)' })
    .where('companyId', '=', payer.id)
    .execute();
  assert.deepEqual(await issueInvoices(app), { issued: 1, missing: [], withoutTerms: [] });
  await app.database.write.deleteFrom('companyTerms').where('companyId', '=', payer.id).execute();
  const { answer: next } = await app.call(getNext, {}, admin);
  assert.deepEqual([next.hasTerms, next.lines], [false, []]);
});

for (const killed of [false, true]) {
  const when = killed ? ', while connections are killed between any two statements' : '';
  test(`two runs at once issue one invoice for each company and month, numbered 1 to n${when}`, async () => {
    await using app = await testApp();
    await people(app);
    for (let made = 0; made < 120; made++) await buildCompany(app);
    await setTerms(app, { monthlyCost: 5 });
    await billFrom(app, '2025-12-01');
    const run = async () => {
      for (let round = 0; round < 8; round++) await issueInvoices(app).catch((error) => assert.ok(killed, error));
    };
    const both = () => Promise.all([run(), run()]);
    if (killed) assert.ok((await whileKilled(app, both)) > 0);
    else await both();
    await issueInvoices(app);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from companies`.execute(
      app.database.read,
    );
    assert.deepEqual(await issued(app), upTo(3 * (rows[0]?.count ?? 0)));
    assert.deepEqual(await verifyBooks(app.database), []);
  });
}

test('an invoice has one open payment, also in two tabs; what is paid beyond it becomes deposit', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  const { id } = await buildInvoice(app, payer, { cents: 4_000 });
  const tabs = await Promise.all([1, 2, 3].map(() => app.call(pay, { id }, admin)));
  const ids = new Set(tabs.map(({ answer }) => answer.id));
  assert.equal(ids.size, 1);
  const told = (await app.call(reminders.getByCreatedAndUser, {}, sys)).answer;
  assert.deepEqual(
    told.map(({ type, text }) => [type, text]),
    [['paymentNew', `New payment of €40 from ${payer.name}`]],
    'the operator is told once',
  );
  const payment = tabs[0]?.answer.id ?? assert.fail();
  const { answer: list } = await app.call(companyPayments.operations.getPaginated, {}, admin);
  assert.deepEqual([list.payments[0]?.amount, list.payments[0]?.invoice?.number], [40, 'INV-000001']);
  await app.call(manualConfirm, { id: payment }, sys);
  const stateOf = async () => (await app.call(companyInvoices.operations.getById, { id }, admin)).answer.state;
  assert.equal(await stateOf(), 'paid');
  assert.equal((await app.call(pay, { id }, admin)).status, 417);
  assert.deepEqual(await verifyBooks(app.database), []);

  await app.call(manualCancel, { id: payment }, sys);
  assert.equal(await stateOf(), 'open');
  const { answer: second } = await app.call(pay, { id }, admin);
  assert.notEqual(second.id, payment);
  const { answer: counted } = await app.call(manualConfirm, { id: second.id }, sys);
  assert.equal(counted.toBalance, 0);
  app.clock.advance({ minutes: 1 });
  const { answer: beyond } = await app.call(manualConfirm, { id: payment }, sys);
  assert.equal(beyond.toBalance, 40);
  const [heard] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.equal(heard?.text, 'Your payment of €40 is confirmed; €40 of it is added to the balance');
  assert.deepEqual(await verifyBooks(app.database), []);
  const { rows } = await sql<{
    posted: number;
  }>`select posted::float8 as posted from deposits where company_id = ${payer.id}`.execute(app.database.read);
  assert.equal(rows[0]?.posted, 40);
});

test('an invoice that is settled or credited no longer asks for the money: its open payment is cancelled', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  const { id } = await buildInvoice(app, payer, { cents: 4_000 });
  const { answer: first } = await app.call(pay, { id }, admin);
  await app.call(manualCancel, { id: first.id }, sys);
  const { answer: second } = await app.call(pay, { id }, admin);
  // The money of the first one has arrived after all.
  await app.call(manualConfirm, { id: first.id }, sys);
  const stateOf = async (paymentId: string) =>
    (await app.call(companyPayments.operations.getCheckout, { id: paymentId }, admin)).answer.state;
  assert.equal(await stateOf(second.id), 'cancelled');

  const other = await buildInvoice(app, payer, { cents: 2_500 });
  const { answer: third } = await app.call(pay, { id: other.id }, admin);
  app.clock.advance({ minutes: 1 });
  await app.call(credit, { id: other.id }, sys);
  assert.equal(await stateOf(third.id), 'cancelled');
  const [told] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.deepEqual([told?.type, told?.link], ['paymentCancelled', `/app/company/payments?open=${third.id}`]);
  assert.equal((await app.call(pay, { id: other.id }, admin)).status, 417);
  const moves = await app.database.read
    .selectFrom('paymentMoves')
    .select('kind')
    .where('paymentId', '=', third.id)
    .execute();
  assert.deepEqual(moves, [{ kind: 'cancelled' }]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the operator confirms a transfer by the reference of the invoice, with and without a payment, once', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  const without = await buildInvoice(app, payer, { cents: 4_000 });
  const withPayment = await buildInvoice(app, payer, { cents: 2_500 });
  const { answer: asked } = await app.call(pay, { id: withPayment.id }, admin);
  const { answer: checkout } = await app.call(companyPayments.operations.getCheckout, { id: asked.id }, admin);
  assert.equal(checkout.reference, referenceOf('INV-000002'), 'as on the document');
  assert.deepEqual(checkout.invoice, { number: 'INV-000002' });

  const search = `reference:${referenceOf('INV-000001')}`;
  const found = await app.call(systemInvoices.operations.getPaginated, { search }, sys);
  assert.deepEqual(
    found.answer.invoices.map(({ id, reference }) => [id, reference]),
    [[without.id, referenceOf('INV-000001')]],
  );
  const tabs = await Promise.all([1, 2, 3].map(() => app.call(confirmTransfer, { id: without.id }, sys)));
  assert.deepEqual(tabs.map(({ status }) => status).toSorted(), [200, 417, 417]);
  assert.equal(tabs.find(({ status }) => status === 200)?.answer.state, 'paid');
  const both = await Promise.all([
    app.call(confirmTransfer, { id: withPayment.id }, sys),
    app.call(manualConfirm, { id: asked.id }, sys),
  ]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 417]);
  const { answer } = await app.call(systemPayments.operations.getPaginated, {}, sys);
  assert.deepEqual(
    answer.payments.map(({ reference, amount, state }) => [reference, amount, state]).toSorted(),
    [
      [referenceOf('INV-000002'), 25, 'confirmed'],
      [referenceOf('INV-000001'), 40, 'confirmed'],
    ].toSorted(),
  );
  const [told] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.equal(told?.type, 'paymentConfirmed');
  assert.equal((await app.call(confirmTransfer, { id: randomUUID() }, sys)).status, 404);
  assert.equal((await app.call(confirmTransfer, { id: without.id }, admin)).status, 403);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the invoice of another company is unknown, and its amount never comes from a body', async () => {
  await using app = await testApp();
  const { payer, admin } = await people(app);
  const other = await buildCompany(app);
  const { id } = await buildInvoice(app, other);
  assert.equal((await app.call(pay, { id }, admin)).status, 404);
  const own = await buildInvoice(app, payer, { cents: 4_000 });
  const payload = { Id: own.id, GrandTotal: 1, Open: 1, Paid: true };
  const answer = await app.server.inject({ method: 'POST', url: '/api/company/invoices/Pay', payload, headers: admin });
  assert.equal(answer.statusCode, 200);
  const paid = await app.database.read.selectFrom('payments').select('amount').executeTakeFirstOrThrow();
  assert.equal(Number(paid.amount), 40);
});

test('a credit note moves what was paid to the deposit; the month is issued again once, with the same uses', async () => {
  await using app = await testApp({ now: '2026-03-20T08:00:00Z' });
  const { payer, admin, sys } = await people(app);
  await billFrom(app, '2026-03-01');
  const source = { kind: 'sms', id: randomUUID() };
  await transaction({ ...app, db: app.database.write }, async (tx) => {
    await topUp(tx, { companyId: payer.id, units: 50_000, cause: { kind: 'payment', id: randomUUID(), step: 1 } });
    await reserve(tx, { companyId: payer.id, units: 12_149, source });
    await settle(tx, { companyId: payer.id, source });
  });
  app.clock.set('2026-04-01T08:00:00Z');
  const sysNow = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const adminNow = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  await issueInvoices(app);
  const { id } = await app.database.read.selectFrom('invoices').select('id').executeTakeFirstOrThrow();
  const payment = randomUUID();
  await sql`insert into payments (company_id, id, amount, created_at, invoice_id) values (${payer.id}, ${payment}, 12.1, now(), ${id})`.execute(
    app.database.write,
  );
  await app.call(manualConfirm, { id: payment }, sysNow);
  assert.equal((await app.call(issueAgain, { id }, sysNow)).status, 417);
  const { answer: note } = await app.call(credit, { id }, sysNow);
  assert.deepEqual([note.number, note.grandTotal, note.state], ['CN-000001', -13.31, 'creditNote']);
  assert.equal((await app.call(credit, { id }, sysNow)).status, 417);
  assert.equal((await app.call(credit, { id: note.id }, sysNow)).status, 417);
  assert.deepEqual(await verifyBooks(app.database), []);

  const { answer: again } = await app.call(issueAgain, { id }, sysNow);
  assert.deepEqual(
    [again.number, again.grandTotal, again.open, again.periodStart],
    ['INV-000002', 13.31, 12.1, '2026-03-01'],
  );
  assert.equal((await app.call(issueAgain, { id }, sysNow)).status, 417);
  assert.deepEqual(await verifyBooks(app.database), []);
  await app.call(manualCancel, { id: payment }, sysNow);
  assert.deepEqual(await verifyBooks(app.database), []);
  await app.call(manualConfirm, { id: payment }, sysNow);
  assert.deepEqual(await verifyBooks(app.database), []);
  assert.ok(admin && sys && adminNow);
});

test('no role of the application changes an issued invoice, or adds to it; a broken chain is found', async () => {
  await using app = await testApp();
  const { payer } = await people(app);
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

test('the operator chooses when an invoice is due, and when its overdue notices come', async () => {
  await using app = await testApp();
  const { payer } = await people(app);
  await app.database.write.updateTable('seller').set({ dueDays: 30 }).execute();
  const { id } = await buildInvoice(app, payer);
  const { dueDate } = await app.database.read
    .selectFrom('invoices')
    .select(sql<string>`due_date::text`.as('dueDate'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(dueDate, '2026-04-01');
  app.clock.set('2026-04-05T08:00:00Z');
  assert.equal(await sendOverdueNotices(app, { days: [5, 6, 7] }), 0);
  app.clock.advance({ hours: 24 });
  assert.equal(await sendOverdueNotices(app, { days: [5, 6, 7] }), 1);
});

test('overdue notices come after 3, 10 and 24 days, each once, and end when the invoice is paid', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  await buildInvoice(app, payer);
  const paid = await buildInvoice(app, payer);
  const { answer } = await app.call(pay, { id: paid.id }, admin);
  await app.call(manualConfirm, { id: answer.id }, sys);
  const mails: number[] = [];
  for (let day = 1; day <= 45; day++) {
    app.clock.advance({ hours: 24 });
    const counts = await Promise.all([sendOverdueNotices(app), sendOverdueNotices(app)]);
    if (counts.some((count) => count > 0)) mails.push(day);
  }
  assert.deepEqual(mails, [17, 24, 38]);
  const sent = await app.database.read.selectFrom('emailMessages').select('subject').orderBy('createdAt').execute();
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    [
      'Invoice INV-000001 is overdue',
      'Second notice: invoice INV-000001 is overdue',
      'Last notice: invoice INV-000001 is overdue',
    ],
  );
});
