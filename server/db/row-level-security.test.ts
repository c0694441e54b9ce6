// Tests row-level security beneath company-scoped requests: rows of another company are neither readable nor writable.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { settle } from '#server/balance/deposits/settle.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import type { Context, CurrentUser, SignedIn } from '#server/lib/context.ts';
import { actionIds } from '#server/lib/sql/first-data.ts';
import { addInvoiceLink } from '#server/money/invoices/pdf/invoice-link.ts';
import { type BuiltEmployee, buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { buildFeed } from '#server/testing/build/feed.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildAttempt, buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { buildOutsideAccount } from '#server/testing/build/outside-account.ts';
import { buildReceipt } from '#server/testing/build/receipt.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { derivedSample } from '#server/testing/lists/list-samples.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { companyTransaction, transaction } from './transaction.ts';

type Business = Awaited<ReturnType<typeof business>>;

/** A campaign with a row of everything that belongs to one. */
async function addCampaign(app: TestApp, companyId: string, contactId: string): Promise<void> {
  const { write } = app.database;
  const createdAt = app.clock.now();
  const { id: campaignId } = await buildCampaign(app, { id: companyId });
  const recipientId = randomUUIDv7();
  await write.insertInto('marketingSettings').values({ companyId, declaredAt: createdAt }).execute();
  await write
    .insertInto('campaignRecipients')
    .values({ companyId, id: recipientId, campaignId, contactId, address: 'mara@example.org', createdAt })
    .execute();
  await write
    .insertInto('campaignLinks')
    .values({ companyId, campaignId, position: 1, url: 'https://example.org/' })
    .execute();
  const visit = { companyId, id: randomUUIDv7(), campaignId, recipientId, link: 1, isPerson: true };
  await write
    .insertInto('campaignVisits')
    .values({ ...visit, day: '2026-03-02', createdAt })
    .execute();
  await write
    .insertInto('campaignDays')
    .values({ companyId, campaignId, day: '2026-03-02', sent: 1, visited: 1 })
    .execute();
  await write
    .insertInto('messageContents')
    .values({ id: randomUUIDv7(), companyId, causeKey: 'test', createdAt })
    .execute();
}

/** A company with at least one row in every tenant table. */
async function business(app: TestApp) {
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const { write } = app.database;
  const companyId = company.id;
  const place = { companyId, calendarId: employee.calendarId, locationId: location.id };
  const service = await buildService(app, employee);
  const rate = { companyId, serviceId: service.id, fromDay: '2026-07-01', rate: 22 };
  await write.insertInto('serviceVatRates').values(rate).execute();
  const option = { companyId, id: randomUUIDv7(), serviceId: service.id, kind: 'extra', name: 'Wash', position: 0 };
  await write.insertInto('serviceOptions').values(option).execute();
  const contact = await buildContact(app, company, { eMail: 'mara@example.org' });
  const event = await buildEvent(app, employee, {
    start: '2026-03-02T09:00:00Z',
    serviceId: service.id,
    contactId: contact.id,
  });
  const booked = { kind: 'extra', name: 'Wash', minutes: 10, price: 5, optionId: option.id };
  await write
    .insertInto('visitPartOptions')
    .values({ companyId, visitId: event.id, eventId: event.id, position: 0, ...booked })
    .execute();
  await buildReceipt(app, { companyId, id: randomUUIDv7(), visitId: event.id, amount: 25 });
  await write
    .insertInto('estimates')
    .values({
      ...{ companyId, id: randomUUIDv7(), day: '2026-03-02', locationId: location.id },
      ...{ amount: 100, updatedAt: app.clock.now() },
    })
    .execute();
  await sql`select close_days(${companyId}, '2026-03-31')`.execute(write);
  await sql`insert into dirty_days (company_id, day) values (${companyId}, '2026-03-02')`.execute(write);
  await sql`
    insert into search_documents (company_id, user_id, location_id, document, sort_name, place_name)
    values (${companyId}, ${employee.userId}, ${location.id}, '', '', '')`.execute(write);
  await addFeeds(app, employee, { contactId: contact.id, visitId: event.id });
  const file = await buildFile(app, company);
  const headers = await signIn(app, employee);
  await write
    .insertInto('breaks')
    .values({ ...place, id: randomUUIDv7(), weekday: 1, startTime: '12:00', endTime: '13:00' })
    .execute();
  await write
    .insertInto('dateOverrides')
    .values({ ...place, id: randomUUIDv7(), date: '2026-05-01' })
    .execute();
  await write
    .insertInto('outsideTimes')
    .values({
      ...{ companyId, calendarId: place.calendarId, sourceId: randomUUIDv7() },
      ...{ startAt: '2026-05-01T08:00Z', endAt: '2026-05-01T09:00Z' },
    })
    .execute();
  await write
    .insertInto('profilePictures')
    .values({ companyId, userId: employee.userId, fileId: file.id, position: 1 })
    .execute();
  await write
    .insertInto('actionLinks')
    .values({
      companyId,
      visitId: event.id,
      tokenHash: Buffer.from(companyId),
      purpose: 'appointment',
      expiresAt: '2027-01-01T00:00:00Z',
    })
    .execute();
  await write
    .insertInto('invitationLocations')
    .values({ companyId, tokenHash: Buffer.from(companyId), locationId: location.id })
    .execute();
  await write
    .insertInto('invitationActions')
    .values({ companyId, tokenHash: Buffer.from(companyId), actionId: actionIds.admin })
    .execute();
  await write
    .insertInto('idempotencyKeys')
    .values({ companyId, key: 'k', bodyHash: Buffer.from('b'), answer: '{}', createdAt: app.clock.now() })
    .execute();
  const person = { companyId, userId: employee.userId };
  const group = await write
    .insertInto('groups')
    .values({ id: randomUUIDv7(), name: `Group of ${companyId}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await write
    .insertInto('userGroups')
    .values({ ...person, groupId: group.id })
    .execute();
  const page = await write.selectFrom('pages').select('id').limit(1).executeTakeFirstOrThrow();
  await write
    .insertInto('userPages')
    .values({ ...person, pageId: page.id })
    .execute();
  await write
    .insertInto('userAudits')
    .values({
      ...person,
      id: randomUUIDv7(),
      createdAt: app.clock.now(),
      userName: 'a',
      actorName: 'a',
      text: 'Signed in',
    })
    .execute();
  const reminderId = randomUUIDv7();
  await write
    .insertInto('reminders')
    .values({ ...person, id: reminderId, type: 'general', text: 'Hello', createdAt: app.clock.now() })
    .execute();
  const deliveryId = await buildMail(app, { companyId });
  const subscription = { id: randomUUIDv7(), userId: employee.userId, tokenHash: Buffer.from(companyId) };
  await write
    .insertInto('pushSubscriptions')
    .values({ ...subscription, token: Buffer.from('sealed'), createdAt: app.clock.now() })
    .execute();
  await write
    .insertInto('pushMessages')
    .values({ id: deliveryId, companyId, reminderId, subscriptionId: subscription.id })
    .execute();
  await write
    .insertInto('deliveryAttempts')
    .values({ id: randomUUIDv7(), deliveryId, companyId, answer: 'sent' })
    .execute();
  await write
    .insertInto('suppressions')
    .values({ companyId, medium: 'mail', address: `${companyId}@example.test`, reason: 'manual', evidence: '' })
    .execute();
  await buildSms(app, companyId);
  await write
    .insertInto('inboundMessages')
    .values({ id: randomUUIDv7(), companyId, fromSms: '+37120000001', message: 'Hello', createdAt: app.clock.now() })
    .execute();
  await write.insertInto('smsFundsNotices').values({ companyId, notifiedAt: app.clock.now() }).execute();
  const text = { key: 'request', language: 'en', subject: 'Yes?', body: '{{confirmButton}}' };
  await write
    .insertInto('emailTemplates')
    .values({ id: randomUUIDv7(), companyId, ...text, changedAt: app.clock.now() })
    .execute();
  const words = { key: 'request', language: 'en', message: '{{when}}: {{confirmLink}}', changedAt: app.clock.now() };
  await write
    .insertInto('smsTemplates')
    .values({ id: randomUUIDv7(), companyId, ...words })
    .execute();
  const kept = { list: 'locations', deletedAt: app.clock.now(), parts: '[]' };
  await write
    .insertInto('deletedRecords')
    .values({ ...person, ...kept, id: randomUUIDv7() })
    .execute();
  const customer = { companyId, contactId: contact.id };
  await write
    .insertInto('contactTags')
    .values({ ...customer, tag: 'Regular' })
    .execute();
  await write
    .insertInto('consents')
    .values({
      ...customer,
      id: randomUUIDv7(),
      channel: 'email',
      isGiven: true,
      source: 'staff',
      createdAt: app.clock.now(),
    })
    .execute();
  const merged = await buildContact(app, company);
  await write.updateTable('contacts').set({ mergedInto: contact.id }).where('id', '=', merged.id).execute();
  await write
    .insertInto('contactMerges')
    .values({ ...customer, id: randomUUIDv7(), mergedId: merged.id, createdAt: app.clock.now(), moved: '{}' })
    .execute();
  const createdAt = app.clock.now();
  await write.insertInto('backups').values({ companyId, id: randomUUIDv7(), state: 'failed', createdAt }).execute();
  const importId = randomUUIDv7();
  const begun = { fileName: 'export.csv', source: 'ics', state: 'done', total: 1, createdAt, touchedAt: createdAt };
  await write
    .insertInto('imports')
    .values({ companyId, id: importId, ...begun })
    .execute();
  const ref = {
    source: 'ics',
    kind: 'customer',
    externalId: '1',
    recordId: importId,
    givenDigest: '',
    storedDigest: '',
  };
  await write
    .insertInto('importRefs')
    .values({ companyId, importId, isAdded: true, ...ref })
    .execute();
  const { id: deviceId, name: deviceName } = await buildDevice(app, employee);
  await write
    .insertInto('userDevices')
    .values({ companyId, userId: employee.userId, kind: 'printer', deviceId })
    .execute();
  await write
    .insertInto('devicePackages')
    .values({ companyId, id: randomUUIDv7(), deviceId, userId: employee.userId, createdAt })
    .execute();
  const { id: typeId } = await write.selectFrom('listingTypes').select('id').limit(1).executeTakeFirstOrThrow();
  await write.insertInto('typePrinters').values({ companyId, typeId, locationId: location.id, deviceId }).execute();
  await write
    .insertInto('automaticPapers')
    .values({ companyId, typeId, locationId: location.id, language: 'en' })
    .execute();
  const printed = { kind: 'printer', deviceId, deviceName, locationName: location.name, text: 'Printed', createdAt };
  await write
    .insertInto('deviceLogs')
    .values({ companyId, id: randomUUIDv7(), ...printed })
    .execute();
  const asked = { causeKind: 'note', causeKey: deviceId, title: 'Note', language: 'en', document: '{}' };
  await write
    .insertInto('printJobs')
    .values({
      ...{ companyId, id: randomUUIDv7(), deviceId, typeId, locationId: location.id, shortId: deviceId.slice(-12) },
      ...{ ...asked, createdAt, expiresAt: createdAt },
    })
    .execute();
  await addTill(app, companyId, location.id);
  await write.insertInto('receiptSellers').values({ companyId, name: 'Barber SIA' }).execute();
  await write.insertInto('backupSchedules').values({ companyId, every: 'never', keep: 7 }).execute();
  await write
    .insertInto('restoredPeople')
    .values({
      companyId,
      id: randomUUIDv7(),
      logIn: 'ilze@salon.test',
      calendarId: employee.calendarId,
      belongings: '{}',
    })
    .execute();
  await addMoney(app, companyId);
  await addListRows(app, companyId, headers);
  await addCampaign(app, companyId, contact.id);
  return { company, location, employee, service, contact, event, file };
}

/** A feed of each kind. */
async function addFeeds(
  app: TestApp,
  employee: BuiltEmployee,
  { contactId, visitId }: { contactId: string; visitId: string },
): Promise<void> {
  const { companyId, locationId, userId } = employee;
  await buildFeed(app, employee);
  await buildOutsideAccount(app, employee);
  const hash = () => randomBytes(32);
  const ofCustomer = { linkHash: hash(), ownerHash: hash() };
  const others = [
    { kind: 'place', locationId, createdBy: userId },
    { kind: 'customer', contactId, ...ofCustomer },
    { kind: 'visit', visitId, ...ofCustomer },
  ];
  for (const other of others) {
    await app.database.write
      .insertInto('feeds')
      .values({ companyId, id: randomUUIDv7(), detail: 'service', tokenHash: hash(), ...other })
      .execute();
  }
}

/** An open register with a move and a basket, and a product. */
async function addTill(app: TestApp, companyId: string, locationId: string): Promise<void> {
  const { write } = app.database;
  const { registerId, sessionId } = await buildTill(app, { companyId, locationId });
  const createdAt = app.clock.now();
  const move = { id: randomUUIDv7(), sessionId, kind: 'in', amount: 5, reason: 'Change', createdAt };
  await write
    .insertInto('tillMoves')
    .values({ companyId, ...move })
    .execute();
  const receipt = await write.selectFrom('receipts').select('id').where('companyId', '=', companyId).executeTakeFirst();
  const number = { id: randomUUIDv7(), receiptId: receipt?.id ?? '', previous: '', number: 'A 1', createdAt };
  await write
    .insertInto('tillDeviceNumbers')
    .values({ companyId, ...number })
    .execute();
  await write.insertInto('tillBaskets').values({ companyId, id: randomUUIDv7(), registerId, lines: '[]' }).execute();
  const { id: productId } = await buildProduct(app, { companyId });
  await write.insertInto('productVatRates').values({ companyId, productId, fromDay: '2026-03-01', rate: 22 }).execute();
}

/** A payment that was paid and taken back, and a message that the deposit paid. */
async function addMoney(app: TestApp, companyId: string): Promise<void> {
  const payment = await buildPayment(app, { id: companyId });
  await app.database.write
    .insertInto('paymentMoves')
    .values({ companyId, paymentId: payment.id, step: 1, kind: 'confirmed', amount: 10, createdAt: app.clock.now() })
    .execute();
  await buildAttempt(app, { companyId, paymentId: payment.id });
  const source = { kind: 'sms', id: randomUUIDv7() };
  await transaction({ ...app, db: app.database.write }, async (tx) => {
    await topUp(tx, { companyId, units: 1_000, cause: { kind: 'payment', id: payment.id, step: 1 } });
    await reserve(tx, { companyId, units: 100, source });
    await settle(tx, { companyId, source });
    await sql`insert into billing (company_id, since, next_period) values (${companyId}, '2026-01-01', '2026-02-01')`.execute(
      tx.db,
    );
  });
  await app.database.write.insertInto('billingProfiles').values({ companyId, name: 'Barber SIA' }).execute();
  const invoice = await buildInvoice(app, { id: companyId });
  await addInvoiceLink({ ...app, db: app.database.write }, { companyId, invoiceId: invoice.id });
  await sql`insert into dunning (company_id, invoice_id, level, created_at) select company_id, id, 1, now() from invoices
    where company_id = ${companyId}`.execute(app.database.write);
}

/** Tables that callers of a company only read. */
const readOnlyTables = [
  'company_terms',
  'unit_prices',
  'deposits',
  'holds',
  'usage',
  'transactions',
  'entries',
  'payment_moves',
  'payment_attempts',
  'billing',
  'invoices',
  'invoice_lines',
  'invoice_vat',
  'invoice_line_usage',
  'invoice_settlements',
  'dunning',
  'open_invoices',
  'invoice_files',
  'invoice_links',
  'inbound_messages',
  'sms_funds_notices',
  'counts_by_day',
  'counts_by_location_day',
  'counts_by_company_day',
  'counts_by_month',
  'campaign_days',
  'closed_days',
  'dirty_days',
  'search_documents',
  'search_changes',
];
/** Tables to which they only add. */
const growingTables = [
  'receipts',
  'receipt_lines',
  'receipt_payments',
  'till_moves',
  'till_device_numbers',
  'till_journal',
];
/** Of a payment, they write a new one's amount. */
const hasNoChanges = (name: string) =>
  name === 'payments' || readOnlyTables.includes(name) || growingTables.includes(name);

/**
 * Adds a row through each list of the company area whose table has none yet: the table of a new list needs no line
 * here.
 */
async function addListRows(app: TestApp, companyId: string, headers: { cookie: string }): Promise<void> {
  for (const list of Object.values(resources) as unknown as AnyResource[]) {
    const { area, declared, operations } = list;
    const [name] = declared.tables ?? [];
    if (area !== 'company' || !name || !operations.insert || !declared.input) continue;
    const { rows } = await sql`select from ${sql.table(name)} where company_id = ${companyId} limit 1`.execute(
      app.database.write,
    );
    if (rows.length === 0) await app.call(operations.insert, derivedSample(list).input(), headers);
  }
}

function as(app: TestApp, { employee }: Business): SignedIn {
  const user = { id: employee.userId, companyId: employee.companyId, actions: ['admin'] } as unknown as CurrentUser;
  // A company transaction uses only the database and the user.
  return { ...app, db: app.database.read, user } as unknown as Context & SignedIn;
}

async function tenantTables(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relkind in ('r', 'p') order by 1`.execute(app.database.read);
  return rows.map(({ name }) => name);
}

const countOf = (name: string) => sql<{ mine: number; all: number }>`
  select count(*) filter (where company_id = current_company()) as mine, count(*) as "all" from ${sql.table(name)}`;

test('every table with a company_id returns and deletes only rows of the company', async () => {
  await using app = await testApp();
  const ours = await business(app);
  const theirs = await business(app);
  const tables = await tenantTables(app);
  assert.ok(tables.length >= 19, tables.join());
  for (const name of tables) {
    const before = await rowsOf(app, name, theirs);
    assert.ok(before.length > 0, `the test has no row of ${name}`);
    await companyTransaction(as(app, ours), { readOnly: false }, async ({ db }) => {
      const [seen] = (await countOf(name).execute(db)).rows;
      assert.ok(seen && seen.mine > 0, `${name} hides the company's own rows`);
      assert.equal(seen.all, seen.mine, `${name} shows rows of others`);
      if (hasNoChanges(name)) return;
      // Targets the other company's rows; the company's own are needed by the tests of referring tables.
      const foreign = sql`company_id = ${theirs.company.id}`;
      const changed = await sql`update ${sql.table(name)} set company_id = company_id where ${foreign}`.execute(db);
      const deleted = await sql`delete from ${sql.table(name)} where ${foreign}`.execute(db);
      assert.deepEqual([changed.numAffectedRows, deleted.numAffectedRows], [0n, 0n], name);
    });
    assert.deepEqual(await rowsOf(app, name, theirs), before, `${name} of the other company was changed`);
    if (!hasNoChanges(name)) continue;
    for (const change of [
      sql`update ${sql.table(name)} set company_id = company_id`,
      sql`delete from ${sql.table(name)}`,
    ]) {
      await assert.rejects(
        companyTransaction(as(app, ours), { readOnly: false }, ({ db }) => change.execute(db)),
        /permission denied/,
        name,
      );
    }
  }
});

async function rowsOf(app: TestApp, name: string, { company }: Business) {
  const { rows } =
    await sql`select to_jsonb(t) as row from ${sql.table(name)} t where company_id = ${company.id} order by 1`.execute(
      app.database.read,
    );
  return rows;
}

/** The columns that a statement can write, without generated ones and numbers. */
async function ownColumns(app: TestApp, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    app.database.read,
  );
  return rows.map(({ name }) => name);
}

test('no row can be given to another company, neither a new nor an existing one', async () => {
  await using app = await testApp();
  const ours = await business(app);
  const theirs = await business(app);
  for (const name of await tenantTables(app)) {
    const columns = await ownColumns(app, name);
    const others = columns.map((column) =>
      column === 'company_id' ? sql`${theirs.company.id}::uuid` : sql`t.${sql.id(column)}`,
    );
    for (const statement of [
      sql`update ${sql.table(name)} set company_id = ${theirs.company.id}`,
      sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.id(column)))})
        select ${sql.join(others)} from ${sql.table(name)} t limit 1`,
    ]) {
      await assert.rejects(
        companyTransaction(as(app, ours), { readOnly: false }, ({ db }) => statement.execute(db)),
        growingTables.includes(name)
          ? /permission denied|row-level security/
          : hasNoChanges(name)
            ? /permission denied/
            : /row-level security/,
        name,
      );
    }
  }
  const payment = sql`insert into payments (company_id, id, amount, created_at)
    values (${theirs.company.id}, ${randomUUIDv7()}, 10, ${app.clock.now()})`;
  await assert.rejects(
    companyTransaction(as(app, ours), { readOnly: false }, ({ db }) => payment.execute(db)),
    /row-level security/,
  );
});

test('a company can read and change only its own row', async () => {
  await using app = await testApp();
  const ours = await business(app);
  const theirs = await business(app);
  await companyTransaction(as(app, ours), { readOnly: false }, async ({ db }) => {
    assert.deepEqual(await db.selectFrom('companies').select('id').execute(), [{ id: ours.company.id }]);
    const taken = await db
      .updateTable('companies')
      .set({ name: 'x' })
      .where('id', '=', theirs.company.id)
      .executeTakeFirst();
    assert.equal(taken.numUpdatedRows, 0n);
  });
});

test('a company request can read no password and none of the installation’s tables', async () => {
  await using app = await testApp();
  const ours = await business(app);
  const asCompany = (statement: ReturnType<typeof sql>) =>
    companyTransaction(as(app, ours), { readOnly: false }, ({ db }) => statement.execute(db));
  await asCompany(sql`select first_name, log_in from users`);
  for (const statement of [
    sql`select password_hash from users`,
    sql`select * from users`,
    sql`update users set log_in = 'x'`,
    sql`select * from throttles`,
    sql`select * from migrations`,
    sql`select * from feedback`,
    sql`select * from smtp_settings`,
    sql`select * from turns`,
    sql`select * from routes`,
    sql`select * from sms_gateways`,
    sql`select * from system_logs`,
    sql`insert into settings (key, value, type, "group") values ('a', 'b', 'text', 'c')`,
    sql`create table mine (id integer)`,
  ]) {
    await assert.rejects(asCompany(statement), /permission denied/);
  }
});

test('without a company set in the transaction the role sees nothing', async () => {
  await using app = await testApp();
  await business(app);
  const { rows } = await app.database.write.transaction().execute(async (db) => {
    await sql`set local role daybook_company`.execute(db);
    return sql`select from events`.execute(db);
  });
  assert.equal(rows.length, 0);
});

test('a record cannot refer to one of another company, even for the owner of the tables', async () => {
  await using app = await testApp();
  const ours = await business(app);
  const theirs = await business(app);
  const { rows } = await sql<{ tableName: string; name: string; columns: string[]; target: string; targets: string[] }>`
    select c.conrelid::regclass::text as table_name, c.conname as name, c.confrelid::regclass::text as target,
      array(select attname::text from unnest(c.conkey) with ordinality k (n, i)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = n order by i) as columns,
      array(select attname::text from unnest(c.confkey) with ordinality k (n, i)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = n order by i) as targets
    from pg_constraint c where c.contype = 'f'`.execute(app.database.read);
  const tenants = new Set(await tenantTables(app));
  const within = rows.filter((key) => tenants.has(key.tableName) && tenants.has(key.target));
  assert.ok(within.length >= 25, `${within.length} keys`);
  for (const { tableName, name, columns, target, targets } of within) {
    // A mail, an SMS, a push message and an attempt have the id of their delivery; their company is only a copy for the
    // policy. A session of an impersonation in another company returns to the operator's own. An invitation's row is
    // found by the hash of its token only.
    if (
      [
        'delivery_attempts_delivery_id_fkey',
        'email_messages_id_fkey',
        'sms_messages_id_fkey',
        'push_messages_id_fkey',
        'invitation_locations_token_hash_fkey',
        'sessions_return_to_fkey',
      ].includes(name)
    )
      continue;
    assert.ok(columns.includes('company_id') && targets.includes('company_id'), `${name} can cross companies`);
    const column = columns.find((each) => each !== 'company_id');
    const aim = column && targets[columns.indexOf(column)];
    if (!column || !aim) continue;
    await assert.rejects(
      // One row: several with the same value may break a unique key first. One that has a value: others may have to be
      // without.
      sql`update ${sql.table(tableName)} set ${sql.ref(column)} =
        (select ${sql.ref(aim)} from ${sql.table(target)} where company_id = ${theirs.company.id} limit 1)
        where ctid = (select ctid from ${sql.table(tableName)} where company_id = ${ours.company.id}
          order by ${sql.ref(column)} is null limit 1)`.execute(app.database.write),
      // Rows of the ledger are not changed at all.
      /violates foreign key|cannot be changed/,
      name,
    );
  }
});

test('public pages and workers are not restricted', async () => {
  await using app = await testApp();
  await business(app);
  await business(app);
  for (const db of [app.database.read, app.database.write]) {
    assert.equal((await db.selectFrom('events').select('id').execute()).length, 2);
  }
});
