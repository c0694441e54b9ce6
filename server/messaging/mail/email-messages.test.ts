// Readers of the mail lists see the text of mails but cannot act through their links.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import { buildBusiness, buildEvent, signIn } from '#server/testing/build.ts';
import { testApp } from '#server/testing/test-app.ts';

test('the links of a mail have no tokens in the list, in one row and in an export', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const event = await buildEvent(app, employee, {
    start: '2026-03-03T08:00:00Z',
    status: 'requested',
    eMail: 'mara@example.test',
    userId: null,
  });
  const context = { ...app, db: app.database.write };
  const id = await transaction(context, (tx) =>
    queueAppointmentMail(tx, 'request', { companyId: company.id, id: event.id }),
  );
  const { html } = await app.database.write
    .selectFrom('emailMessages')
    .select('html')
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
  const token = /\/appointment\/([\w-]{43})\/confirm/.exec(html)?.[1];
  assert.ok(token, 'the mail has its link');
  const cookie = await signIn(app, employee);
  const logId = randomUUIDv7();
  await app.database.write
    .insertInto('emailMessageLogs')
    .values({ id: logId, messageId: id ?? '', companyId: company.id, log: '250 OK', createdAt: app.clock.now() })
    .execute();
  const lists = [
    { operations: companyEmailMessages.operations, shown: id },
    { operations: systemEmailMessages.operations, shown: id },
    { operations: systemEmailMessageLogs.operations, shown: logId },
  ];
  for (const { operations, shown } of lists) {
    const list = await app.call(operations.getPaginated, {}, cookie);
    const one = await app.call(operations.getById, { id: shown ?? '' }, cookie);
    const file = await app.server.inject({ url: `/${operations.export.path}`, headers: cookie });
    for (const { body } of [list, one, file]) {
      assert.ok(!body.includes(token), 'the token is shown');
      assert.match(body, /\/appointment\/\*\*\*\/confirm/);
    }
    // Nor can a search reveal the token letter by letter.
    assert.equal((await app.call(operations.getPaginated, { search: token.slice(0, 8) }, cookie)).answer.totalRows, 0);
  }
});
