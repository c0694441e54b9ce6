// Tests of the rows that the cleanup deletes and preserves.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { buildOutsideAccount } from '#server/testing/build/outside-account.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';
import { tidy } from './tidy.ts';

test('rows past their retention are deleted, valid and recent ones stay', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const { write } = app.database;
  const { employee, company } = await buildBusiness(app);
  const hold = (start: string, heldUntil: string) => buildEvent(app, employee, { start, status: 'held', heldUntil });
  await hold('2026-03-03T08:00:00Z', '2026-03-02T06:59:00Z');
  const remaining = [
    await hold('2026-03-03T10:00:00Z', '2026-03-02T07:30:00Z'),
    await hold('2026-03-03T12:00:00Z', '2026-03-02T08:30:00Z'),
    await buildEvent(app, employee, { start: '2026-01-01T08:00:00Z', status: 'requested' }),
  ];
  for (const expiresAt of ['2026-03-02T07:59:59Z', '2026-03-02T08:00:01Z']) {
    await write
      .insertInto('sessions')
      .values({
        id: randomUUIDv7(),
        tokenHash: randomBytes(32),
        userId: employee.userId,
        companyId: company.id,
        createdAt: expiresAt,
        activeAt: expiresAt,
        expiresAt,
      })
      .execute();
  }
  for (const expiresAt of ['2026-01-31T07:59:59Z', '2026-01-31T08:00:01Z']) {
    await write
      .insertInto('actionLinks')
      .values({ tokenHash: randomBytes(32), purpose: 'appointment', companyId: company.id, expiresAt })
      .execute();
  }
  await write.insertInto('removedFiles').values({ key: 'gone' }).execute();
  const invoice = await buildInvoice(app, company);
  for (const expiresAt of ['2026-01-31T07:59:59Z', '2026-01-31T08:00:01Z']) {
    await write
      .insertInto('invoiceLinks')
      .values({
        tokenHash: randomBytes(32),
        companyId: company.id,
        invoiceId: invoice.id,
        expiresAt,
        createdAt: expiresAt,
      })
      .execute();
  }
  for (const expiresAt of ['2026-03-02T07:59:59Z', '2026-03-02T08:00:01Z']) {
    await write
      .insertInto('visitorSignIns')
      .values({ id: randomUUIDv7(), addressHash: randomBytes(32), createdAt: expiresAt, expiresAt })
      .execute();
  }
  for (const [key, createdAt] of Object.entries({ old: '2026-03-01T07:59:59Z', young: '2026-03-01T08:00:01Z' })) {
    await write
      .insertInto('idempotencyKeys')
      .values({ companyId: company.id, key, bodyHash: randomBytes(32), answer: '{}', createdAt })
      .execute();
    await write.insertInto('throttles').values({ key, windowStart: createdAt }).execute();
  }

  for (const at of ['2025-12-02T07:59:59Z', '2025-12-02T08:00:01Z']) {
    const texts = { serverName: 'a', categoryName: 'b', title: 'c', message: 'd', formattedMessage: 'e' };
    await write
      .insertInto('systemLogs')
      .values({ ...texts, id: randomUUIDv7(), createdAt: at, priority: 3, severity: 'Warning' })
      .execute();
  }

  for (const visitedAt of ['2025-03-02T07:59:59Z', '2025-03-02T08:00:01Z', null]) {
    await write
      .insertInto('reminders')
      .values({
        companyId: company.id,
        id: randomUUIDv7(),
        userId: employee.userId,
        type: 'general',
        text: 'Hello',
        createdAt: '2025-03-01T08:00:00Z',
        visitedAt,
      })
      .execute();
  }

  for (const at of ['2025-03-02T07:59:59Z', '2025-03-02T08:00:01Z']) {
    const entry = { id: randomUUIDv7(), createdAt: at, userName: 'a', actorName: 'a' };
    await write
      .insertInto('userAudits')
      .values({ ...entry, text: 'Signed in' })
      .execute();
    await write
      .insertInto('dataAudits')
      .values({ ...entry, tableName: 'services', method: 'Insert' })
      .execute();
  }

  for (const at of ['2026-01-31T07:59:59Z', '2026-01-31T08:00:01Z']) {
    const report = { id: randomUUIDv7(), createdAt: at, mailbox: 'Bounces', sender: '', subject: '' };
    await write
      .insertInto('unclearReports')
      .values({ ...report, reason: 'unclear', message: '' })
      .execute();
  }

  for (const deletedAt of ['2026-03-02T06:59:59Z', '2026-03-02T07:00:01Z']) {
    const what = { id: randomUUIDv7(), userId: employee.userId, list: 'pages', parts: '[]' };
    await write
      .insertInto('deletedRecords')
      .values({ ...what, deletedAt })
      .execute();
  }

  for (const expiresAt of ['2025-03-02T07:59:59Z', '2025-03-02T08:00:01Z']) {
    await write
      .insertInto('suppressions')
      .values({
        medium: 'mail',
        address: `${expiresAt}@example.test`,
        reason: 'bounce',
        evidence: '550 5.1.1',
        expiresAt,
      })
      .execute();
  }

  for (const [createdAt, state] of [
    ['2025-09-03T07:59:59Z', 'sent'],
    ['2025-09-03T07:59:59Z', 'queued'],
    ['2025-09-03T08:00:01Z', 'sent'],
  ] as const) {
    await buildMail(app, { createdAt: Temporal.Instant.from(createdAt), state, beginning: 'Hello' });
  }

  // One that no mail has, one of a mail that waits, and a new one.
  const contents = ['2025-09-03T07:59:59Z', '2025-09-03T07:59:59Z', '2025-09-03T08:00:01Z'].map((createdAt, nth) => ({
    ...{
      companyId: company.id,
      id: randomUUIDv7(),
      causeKey: `campaign ${nth}`,
      html: 'News',
      plain: 'News',
      createdAt,
    },
  }));
  await write.insertInto('messageContents').values(contents).execute();
  const waiting = await buildMail(app, { companyId: company.id, state: 'queued' });
  await write.updateTable('emailMessages').set({ contentId: contents[1]?.id }).where('id', '=', waiting).execute();

  const gateway = { id: randomUUIDv7(), key: 'Main', host: 'sms.example.test' };
  await write.insertInto('smsGateways').values(gateway).execute();
  for (const createdAt of ['2026-03-01T07:59:59Z', '2026-03-01T08:00:01Z']) {
    await write
      .insertInto('unmatchedReceipts')
      .values({ id: randomUUIDv7(), gatewayId: gateway.id, providerRef: 'unknown', state: 'delivered', createdAt })
      .execute();
  }
  for (const createdAt of ['2025-09-03T07:59:59Z', '2025-09-03T08:00:01Z']) {
    await write
      .insertInto('inboundMessages')
      .values({ id: randomUUIDv7(), fromSms: '+37120000001', message: 'Hello', createdAt })
      .execute();
    const { id } = await buildSms(app, company.id);
    await write.updateTable('deliveries').set({ state: 'sent' }).where('id', '=', id).execute();
    await write.updateTable('smsMessages').set({ createdAt }).where('id', '=', id).execute();
  }

  const attempted = await buildSms(app, company.id);
  for (const createdAt of [app.clock.now().subtract({ hours: 90 * 24, seconds: 1 }), app.clock.now()]) {
    await write
      .insertInto('deliveryAttempts')
      .values({ id: randomUUIDv7(), deliveryId: attempted.id, outcome: 'sent', answer: '250', createdAt })
      .execute();
  }

  const packed = await buildDevice(app, employee);
  for (const hours of [49, 47]) {
    const own = { companyId: company.id, deviceId: packed.id, userId: employee.userId };
    await write
      .insertInto('devicePackages')
      .values({ ...own, id: randomUUIDv7(), createdAt: app.clock.now().subtract({ hours }) })
      .execute();
  }
  for (const [days, state] of [
    [8, 'printed'],
    [8, 'waiting'],
    [6, 'printed'],
  ] as const) {
    const { id } = await buildPaper(app, { companyId: company.id, locationId: employee.locationId, state });
    const createdAt = app.clock.now().subtract({ hours: days * 24 });
    await write.updateTable('printJobs').set({ createdAt }).where('id', '=', id).execute();
  }
  for (const days of [91, 89]) {
    const createdAt = app.clock.now().subtract({ hours: days * 24 });
    const log = {
      kind: 'printer',
      deviceId: randomUUIDv7(),
      deviceName: 'Desk',
      locationName: 'Town',
      text: 'Printed',
    };
    await write
      .insertInto('deviceLogs')
      .values({ id: randomUUIDv7(), companyId: company.id, ...log, createdAt })
      .execute();
    const event = { provider: 'stripe', eventId: `evt_${days}`, type: 'charge.refunded', receivedAt: createdAt };
    await write.insertInto('providerEvents').values(event).execute();
  }
  const { outsideCalendarId } = await buildOutsideAccount(app, employee);
  const oldRound = {
    companyId: company.id,
    outsideCalendarId,
    createdAt: app.clock.now().subtract({ hours: 31 * 24 }),
  };
  await write
    .insertInto('outsideRounds')
    .values({ ...oldRound, id: randomUUIDv7() })
    .execute();

  const store = join(app.config.dataDir, 'files', 'ab');
  await mkdir(store, { recursive: true });
  for (const time of [new Date('2026-03-01T07:59:59Z'), new Date('2026-03-01T08:00:01Z')]) {
    const half = join(store, `ab.${time.getSeconds()}.part`);
    await writeFile(half, 'half');
    await utimes(half, time, time);
  }

  const once = {
    visits: 1,
    sessions: 1,
    action_links: 1,
    visitor_sign_ins: 1,
    invoice_links: 1,
    idempotency_keys: 1,
    system_logs: 1,
    user_audits: 1,
    data_audits: 1,
    throttles: 1,
    deleted_records: 1,
    suppressions: 1,
    device_packages: 1,
    print_jobs: 1,
    provider_events: 1,
    device_logs: 1,
    outside_rounds: 1,
    reminders: 1,
    email_messages: 1,
    sms_messages: 1,
    message_contents: 1,
    unmatched_receipts: 1,
    unclear_reports: 1,
    delivery_attempts: 1,
    removed_files: 1,
    file_parts: 1,
    inbound_messages: 1,
    search_changes: 1,
  };
  assert.deepEqual(await tidy(app), once);
  const emptied = await write.selectFrom('emailMessages').select('beginning').where('html', '=', '').execute();
  assert.deepEqual(emptied, [{ beginning: null }], 'nothing of the text is left');

  const left = await write.selectFrom('events').select('id').orderBy('id').execute();
  assert.deepEqual(
    left.map(({ id }) => id),
    remaining.map(({ id }) => id).toSorted(),
  );
  assert.deepEqual(await tidy(app), Object.fromEntries(Object.keys(once).map((table) => [table, 0])));
});

test('the cleanup skips a locked hold', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { id } = await buildEvent(app, employee, {
    start: '2026-03-03T08:00:00Z',
    status: 'held',
    heldUntil: '2026-03-01T00:00:00Z',
  });
  await app.database.write.transaction().execute(async (held) => {
    await sql`select from visits where id = ${id} for update`.execute(held);
    assert.equal((await tidy(app)).visits, 0);
  });
  assert.equal((await tidy(app)).visits, 1);
});
