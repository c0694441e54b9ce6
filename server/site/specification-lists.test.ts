// A client of the specification and every list: records are taken back, inserted and updated as it sends them.
// `2:108` is line 108 of the specification's second document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Method } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { contents, next, none, openClient, type WireRow } from '#server/testing/clients/specification-client.ts';
import { sampleOf } from '#server/testing/lists/list-samples.ts';
import type { Fields } from '#server/testing/lists/write-samples.ts';

const client = openClient();
const { request, ok } = client;

interface List {
  /** The name in `contract/all.ts`, whose samples provide rows that cannot be inserted. */
  name: keyof typeof resources;
  line: string;
  /** The fields that the specification names; every answer has them. */
  fields: string;
  /** The list that a paginated call returns; the others are read whole. */
  paged?: string;
  /** A new record with the specification's fields alone. */
  insert?: () => Fields | Promise<Fields>;
  /** A part of the fields, changed. */
  change?: Fields;
  /** A field of ours that follows from the change. */
  follows?: string;
}

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

const device =
  'Id Name Version LastVersionUpdate LastAuthentication MaxPoolSecconds MinPoolSecconds PoolStepSecconds CompanyName LocationName IsDefault';
const newDevice = () => ({
  ...{ Id: none, Name: `Desk ${next()}`, MaxPoolSecconds: 10, MinPoolSecconds: 5, PoolStepSecconds: 5 },
});

async function newApplication(): Promise<Fields> {
  const { app, business } = client;
  const { id } = await buildFile(app, business.company, { name: 'agent.zip', mimeType: 'application/zip' });
  return { Id: none, Version: `1.0.${next()}.0`, Description: 'Faster', FileUploads_Id: id };
}

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
  { name: 'companyPrinters', line: '2:94', fields: device, insert: newDevice, change: { MaxPoolSecconds: 20 } },
  { name: 'systemPrinters', line: '2:94', fields: device, insert: newDevice, change: { MaxPoolSecconds: 20 } },
  { name: 'companyCashRegisters', line: '2:98', fields: device, insert: newDevice, change: { MaxPoolSecconds: 20 } },
  { name: 'systemCashRegisters', line: '2:98', fields: device, insert: newDevice, change: { MaxPoolSecconds: 20 } },
  {
    name: 'systemListingTypes',
    line: '2:90',
    fields: 'Id Key Description FileUploads_Id',
    insert: () => ({ Id: none, Key: `list${letters()}`, Description: 'Prices', FileUploads_Id: none }),
    change: { Description: 'List of prices' },
  },
  {
    name: 'systemListingApplications',
    line: '2:92',
    fields: 'Id Version Description FileUploads_Id',
    insert: newApplication,
    change: { Description: 'Slower' },
  },
  {
    name: 'systemCashRegisterApplications',
    line: '2:96',
    fields: 'Id Version Description FileUploads_Id',
    insert: newApplication,
    change: { Description: 'Slower' },
  },
  {
    name: 'systemListingLogs',
    line: '2:88',
    fields: 'Created CompanyName PrinterName LocationName ListingTypeKey ListingTypeDescription Text',
    paged: 'Logs',
  },
  {
    name: 'systemCashRegisterLogs',
    line: '2:100',
    fields: 'Created CompanyName RegisterName LocationName Text',
    paged: 'Logs',
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
  ...['companyProducts'],
  ...['systemReceivedSms', 'systemSuppressedAddresses', 'systemBilling', 'systemAnnouncements', 'systemBalances'],
  ...['systemPlans', 'systemRestores', 'systemFeedback', 'systemLegalTexts', 'systemUnclearReports'],
  'companyPrintJobs',
];

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
      ok(method, `${path}/${operation}`, input, client.cookies[resource.area]);
    const { input, seed } = sampleOf(name, resource);
    if (input && resource.operations.insert) {
      const toSend = toWire(resource.operations.insert.input, input(client.business)) as Fields;
      const { Id } = (await done('POST', 'Insert', toSend)) as WireRow;
      await assertTakenBack(done, Id);
      return;
    }
    await seed?.(client.app, client.business);
    const [row] = (await done('GET', 'GetAll')) as WireRow[];
    assert.ok(row, `${path} has no row`);
    await assertTakenBack(done, row.Id);
  });
}

async function assertTakenBack(
  done: (method: 'GET' | 'POST', operation: string, input: Fields) => Promise<unknown>,
  id: string,
): Promise<void> {
  const row = (await done('GET', 'GetById', { id })) as WireRow;
  assert.deepEqual(contents((await done('POST', 'Update', row)) as WireRow), contents(row));
  assert.deepEqual(contents((await done('GET', 'GetById', { id })) as WireRow), contents(row));
}

for (const { name, line, fields, paged, insert, change, follows = '' } of lists) {
  const resource = resources[name] as unknown as AnyResource;
  const path = `${resource.area}/${resource.name}`;
  const call = (method: Method, operation: string, input: Fields = {}) =>
    request(method, `${path}/${operation}`, input, client.cookies[resource.area]);
  const done = (method: Method, operation: string, input: Fields = {}) =>
    ok(method, `${path}/${operation}`, input, client.cookies[resource.area]);
  const readRows = async (): Promise<WireRow[]> => {
    if (!paged) return (await done('GET', 'GetAll')) as WireRow[];
    const page = { pageNr: 1, rowsPerPage: 10, search: '', order: '' };
    const answer = (await done('GET', 'GetPaginated', page)) as { TotalRows: number } & Record<string, WireRow[]>;
    assert.equal(typeof answer.TotalRows, 'number');
    return answer[paged] ?? [];
  };
  const rowToUse = async (): Promise<WireRow> => {
    if (insert) return (await done('POST', 'Insert', await insert())) as WireRow;
    const { seed } = sampleOf(name, resource);
    await seed?.(client.app, client.business);
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
      const sent = await insert();
      const saved = (await done('POST', 'Insert', sent)) as WireRow;
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
      const saved = (await done('POST', 'Update', row)) as WireRow;
      assert.deepEqual(contents(saved), contents(row));
      assert.deepEqual(contents((await done('GET', 'GetById', { id: row.Id })) as WireRow), contents(row));
    });

    test(`${line} ${path}: the specification's fields alone, in lower case, change nothing else`, async () => {
      const row = await rowToUse();
      const named = ['Id', ...fields.split(' ')].map((field) => [field.toLowerCase(), row[field]]);
      const saved = (await done('POST', 'Update', Object.fromEntries(named))) as WireRow;
      assert.deepEqual(contents(saved), contents(row));
    });

    test(`${line} ${path}: an update of a part of the fields leaves the others; an unknown name is refused`, async () => {
      const row = await rowToUse();
      const saved = (await done('POST', 'Update', { Id: row.Id, ...change })) as WireRow;
      const expected = Object.entries(change ?? {}).map(([field, value]) => [field, value === none ? null : value]);
      const derived = follows && { [follows]: saved[follows] };
      assert.deepEqual(contents(saved), contents({ ...row, ...Object.fromEntries(expected), ...(derived || {}) }));
      const refused = await call('POST', 'Update', { Id: row.Id, Nonsense: 1 });
      assert.deepEqual(refused.status, 417);
      assert.deepEqual(
        (refused.body as Fields[]).map(({ Key }) => Key),
        ['Nonsense'],
      );
      assert.deepEqual(contents((await done('GET', 'GetById', { id: row.Id })) as WireRow), contents(saved));
    });
  }
}
