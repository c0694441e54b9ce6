// Tests of the browser's calls about the installation, through HTTP.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '#contract/lib/fields.ts';
import { buildBusiness, buildEmployee, buildLanguage } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

function ask(app: TestApp, operation: string, headers: Record<string, string> = {}) {
  return app.server.inject({ url: `/api/application/${operation}`, headers });
}

test('legal texts are in the language of the caller, else in English, in their newest version', async () => {
  await using app = await testApp();
  const { write } = app.database;
  await write.deleteFrom('legalTexts').execute();
  await write
    .insertInto('legalTexts')
    .values([
      { kind: 'terms', language: 'en', version: 1, html: '<p>Old</p>' },
      { kind: 'terms', language: 'en', version: 2, html: '<p>New</p>' },
      { kind: 'terms', language: 'de', version: 1, html: '<p>Neu</p>' },
      { kind: 'privacy', language: 'en', version: 1, html: '<p>Private</p>' },
    ])
    .execute();
  assert.deepEqual((await ask(app, 'TermsAndConditions')).json(), { Html: '<p>New</p>', Version: 2 });
  assert.equal((await ask(app, 'PrivacyPolicy', { 'accept-language': 'de' })).json().Html, '<p>Private</p>');
  assert.equal((await ask(app, 'CookiesPolicy')).statusCode, 404);
});

test('a visitor gets English until they choose a language, and the choice lasts a year', async () => {
  await using app = await testApp();
  const languages = (await ask(app, 'GetAllLanguages')).json();
  assert.ok(languages.length >= 2);
  assert.deepEqual(Object.keys(languages[0]), ['Id', 'Key', 'Name']);
  assert.equal((await ask(app, 'GetCurrentLanguage')).json().Key, 'en');
  const german = languages.find((language: { Key: string }) => language.Key === 'de');
  const choose = (Id: string) =>
    app.server.inject({ method: 'POST', url: '/api/application/SetCurrentLanguage', payload: { Id } });
  const chosen = await choose(german.Id);
  assert.deepEqual(chosen.json(), { Key: 'de' });
  const [cookie] = chosen.cookies;
  assert.deepEqual([cookie?.name, cookie?.value, cookie?.maxAge], ['daybook-language', 'de', 365 * 24 * 3600]);
});

test('the choice of a signed-in person is stored with their account', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const de = await buildLanguage(app, 'de');
  const chosen = await app.server.inject({
    method: 'POST',
    url: '/api/application/SetCurrentLanguage',
    headers,
    payload: { Id: de },
  });
  assert.equal(chosen.statusCode, 200, chosen.body);
  assert.equal((await ask(app, 'GetCurrentLanguage', headers)).json().Key, 'de');
  assert.equal((await ask(app, 'GetCurrentLanguage')).json().Key, 'en', 'nobody else is meant');
});

test('the locale follows the browser’s preference within the language', async () => {
  await using app = await testApp();
  await app.database.write
    .updateTable('languages')
    .set({ cultures: 'en-GB, en-US', locales: 'en-GB' })
    .where('key', '=', 'en')
    .execute();
  const locale = async (preference?: string) => {
    const headers: Record<string, string> = preference ? { 'accept-language': preference } : {};
    return (await ask(app, 'GetCurrentLocale', headers)).json().Value;
  };
  assert.equal(await locale(), 'en-GB');
  assert.equal(await locale('en-us;q=0.9, en;q=0.8'), 'en-US');
  assert.equal(await locale('en-ZA, en;q=0.8'), 'en-GB');
});

test('the menu has the pages that the user may open, and no item that links nowhere', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['user'] });
  const admin = await buildEmployee(app, location, { actions: ['user', 'admin'] });
  const sys = await buildEmployee(app, location, { actions: ['user', 'sys'] });
  await app.database.write.deleteFrom('menuItems').where('id', '<>', newId).execute();
  let order = 0;
  const item = async (
    name: string,
    given: { parent?: string; page?: boolean; may?: 'admin' | 'sys'; onlySys?: boolean; heading?: boolean } = {},
  ) => {
    const id = randomUUIDv7();
    const pageId = given.page === false ? null : randomUUIDv7();
    if (pageId) {
      const page = { id: pageId, name, sRef: `/app/${name}`, onlySys: given.onlySys, may: given.may };
      await app.database.write.insertInto('pages').values(page).execute();
    }
    const { parent = newId, heading: isHeading } = given;
    const values = { id, name, pageId, parentId: parent, isHeading, order: order++ };
    await app.database.write.insertInto('menuItems').values(values).execute();
    return id;
  };
  await item('Own', { page: false, heading: true });
  await item('Home');
  await item('Business', { page: false, heading: true });
  const company = await item('Company', { page: false });
  await item('Payments', { parent: company, may: 'admin' });
  await item('Invoices', { parent: company, may: 'admin' });
  const hidden = await item('Reports', { page: false });
  await item('Income', { parent: hidden, may: 'sys' });
  await item('Jobs', { onlySys: true });
  const names = async (person: typeof employee) => {
    const { Menu } = (await ask(app, 'GetMenu', await signIn(app, person))).json();
    return Menu.map((node: { Name: string; Childrens: { Name: string }[] }) =>
      node.Childrens.length ? [node.Name, ...node.Childrens.map((child) => child.Name)] : node.Name,
    );
  };
  assert.deepEqual(await names(employee), ['Own', 'Home']);
  assert.deepEqual(await names(admin), ['Own', 'Home', 'Business', ['Company', 'Payments', 'Invoices']]);
  assert.deepEqual(await names(sys), [
    'Own',
    'Home',
    'Business',
    ['Company', 'Payments', 'Invoices'],
    ['Reports', 'Income'],
    'Jobs',
  ]);
});

test('a browser that has the current menu gets 204', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const first = (await ask(app, 'GetMenu', headers)).json();
  assert.ok(first.Menu.length > 0);
  assert.deepEqual(Object.keys(first.Menu[0]), ['Id', 'Name', 'Icon', 'IsHeading', 'SRef', 'Order', 'Childrens']);
  assert.equal((await ask(app, `GetMenu?version=${first.Version}`, headers)).statusCode, 204);
  await app.database.write
    .updateTable('menuItems')
    .set({ name: 'Renamed', nameKey: null })
    .where('id', '=', first.Menu[0].Id)
    .execute();
  const second = await ask(app, `GetMenu?version=${first.Version}`, headers);
  assert.equal(second.statusCode, 200);
  assert.equal(second.json().Menu[0].Name, 'Renamed');
  assert.equal((await ask(app, 'GetMenu')).statusCode, 410);
});

test('the length of an appointment without a service is a setting', async () => {
  await using app = await testApp({ env: { EVENT_MINUTES: '20' } });
  assert.deepEqual((await ask(app, 'GetPublicCalendarEventLength')).json(), { Value: 20 });
});

test('signed-in people can read the limits of uploads', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const pictures = (await ask(app, 'GetImageSettings', headers)).json();
  assert.deepEqual([pictures.MinWidth, pictures.MinHeight], [640, 640]);
  assert.ok(!pictures.MimeTypes.some((kind: { MimeType: string }) => kind.MimeType.includes('svg')));
  assert.equal((await ask(app, 'GetFileSettings', headers)).statusCode, 200);
  assert.equal((await ask(app, 'GetFileSettings')).statusCode, 410);
});

test('feedback of a user is stored with their name', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const send = async (payload: object) =>
    app.server.inject({
      method: 'POST',
      url: '/api/application/SendFeedback',
      headers: await signIn(app, employee),
      payload,
    });
  assert.equal((await send({ Type: 'bug', Message: 'The calendar is empty.' })).statusCode, 204);
  const refused = await send({ Type: 'angry', Message: ' ' });
  assert.equal(refused.statusCode, 417);
  assert.deepEqual(
    refused.json().map((complaint: { Key: string }) => complaint.Key),
    ['Type', 'Message'],
  );
  const stored = await app.database.read.selectFrom('feedback').select(['type', 'message', 'userId']).execute();
  assert.deepEqual(stored, [{ type: 'bug', message: 'The calendar is empty.', userId: employee.userId }]);
});
