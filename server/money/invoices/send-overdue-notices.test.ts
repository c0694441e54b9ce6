// Tests of when an invoice is due, and of its overdue notices.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyInvoices } from '#contract/money/invoices.ts';
import { systemPayments } from '#contract/money/payments.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { sellerAndPayer } from '#server/testing/build/invoicing.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';
import { moneyMayStillSend } from './may-still-send.ts';
import { sendOverdueNotices } from './send-overdue-notices.ts';

const { pay } = companyInvoices.operations;
const { manualConfirm } = systemPayments.operations;

test('the operator chooses when an invoice is due, and when its overdue notices come', async () => {
  await using app = await testApp();
  const { payer } = await sellerAndPayer(app);
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
  const { payer, admin, sys } = await sellerAndPayer(app);
  await buildInvoice(app, payer);
  const paid = await buildInvoice(app, payer);
  const { answer } = await app.call(pay, { id: paid.id }, admin);
  await app.call(manualConfirm, { id: answer.id }, sys);
  const mails: number[] = [];
  for (let day = 1; day <= 45; day++) {
    app.clock.advance({ hours: 24 });
    const [one, other] = await Promise.all([sendOverdueNotices(app), sendOverdueNotices(app)]);
    const count = one + other;
    if (count > 0) mails.push(day);
    assert.ok(count <= 1, `${count} notices on day ${day}`);
  }
  assert.deepEqual(mails, [17, 24, 38]);
  const messages = app.database.read.selectFrom('emailMessages').select(['subject', 'plain']).orderBy('createdAt');
  const sent = await messages.execute();
  assert.match(sent[0]?.plain ?? '', /16 March 2026/);
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    [
      'Invoice INV-000001 is overdue',
      'Second notice: invoice INV-000001 is overdue',
      'Last notice: invoice INV-000001 is overdue',
    ],
  );
});

test('a notice that another run has stored since this one looked is not sent again', async () => {
  await using app = await testApp();
  const { payer } = await sellerAndPayer(app);
  const { id } = await buildInvoice(app, payer);
  app.clock.advance({ hours: 24 * 17 });
  const { write, read } = app.database;
  const holder = await app.database.connect();
  try {
    await holder.query('select pg_advisory_lock(1, 1)');
    // The run reads the day while its statement runs, which sees no row that is stored from then on.
    await sql`
      create or replace function seller_day(at timestamptz) returns date language plpgsql stable parallel safe as $$ begin
        perform pg_advisory_lock_shared(1, 1), pg_advisory_unlock_shared(1, 1);
        return (select wall_time(at, s.time_zone)::date from seller s);
      end $$`.execute(write);
    const running = sendOverdueNotices(app);
    await waitForLock(app);
    const createdAt = app.clock.now();
    await write.insertInto('dunning').values({ companyId: payer.id, invoiceId: id, level: 1, createdAt }).execute();
    await holder.query('select pg_advisory_unlock(1, 1)');
    assert.equal(await running, 0);
  } finally {
    await holder.end();
    await sql.raw(await readFile(new URL('../../balance/sql/seller-day.sql', import.meta.url), 'utf8')).execute(write);
  }
  const mails = await read.selectFrom('emailMessages').select('subject').execute();
  assert.deepEqual(mails, []);
});

test('a notice that waits is not sent once its invoice is paid', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { payer, admin, sys } = await sellerAndPayer(app);
  await buildInvoice(app, payer);
  const paid = await buildInvoice(app, payer);
  const { answer } = await app.call(pay, { id: paid.id }, admin);
  app.clock.advance({ hours: 24 * 17 });
  assert.equal(await sendOverdueNotices(app), 2);
  app.clock.advance({ hours: -24 * 17 });
  await app.call(manualConfirm, { id: answer.id }, sys);
  app.clock.advance({ hours: 24 * 17 });
  const worker = openMessaging(app, { mayStillSend: moneyMayStillSend });
  await worker.drain();
  await worker.close();
  assert.deepEqual(
    server.mails.map(({ subject }) => subject),
    ['Invoice INV-000001 is overdue'],
  );
});
