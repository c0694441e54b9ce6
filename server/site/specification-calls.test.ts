// A client of the specification and every call that is not one of a list, with exactly its fields and spellings.
// `1:116` is line 116 of the specification's first document, `2:108` line 108 of its second.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Method } from '#contract/lib/service.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { contents, next, none, openClient, type WireRow } from '#server/testing/clients/specification-client.ts';
import type { Fields } from '#server/testing/lists/write-samples.ts';

const client = openClient();
const { request, ok } = client;

test('1:128 system/menuitems: items are inserted, taken back, moved and deleted', async () => {
  const call = (method: Method, operation: string, input: Fields = {}) =>
    ok(method, `system/menuitems/${operation}`, input, client.cookies.system);
  const pages = (await call('GET', 'GetPages')) as WireRow[];
  assert.equal(pages[0]?.Id, none, 'an empty entry first');
  const item = { Id: none, Icon: 'fa fa-question', IsHeading: false, IsSystem: false, Name: 'New menu item', Order: 0 };
  const [first] = ((await call('GET', 'GetAll')) as (WireRow & { Order: number })[]).filter(
    ({ ParentId }) => ParentId === none,
  );
  const plain = (await call('POST', 'Insert', {})) as WireRow;
  const defaults = { Icon: item.Icon, Name: item.Name, IsHeading: false, IsSystem: false, Pages_Id: null };
  assert.deepEqual(plain, { ...defaults, Id: plain.Id, ParentId: none, Order: (first?.Order ?? 1) - 1 }, '1:150');
  const child = (await call('POST', 'Insert', { parentId: plain.Id })) as Fields;
  assert.deepEqual([child.Order, child.ParentId], [0, plain.Id], 'the first of none');
  await call('DELETE', 'Delete', { id: plain.Id });
  const root = await request('POST', 'system/menuitems/Update', { ...item }, client.cookies.system);
  assert.equal(root.status, 409, 'the root has the all-zero id');
  const saved = (await call('POST', 'Insert', { ...item, Pages_Id: none, ParentId: none })) as WireRow;
  assert.deepEqual([saved.Pages_Id, saved.ParentId], [null, none]);
  assert.deepEqual(await call('POST', 'Update', saved), saved);
  const linked = (await call('POST', 'Update', { Id: saved.Id, Pages_Id: pages[1]?.Id })) as WireRow;
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
  const [row] = (await ok('GET', 'system/companies/GetAll', {}, client.cookies.system)) as WireRow[];
  assert.ok(row);
  const update = (input: Fields) =>
    ok('POST', 'system/companies/Update', { Id: row.Id, ...input }, client.cookies.system);
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
  const [calendar] = (await ok('GET', 'calendars/GetAllCalendars')) as (WireRow & { UserUsers_Id: string })[];
  assert.ok(calendar);
  const sent = {
    ...{ Id: none, CalendarCalendars_Id: calendar.Id, UserUsers_Id: none, Title: 'Haircut', Description: 'Short' },
    ...{ Start: '2026-06-01 10:00', End: '2026-06-01 11:00', AllDay: false, Type: 'primary', SendSms: false },
    ...{
      ReadOnly: false,
      Name: 'Mara',
      PhoneNumber: '+371 20000000',
      EMail: 'mara@example.org',
      Link: '/client.app/home',
    },
    ...{ EMailRemainderSentAt: null, SmsRemainderSentAt: null, Search: '' },
  };
  const saved = (await ok('POST', 'calendars/InsertEvent', sent)) as WireRow;
  for (const field of eventFields) assert.ok(field in saved, field);
  const { Id: _id, UserUsers_Id: _user, Start: _start, End: _end, Search: _search, ...same } = sent;
  for (const [field, value] of Object.entries(same)) assert.deepEqual((saved as Fields)[field], value, field);
  const at = (value: unknown) => Temporal.Instant.from(String(value)).toString();
  assert.equal(at(saved.Start), '2026-06-01T07:00:00Z', 'in the zone of the location, Riga');

  // Each save gives another version.
  const update = async (input: Fields) => (await ok('POST', 'calendars/UpdateEvent', input)) as WireRow & Fields;
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
  const calendarId = client.business.employee.calendarId;
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
  const saved = (await ok('POST', 'calendars/InsertEvent', { Id: none, ...sent })) as WireRow;
  assert.deepEqual(days(saved), [true, '2026-03-28', '2026-03-30']);
  assert.equal(saved.Start, '2026-03-28T00:00:00+02:00');
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

test('1:139 calendars: an event whose ends are dates is all-day by itself, a new one and a changed one', async () => {
  const sent = { CalendarCalendars_Id: client.business.employee.calendarId, Title: 'Fair' };
  const dates = { Start: '2026-04-28', End: '2026-04-30' };
  for (const operation of ['InsertEvent', 'UpdateEvent']) {
    const saved = (await ok('POST', `calendars/${operation}`, { Id: none, ...sent, ...dates })) as WireRow & Fields;
    assert.deepEqual(
      [saved.AllDay, saved.StartDate, saved.EndDate, saved.SendSms],
      [true, '2026-04-28', '2026-04-30', true],
    );
    await ok('DELETE', 'calendars/DeleteEvent', { id: saved.Id });
  }
  const times = { Start: '2026-04-28 10:00', End: '2026-04-28 11:00' };
  const timed = (await ok('POST', 'calendars/InsertEvent', { ...sent, ...times })) as WireRow & Fields;
  assert.deepEqual([timed.AllDay, timed.StartDate], [false, null]);
  const half = { Start: '2026-04-28', End: '2026-04-28 11:00' };
  const refused = await request('POST', 'calendars/InsertEvent', { ...sent, ...half });
  assert.deepEqual((refused.body as Fields[])[0]?.Key, 'Start', 'one end has a time');
  const moved = (await ok('POST', 'calendars/UpdateEvent', { Id: timed.Id, ...dates })) as Fields;
  assert.deepEqual([moved.AllDay, moved.EndDate], [true, '2026-04-30']);
  await ok('DELETE', 'calendars/DeleteEvent', { id: timed.Id });
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
  const group = { Name: `Front desk ${next()}`, Description: '', OnlySys: false };
  await ok('POST', 'system/groups/Insert', group, client.cookies.system);
  const colleague = await buildEmployee(client.app, client.business.location, { actions: ['user'] });
  const page = { pageNr: 1, rowsPerPage: 100, search: colleague.logIn, order: '' };
  for (const [read, write] of [
    ['GetAllActionsAcl', 'UpdateAcl'],
    ['GetAllPagesAcl', 'UpdateAcl'],
    ['GetAllGroupsAcl', 'UpdateAcl'],
    ['GetAllLocationsAcl', 'UpdateAcl'],
    ['GetAllGroupsAcl', 'UpdateGroup'],
    ['GetAllLocationsAcl', 'UpdateLocation'],
  ] as const) {
    const rows = async () =>
      ((await ok('GET', `company/users/${read}`, page)) as { Acl: (WireRow & { Allow: boolean })[] }).Acl;
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
    const call = (method: Method, operation: string, input: Fields = {}) =>
      ok(method, `company/${medium}campaigns/${operation}`, input);
    const period = { PeriodStart: '2026-03-02', PeriodEnd: '2026-03-05' };
    const sent = { Id: none, Name: `Spring ${next()}`, Message: 'Come again', Text: '', ...period, Started: false };
    const saved = (await call('POST', 'Insert', sent)) as WireRow & Fields;
    for (const field of Object.keys(sent)) assert.ok(field in saved, field);
    // E-mails are HTML.
    const message = medium === 'email' ? '<p>Come again</p>' : 'Come again';
    assert.deepEqual([saved.Name, saved.Message, saved.Started], [sent.Name, message, false]);
    assert.deepEqual(contents((await call('POST', 'Update', saved)) as WireRow), contents(saved));
    const renamed = (await call('POST', 'Update', { Id: saved.Id, Name: 'Summer' })) as Fields;
    assert.deepEqual(contents(renamed), contents({ ...saved, Name: 'Summer' }));
    const page = (await call('GET', 'GetPaginated', { pageNr: 1, rowsPerPage: 4 })) as { Campaigns: WireRow[] };
    assert.ok(page.Campaigns.some(({ Id }) => Id === saved.Id));
    const reversed = { PeriodStart: saved.PeriodEnd, PeriodEnd: saved.PeriodStart };
    const ends = ({ PeriodStart, PeriodEnd }: Fields) => [PeriodStart, PeriodEnd];
    assert.deepEqual(
      ends((await call('POST', 'Update', { Id: saved.Id, ...reversed })) as Fields),
      ends(saved),
      'swapped',
    );
    // Nothing leaves for a company that is not verified: each move says so.
    for (const move of ['Start', 'Send']) {
      assert.equal((await request('POST', `company/${medium}campaigns/${move}`, { id: saved.Id })).status, 409);
    }
    assert.equal(((await call('POST', 'Stop', { id: saved.Id })) as Fields).Started, false);
    await call('DELETE', 'Delete', { id: saved.Id });
  });

  test(`2:190 company/${medium}campaigns: a page takes order, startDate and endDate`, async () => {
    const path = `company/${medium}campaigns`;
    const word = `Sorted ${next()}`;
    const insert = (name: string, message: string, start: string, end: string) =>
      ok('POST', `${path}/Insert`, {
        ...{ Id: none, Name: `${word} ${name}`, Message: message, Text: '', Started: false },
        ...{ PeriodStart: start, PeriodEnd: end },
      });
    await insert('b', 'One', '2026-05-01', '2026-05-20');
    await insert('A', 'Two', '2026-05-10', '2026-05-12');
    await insert('c', 'Six', '2026-06-01', '2026-06-04');
    const read = async (input: Fields) => {
      const page = { pageNr: 1, rowsPerPage: 4, search: word, order: '', ...input };
      const { TotalRows, Campaigns } = (await ok('GET', `${path}/GetPaginated`, page)) as {
        TotalRows: number;
        Campaigns: { Name: string }[];
      };
      assert.equal(TotalRows, Campaigns.length);
      return Campaigns.map(({ Name }) => Name.at(-1)).join('');
    };
    assert.equal(await read({}), 'cAb', 'the newest first');
    for (const [field, expected] of [
      ['Created', 'bAc'],
      ['name', 'Abc'],
      ['Message', 'bcA'],
      ['periodstart', 'bAc'],
      ['PeriodEnd', 'Abc'],
    ] as const) {
      assert.equal(await read({ order: field }), expected, field);
      assert.equal(await read({ order: `-${field}` }), [...expected].reverse().join(''), `-${field}`);
    }
    for (const order of ['Text', 'Started', '-Started', 'Subject'])
      assert.equal((await read({ order })).length, 3, order);
    assert.equal((await request('GET', `${path}/GetPaginated`, { order: 'Nonsense' })).status, 417);
    assert.equal(await read({ startDate: '2026-05-15', order: 'Name' }), 'bc');
    assert.equal(await read({ endDate: '2026-05-09', order: 'Name' }), 'b');
    assert.equal(await read({ startDate: '2026-06-02', endDate: '2026-05-15', order: 'Name' }), 'bc', 'swapped');
    assert.equal(await read({ startDate: '2026-05-21', endDate: '2026-05-31' }), '');
  });
}

test('1:185, 1:193, 1:230 user, fcm: the calls by GET that end a session, leave a company or take a token', async () => {
  const called = async (path: string, input: Fields = {}) => {
    const headers = await signIn(
      client.app,
      await buildEmployee(client.app, client.business.location, { actions: ['user'] }),
    );
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
    assert.equal((await request('GET', path, { Token: 'unknown' }, {})).status, 417, path);
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
      const { userId } = await buildEmployee(client.app, client.business.location, { actions: ['user'] });
      await ok(method, `${area}/users/${operation}`, { id: userId }, client.cookies[area]);
    }
  }
});

test('2:211 rights of all companies and of groups: a switch is set by {id, allow}', async () => {
  const colleague = await buildEmployee(client.app, client.business.location, { actions: ['user'] });
  const group = { Id: none, Name: `Front desk ${next()}`, Description: '', IsSystem: false, OnlySys: false };
  await ok('POST', 'system/groups/Insert', group, client.cookies.system);
  const flip = async (path: string, read: string, write: string, search: string) => {
    const page = { pageNr: 1, rowsPerPage: 100, search, order: '' };
    const rows = async () =>
      ((await ok('GET', `${path}/${read}`, page, client.cookies.system)) as { Acl: (WireRow & { Allow: boolean })[] })
        .Acl;
    const row = (await rows()).find(({ Locked }) => !Locked);
    assert.ok(row, `${path}/${read}`);
    for (const allow of [!row.Allow, row.Allow]) {
      await ok('POST', `${path}/${write}`, { id: row.Id, allow }, client.cookies.system);
      assert.equal((await rows()).find(({ Id }) => Id === row.Id)?.Allow, allow, `${path}/${read}`);
    }
  };
  for (const [read, write] of [
    ['GetAllActionsAcl', 'UpdateAcl'],
    ['GetAllPagesAcl', 'UpdateAcl'],
    ['GetAllGroupsAcl', 'UpdateAcl'],
    ['GetAllLocationsAcl', 'UpdateAcl'],
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

/** A form as browsers send it, with one file. */
async function upload(operation: string, name: string, bytes: Buffer): Promise<WireRow> {
  const boundary = 'specification';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const { statusCode, body } = await client.app.server.inject({
    method: 'POST',
    url: `/api/file/${operation}`,
    headers: { ...client.cookies.company, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  assert.equal(statusCode, 200, body);
  return JSON.parse(body);
}

test('1:206, 1:209 file and image: a file and a picture are uploaded, and read again', async () => {
  const file = await upload('UploadFile', 'prices.csv', Buffer.from('Cut;25\n'));
  const read = async (url: string) => client.app.server.inject({ method: 'GET', url, headers: client.cookies.company });
  assert.equal((await read(`/Api/File/DownloadFile?id=${file.Id}`)).body, 'Cut;25\n');
  const picture = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { Id } = await upload('UploadImage', 'me.png', picture);
  const shown = await read(`/api/image/${Id}/Get/200/200/`);
  assert.equal(shown.statusCode, 200);
  const { width, height } = await sharp(shown.rawPayload).metadata();
  assert.deepEqual([width, height], [200, 200]);
});

test('1:187 user: a password in an address is refused', async () => {
  const { status, body } = await request('GET', 'user/ChangePassword', { password: 'another horse battery' });
  assert.deepEqual([status, Array.isArray(body)], [417, true]);
});

test('1:219 searches: a result is read again by its id', async () => {
  await buildContact(client.app, client.business.company, { name: 'Zelma Ozola' });
  const page = { pageNr: 1, rowsPerPage: 10, search: 'zelma' };
  const { Searches } = (await ok('GET', 'searches/GetPaginated', page)) as { Searches: WireRow[] };
  const [found] = Searches;
  assert.ok(found);
  assert.deepEqual(await ok('GET', 'searches/GetById', { id: found.Id }), found);
});

test('1:222 reminders: a visited one is no longer among those that were not', async () => {
  const { companyId, userId } = client.business.employee;
  const id = randomUUID();
  await client.app.database.write
    .insertInto('reminders')
    .values({ companyId, userId, id, type: 'general', text: 'Hello', createdAt: client.app.clock.now() })
    .execute();
  const unseen = async () =>
    ((await ok('GET', 'reminders/GetByCreatedAndUser', { notVisited: true })) as WireRow[]).some(({ Id }) => Id === id);
  assert.equal(await unseen(), true);
  await ok('GET', 'reminders/Visited', { id });
  assert.equal(await unseen(), false);
});

test('1:217 calendars: an SMS without a gateway is refused with its reason', async () => {
  const { status, body } = await request('GET', 'calendars/SendSmsNotification', await event());
  assert.deepEqual([status, Array.isArray(body)], [417, true]);
});

test('2:202, 2:210 locations and companies: a place is chosen on the map', async () => {
  const place = (await ok('POST', 'geolocations/Insert', {
    ...{
      Id: none,
      Name: 'Old Town',
      LineAddress: 'Market Street 1',
      Country: 'Latvia',
      Latitude: 56.95,
      Longitude: 24.1,
    },
  })) as WireRow;
  const position = (row: unknown) => (row as { GeoLocation: WireRow }).GeoLocation.Latitude;
  const location = { locationId: client.business.location.id, geoLocationId: place.Id };
  assert.equal(position(await ok('POST', 'company/locations/UpdateGeoLocation', location)), 56.95);
  await ok('POST', 'company/companies/UpdateGeoLocation', { GeoLocation_Id: place.Id });
  const company = { companyId: client.business.company.id, geoLocationId: place.Id };
  const saved = (await ok('POST', 'system/companies/UpdateGeoLocation', company, client.cookies.system)) as WireRow;
  assert.equal(saved.Id, client.business.company.id);
});

test('2:76, 2:78 payments and invoices: paid, confirmed and cancelled by the record as it was answered', async () => {
  const { company } = client.business;
  const invoice = await buildInvoice(client.app, company);
  const paid = await ok('POST', 'company/invoices/Pay', { Id: invoice.id });
  assert.ok(typeof (paid as WireRow).Id === 'string', 'the id of a payment');
  assert.deepEqual(await ok('POST', 'system/invoices/Pay', { Id: invoice.id }, client.cookies.system), paid);
  const { Id } = (await ok('POST', 'company/payments/Insert', { Amount: 10 })) as WireRow;
  const read = async () => {
    const page = { pageNr: 1, rowsPerPage: 10, search: '', order: '' };
    const answer = await ok('GET', 'system/payments/GetPaginated', page, client.cookies.system);
    return (
      (answer as { Payments: WireRow[] }).Payments.find((one) => one.Id === Id) ?? assert.fail('The payment is gone.')
    );
  };
  for (const [operation, status] of [
    ['ManualConfirm', 2],
    ['ManualCancel', 3],
    ['ManualConfirm', 2],
  ] as const) {
    await ok('POST', `system/payments/${operation}`, await read(), client.cookies.system);
    assert.equal((await read()).Status, status, operation);
  }
});

test('2:221 incomes: an estimate is entered, and all are cleared', async () => {
  const day = '2026-02-10';
  await ok('POST', 'company/incomes/Update', { Date: day, Estimated: 120 });
  const estimated = async () => {
    const rows = (await ok('GET', 'company/incomes/GetByCompany', { start: day, end: day })) as WireRow[];
    return rows.map(({ Date: of, Estimated }) => [of, Estimated]);
  };
  assert.deepEqual(await estimated(), [[day, 120]]);
  const [row] = (await ok('GET', 'company/incomes/GetByCompany', { start: day, end: day })) as Fields[];
  assert.ok(row);
  await ok('POST', 'company/incomes/Update', { ...row, Estimated: 130.5 });
  assert.deepEqual(await estimated(), [[day, 130.5]], 'a row as it was answered');
  await ok('POST', 'company/incomes/Clear');
  assert.deepEqual(await estimated(), [[day, 0]]);
});

test('2:211 users: an administrator and an operator act for an employee, until they stop', async () => {
  for (const [area, action] of [
    ['company', 'admin'],
    ['system', 'sys'],
  ] as const) {
    const { app, business } = client;
    const { userId } = await buildEmployee(app, business.location, { actions: ['user'] });
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/${area}/users/Impersonate`,
      headers: await signIn(app, await buildEmployee(app, business.location, { actions: [action] })),
      payload: { id: userId },
    });
    assert.equal(answer.statusCode, 204, answer.body);
    const [{ name, value } = assert.fail('There is a cookie.')] = answer.cookies;
    const acting = { cookie: `${name}=${value}` };
    const current = (await ok('GET', 'user/GetCurrent', {}, acting)) as { User: WireRow; IsImpersonated: boolean };
    assert.deepEqual([current.User.Id, current.IsImpersonated], [userId, true]);
    await ok('POST', 'user/StopImpersonating', {}, acting);
  }
});

test('2:206 system logs and audits are cleared', async () => {
  for (const list of ['systemlogs', 'dataaudits', 'useraudits', 'emailmessagelogs', 'smsmessagelogs']) {
    await ok('POST', `system/${list}/Clear`, {}, client.cookies.system);
  }
});

interface Call {
  line: string;
  method: Method;
  path: string;
  /** Exactly what the specification sends. */
  sent?: () => Fields | Promise<Fields>;
  /** Fields of the answer, or of its first element. */
  fields?: string;
  as?: 'visitor' | 'system';
}

const banner = async () => {
  const now = client.app.clock.now();
  const period = { periodStart: now.toString(), periodEnd: now.add({ hours: 24 }).toString() };
  const saved = await ok(
    'POST',
    'system/banners/Insert',
    { Title: 'New', Active: true, ...period },
    client.cookies.system,
  );
  return { id: (saved as WireRow).Id };
};
const language = async () => {
  const [first] = (await ok('GET', 'application/GetAllLanguages')) as WireRow[];
  return { id: first?.Id };
};
const event = async () => {
  const start = client.app.clock.now().add({ hours: 500 + next() * 2 });
  return {
    id: (await buildEvent(client.app, client.business.employee, { start, name: 'Mara', eMail: 'mara@example.org' })).id,
  };
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
    sent: () => ({ LogIn: client.business.employee.logIn, Password: 'correct horse battery', ActionHash: '' }),
  },
  {
    ...{ line: '1:184', method: 'POST', path: 'user/AuthenticateWithRememberMe', as: 'visitor', fields: 'User' },
    sent: () => ({ LogIn: client.business.employee.logIn, Password: 'correct horse battery', ActionHash: null }),
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
  { line: '1:191', method: 'GET', path: 'user/ChangeLocation', sent: () => ({ id: client.business.location.id }) },
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
    sent: async () => ({
      id: (await buildFile(client.app, client.business.company, { bytes: Buffer.from('"text"') })).id,
    }),
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
    const headers = as === 'visitor' ? {} : client.cookies[as ?? 'company'];
    const body = await ok(method, path, (await sent?.()) ?? {}, headers);
    const answer = (Array.isArray(body) ? body[0] : body) as Fields | undefined;
    for (const field of fields?.split(' ') ?? []) assert.ok(answer && field in answer, `${field} of the answer`);
  });
}
