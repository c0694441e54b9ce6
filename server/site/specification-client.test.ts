// Plays a client that was written from the specification: it sends exactly the specification's fields, in its spellings.
// `1:116` is line 116 of the specification's first document, `2:108` line 108 of its second.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { toWire } from '#contract/lib/wire.ts';
import { buildBusiness, buildEmployee, buildEvent, buildFile, setTerms, signIn } from '#server/testing/build.ts';
import { type Business, sampleOf } from '#server/testing/list-samples.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const none = '00000000-0000-0000-0000-000000000000';

type Fields = Record<string, unknown>;
type Row = Fields & { Id: string };

interface List {
  /** The name in `contract/all.ts`, whose samples provide rows that cannot be inserted. */
  name: keyof typeof resources;
  line: string;
  /** The fields that the specification names; every answer has them. */
  fields: string;
  /** The list that a paginated call returns; the others are read whole. */
  paged?: string;
  /** A new record with the specification's fields alone. */
  insert?: () => Fields;
  /** A part of the fields, changed. */
  change?: Fields;
  /** A field of ours that follows from the change. */
  follows?: string;
}

let made = 0;
const next = () => ++made;
/** Two letters that no other language has. */
const letters = () => `q${'abcdefghijklmnopqrstuvwxyz'[next() % 26]}`;
const right = 'Id Name Description IsSystem OnlySys';
const newRight = () => ({ Id: none, Name: `Front desk ${next()}`, Description: '', IsSystem: false, OnlySys: false });
const host = 'Id Key Host Port Ssl TimeOut UseDefaultCredentials User';
const newHost = () => ({
  ...{ Id: none, Key: `New ${next()}`, Host: 'relay.example.org', Port: 25, Ssl: false, TimeOut: 10000 },
  ...{ UseDefaultCredentials: false, User: 'daybook', Password: 'hunter2' },
});
const message = 'Created CompanyName LocationName FromEmail ToEmail Subject Message Sent';
const user = 'Id LogIn FirstName LastName EMail Company Languages_Id Language IsOwnCompany';
const eMailTemplate = 'Language Company Key Description Subject FromEmail ToEmail BccEmail';
const sms = 'Created CompanyName LocationName FromSms ToSms Subject Message Sent';
const invoice = 'Id Created Number GrandTotal DueDate PeriodStart PeriodEnd Paid Pdf Company';
const payment = 'Id Created Amount Status Confirmed ConfirmedDate TransactionId Invoice Pdf Company';
const smsTemplate = 'Language Company Key Description From To Message';

const lists: List[] = [
  {
    name: 'companyLocations',
    line: '2:104',
    fields: 'Id Name Address Country Description IsSystem GeoLocation_Id GeoLocation',
    insert: () => ({
      ...{ Id: none, Name: `Old Town ${next()}`, Address: 'Market Street 1', Country: 'Latvia', Description: '' },
      ...{ IsSystem: false, GeoLocation_Id: none, GeoLocation: null },
    }),
    change: { Address: 'Market Street 2' },
  },
  { name: 'companyEmployees', line: '2:134', fields: user },
  { name: 'systemPeople', line: '2:134', fields: user, change: { FirstName: 'Marta' }, follows: 'Name' },
  {
    name: 'systemCompanies',
    line: '2:102',
    fields: `Name Address Country DiscountMonths DiscountPercentage MaxUsers MaxLocations MonthlyCost SmsCost GeoLocation_Id`,
    change: { MonthlyCost: 12.5, GeoLocation_Id: none },
  },
  { name: 'systemActions', line: '2:136', fields: right, insert: newRight, change: { Description: 'Opens the door.' } },
  { name: 'systemGroups', line: '2:136', fields: right, insert: newRight, change: { Description: 'Opens the door.' } },
  {
    name: 'systemPages',
    line: '2:108',
    fields: 'Id Name SRef OnlySys IsSystem',
    insert: () => ({ Id: none, Name: 'Leaflet', SRef: `app.home/leaflet-${next()}`, OnlySys: false, IsSystem: false }),
    change: { Name: 'Brochure' },
  },
  {
    name: 'systemLanguages',
    line: '2:86',
    fields: 'Id Key Name Cultures Locales IsSystem IsDefault',
    insert: () => ({
      ...{ Id: none, Key: letters(), Name: `Tongue ${next()}`, Cultures: '', Locales: '' },
      ...{ IsSystem: false, IsDefault: false },
    }),
    change: { Locales: 'xx' },
  },
  {
    name: 'systemJobs',
    line: '2:84',
    fields: 'Name Description Parameters LastStarted TimeOutSecconds NextStartSecconds',
    change: { NextStartSecconds: 6000 },
  },
  { name: 'systemTableSettings', line: '2:132', fields: 'Name IsSync IsAudit', change: { IsSync: true } },
  { name: 'systemAppSettings', line: '2:132', fields: 'Key Value Type Group', change: { Value: '12' } },
  { name: 'systemSmtps', line: '2:114', fields: host, insert: newHost, change: { Port: 587 } },
  { name: 'systemSmsGateways', line: '2:116', fields: host, insert: newHost, change: { Port: 587 } },
  { name: 'companyEmailTemplates', line: '2:118', fields: eMailTemplate, change: { Subject: 'Yes or no: {{what}}' } },
  { name: 'systemEmailTemplates', line: '2:118', fields: eMailTemplate, change: { Subject: 'Yes or no: {{what}}' } },
  { name: 'companySmsTemplates', line: '2:120', fields: smsTemplate, change: { To: '+371 20000002' } },
  { name: 'systemSmsTemplates', line: '2:120', fields: smsTemplate, change: { To: '+371 20000002' } },
  { name: 'systemMessageTemplates', line: '2:122', fields: 'Key Language Template' },
  {
    name: 'systemBanners',
    line: '2:126',
    fields: 'Id Title Description Link ImageLink PeriodStart PeriodEnd Active FileUploads_Id',
    insert: () => ({
      ...{ Id: none, Title: 'New', Description: '', Link: '/terms', ImageLink: '', Active: false },
      ...{ PeriodStart: '2026-03-01', PeriodEnd: '2026-03-04 12:00', FileUploads_Id: none },
    }),
    change: { Active: true },
  },
  {
    name: 'systemFileUploads',
    line: '2:124',
    fields: 'Id DisplayName MimeType Size Created IsSystem',
    paged: 'FileUploads',
  },
  { name: 'companyEmailMessages', line: '2:110', fields: message, paged: 'Messages' },
  { name: 'systemEmailMessages', line: '2:110', fields: message, paged: 'Messages' },
  { name: 'companySmsMessages', line: '2:112', fields: sms, paged: 'Messages' },
  { name: 'systemSmsMessages', line: '2:112', fields: sms, paged: 'Messages' },
  { name: 'systemSmsMessageLogs', line: '2:112', fields: `${sms} Log`, paged: 'MessageLogs' },
  { name: 'companyInvoices', line: '2:76', fields: invoice, paged: 'Invoices' },
  { name: 'systemInvoices', line: '2:76', fields: invoice, paged: 'Invoices' },
  { name: 'companyPayments', line: '2:78', fields: payment, paged: 'Payments' },
  { name: 'systemPayments', line: '2:78', fields: payment, paged: 'Payments' },
  { name: 'systemEmailMessageLogs', line: '2:110', fields: `${message} Log`, paged: 'MessageLogs' },
  { name: 'systemDataAudits', line: '2:128', fields: 'Created Table Method UserName', paged: 'Audits' },
  { name: 'systemUserAudits', line: '2:128', fields: 'Created Text UserName', paged: 'Audits' },
  {
    name: 'systemLogs',
    line: '2:130',
    fields: 'Created ServerName CategoryName Priority Severity Title Message FormattedMessage',
    paged: 'Logs',
  },
];

/** Lists of ours, which the specification does not name. */
const ours = [
  ...['companyServiceCategories', 'companyServices', 'companyContacts', 'companyInvitations', 'companyProblems'],
  ...['companyReceivedSms', 'companySuppressedAddresses', 'companyBackups', 'systemBounceMailboxes', 'systemProblems'],
  ...['systemReceivedSms', 'systemSuppressedAddresses', 'systemBilling', 'systemAnnouncements', 'systemBalances'],
  ...['systemPlans', 'systemRestores', 'systemFeedback', 'systemLegalTexts'],
];

let app: TestApp;
let business: Business;
let cookies: { company: { cookie: string }; system: { cookie: string } };

before(async () => {
  app = await testApp();
  business = await buildBusiness(app, { actions: ['admin'], password: 'correct horse battery' });
  await setTerms(app, { maxLocations: 100, maxUsers: 100 });
  const operator = await buildBusiness(app, { actions: ['sys'] });
  cookies = { company: await signIn(app, business.employee), system: await signIn(app, operator.employee) };
});
after(() => app[Symbol.asyncDispose]());

type Answer = { status: number; body: unknown };
async function request(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  input: Fields = {},
  headers: Partial<Record<'cookie', string>> = cookies.company,
): Promise<Answer> {
  const address = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const { statusCode, body } = await app.server.inject({
    method,
    url: method === 'POST' ? `/api/${path}` : `/api/${path}?${address}`,
    headers,
    ...(method === 'POST' && { payload: input }),
  });
  return { status: statusCode, body: body ? JSON.parse(body) : undefined };
}

async function ok(...sent: Parameters<typeof request>): Promise<unknown> {
  const { status, body } = await request(...sent);
  assert.ok(
    status === 200 || status === 204,
    `${sent[1]} ${JSON.stringify(sent[2])}: ${status} ${JSON.stringify(body)}`,
  );
  return body;
}

/** A record without what a saving itself changes. */
const contents = ({ Version: _, IsChanged: _changed, ...row }: Fields) => row;

test('every list is one of the specification or one of ours', () => {
  const named = [...lists.map(({ name }) => name), ...ours];
  assert.deepEqual(named.toSorted(), Object.keys(resources).toSorted());
});

for (const name of ours) {
  const resource = (resources as unknown as Record<string, AnyResource>)[name];
  if (!resource?.operations.update) continue;
  test(`${name}: a record that is sent back as it was answered stays as it is`, async () => {
    const path = `${resource.area}/${resource.name}`;
    const done = (method: 'GET' | 'POST', operation: string, input: Fields = {}) =>
      ok(method, `${path}/${operation}`, input, cookies[resource.area]);
    const { input, seed } = sampleOf(name, resource);
    if (input && resource.operations.insert) {
      const toSend = toWire(resource.operations.insert.input, input(business)) as Fields;
      const { Id } = (await done('POST', 'Insert', toSend)) as Row;
      await assertTakenBack(done, Id);
      return;
    }
    await seed?.(app, business);
    const [row] = (await done('GET', 'GetAll')) as Row[];
    assert.ok(row, `${path} has no row`);
    await assertTakenBack(done, row.Id);
  });
}

async function assertTakenBack(
  done: (method: 'GET' | 'POST', operation: string, input: Fields) => Promise<unknown>,
  id: string,
): Promise<void> {
  const row = (await done('GET', 'GetById', { id })) as Row;
  assert.deepEqual(contents((await done('POST', 'Update', row)) as Row), contents(row));
  assert.deepEqual(contents((await done('GET', 'GetById', { id })) as Row), contents(row));
}

for (const { name, line, fields, paged, insert, change, follows = '' } of lists) {
  const resource = resources[name] as unknown as AnyResource;
  const path = `${resource.area}/${resource.name}`;
  const call = (method: 'GET' | 'POST' | 'DELETE', operation: string, input: Fields = {}) =>
    request(method, `${path}/${operation}`, input, cookies[resource.area]);
  const done = (method: 'GET' | 'POST' | 'DELETE', operation: string, input: Fields = {}) =>
    ok(method, `${path}/${operation}`, input, cookies[resource.area]);
  const readRows = async (): Promise<Row[]> => {
    if (!paged) return (await done('GET', 'GetAll')) as Row[];
    const page = { pageNr: 1, rowsPerPage: 10, search: '', order: '' };
    const answer = (await done('GET', 'GetPaginated', page)) as { TotalRows: number } & Record<string, Row[]>;
    assert.equal(typeof answer.TotalRows, 'number');
    return answer[paged] ?? [];
  };
  const rowToUse = async (): Promise<Row> => {
    if (insert) return (await done('POST', 'Insert', insert())) as Row;
    const { seed } = sampleOf(name, resource);
    await seed?.(app, business);
    const rows = await readRows();
    const [row] = rows.slice(-1);
    assert.ok(row, `${path} has no row`);
    return row;
  };

  test(`${line} ${path}: every record has the specification's fields`, async () => {
    const row = await rowToUse();
    const [first] = await readRows();
    assert.ok(first);
    for (const field of fields.split(' ')) {
      assert.ok(field in row, `${field} of a record`);
      assert.ok(field in first, `${field} of a record in the list`);
    }
  });

  if (insert) {
    test(`${line} ${path}: a record with the specification's fields alone is inserted as sent, and deleted`, async () => {
      const sent = insert();
      const saved = (await done('POST', 'Insert', sent)) as Row;
      assert.notEqual(saved.Id, none);
      for (const [field, value] of Object.entries(sent)) {
        if (['Id', 'Password', 'PeriodStart', 'PeriodEnd'].includes(field)) continue;
        assert.deepEqual(saved[field], value === none ? null : value, field);
      }
      await done('DELETE', 'Delete', { id: saved.Id });
      assert.ok(!(await readRows()).some(({ Id }) => Id === saved.Id));
    });
  }

  if (resource.operations.update) {
    test(`${line} ${path}: a record that is sent back as it was answered stays as it is`, async () => {
      const row = await rowToUse();
      const saved = (await done('POST', 'Update', row)) as Row;
      assert.deepEqual(contents(saved), contents(row));
      assert.deepEqual(contents((await done('GET', 'GetById', { id: row.Id })) as Row), contents(row));
    });

    test(`${line} ${path}: the specification's fields alone, in lower case, change nothing else`, async () => {
      const row = await rowToUse();
      const named = ['Id', ...fields.split(' ')].map((field) => [field.toLowerCase(), row[field]]);
      const saved = (await done('POST', 'Update', Object.fromEntries(named))) as Row;
      assert.deepEqual(contents(saved), contents(row));
    });

    test(`${line} ${path}: an update of a part of the fields leaves the others; an unknown name is refused`, async () => {
      const row = await rowToUse();
      const saved = (await done('POST', 'Update', { Id: row.Id, ...change })) as Row;
      const expected = Object.entries(change ?? {}).map(([field, value]) => [field, value === none ? null : value]);
      const derived = follows && { [follows]: saved[follows] };
      assert.deepEqual(contents(saved), contents({ ...row, ...Object.fromEntries(expected), ...(derived || {}) }));
      const refused = await call('POST', 'Update', { Id: row.Id, Nonsense: 1 });
      assert.deepEqual(refused.status, 417);
      assert.deepEqual(
        (refused.body as Fields[]).map(({ Key }) => Key),
        ['Nonsense'],
      );
      assert.deepEqual(contents((await done('GET', 'GetById', { id: row.Id })) as Row), contents(saved));
    });
  }
}

test('1:128 system/menuitems: items are inserted, taken back, moved and deleted', async () => {
  const call = (method: 'GET' | 'POST' | 'DELETE', operation: string, input: Fields = {}) =>
    ok(method, `system/menuitems/${operation}`, input, cookies.system);
  const pages = (await call('GET', 'GetPages')) as Row[];
  assert.equal(pages[0]?.Id, none, 'an empty entry first');
  const item = { Id: none, Icon: 'fa fa-question', IsHeading: false, IsSystem: false, Name: 'New menu item', Order: 0 };
  const saved = (await call('POST', 'Insert', { ...item, Pages_Id: none, ParentId: none })) as Row;
  assert.deepEqual([saved.Pages_Id, saved.ParentId], [null, none]);
  assert.deepEqual(await call('POST', 'Update', saved), saved);
  const linked = (await call('POST', 'Update', { Id: saved.Id, Pages_Id: pages[1]?.Id })) as Row;
  assert.deepEqual(linked, { ...saved, Pages_Id: pages[1]?.Id });
  assert.deepEqual(await call('POST', 'Update', { Id: saved.Id, Name: 'Renamed' }), { ...linked, Name: 'Renamed' });
  await call('DELETE', 'Delete', { id: saved.Id });
});

test('2:102 company/companies: the own company is taken back, and a part of it updated', async () => {
  const details = (await ok('GET', 'company/companies/Get')) as Fields;
  for (const field of 'AditionalBalance ActiveLocations MaxLocations eMail Address Country GeoLocation_Id GeoLocation'.split(
    ' ',
  ))
    assert.ok(field in details, field);
  const full = { Name: 'Salon Rosa', Address: 'Market Street 1', Country: 'Latvia', eMail: 'rosa@example.org' };
  const filled = (await ok('POST', 'company/companies/Update', full)) as Fields;
  assert.deepEqual(await ok('POST', 'company/companies/Update', filled), filled);
  const renamed = (await ok('POST', 'company/companies/Update', { name: 'Salon Lila' })) as Fields;
  assert.deepEqual(contents(renamed), contents({ ...filled, Name: 'Salon Lila' }));
  const emptied = (await ok('POST', 'company/companies/Update', { eMail: '' })) as Fields;
  assert.equal(emptied.eMail, '', 'an empty text empties the field');
});

test('2:102 system/companies: the specification’s fields leave e-mail and telephone', async () => {
  const [row] = (await ok('GET', 'system/companies/GetAll', {}, cookies.system)) as Row[];
  assert.ok(row);
  const update = (input: Fields) => ok('POST', 'system/companies/Update', { Id: row.Id, ...input }, cookies.system);
  const filled = (await update({ eMail: 'front@example.org', PhoneNumber: '+371 20000000' })) as Fields;
  const fields =
    'Name Address Country DiscountMonths DiscountPercentage MaxUsers MaxLocations MonthlyCost SmsCost'.split(' ');
  const saved = (await update(Object.fromEntries(fields.map((field) => [field, filled[field]])))) as Fields;
  assert.deepEqual([saved.eMail, saved.PhoneNumber], ['front@example.org', '+371 20000000']);
});

/** 1:116 without the transient Search text. */
const eventFields = `Id CalendarCalendars_Id UserUsers_Id Title Description Start End AllDay Type SendSms ReadOnly Name
  PhoneNumber EMail Link EMailRemainderSentAt SmsRemainderSentAt`.split(/\s+/);

test('1:116, 1:139 calendars: events are inserted, taken back, moved and updated in part', async () => {
  const [calendar] = (await ok('GET', 'calendars/GetAllCalendars')) as (Row & { UserUsers_Id: string })[];
  assert.ok(calendar);
  const sent = {
    ...{ Id: none, CalendarCalendars_Id: calendar.Id, UserUsers_Id: none, Title: 'Haircut', Description: 'Short' },
    ...{ Start: '2026-06-01 10:00', End: '2026-06-01 11:00', AllDay: false, Type: 'primary', SendSms: false },
    ...{ ReadOnly: false, Name: 'Mara', PhoneNumber: '+371 20000000', EMail: 'mara@example.org', Link: '/app/home' },
    ...{ EMailRemainderSentAt: null, SmsRemainderSentAt: null, Search: '' },
  };
  const saved = (await ok('POST', 'calendars/InsertEvent', sent)) as Row;
  for (const field of eventFields) assert.ok(field in saved, field);
  const { Id: _id, UserUsers_Id: _user, Start: _start, End: _end, Search: _search, ...same } = sent;
  for (const [field, value] of Object.entries(same)) assert.deepEqual((saved as Fields)[field], value, field);
  const at = (value: unknown) => Temporal.Instant.from(String(value)).toString();
  assert.equal(at(saved.Start), '2026-06-01T07:00:00Z', 'in the zone of the location, Riga');

  // Each save gives another version.
  const update = async (input: Fields) => (await ok('POST', 'calendars/UpdateEvent', input)) as Row & Fields;
  const again = await update(saved);
  assert.deepEqual(again, { ...saved, Version: again.Version }, 'as it was answered');
  const named = await update({ id: saved.Id, title: 'Colour' });
  assert.deepEqual(named, { ...saved, Title: 'Colour', Version: named.Version });
  const spec: Fields = Object.fromEntries(eventFields.map((field) => [field, (named as Fields)[field]]));
  const moved = await update({ ...spec, Start: '2026-06-01 12:00', End: '2026-06-01 13:30' });
  assert.deepEqual(moved, { ...named, Start: moved.Start, End: moved.End, Version: moved.Version });
  assert.equal(at(moved.End), '2026-06-01T10:30:00Z');

  const range = { calendarId: calendar.Id, start: '2026-06-01', end: '2026-06-02' };
  assert.deepEqual(await ok('GET', 'calendars/GetCalendarEvents', range), [moved]);
  const refused = await request('POST', 'calendars/UpdateEvent', { Id: saved.Id, Nonsense: 1 });
  assert.equal(refused.status, 417);
  const incomplete = await request('POST', 'calendars/UpdateEvent', { Id: none, Title: 'No time' });
  assert.deepEqual(
    (incomplete.body as Fields[]).map(({ Key }) => Key),
    ['CalendarCalendars_Id', 'Start', 'End'],
  );
  await ok('DELETE', 'calendars/DeleteEvent', { id: saved.Id });
});

test('1:139 calendars: an all-day event has plain dates, the end exclusive, and is moved by them', async () => {
  const calendarId = business.employee.calendarId;
  const sent = {
    CalendarCalendars_Id: calendarId,
    Title: 'Away',
    AllDay: true,
    Start: '2026-03-28',
    End: '2026-03-30',
  };
  const days = (row: unknown) => {
    const { AllDay, StartDate, EndDate } = row as Fields;
    return [AllDay, StartDate, EndDate];
  };
  const saved = (await ok('POST', 'calendars/InsertEvent', { Id: none, ...sent })) as Row;
  assert.deepEqual(days(saved), [true, '2026-03-28', '2026-03-30']);
  assert.equal(saved.Start, '2026-03-27T22:00:00+00:00');
  const update = (input: Fields) => ok('POST', 'calendars/UpdateEvent', { Id: saved.Id, ...input });
  const renamed = await update({ Title: 'Holidays' });
  assert.deepEqual(days(renamed), [true, '2026-03-28', '2026-03-30']);
  assert.deepEqual(days(await update({ ...(renamed as Fields), Start: '2026-04-01', End: '2026-04-02' })), [
    true,
    '2026-04-01',
    '2026-04-02',
  ]);
  const byInstants = { Start: '2026-04-02T21:00:00Z', End: '2026-04-04T21:00:00Z' };
  assert.deepEqual(days(await update(byInstants)), [true, '2026-04-03', '2026-04-05']);
  const reversed = await request('POST', 'calendars/UpdateEvent', {
    Id: saved.Id,
    Start: '2026-04-03',
    End: '2026-04-03',
  });
  assert.deepEqual((reversed.body as Fields[])[0]?.Key, 'End');
  const timed = await request('POST', 'calendars/InsertEvent', { ...sent, AllDay: false });
  assert.deepEqual((timed.body as Fields[])[0]?.Key, 'Start');
});

test('1:188 user: SetCurrent takes the whole answer of GetCurrent, its User part, or a part of that', async () => {
  const current = (await ok('GET', 'user/GetCurrent')) as { User: Fields };
  assert.deepEqual(await ok('POST', 'user/SetCurrent', current), current.User);
  assert.deepEqual(await ok('POST', 'user/SetCurrent', current.User), current.User);
  const renamed = await ok('POST', 'user/SetCurrent', { FirstName: 'Marta', Languages_Id: none });
  assert.deepEqual(renamed, { ...current.User, FirstName: 'Marta' });
  assert.equal((await request('POST', 'user/SetCurrent', { Nonsense: 1 })).status, 417);
});

test('2:138, 2:211 rights: a switch is set by {id, allow}, and its row is taken back', async () => {
  const colleague = await buildEmployee(app, business.location, { actions: ['user'] });
  const page = { pageNr: 1, rowsPerPage: 100, search: colleague.logIn, order: '' };
  for (const [read, write] of [
    ['GetAllActionsAcl', 'UpdateAcl'],
    ['GetAllPagesAcl', 'UpdateAcl'],
    ['GetAllLocationsAcl', 'UpdateLocation'],
  ] as const) {
    const rows = async () =>
      ((await ok('GET', `company/users/${read}`, page)) as { Acl: (Row & { Allow: boolean })[] }).Acl;
    const row = (await rows()).find(({ Locked }) => Locked === null);
    assert.ok(row, read);
    await ok('POST', `company/users/${write}`, { id: row.Id, allow: !row.Allow });
    assert.equal((await rows()).find(({ Id }) => Id === row.Id)?.Allow, !row.Allow);
    await ok('POST', `company/users/${write}`, row as Fields);
    assert.equal((await rows()).find(({ Id }) => Id === row.Id)?.Allow, row.Allow);
  }
});

for (const medium of ['email', 'sms']) {
  test(`1:118, 1:138 company/${medium}campaigns: campaigns are inserted, taken back, moved and deleted`, async () => {
    const call = (method: 'GET' | 'POST' | 'DELETE', operation: string, input: Fields = {}) =>
      ok(method, `company/${medium}campaigns/${operation}`, input);
    const period = { PeriodStart: '2026-03-02', PeriodEnd: '2026-03-05' };
    const sent = { Id: none, Name: `Spring ${next()}`, Message: 'Come again', Text: '', ...period, Started: false };
    const saved = (await call('POST', 'Insert', sent)) as Row & Fields;
    for (const field of Object.keys(sent)) assert.ok(field in saved, field);
    // E-mails are HTML.
    const message = medium === 'email' ? '<p>Come again</p>' : 'Come again';
    assert.deepEqual([saved.Name, saved.Message, saved.Started], [sent.Name, message, false]);
    assert.deepEqual(contents((await call('POST', 'Update', saved)) as Row), contents(saved));
    const renamed = (await call('POST', 'Update', { Id: saved.Id, Name: 'Summer' })) as Fields;
    assert.deepEqual(contents(renamed), contents({ ...saved, Name: 'Summer' }));
    const page = (await call('GET', 'GetPaginated', { pageNr: 1, rowsPerPage: 4 })) as { Campaigns: Row[] };
    assert.ok(page.Campaigns.some(({ Id }) => Id === saved.Id));
    // Nothing leaves for a company that is not verified: each move says so.
    for (const move of ['Start', 'Send']) {
      assert.equal((await request('POST', `company/${medium}campaigns/${move}`, { id: saved.Id })).status, 409);
    }
    assert.equal(((await call('POST', 'Stop', { id: saved.Id })) as Fields).Started, false);
    await call('DELETE', 'Delete', { id: saved.Id });
  });
}

test('1:185, 1:193, 1:230 user, fcm: the calls by GET that end a session, leave a company or take a token', async () => {
  const called = async (path: string, input: Fields = {}) => {
    const headers = await signIn(app, await buildEmployee(app, business.location, { actions: ['user'] }));
    return request('GET', path, input, headers);
  };
  assert.equal((await called('user/LogOut')).status, 204);
  for (const path of ['user/Leave', 'user/LeaveCompany']) {
    const { status, body } = await called(path);
    assert.equal(status, 200);
    assert.ok('CompanyName' in (body as Fields), path);
  }
  // A plain token needs a Firebase project, a social sign-in its provider.
  assert.equal((await called('fcm/SetToken', { token: 'plain' })).status, 417);
  for (const path of ['user/SocialAuthenticate', 'user/SocialAuthenticateWithRememberMe']) {
    assert.ok([417, 403, 404].includes((await request('GET', path, { Token: 'unknown' }, {})).status), path);
  }
});

test('1:192 user: Create registers a company, Invite says what a link invites to', async () => {
  const account = { LogIn: `new-${next()}@example.org`, Password: 'correct horse battery', Plan: 1 };
  const { status } = await request('POST', 'user/Create', { ...account, CaptchaResponse: 'wrong' }, {});
  assert.equal(status, 417, 'only the captcha is wrong');
  const unknown = await request('GET', 'user/Invite', { id: randomBytes(32).toString('base64url') }, {});
  assert.equal(unknown.status, 404);
});

test('2:211 users: fired and deleted by the operator and the administrator', async () => {
  for (const area of ['company', 'system'] as const) {
    for (const [method, operation] of [
      ['POST', 'Fire'],
      ['DELETE', 'Delete'],
    ] as const) {
      const { userId } = await buildEmployee(app, business.location, { actions: ['user'] });
      await ok(method, `${area}/users/${operation}`, { id: userId }, cookies[area]);
    }
  }
});

test('2:211 rights of all companies and of groups: a switch is set by {id, allow}', async () => {
  const colleague = await buildEmployee(app, business.location, { actions: ['user'] });
  const flip = async (path: string, read: string, write: string, search: string) => {
    const page = { pageNr: 1, rowsPerPage: 100, search, order: '' };
    const rows = async () =>
      ((await ok('GET', `${path}/${read}`, page, cookies.system)) as { Acl: (Row & { Allow: boolean })[] }).Acl;
    const row = (await rows()).find(({ Locked }) => !Locked);
    assert.ok(row, `${path}/${read}`);
    for (const allow of [!row.Allow, row.Allow]) {
      await ok('POST', `${path}/${write}`, { id: row.Id, allow }, cookies.system);
      assert.equal((await rows()).find(({ Id }) => Id === row.Id)?.Allow, allow, `${path}/${read}`);
    }
  };
  for (const [read, write] of [
    ['GetAllActionsAcl', 'UpdateAcl'],
    ['GetAllPagesAcl', 'UpdateAcl'],
    ['GetAllGroupsAcl', 'UpdateGroup'],
    ['GetAllLocationsAcl', 'UpdateLocation'],
  ] as const) {
    await flip('system/users', read, write, colleague.logIn);
  }
  for (const read of ['GetAllActionsAcl', 'GetAllPagesAcl']) await flip('system/groups', read, 'UpdateAcl', '');
});

test('2:204 reports and incomes answer to start and end', async () => {
  const range = { start: '2026-02-01', end: '2026-03-02' };
  const reports = 'GetCalendarEvents GetEmailMessages GetSmsMessages GetIncomes GetEmailMarketing GetSmsMarketing';
  for (const name of reports.split(' ')) await ok('GET', `company/reports/${name}`, range);
  for (const name of ['GetByCompany', 'GetByLocation', 'GetPerUser']) await ok('GET', `company/incomes/${name}`, range);
});

test('2:206 system logs and audits are cleared', async () => {
  for (const list of ['systemlogs', 'dataaudits', 'useraudits', 'emailmessagelogs', 'smsmessagelogs']) {
    await ok('POST', `system/${list}/Clear`, {}, cookies.system);
  }
});

interface Call {
  line: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Exactly what the specification sends. */
  sent?: () => Fields | Promise<Fields>;
  /** Fields of the answer, or of its first element. */
  fields?: string;
  as?: 'visitor' | 'system';
}

const banner = async () => {
  const now = app.clock.now();
  const period = { periodStart: now.toString(), periodEnd: now.add({ hours: 24 }).toString() };
  const saved = await ok('POST', 'system/banners/Insert', { Title: 'New', Active: true, ...period }, cookies.system);
  return { id: (saved as Row).Id };
};
const language = async () => {
  const [first] = (await ok('GET', 'application/GetAllLanguages')) as Row[];
  return { id: first?.Id };
};
const event = async () => {
  const start = app.clock.now().add({ hours: 500 + next() * 2 });
  return { id: (await buildEvent(app, business.employee, { start, name: 'Mara', eMail: 'mara@example.org' })).id };
};
const enabled = (isEnabled: boolean) => () => ({ isEnabled });

/** Section 7 of the first document; what changes the session itself comes last. */
const calls: Call[] = [
  { line: '1:178', method: 'GET', path: 'home/GetPlanDetails', as: 'visitor' },
  {
    ...{ line: '1:179', method: 'GET', path: 'home/Search', as: 'visitor', fields: 'Data' },
    sent: () => ({ pageNr: 1, rowsPerpage: 4, str: 'anna' }),
  },
  {
    ...{ line: '1:180', method: 'GET', path: 'home/SearchByGeoLocation', as: 'visitor', fields: 'Data' },
    sent: () => ({ latitude: 56.95, longitude: 24.1, zoom: 14 }),
  },
  {
    ...{ line: '1:181', method: 'POST', path: 'home/Feedback', as: 'visitor', fields: 'Id Type Message' },
    sent: () => ({ Type: 'happy', Message: 'Thank you' }),
  },
  {
    ...{ line: '1:184', method: 'POST', path: 'user/Authenticate', as: 'visitor', fields: 'User' },
    sent: () => ({ LogIn: business.employee.logIn, Password: 'correct horse battery', ActionHash: '' }),
  },
  {
    ...{ line: '1:184', method: 'POST', path: 'user/AuthenticateWithRememberMe', as: 'visitor', fields: 'User' },
    sent: () => ({ LogIn: business.employee.logIn, Password: 'correct horse battery', ActionHash: null }),
  },
  { line: '1:186', method: 'GET', path: 'user/IsAuthenticated', as: 'visitor', fields: 'Value' },
  {
    ...{ line: '1:187', method: 'GET', path: 'user/ResetPassword', as: 'visitor' },
    sent: () => ({ eMail: 'mara@example.org' }),
  },
  {
    ...{ line: '1:92', method: 'GET', path: 'user/GetCurrent' },
    fields: 'User IsImpersonated Actions Groups Locations LocationId CompanyId',
  },
  { line: '1:190', method: 'GET', path: 'user/GetCurrentPicture', fields: 'Id' },
  { line: '2:224', method: 'GET', path: 'user/SetCurrentPicture', sent: () => ({ id: none }), fields: 'Id' },
  { line: '1:191', method: 'GET', path: 'user/ChangeLocation', sent: () => ({ id: business.location.id }) },
  { line: '1:194', method: 'GET', path: 'user/SetProfilePublicState', sent: enabled(false) },
  { line: '1:194', method: 'GET', path: 'user/SetCalendarPublicState', sent: enabled(false) },
  { line: '1:194', method: 'GET', path: 'user/SetPushNotificationsState', sent: enabled(false) },
  { line: '2:224', method: 'POST', path: 'user/SetProfilePublicState', sent: () => ({ isPublic: true }) },
  { line: '2:224', method: 'POST', path: 'user/SetCalendarPublicState', sent: () => ({ isPublic: true }) },
  { line: '1:195', method: 'GET', path: 'user/SetTermsAndConditionsAgreed' },
  { line: '1:195', method: 'GET', path: 'user/SetPrivacyPolicyAgreed' },
  { line: '1:198', method: 'GET', path: 'application/TermsAndConditions', as: 'visitor', fields: 'Html' },
  { line: '1:198', method: 'GET', path: 'application/CookiesPolicy', as: 'visitor', fields: 'Html' },
  { line: '1:198', method: 'GET', path: 'application/PrivacyPolicy', as: 'visitor', fields: 'Html' },
  { line: '1:199', method: 'GET', path: 'application/GetCurrentLanguage', as: 'visitor', fields: 'Id Key Name' },
  { line: '1:199', method: 'GET', path: 'application/SetCurrentLanguage', sent: language, fields: 'Key' },
  { line: '1:199', method: 'GET', path: 'application/GetAllLanguages', as: 'visitor', fields: 'Id Key Name' },
  { line: '1:199', method: 'GET', path: 'application/GetCurrentLocale', as: 'visitor' },
  { line: '1:200', method: 'GET', path: 'application/GetCaptchaKey', as: 'visitor' },
  { line: '2:124', method: 'GET', path: 'application/GetImageSettings', fields: 'MimeTypes MaxSize' },
  { line: '2:124', method: 'GET', path: 'application/GetFileSettings', fields: 'MimeTypes MaxSize' },
  { line: '1:201', method: 'GET', path: 'application/GetMenu', sent: () => ({ version: '' }) },
  {
    ...{ line: '1:203', method: 'POST', path: 'application/SendFeedback' },
    sent: () => ({ Type: 'question', Message: 'How?' }),
  },
  { line: '1:202', method: 'GET', path: 'application/GetPayPalTransactionUrl' },
  { line: '1:204', method: 'GET', path: 'application/GetSocialLoginSettings', as: 'visitor' },
  { line: '1:204', method: 'GET', path: 'application/GetPublicCalendarEventLength', as: 'visitor', fields: 'Value' },
  {
    ...{ line: '1:208', method: 'GET', path: 'File/DownloadFile' },
    sent: async () => ({ id: (await buildFile(app, business.company, { bytes: Buffer.from('"text"') })).id }),
  },
  { line: '1:114', method: 'GET', path: 'calendars/GetAllCalendars', fields: 'Id UserUsers_Id' },
  { line: '1:217', method: 'GET', path: 'calendars/SendEmailNotification', sent: event },
  {
    ...{ line: '1:219', method: 'GET', path: 'searches/GetPaginated', fields: 'Searches' },
    sent: () => ({ pageNr: 1, rowsPerPage: 10, search: 'mara' }),
  },
  {
    ...{ line: '1:223', method: 'GET', path: 'reminders/GetByCreatedAndUser' },
    sent: () => ({ created: '2026-03-01 10:00', notVisited: true }),
  },
  {
    ...{ line: '1:224', method: 'GET', path: 'reminders/GetPaginatedByCreatedAndUser', fields: 'Data' },
    sent: () => ({ pageNr: 1, rowsPerpage: 12 }),
  },
  { line: '1:226', method: 'GET', path: 'banners/Visit', as: 'visitor', sent: banner },
  {
    line: '1:100',
    method: 'GET',
    path: 'banners/GetActive',
    as: 'visitor',
    fields: 'Id ImageUrl Title Description Link',
  },
  { line: '1:228', method: 'GET', path: 'geolocations/GetDefault', as: 'visitor', fields: 'Latitude Longitude' },
  {
    ...{
      line: '1:106',
      method: 'POST',
      path: 'geolocations/Insert',
      fields: 'Id Name LineAddress Latitude Longitude Country',
    },
    sent: () => ({
      ...{ LineAddress: 'Market Street 1', Latitude: 56.95, Longitude: 24.1, PlaceId: '-', Streat: 'Market Street 1' },
      ...{ City: 'Riga', State: '-', Country: 'Latvia', ZipCode: '-', Name: 'Riga', changed: true },
    }),
  },
  { line: '2:224', method: 'POST', path: 'user/ChangePassword', sent: () => ({ password: 'another horse battery' }) },
];

for (const { line, method, path, sent, fields, as } of calls) {
  test(`${line} ${method} ${path}`, async () => {
    const headers = as === 'visitor' ? {} : cookies[as ?? 'company'];
    const body = await ok(method, path, (await sent?.()) ?? {}, headers);
    const answer = (Array.isArray(body) ? body[0] : body) as Fields | undefined;
    for (const field of fields?.split(' ') ?? []) assert.ok(answer && field in answer, `${field} of the answer`);
  });
}
