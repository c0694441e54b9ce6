// Tests of the caller's own account, through HTTP: details, picture, switches, leaving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { publicCalendars } from '#contract/booking/public.ts';
import { files } from '#contract/files.ts';
import { account, push } from '#contract/identity/account.ts';
import { user } from '#contract/identity/sign-in.ts';
import { languageIds } from '#server/lib/sql/first-data.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const names = { firstName: 'Anna', lastName: 'Bērziņa' };

async function sentPicture(app: TestApp, headers: { cookie: string }): Promise<string> {
  const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return (await sendFile(app, files.uploadImage, { name: 'me.png', bytes }, headers)).answer.id;
}

test('details are updated, omitted ones stay, and the browser’s language follows', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { profession: 'Barber', phoneNumber: '+371 20000000' });
  const anna = await signIn(app, employee);
  const changed = await app.call(
    account.setCurrent,
    { ...names, languageId: languageIds.lv, sessionActiveMinutes: 45, description: 'Twenty years.', urlName: 'anna-b' },
    anna,
  );
  assert.deepEqual(
    [changed.answer.lastName, changed.answer.language, changed.answer.sessionActiveMinutes],
    ['Bērziņa', 'lv', 45],
  );
  assert.match(String(changed.headers['set-cookie']), /daybook-language=lv/);
  const { answer } = await app.call(account.getAccount, {}, anna);
  assert.deepEqual(
    [answer.profession, answer.phoneNumber, answer.description, answer.urlName],
    ['Barber', '+371 20000000', 'Twenty years.', 'anna-b'],
  );
  const at = { locationUrlName: location.urlName, userUrlName: 'Anna-B' };
  assert.equal((await app.call(publicCalendars.getProfile, at)).answer.name, 'Anna Bērziņa');
  await app.call(account.setCurrent, { ...names, phoneNumber: '' }, anna);
  assert.equal((await app.call(account.getAccount, {}, anna)).answer.phoneNumber, '');
});

test('a client can send the returned user back, without changing fields that have operations of their own', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { isProfilePublic: false });
  const headers = await signIn(app, employee);
  const { User } = (await app.server.inject({ url: '/api/user/GetCurrent', headers })).json();
  const payload = {
    ...User,
    FirstName: 'Bea',
    LogIn: 'sys@daybook.test',
    IsProfilePublic: true,
    TermsAndConditions: true,
  };
  const answer = await app.server.inject({ method: 'POST', url: '/api/user/SetCurrent', headers, payload });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json(), { ...User, FirstName: 'Bea' });
});

test('two people of one company cannot have the same address, ignoring case; of two companies they can', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { urlName: 'anna' });
  const other = await buildEmployee(app, location);
  const stranger = (await buildBusiness(app)).employee;
  const set = async (person: typeof employee, urlName: string) =>
    app.call(account.setCurrent, { ...names, urlName }, await signIn(app, person));
  assert.deepEqual(
    (await set(other, 'ANNA')).complaints.map(({ Key }) => Key),
    ['UrlName'],
  );
  assert.deepEqual(
    (await set(other, 'an na')).complaints.map(({ Key }) => Key),
    ['UrlName'],
  );
  assert.equal((await set(employee, 'Anna')).status, 200);
  assert.equal((await set(stranger, 'anna')).status, 200);
  const both = await Promise.all([set(employee, 'same'), set(other, 'same')]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 417]);
});

test('an uploaded picture becomes the user’s own and public; the previous one is no longer public', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const anna = await signIn(app, employee);
  const [first, second] = [await sentPicture(app, anna), await sentPicture(app, anna)];
  const seen = async (id: string) => (await app.server.inject(`/api/image/${id}/Get/200/200/`)).statusCode;
  assert.equal(await seen(first), 404);
  assert.equal((await app.call(account.setCurrentPicture, { id: first }, anna)).answer.id, first);
  assert.equal(await seen(first), 200);
  await app.call(account.setCurrentPicture, { id: second }, { ...anna, method: 'GET' });
  assert.deepEqual([await seen(first), await seen(second)], [404, 200]);
  assert.equal((await app.call(account.getCurrentPicture, {}, anna)).answer.id, second);
  assert.equal((await app.call(user.getCurrent, {}, anna)).answer.user.pictureId, second);
  await app.call(account.setCurrentPicture, {}, anna);
  assert.equal((await app.call(account.getCurrentPicture, {}, anna)).answer.id, null);
  assert.equal(await seen(second), 404);
});

test('a user can show only pictures they uploaded: no colleague’s, no other company’s, no other file', async () => {
  await using app = await testApp();
  const { employee, location, company } = await buildBusiness(app, { actions: ['admin'] });
  const colleague = await signIn(app, await buildEmployee(app, location));
  const stranger = await signIn(app, (await buildBusiness(app)).employee);
  const anna = await signIn(app, employee);
  const note = await buildFile(app, company, {});
  for (const id of [await sentPicture(app, colleague), await sentPicture(app, stranger), note.id]) {
    for (const operation of [account.setCurrentPicture, account.addProfilePicture]) {
      const refused = await app.call(operation, { id }, anna);
      assert.deepEqual(
        refused.complaints.map(({ Key }) => Key),
        ['Id'],
      );
    }
    const { isPublic } = await app.database.read
      .selectFrom('files')
      .select('isPublic')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(isPublic, false);
  }
});

test('pictures of the profile are shown in the order they were added, and can be removed', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app);
  const anna = await signIn(app, employee);
  const [first, second] = [await sentPicture(app, anna), await sentPicture(app, anna)];
  await app.call(account.addProfilePicture, { id: second }, anna);
  await app.call(account.addProfilePicture, { id: first }, anna);
  assert.deepEqual((await app.call(account.addProfilePicture, { id: first }, anna)).answer, [second, first]);
  const address = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  assert.deepEqual((await app.call(publicCalendars.getProfile, address)).answer.profilePictures, [second, first]);
  assert.deepEqual((await app.call(account.removeProfilePicture, { id: second }, anna)).answer, [first]);
});

test('the switches accept either document’s field name, by POST and by GET', async () => {
  await using app = await testApp();
  const anna = await signIn(
    app,
    (await buildBusiness(app, { isProfilePublic: false, isCalendarPublic: false })).employee,
  );
  assert.equal((await app.call(account.setProfilePublicState, { isEnabled: true }, anna)).answer.value, true);
  assert.equal(
    (await app.call(account.setCalendarPublicState, { isPublic: true }, { ...anna, method: 'GET' })).answer.value,
    true,
  );
  assert.equal((await app.call(account.setPushNotificationsState, { isEnabled: true }, anna)).answer.value, true);
  const { answer } = await app.call(user.getCurrent, {}, anna);
  const { isProfilePublic, isCalendarPublic, isPushNotificationsEnabled } = answer.user;
  assert.deepEqual([isProfilePublic, isCalendarPublic, isPushNotificationsEnabled], [true, true, true]);
  await app.call(account.setCalendarPublicState, { isEnabled: false }, anna);
  assert.equal((await app.call(user.getCurrent, {}, anna)).answer.user.isCalendarPublic, false);
  assert.deepEqual(
    (await app.call(account.setProfilePublicState, {}, anna)).complaints.map(({ Key }) => Key),
    ['IsEnabled'],
  );
});

test('a profile cannot become public before the address is verified, but can be hidden', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { isEMailVerified: false, isProfilePublic: true });
  const anna = await signIn(app, employee);
  assert.equal((await app.call(account.getAccount, {}, anna)).answer.isEMailVerified, false);
  assert.equal((await app.call(account.setProfilePublicState, { isEnabled: false }, anna)).answer.value, false);
  const [complaint] = (await app.call(account.setProfilePublicState, { isEnabled: true }, anna)).complaints;
  assert.equal(complaint?.Key, 'IsEnabled');
  assert.match(complaint?.Message ?? '', /Verify your e-mail address/);
  assert.equal((await app.call(user.getCurrent, {}, anna)).answer.user.isProfilePublic, false);
});

test('changes of details and switches are recorded in the data audit with the user’s name', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn: 'anna@salon.example' });
  const anna = await signIn(app, employee);
  const { write } = app.database;
  await write.deleteFrom('dataAudits').execute();
  await app.call(account.setCurrent, { firstName: 'Anna', lastName: 'Ozola' }, anna);
  await app.call(account.setPushNotificationsState, { isEnabled: true }, anna);
  const stored = await write.selectFrom('dataAudits').select('userName').where('tableName', '=', 'users').execute();
  assert.deepEqual(
    stored.map(({ userName }) => userName),
    ['anna@salon.example', 'anna@salon.example'],
  );
});

test('a profile without a name cannot become public', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { firstName: '', lastName: '' });
  const anna = await signIn(app, employee);
  const [complaint] = (await app.call(account.setProfilePublicState, { isEnabled: true }, anna)).complaints;
  assert.match(complaint?.Message ?? '', /Enter your name first/);
  await app.call(account.setCurrent, { firstName: 'Anna', lastName: 'Ozola' }, anna);
  assert.equal((await app.call(account.setProfilePublicState, { isEnabled: true }, anna)).answer.value, true);
});

test('leaving the only company signs out everywhere; the appointments stay the company’s', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const bert = await buildEmployee(app, location);
  const past = await buildEvent(app, bert, { start: '2026-02-02T09:00:00Z', userId: null });
  const [here, there] = [await signIn(app, bert), await signIn(app, bert)];
  const left = await app.call(account.leave, {}, here);
  assert.equal(left.answer.isSignedIn, false);
  for (const session of [here, there]) assert.equal((await app.call(user.getCurrent, {}, session)).status, 410);
  const stored = await app.database.read
    .selectFrom('events')
    .select('id')
    .where('calendarId', '=', bert.calendarId)
    .execute();
  assert.deepEqual(stored, [{ id: past.id }]);
  const address = { locationUrlName: location.urlName, userUrlName: bert.urlName };
  assert.equal((await app.call(publicCalendars.getProfile, address)).answer.profileExists, false);
  const audited = await app.database.read.selectFrom('userAudits').select('text').execute();
  assert.match(audited.map(({ text }) => text).join(), /Left the company Company/);
});

test('a user with another company works there after leaving', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const bert = await buildEmployee(app, location);
  const other = await buildCompany(app, { name: 'Salon Two' });
  await buildLocation(app, other);
  await app.database.write
    .insertInto('employees')
    .values({ companyId: other.id, userId: bert.userId, urlName: 'bert' })
    .execute();
  const left = await app.call(account.leaveCompany, {}, { ...(await signIn(app, bert)), method: 'GET' });
  assert.equal(left.answer.isSignedIn, true);
  const cookie = String(left.headers['set-cookie']).split(';')[0];
  assert.ok(cookie);
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).answer.companyName, 'Salon Two');
});

test('the last administrator remains, even when the last two leave concurrently', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { actions: ['admin'] });
  await buildEmployee(app, location, { actions: ['lcladmin'] });
  const anna = await signIn(app, employee);
  assert.equal((await app.call(account.getAccount, {}, anna)).answer.isLastAdmin, true);
  const refused = await app.call(account.leave, {}, anna);
  assert.deepEqual(
    refused.complaints.map(({ Key }) => Key),
    ['Company'],
  );
  const second = await signIn(app, await buildEmployee(app, location, { actions: ['admin'] }));
  const both = await Promise.all([app.call(account.leave, {}, anna), app.call(account.leave, {}, second)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 417]);
});

test('a user with appointments ahead cannot leave', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const bert = await buildEmployee(app, location);
  await buildEvent(app, bert, { start: '2026-03-05T09:00:00Z', userId: null });
  const refused = await app.call(account.leave, {}, await signIn(app, bert));
  assert.match(refused.complaints[0]?.Message ?? '', /upcoming appointments \(1\)/);
});

test('an impersonator cannot leave for the user', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { actions: ['admin'] });
  const bert = await buildEmployee(app, location);
  const session = await signInAs(app, employee, bert);
  assert.equal((await app.call(account.leave, {}, session)).status, 403);
});

test('a browser’s push subscription is stored sealed, for the last user of the browser', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const [anna, bert] = [await signIn(app, employee), await signIn(app, await buildEmployee(app, location))];
  const key = (await app.call(push.getKey, {}, anna)).answer.value;
  assert.match(key, /^[\w-]{80,}$/);
  assert.equal((await app.call(push.getKey, {}, bert)).answer.value, key);
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  const token = JSON.stringify({ endpoint: 'https://push.example.org/abc', keys });
  assert.equal((await app.call(push.setToken, { token }, anna)).status, 204);
  assert.equal((await app.call(push.setToken, { token }, bert)).status, 204);
  const other = JSON.stringify({ endpoint: 'https://push.example.org/def', keys });
  assert.equal((await app.call(push.setToken, { token: other }, { ...bert, method: 'GET' })).status, 204);
  const rows = await app.database.read.selectFrom('pushSubscriptions').select(['userId', 'token']).execute();
  assert.equal(rows.length, 2);
  assert.ok(rows.every((row) => row.userId !== employee.userId && !row.token.includes('push.example')));
  for (const wrong of [
    'another-service-token',
    '{"endpoint":1}',
    '{',
    JSON.stringify({ endpoint: 'http://127.0.0.1/', keys }),
  ]) {
    assert.deepEqual(
      (await app.call(push.setToken, { token: wrong }, anna)).complaints.map(({ Key }) => Key),
      ['Token'],
    );
  }
});
