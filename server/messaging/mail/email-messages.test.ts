// Readers of the mail lists see the text of mails but cannot act through their links.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { user as userCalls } from '#contract/identity/sign-in.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { systemSmsMessages } from '#contract/messaging/sms.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { migrationSql } from '#server/db/migrate.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { storeContent } from '#server/messaging/mail/shared-content.ts';
import { clearAttempts } from '#server/messaging/outbox/message-lists.ts';
import { buildBusiness, buildLocation } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

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
  const { html } = (await storedMails(app)).find((mail) => mail.id === id) ?? assert.fail();
  const token = /\/appointment\/([\w-]{43})\/confirm/.exec(html)?.[1];
  assert.ok(token, 'the mail has its link');
  const cookie = await signIn(app, employee);
  const logId = randomUUIDv7();
  await app.database.write
    .insertInto('deliveryAttempts')
    .values({ id: logId, deliveryId: id ?? '', companyId: company.id, answer: '250 OK', createdAt: app.clock.now() })
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

test('twelve searches over 4,000 mails leave sign-ins undisturbed', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'], password: 'a long enough password' });
  const cookie = await signIn(app, employee);
  await fillMails(app, company.id, 4_000);
  let isOver = false;
  const searches = Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      app.call(companyEmailMessages.operations.getPaginated, { search: `nowhere-${i}`, order: 'Subject' }, cookie),
    ),
  ).finally(() => {
    isOver = true;
  });
  const waiting: number[] = [];
  let signIns = 0;
  while (!isOver || signIns === 0) {
    const { status } = await app.call(userCalls.authenticate, {
      logIn: employee.logIn,
      password: 'a long enough password',
    });
    assert.equal(status, 200);
    signIns++;
    waiting.push(app.database.sizes().write.waiting);
  }
  for (const { status, answer } of await searches) assert.deepEqual([status, answer.totalRows], [200, 0]);
  assert.equal(Math.max(...waiting), 0, 'nothing waits for a connection');
});

test('a search of mails asks the index, for the operator and for a company', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const other = await buildBusiness(app);
  const cookie = await signIn(app, employee);
  await fillMails(app, company.id, 3_000);
  await buildMail(app, { companyId: company.id, locationId: location.id, plain: 'Your nail polish, Zuzanna\n' });
  await buildMail(app, { companyId: other.company.id, locationId: other.location.id, plain: 'Zuzanna elsewhere\n' });
  const found = async (operations: typeof companyEmailMessages.operations, search: string) =>
    (await app.call(operations.getPaginated, { search }, cookie)).answer.totalRows;
  assert.equal(await found(companyEmailMessages.operations, 'zuzanna'), 1);
  assert.equal(await found(companyEmailMessages.operations, `location: ${location.name}`), 1);
  await app.database.write
    .updateTable('locations')
    .set({ name: 'Quartzwood' })
    .where('id', '=', other.location.id)
    .execute();
  assert.equal(await found(companyEmailMessages.operations, 'quartzwood'), 0);
  assert.equal(await found(systemEmailMessages.operations as never, 'zuzanna'), 2);
  assert.equal(await found(systemEmailMessages.operations as never, 'location: quartzwood'), 1);
  const { rows } = await app.database.write.transaction().execute(async (db) => {
    // Reading so few rows one after another is as fast.
    await sql`set local enable_seqscan = off`.execute(db);
    return sql`explain select from email_messages where words like '%zuzanna%'`.execute(db);
  });
  assert.match(JSON.stringify(rows), /email_messages_words/);
});

test('a log is cleared slice by slice, and of its medium alone', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['sys'] });
  await fillMails(app, company.id, 25);
  const { id } = await buildSms(app, company.id);
  await sql`
    insert into delivery_attempts (id, delivery_id, outcome, answer, created_at)
    select gen_random_uuid(), id, 'sent', '250', ${app.clock.now()} from deliveries`.execute(app.database.write);
  const { userId, companyId, logIn } = employee;
  const context = {
    ...app,
    db: app.database.write,
    user: { id: userId, companyId, logIn, impersonator: null },
    visitor: { address: '' },
  };
  // The parts of a signed-in caller that the verb and its audit use.
  await clearAttempts('mail', 'mail logs', { rows: 4 })(context as unknown as SignedIn);
  const left = await app.database.read.selectFrom('deliveryAttempts').select('deliveryId').execute();
  assert.deepEqual(left, [{ deliveryId: id }]);
});

/** Mails of the last day. */
async function fillMails(app: TestApp, companyId: string, count: number): Promise<void> {
  await sql`
    with made as (
      insert into deliveries (id, company_id, medium, queue, address, state, due_at, created_at, cause_kind, cause_key)
      select gen_random_uuid(), ${companyId}, 'mail', 'mail:visit', 'visitor-' || n || '@example.test', 'sent', created_at,
        created_at, 'test', n::text
      from generate_series(1, ${count}::int) n,
        lateral (select ${app.clock.now()}::timestamptz - n * interval '1 second' as created_at) t
      returning *)
    insert into email_messages (id, company_id, from_e_mail, to_e_mail, subject, html, plain, message_id, created_at)
    select id, company_id, 'no-reply@daybook.test', address, 'Confirmed: ' || cause_key,
      '<p>' || repeat('Your appointment, ' || md5(cause_key) || '. ', 120) || '</p>',
      repeat('Your appointment, ' || md5(cause_key) || '. ', 15), 'filled-' || cause_key || '@daybook.test', created_at
    from made`.execute(app.database.write);
  await sql`analyze email_messages, deliveries`.execute(app.database.write);
}

test('mails and SMS are sorted by sender, company and location, in both directions, the newest first of each name', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const other = await buildBusiness(app);
  for (const [id, name] of [
    [employee.companyId, 'Zeta'],
    [other.company.id, 'Ābele'],
  ] as const) {
    await app.database.write.updateTable('companies').set({ name }).where('id', '=', id).execute();
  }
  const cookie = await signIn(app, employee);
  const harbour = await buildLocation(app, other.company, { name: 'Harbour' });
  const annex = await buildLocation(app, other.company, { name: 'annex' });
  const of = { companyId: other.company.id };
  const ids = [
    await buildMail(app, {
      companyId: employee.companyId,
      fromEMail: 'b@daybook.test',
      createdAt: '2026-03-02T07:00:00Z',
    }),
    await buildMail(app, {
      ...of,
      locationId: harbour.id,
      fromEMail: 'c@daybook.test',
      createdAt: '2026-03-02T06:00:00Z',
    }),
    await buildMail(app, {
      ...of,
      locationId: annex.id,
      fromEMail: 'A@daybook.test',
      createdAt: '2026-03-02T05:00:00Z',
    }),
    await buildMail(app, {
      ...of,
      locationId: annex.id,
      fromEMail: 'd@daybook.test',
      createdAt: '2026-03-02T06:30:00Z',
    }),
  ];
  const sorted = async (order: string) => {
    const { answer } = await app.call(systemEmailMessages.operations.getPaginated, { order }, cookie);
    return answer.messages.map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await sorted('FromEmail'), [2, 0, 1, 3]);
  assert.deepEqual(await sorted('-FromEmail'), [3, 1, 0, 2]);
  assert.deepEqual(await sorted('CompanyName'), [3, 1, 2, 0]);
  assert.deepEqual(await sorted('-CompanyName'), [0, 3, 1, 2]);
  assert.deepEqual(await sorted('LocationName'), [0, 3, 2, 1]);
  assert.deepEqual(await sorted('-LocationName'), [1, 3, 2, 0]);
  for (const order of ['From', 'FromSms', 'To', '-CompanyName', 'LocationName']) {
    assert.equal((await app.call(systemSmsMessages.operations.getPaginated, { order }, cookie)).status, 200, order);
  }
});

test('a mail of 200 kB is stored, and mails are sorted by the first letters of their text, as is a shared content', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const cookie = await signIn(app, employee);
  // A text that hardly compresses, and whose beginning is long.
  const long = `Ēriks ${Array.from({ length: 5_500 }, () => randomUUIDv7()).join(' ')}`;
  const of = { companyId: company.id };
  const ids = [
    await buildMail(app, { ...of, plain: long, html: `<p>${long}</p>` }),
    await buildMail(app, { ...of, plain: 'dear Anna' }),
    await buildMail(app, { ...of, plain: 'Fine' }),
    await buildMail(app, { ...of, plain: '', html: '', beginning: 'easter, mara' }),
  ];
  assert.ok(Buffer.byteLength(long) > 200_000);
  const sorted = async (order: string) => {
    const { answer } = await app.call(companyEmailMessages.operations.getPaginated, { order }, cookie);
    return answer.messages.map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await sorted('Message'), [1, 3, 0, 2]);
  assert.deepEqual(await sorted('-Message'), [2, 0, 3, 1]);
});

test('mails of campaigns that were stored before are sorted by their filled content', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const { write } = app.database;
  const contentId = await storeContent(write, {
    ...{ companyId: company.id, causeKey: 'campaign', html: '', createdAt: app.clock.now() },
    plain: `Dear {{name}} of {{company}}, see {{visit}}/1\n${'More. '.repeat(500)}`,
  });
  const visit = `https://daybook.test/v/A${randomBytes(16).toString('base64url')}`;
  const id = await buildMail(app, {
    ...{ companyId: company.id, plain: '', html: '', contentId },
    fields: JSON.stringify({ name: 'Mara', company: 'Rosa', visit }),
  });
  await sql`
    drop index deliveries_state, deliveries_company_state, sms_messages_text, sms_messages_company_text;
    alter table email_messages drop column beginning`.execute(write);
  await sql.raw('create index deliveries_state on deliveries (state, id)').execute(write);
  await sql.raw(await migrationSql('0026-orders-by-state-and-text.sql')).execute(write);
  const { beginning } = await write
    .selectFrom('emailMessages')
    .select('beginning')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.match(beginning ?? '', /^dear mara of rosa, see https:\/\/daybook\.test\/v\/\*\*\*\/1\nmore\. /);
  assert.equal(beginning?.length, 100);
});
