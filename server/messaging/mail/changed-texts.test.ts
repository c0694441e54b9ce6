// Tests of mails with changed texts: the changed text is sent to the right companies, and it cannot inject anything.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { maskLinks } from '#server/messaging/outbox/link-tokens.ts';
import { buildBusiness, verifyCompany } from '#server/testing/build/business.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { type MailKind, mailKinds } from './mail-keys.ts';
import { originalOf, templateKeyOf } from './mail-kinds.ts';

async function book(app: TestApp, status: 'requested' | 'confirmed' | 'cancelled', language = 'en') {
  const { company, employee } = await buildBusiness(app, { language });
  await verifyCompany(app, company, 'studio@rosa.test');
  const service = await buildService(app, employee, { name: 'Haircut', price: 35 });
  const event = await buildEvent(app, employee, {
    start: '2026-03-03T08:00:00Z',
    serviceId: service.id,
    status,
    name: 'Mara',
    eMail: 'mara@example.test',
    userId: null,
  });
  await app.database.write.updateTable('visits').set({ language }).where('id', '=', event.id).execute();
  return { companyId: company.id, id: event.id };
}

async function change(app: TestApp, given: { companyId?: string | null; key?: string } & Record<string, unknown>) {
  await app.database.write
    .insertInto('emailTemplates')
    .values({
      id: randomUUIDv7(),
      companyId: null,
      key: 'request',
      language: 'en',
      subject: 'S',
      body: 'B',
      changedAt: app.clock.now(),
      ...given,
    })
    .execute();
}

async function queued(app: TestApp, kind: MailKind, event: { companyId: string; id: string }) {
  const context: ServiceContext = { ...app, db: app.database.write };
  const id = await transaction(context, (tx) => queueAppointmentMail(tx, kind, event));
  return (await storedMails(app)).find((mail) => mail.id === id) ?? assert.fail();
}

/** Removes everything that differs between two mails about the same event. */
const bare = (text: string) => maskLinks(text).replace(/\s+/g, ' ').replace(/> </g, '><');
const statuses = { request: 'requested', cancelled: 'cancelled', notice: 'requested' } as const;

for (const language of languageKeys) {
  test(`the editable original of a text reads like the mail sent without it, in ${language}`, async () => {
    await using app = await testApp();
    for (const kind of mailKinds) {
      const status = kind in statuses ? statuses[kind as keyof typeof statuses] : 'confirmed';
      const key = templateKeyOf(kind, status);
      if (!key) continue;
      const event = await book(app, status, language);
      const delivered = await queued(app, kind, event);
      await change(app, { key, language, ...originalOf(key, language) });
      const own = await queued(app, kind, event);
      assert.equal(own.subject, delivered.subject, kind);
      assert.equal(bare(own.plain), bare(delivered.plain), kind);
      assert.equal(bare(own.html), bare(delivered.html), kind);
    }
  });
}

test('a company sends its own text; a company without one sends the text for all', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const [one, other] = [await book(app, 'requested'), await book(app, 'requested')];
  await change(app, { subject: 'All: {{what}}', body: '# For all\n\nHello {{visitor}}\n\n{{confirmButton}}' });
  await change(app, {
    companyId: one.companyId,
    subject: 'Ours: {{what}}',
    body: '# From us\n\n{{visitor}} & <b>you</b>\n\n{{confirmButton}}',
    fromEMail: 'studio@rosa.test',
    bccEMail: 'archive@rosa.test',
  });
  await queued(app, 'request', one);
  await queued(app, 'request', other);
  const worker = openMessaging(app);
  await worker.drain();
  await worker.close();
  const ours = await server.next(
    ({ subject, envelope }) => subject === 'Ours: Haircut' && envelope.to[0] === 'mara@example.test',
  );
  assert.equal(ours.envelope.from, 'studio@rosa.test');
  assert.match(ours.text ?? '', /^From us\n\nMara & <b>you<\/b>\n\nConfirm the appointment:\nhttp/);
  assert.match(ours.html ?? '', /Mara &amp; &lt;b&gt;you/);
  const copy = await server.next(({ envelope }) => envelope.to[0] === 'archive@rosa.test');
  assert.match(copy.text ?? '', /\/appointment\/\*\*\*\/confirm/, 'the copy cannot act for the visitor');
  const { causeKey } = await app.database.read
    .selectFrom('deliveries')
    .select('causeKey')
    .where('address', '=', 'archive@rosa.test')
    .executeTakeFirstOrThrow();
  assert.match(causeKey, /^[\w-]{36}:[\w-]{36}:\d+:\d+:copy$/, 'nor does it count as a reminder');
  const all = await server.next(({ subject }) => subject === 'All: Haircut');
  assert.match(all.text ?? '', /^For all\n\nHello Mara\n/);
});

test('words changed by the operator appear in every mail, with names filled in once', async () => {
  await using app = await testApp();
  const words = [
    ['mail.footer', 'Sent by {{company}}.'],
    ['mail.request.subject', 'Please say yes: {{what}}'],
  ] as const;
  for (const [key, template] of words) {
    await app.database.write
      .insertInto('messageTemplates')
      .values({ key, template, language: 'en', changedAt: app.clock.now() })
      .execute();
  }
  const event = await book(app, 'requested');
  await app.database.write
    .updateTable('companies')
    .set({ name: 'Rosa {{what}}\r\nBcc: evil@example.test' })
    .where('id', '=', event.companyId)
    .execute();
  const mail = await queued(app, 'request', event);
  assert.equal(mail.subject, 'Please say yes: Haircut');
  assert.match(mail.plain, /Sent by Rosa \{\{what\}\} Bcc: evil@example\.test\./);
});

test('tokens of links are masked, addresses of pages are not', () => {
  const token = 'Q7vK0dSxT2mBz9aYw1LcE4uFh6Jn8pR3iGoVbXeZkWs';
  assert.equal(
    maskLinks(`<a href="https://a.b/appointment/${token}/confirm?x=1&t=${token}">https://a.b/user/login/${token}.</a>`),
    '<a href="https://a.b/appointment/***/confirm?x=1&t=***">https://a.b/user/login/***.</a>',
  );
  const page =
    'https://a.b/app/user/calendars?event=01957a2c-1111-7000-8000-000000000001 and https://a.b/a-long-name-of-a-salon/anna';
  assert.equal(maskLinks(page), page);
});
