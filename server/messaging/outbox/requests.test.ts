// Tests of what requests have to do with the outbox: few statements, no mail server, and a log that is cleared.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { systemEmailMessageLogs } from '#contract/messaging/mail.ts';
import { systemSmsMessageLogs } from '#contract/messaging/sms.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { statementsOf } from '#server/testing/faults/faults.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function booked(app: TestApp, eMail = 'mara@example.test') {
  const { employee, company } = await buildBusiness(app, { actions: ['user', 'sys'] });
  const { id } = await buildEvent(app, employee, { start: '2026-03-03T08:00:00Z', eMail, userId: null });
  const as = await signIn(app, employee);
  return { id, as, companyId: company.id, remind: () => app.call(calendars.sendEmailNotification, { id }, as) };
}

test('clearing a log deletes the attempts of its medium alone', async () => {
  await using app = await testApp();
  const { as, companyId } = await booked(app);
  const mail = await buildMail(app, { companyId, state: 'failed' });
  const { id: sms } = await buildSms(app, companyId);
  const attempts = () => app.database.write.selectFrom('deliveryAttempts').select('deliveryId').orderBy('id').execute();
  for (const deliveryId of [mail, sms]) {
    const attempt = { id: crypto.randomUUID(), deliveryId, companyId, answer: '250 OK', createdAt: app.clock.now() };
    await app.database.write.insertInto('deliveryAttempts').values(attempt).execute();
  }
  const others = () =>
    Promise.all(
      (['deliveries', 'emailMessages', 'smsMessages', 'suppressions', 'turns'] as const).map((table) =>
        app.database.write.selectFrom(table).selectAll().execute(),
      ),
    );
  const before = await others();
  await app.call(systemEmailMessageLogs.operations.clear, {}, as);
  assert.deepEqual(await attempts(), [{ deliveryId: sms }]);
  await app.call(systemSmsMessageLogs.operations.clear, {}, as);
  assert.deepEqual(await attempts(), []);
  assert.deepEqual(await others(), before);
});

test('a request that queues a mail runs at most two statements more than one that inserts it', async () => {
  await using app = await testApp();
  const { remind } = await booked(app);
  await remind();
  const all = await statementsOf(app, remind);
  assert.ok(all.some((text) => /insert into "?email_messages/.test(text)));
  const queuing = all.filter((text) => /deliver(y|ies)|email_messages|turns|notify/.test(text));
  assert.ok(queuing.length <= 1 + 2, queuing.join('\n'));
});

test('requests are answered while the mail server is silent', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  await using app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const { remind } = await booked(app);
  const outbox = openMessaging(app);
  const connected = once(silent, 'connection');
  assert.equal((await remind()).status, 200);
  await connected;
  assert.equal((await remind()).status, 200);
  const rows = await app.database.write.selectFrom('deliveries').select(['state', 'attempts']).execute();
  assert.equal(rows.length, 2);
  assert.ok(rows.every(({ state }) => state === 'queued' || state === 'sending'));
  const read = [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
  assert.equal(read, 0, 'the server has said nothing');
  silent.close();
  for (const socket of sockets) socket.destroy();
  await outbox.close();
});
