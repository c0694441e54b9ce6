// Tests of list searches through HTTP by displayed values: labels, names in other tables, days.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyEmployees } from '#contract/company/people.ts';
import { companyEmailMessages, systemEmailMessages } from '#contract/messaging/mail.ts';
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { systemBilling } from '#contract/money/billing.ts';
import { companyPayments } from '#contract/money/payments.ts';
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { systemDataAudits } from '#contract/operations/data-audits.ts';
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { systemJobs } from '#contract/operations/jobs.ts';
import { systemLanguages } from '#contract/operations/languages.ts';
import { systemLogs } from '#contract/operations/logs.ts';
import { systemAppSettings } from '#contract/operations/settings.ts';
import { systemUserAudits } from '#contract/operations/user-audits.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildPayment } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

type Answer = { totalRows: number };
type List = { operations: { getPaginated: unknown } };

async function searches(app: TestApp, actions: readonly string[] = ['admin', 'sys']) {
  const business = await buildBusiness(app, { actions });
  const cookie = await signIn(app, business.employee);
  /** The number of matching rows; every list page has a total. */
  const found = async ({ operations }: List, input: Record<string, unknown>) => {
    const { status, answer, body } = await app.call(operations.getPaginated as never, input as never, cookie);
    assert.equal(status, 200, body);
    return (answer as Answer).totalRows;
  };
  const speak = async (key: string) => {
    const { id } = await app.database.read
      .selectFrom('languages')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    await app.database.write
      .updateTable('users')
      .set({ languageId: id })
      .where('id', '=', business.employee.userId)
      .execute();
  };
  return { ...business, cookie, found, speak };
}

const mail = (app: TestApp, companyId: string, createdAt: string, state: string) =>
  buildMail(app, { companyId, subject: 'Your visit', html: '<p>See you</p>', plain: '', state, createdAt });

test('values match by their label in the reader’s language and by their code', async () => {
  await using app = await testApp();
  const { company, location, found, speak } = await searches(app);
  await buildEmployee(app, location, { actions: ['lcladmin'], firstName: 'Zane', lastName: 'Liepa' });
  await mail(app, company.id, app.clock.now().toString(), 'queued');
  for (const search of [
    'Waiting',
    'waiting visit',
    'queued',
    'state:waiting',
    'state:queued',
    'state:wait',
    'sent:no',
  ]) {
    assert.equal(await found(companyEmailMessages, { search }), 1, search);
  }
  for (const search of ['Uncertain', 'state:sent', 'sent:yes', 'yes']) {
    assert.equal(await found(companyEmailMessages, { search }), 0, search);
  }
  assert.equal(await found(companyEmployees, { search: 'Administrator' }), 2);
  assert.equal(await found(companyEmployees, { search: 'administrator zane' }), 1);
  assert.equal(await found(companyEmployees, { search: 'actions:location' }), 1);
  assert.equal(await found(companyEmployees, { search: 'Operator' }), 1);
  assert.equal(await found(systemLanguages, { search: 'isdefault:yes' }), 1);
  const all = await found(systemLanguages, {});
  assert.equal(await found(systemLanguages, { search: 'isdefault:no' }), all - 1);
  const texts = await found(systemMessageTemplates, {});
  const german = await found(systemMessageTemplates, { search: 'language:german' });
  assert.ok(german > 0 && german < texts);
  assert.equal(await found(systemMessageTemplates, { search: 'language:de' }), german);
  await app.database.write
    .insertInto('settings')
    .values({ key: 'files.maxMegabytes', value: '10', type: 'number', group: 'Files' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  assert.equal(await found(systemAppSettings, { search: 'key:largest file' }), 1);
  await speak('de');
  assert.equal(await found(systemAppSettings, { search: 'key:datei' }), 1);
  assert.equal(await found(systemMessageTemplates, { search: 'language:deutsch' }), german);
  assert.ok((await found(systemMessageTemplates, { search: 'deutsch' })) >= german);
  for (const search of ['wartet', 'state:WARTET', 'state:queued', 'nein']) {
    assert.equal(await found(companyEmailMessages, { search }), 1, search);
  }
  assert.equal(await found(companyEmailMessages, { search: 'waiting' }), 0);
  assert.equal(await found(companyEmployees, { search: 'standort' }), 1);
});

test('audits match by company name, by action and by the recorded contents', async () => {
  await using app = await testApp();
  const { company, found, speak, employee } = await searches(app);
  const other = (await buildBusiness(app)).company;
  await app.database.write
    .updateTable('companies')
    .set({ name: 'Harbour Salon' })
    .where('id', '=', company.id)
    .execute();
  const createdAt = app.clock.now();
  // The setup of the test was recorded, too.
  await app.database.write.deleteFrom('dataAudits').execute();
  const audit = (companyId: string, method: string, after: object) => ({
    id: randomUUIDv7(),
    createdAt,
    companyId,
    tableName: 'locations',
    method,
    userName: 'anna@daybook.test',
    before: JSON.stringify({ name: 'Lighthouse' }),
    after: JSON.stringify(after),
  });
  await app.database.write
    .insertInto('dataAudits')
    .values([audit(company.id, 'Update', { name: 'Bākas iela' }), audit(other.id, 'Insert', { name: 'Elsewhere' })])
    .execute();
  const expected: [string, number][] = [
    ['harbour', 1],
    ['Harbour Salon', 1],
    ['company:salon', 1],
    ['company:nowhere', 0],
    ['bakas', 1],
    ['lighthouse', 2],
    ['after:iela', 1],
    ['before:iela', 0],
    ['changed', 1],
    ['harbour elsewhere', 0],
    ['method:inserted', 1],
    ['2026-03-02', 2],
    ['created:2026-03-02', 2],
    ['created:2026-03-01', 0],
    ['2026-03-01', 0],
    ['2026-02-30', 0],
  ];
  for (const [search, count] of expected) assert.equal(await found(systemDataAudits, { search }), count, search);
  await app.database.write
    .insertInto('userAudits')
    .values({
      id: randomUUIDv7(),
      createdAt,
      companyId: company.id,
      userId: employee.userId,
      userName: 'anna',
      actorName: 'anna',
      text: 'Signed in',
    })
    .execute();
  assert.equal(await found(systemUserAudits, { search: 'harbour' }), 1);
  assert.equal(await found(systemUserAudits, { search: 'company:harbour' }), 1);
  await speak('de');
  assert.equal(await found(systemDataAudits, { search: 'geändert bakas' }), 1);
  assert.equal(await found(systemDataAudits, { search: 'method:angelegt, elsewhere' }), 1);
});

test('system logs match by the label of their severity, their priority and their day', async () => {
  await using app = await testApp();
  const { found, speak } = await searches(app);
  const log = { serverName: 'one', categoryName: 'mail', title: 'Refused', message: 'No', formattedMessage: 'No' };
  const createdAt = app.clock.now();
  await app.database.write
    .insertInto('systemLogs')
    .values([
      { ...log, id: randomUUIDv7(), createdAt, priority: 2, severity: 'Error' },
      { ...log, id: randomUUIDv7(), createdAt, priority: 3, severity: 'Warning' },
    ])
    .execute();
  for (const search of ['2', 'priority:2', 'error', 'severity:error', 'refused 2']) {
    assert.equal(await found(systemLogs, { search }), 1, search);
  }
  assert.equal(await found(systemLogs, { search: '2026-03-02' }), 2);
  assert.equal(await found(systemLogs, { search: '99999999999999999999' }), 0);
  await speak('de');
  assert.equal(await found(systemLogs, { search: 'warnung' }), 1);
  assert.equal(await found(systemLogs, { search: 'severity:fehler' }), 1);
});

test('numbers are found as cells show them: grouped, with the currency, their unit or its minutes', async () => {
  await using app = await testApp();
  const { company, found, speak } = await searches(app);
  await buildPayment(app, company, { amount: 1_234.5 });
  await app.database.write
    .insertInto('files')
    .values({
      id: randomUUIDv7(),
      companyId: company.id,
      displayName: 'portrait.png',
      mimeType: 'image/png',
      size: 12_345,
      sha256: '',
      createdAt: app.clock.now(),
    })
    .execute();
  await app.database.write.updateTable('jobs').set({ timeOutSeconds: 90, nextStartSeconds: 43_200 }).execute();
  const jobs = await found(systemJobs, {});
  const expect = async (list: List, expected: readonly (readonly [string, number])[]) => {
    for (const [search, count] of expected) assert.equal(await found(list, { search }), count, search);
  };
  await expect(companyPayments, [
    ['amount:€1,234.50', 1],
    ['amount:1234.5', 1],
    ['amount:€', 1],
    ['€1,234.50', 1],
    ['amount:€1,234.51', 0],
    ['amount:1.234', 0],
  ]);
  await expect(systemFileUploads, [
    ['size:12.3 kB', 1],
    ['size:kB', 1],
    ['12.3 kB', 1],
    ['size:12.4 kB', 0],
    ['size:12.3 MB', 0],
    ['size:MB', 0],
  ]);
  await expect(systemJobs, [
    ['timeoutsecconds:1.5 mins', jobs],
    ['timeoutsecconds:1.5', jobs],
    ['nextstartsecconds:720 min', jobs],
    ['timeoutsecconds:2 mins', 0],
  ]);
  await speak('de');
  await expect(companyPayments, [
    ['amount:1.234,50 €', 1],
    ['1.234,50 €', 1],
    ['amount:1.234,51 €', 0],
  ]);
  await expect(systemFileUploads, [['size:12,3 kB, displayname:portrait', 1]]);
  await expect(systemJobs, [['timeoutsecconds:1,5 Min.', jobs]]);
});

test('countries, the words for no value and weekdays are found as cells show them', async () => {
  await using app = await testApp();
  const { company, found, speak } = await searches(app);
  await app.database.write
    .insertInto('billingProfiles')
    .values({ companyId: company.id, country: 'LV' })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ country: 'LV' }))
    .execute();
  const texts = JSON.stringify({ en: 'Closed on Monday' });
  await app.database.write
    .insertInto('announcements')
    .values({ id: randomUUIDv7(), texts, recipients: 2, createdAt: app.clock.now() })
    .execute();
  await mail(app, company.id, app.clock.now().toString(), 'sent');
  const expect = async (expected: readonly (readonly [List, string, number])[]) => {
    for (const [list, search, count] of expected) assert.equal(await found(list, { search }), count, search);
  };
  await expect([
    [systemBilling, 'country:latvia', 1],
    [systemBilling, 'country:lv', 1],
    [systemBilling, 'country:estonia', 0],
    [systemAnnouncements, 'company:everyone', 1],
    [systemAnnouncements, 'everyone', 1],
    [companyEmailMessages, 'created:monday', 1],
    [companyEmailMessages, 'created:fri', 0],
  ]);
  await speak('de');
  await expect([
    [systemBilling, 'country:lettland', 1],
    [systemAnnouncements, 'company:alle', 1],
    [companyEmailMessages, 'created:montag', 1],
  ]);
});

test('days are found as cells show them, in the reader’s language and zone', async () => {
  await using app = await testApp();
  const { company, found, speak } = await searches(app);
  await mail(app, company.id, '2026-02-21T22:30:00Z', 'sent');
  await mail(app, company.id, '2025-02-22T12:05:10Z', 'sent');
  const range = { startDate: '2024-01-01', timeZone: 'Asia/Tokyo' };
  const expect = async (expected: readonly (readonly [string, number])[]) => {
    for (const [search, count] of expected) {
      assert.equal(await found(companyEmailMessages, { search, ...range }), count, search);
    }
  };
  await expect([
    ['created:22 Feb', 2],
    ['created:22 Feb 2026', 1],
    ['created:Feb 22, 2025', 1],
    ['created:22 Feb, 07:30', 1],
    ['created:22 Feb, 07:30:00', 1],
    ['created:22 Feb, 07:30, state:sent', 1],
    ['created:Feb 22, 2025, 09:05:10 PM', 1],
    ['created:07:30', 1],
    ['created:22:30', 0],
    ['created:21 Feb', 0],
    ['created:30 Feb', 0],
    ['created:february', 2],
    ['created:feb 2025', 1],
    ['created:2025', 1],
    ['22 Feb', 2],
    ['Feb 22,07:30', 1],
    ['visit 22 Feb 2026', 1],
    ['22 feb nowhere', 0],
    ['created:2026-02-22', 1],
  ]);
  for (const [language, dates] of Object.entries({
    de: ['22. Feb.', '22. Februar 2026'],
    es: ['22 feb', '22 de febrero de 2026'],
    fr: ['22 févr.', '22 février 2026'],
    lt: ['vasario 22 d.', '2026 m. vasario 22 d.'],
    lv: ['22. febr.', '2026. g. 22. febr.'],
  })) {
    await speak(language);
    await expect(dates.flatMap((date, index) => [[`created:${date}`, 2 - index] as const, [date, 2 - index] as const]));
  }
});

test('a date means the whole day, in the caller’s location or, in the system area, in UTC; ends in either order', async () => {
  await using app = await testApp();
  const { company, employee, cookie, found } = await searches(app);
  await app.database.write
    .updateTable('locations')
    .set({ timeZone: 'Pacific/Auckland' })
    .where('id', '=', employee.locationId)
    .execute();
  await buildLocation(app, company, { timeZone: 'America/New_York' });
  // The first of November in Auckland (UTC+13): its first and last moment, and those around them.
  for (const at of [
    '2026-10-31T10:59:59Z',
    '2026-10-31T11:00:00Z',
    '2026-11-01T10:59:59.999999Z',
    '2026-11-01T11:00:00Z',
  ]) {
    await mail(app, company.id, at, 'sent');
  }
  const day = { startDate: '2026-11-01', endDate: '2026-11-01' };
  assert.equal(await found(companyEmailMessages, day), 2);
  assert.equal(await found(systemEmailMessages, day), 2);
  assert.equal(await found(systemEmailMessages, { startDate: '2026-10-31', endDate: '2026-10-31' }), 2);
  assert.equal(await found(companyEmailMessages, { startDate: '2026-11-02', endDate: '2026-10-31' }), 4);
  assert.equal(await found(companyEmailMessages, { startDate: '2026-11-02', endDate: '2026-11-01' }), 3);
  assert.equal(await found(companyEmailMessages, { startDate: '2026-11-01T11:00:00Z', endDate: '2026-11-01' }), 3);
  // Without a start, the range starts a day before its end.
  assert.equal(await found(companyEmailMessages, { endDate: '2026-11-01' }), 2);
  assert.equal(await found(companyEmailMessages, { search: 'created:2026-11-01', ...day }), 2);
  for (const wrong of ['2026-13-01', '2026-11-1', 'yesterday', '']) {
    const { getPaginated } = companyEmailMessages.operations;
    const refused = await app.call(getPaginated, { startDate: wrong }, cookie);
    assert.equal(refused.status, 417, wrong);
    assert.match(refused.body, /StartDate/);
  }
});
