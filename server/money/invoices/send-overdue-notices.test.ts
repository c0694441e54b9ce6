// Tests of when an invoice is due, and of its overdue notices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyInvoices } from '#contract/money/invoices.ts';
import { systemPayments } from '#contract/money/payments.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { sellerAndPayer } from '#server/testing/build/invoicing.ts';
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
    const counts = await Promise.all(Array.from({ length: 8 }, () => sendOverdueNotices(app)));
    const count = counts.reduce((sum, one) => sum + one);
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
