// One's own account, through HTTP: details, picture, switches, leaving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { publicCalendars } from '#contract/booking/public.ts';
import { files } from '#contract/files.ts';
import { account, push } from '#contract/identity/account.ts';
import { user } from '#contract/identity/sign-in.ts';
import { languageIds } from '#server/lib/sql/first-data.ts';
import {
  buildBusiness,
  buildCompany,
  buildEmployee,
  buildEvent,
  buildFile,
  buildLocation,
  signIn,
} from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';
import { sendFile } from '#server/testing/upload.ts';

const names = { firstName: 'Anna', lastName: 'Bērziņa' };

async function sentPicture(house: TestHouse, headers: { cookie: string }): Promise<string> {
  const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return (await sendFile(house, files.uploadImage, { name: 'me.png', bytes }, headers)).answer.id;
}

test('details are changed, what is left out stays, and the language of the browser follows', async () => {
  await using house = await testHouse();
  const { employee, location } = await buildBusiness(house, { profession: 'Barber', phoneNumber: '+371 20000000' });
  const anna = await signIn(house, employee);
  const changed = await house.call(
    account.setCurrent,
    { ...names, languageId: languageIds.lv, sessionActiveMinutes: 45, description: 'Twenty years.', urlName: 'anna-b' },
    anna,
  );
  assert.deepEqual(
    [changed.answer.lastName, changed.answer.language, changed.answer.sessionActiveMinutes],
    ['Bērziņa', 'lv', 45],
  );
  assert.match(String(changed.headers['set-cookie']), /daybook-language=lv/);
  const { answer } = await house.call(account.getAccount, {}, anna);
  assert.deepEqual(
    [answer.profession, answer.phoneNumber, answer.description, answer.urlName],
    ['Barber', '+371 20000000', 'Twenty years.', 'anna-b'],
  );
  const at = { locationUrlName: location.urlName, userUrlName: 'Anna-B' };
  assert.equal((await house.call(publicCalendars.getProfile, at)).answer.name, 'Anna Bērziņa');
  await house.call(account.setCurrent, { ...names, phoneNumber: '' }, anna);
  assert.equal((await house.call(account.getAccount, {}, anna)).answer.phoneNumber, '');
});

test('a client may send the user back as it got it, and changes nothing that has a call of its own', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { isProfilePublic: false });
  const headers = await signIn(house, employee);
  const { User } = (await house.app.inject({ url: '/api/user/GetCurrent', headers })).json();
  const payload = {
    ...User,
    FirstName: 'Bea',
    LogIn: 'sys@daybook.test',
    IsProfilePublic: true,
    TermsAndConditions: true,
  };
  const answer = await house.app.inject({ method: 'POST', url: '/api/user/SetCurrent', headers, payload });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json(), { ...User, FirstName: 'Bea' });
});

test('two of one company cannot have one address, whatever its case; of two companies they can', async () => {
  await using house = await testHouse();
  const { employee, location } = await buildBusiness(house, { urlName: 'anna' });
  const other = await buildEmployee(house, location);
  const stranger = (await buildBusiness(house)).employee;
  const set = async (who: typeof employee, urlName: string) =>
    house.call(account.setCurrent, { ...names, urlName }, await signIn(house, who));
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

test('an uploaded picture becomes one’s own and public; the one before is public no more', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  const anna = await signIn(house, employee);
  const [first, second] = [await sentPicture(house, anna), await sentPicture(house, anna)];
  const seen = async (id: string) => (await house.app.inject(`/api/image/${id}/Get/200/200/`)).statusCode;
  assert.equal(await seen(first), 404);
  assert.equal((await house.call(account.setCurrentPicture, { id: first }, anna)).answer.id, first);
  assert.equal(await seen(first), 200);
  await house.call(account.setCurrentPicture, { id: second }, { ...anna, method: 'GET' });
  assert.deepEqual([await seen(first), await seen(second)], [404, 200]);
  assert.equal((await house.call(account.getCurrentPicture, {}, anna)).answer.id, second);
  assert.equal((await house.call(user.getCurrent, {}, anna)).answer.user.pictureId, second);
  await house.call(account.setCurrentPicture, {}, anna);
  assert.equal((await house.call(account.getCurrentPicture, {}, anna)).answer.id, null);
  assert.equal(await seen(second), 404);
});

test('nobody shows what he did not send up: a colleague’s, another company’s, what is no picture', async () => {
  await using house = await testHouse();
  const { employee, location, company } = await buildBusiness(house, { actions: ['admin'] });
  const colleague = await signIn(house, await buildEmployee(house, location));
  const stranger = await signIn(house, (await buildBusiness(house)).employee);
  const anna = await signIn(house, employee);
  const note = await buildFile(house, company, {});
  for (const id of [await sentPicture(house, colleague), await sentPicture(house, stranger), note.id]) {
    for (const operation of [account.setCurrentPicture, account.addProfilePicture]) {
      const refused = await house.call(operation, { id }, anna);
      assert.deepEqual(
        refused.complaints.map(({ Key }) => Key),
        ['Id'],
      );
    }
    const { isPublic } = await house.database.read
      .selectFrom('files')
      .select('isPublic')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(isPublic, false);
  }
});

test('pictures of the profile are shown in the order they came, and taken off', async () => {
  await using house = await testHouse();
  const { employee, location } = await buildBusiness(house);
  const anna = await signIn(house, employee);
  const [first, second] = [await sentPicture(house, anna), await sentPicture(house, anna)];
  await house.call(account.addProfilePicture, { id: second }, anna);
  await house.call(account.addProfilePicture, { id: first }, anna);
  assert.deepEqual((await house.call(account.addProfilePicture, { id: first }, anna)).answer, [second, first]);
  const whose = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  assert.deepEqual((await house.call(publicCalendars.getProfile, whose)).answer.profilePictures, [second, first]);
  assert.deepEqual((await house.call(account.removeProfilePicture, { id: second }, anna)).answer, [first]);
});

test('the switches take either document’s name, by POST and by GET', async () => {
  await using house = await testHouse();
  const anna = await signIn(
    house,
    (await buildBusiness(house, { isProfilePublic: false, isCalendarPublic: false })).employee,
  );
  assert.equal((await house.call(account.setProfilePublicState, { isEnabled: true }, anna)).answer.value, true);
  assert.equal(
    (await house.call(account.setCalendarPublicState, { isPublic: true }, { ...anna, method: 'GET' })).answer.value,
    true,
  );
  assert.equal((await house.call(account.setPushNotificationsState, { isEnabled: true }, anna)).answer.value, true);
  const { answer } = await house.call(user.getCurrent, {}, anna);
  const { isProfilePublic, isCalendarPublic, isPushNotificationsEnabled } = answer.user;
  assert.deepEqual([isProfilePublic, isCalendarPublic, isPushNotificationsEnabled], [true, true, true]);
  await house.call(account.setCalendarPublicState, { isEnabled: false }, anna);
  assert.equal((await house.call(user.getCurrent, {}, anna)).answer.user.isCalendarPublic, false);
  assert.deepEqual(
    (await house.call(account.setProfilePublicState, {}, anna)).complaints.map(({ Key }) => Key),
    ['IsEnabled'],
  );
});

test('a profile is not made public before the address of the account is verified, but can be hidden', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { isEMailVerified: false, isProfilePublic: true });
  const anna = await signIn(house, employee);
  assert.equal((await house.call(account.getAccount, {}, anna)).answer.isEMailVerified, false);
  assert.equal((await house.call(account.setProfilePublicState, { isEnabled: false }, anna)).answer.value, false);
  const [complaint] = (await house.call(account.setProfilePublicState, { isEnabled: true }, anna)).complaints;
  assert.equal(complaint?.Key, 'IsEnabled');
  assert.match(complaint?.Message ?? '', /verify your e-mail address/);
  assert.equal((await house.call(user.getCurrent, {}, anna)).answer.user.isProfilePublic, false);
});

test('who changes his details and switches stands in the record of changes', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { logIn: 'anna@salon.example' });
  const anna = await signIn(house, employee);
  const { write } = house.database;
  await write.deleteFrom('dataAudits').execute();
  await house.call(account.setCurrent, { firstName: 'Anna', lastName: 'Ozola' }, anna);
  await house.call(account.setPushNotificationsState, { isEnabled: true }, anna);
  const kept = await write.selectFrom('dataAudits').select('userName').where('tableName', '=', 'users').execute();
  assert.deepEqual(
    kept.map(({ userName }) => userName),
    ['anna@salon.example', 'anna@salon.example'],
  );
});

test('a profile without a name is not made public', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { firstName: '', lastName: '' });
  const anna = await signIn(house, employee);
  const [complaint] = (await house.call(account.setProfilePublicState, { isEnabled: true }, anna)).complaints;
  assert.match(complaint?.Message ?? '', /enter your name first/);
  await house.call(account.setCurrent, { firstName: 'Anna', lastName: 'Ozola' }, anna);
  assert.equal((await house.call(account.setProfilePublicState, { isEnabled: true }, anna)).answer.value, true);
});

test('who leaves his only company is signed out everywhere; what was booked with him stays the company’s', async () => {
  await using house = await testHouse();
  const { location } = await buildBusiness(house, { actions: ['admin'] });
  const bert = await buildEmployee(house, location);
  const past = await buildEvent(house, bert, { start: '2026-02-02T09:00:00Z', userId: null });
  const [here, there] = [await signIn(house, bert), await signIn(house, bert)];
  const left = await house.call(account.leave, {}, here);
  assert.equal(left.answer.isSignedIn, false);
  for (const session of [here, there]) assert.equal((await house.call(user.getCurrent, {}, session)).status, 410);
  const kept = await house.database.read
    .selectFrom('events')
    .select('id')
    .where('calendarId', '=', bert.calendarId)
    .execute();
  assert.deepEqual(kept, [{ id: past.id }]);
  const whose = { locationUrlName: location.urlName, userUrlName: bert.urlName };
  assert.equal((await house.call(publicCalendars.getProfile, whose)).answer.profileExists, false);
  const audited = await house.database.read.selectFrom('userAudits').select('text').execute();
  assert.match(audited.map(({ text }) => text).join(), /Left the company Company/);
});

test('who has another company works there afterwards', async () => {
  await using house = await testHouse();
  const { location } = await buildBusiness(house, { actions: ['admin'] });
  const bert = await buildEmployee(house, location);
  const other = await buildCompany(house, { name: 'Salon Two' });
  await buildLocation(house, other);
  await house.database.write
    .insertInto('employees')
    .values({ companyId: other.id, userId: bert.userId, urlName: 'bert' })
    .execute();
  const left = await house.call(account.leaveCompany, {}, { ...(await signIn(house, bert)), method: 'GET' });
  assert.equal(left.answer.isSignedIn, true);
  const cookie = String(left.headers['set-cookie']).split(';')[0];
  assert.ok(cookie);
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).answer.companyName, 'Salon Two');
});

test('the last administrator stays, also when the last two leave at once', async () => {
  await using house = await testHouse();
  const { employee, location } = await buildBusiness(house, { actions: ['admin'] });
  await buildEmployee(house, location, { actions: ['lcladmin'] });
  const anna = await signIn(house, employee);
  assert.equal((await house.call(account.getAccount, {}, anna)).answer.isLastAdmin, true);
  const refused = await house.call(account.leave, {}, anna);
  assert.deepEqual(
    refused.complaints.map(({ Key }) => Key),
    ['Company'],
  );
  const second = await signIn(house, await buildEmployee(house, location, { actions: ['admin'] }));
  const both = await Promise.all([house.call(account.leave, {}, anna), house.call(account.leave, {}, second)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 417]);
});

test('who is expected by visitors does not leave before', async () => {
  await using house = await testHouse();
  const { location } = await buildBusiness(house, { actions: ['admin'] });
  const bert = await buildEmployee(house, location);
  await buildEvent(house, bert, { start: '2026-03-05T09:00:00Z', userId: null });
  const refused = await house.call(account.leave, {}, await signIn(house, bert));
  assert.match(refused.complaints[0]?.Message ?? '', /appointments with you \(1\)/);
});

test('nobody leaves in another’s name', async () => {
  await using house = await testHouse();
  const { employee, location } = await buildBusiness(house, { actions: ['admin'] });
  const bert = await buildEmployee(house, location);
  const session = await signIn(house, bert);
  await house.database.write
    .updateTable('sessions')
    .set({ impersonatorId: employee.userId })
    .where('userId', '=', bert.userId)
    .execute();
  assert.equal((await house.call(account.leave, {}, session)).status, 403);
});

test('a browser’s push subscription is kept sealed, for whom it was used by last', async () => {
  await using house = await testHouse();
  const { location, employee } = await buildBusiness(house);
  const [anna, bert] = [await signIn(house, employee), await signIn(house, await buildEmployee(house, location))];
  const key = (await house.call(push.getKey, {}, anna)).answer.value;
  assert.match(key, /^[\w-]{80,}$/);
  assert.equal((await house.call(push.getKey, {}, bert)).answer.value, key);
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  const token = JSON.stringify({ endpoint: 'https://push.example.org/abc', keys });
  assert.equal((await house.call(push.setToken, { token }, anna)).status, 204);
  assert.equal((await house.call(push.setToken, { token }, bert)).status, 204);
  assert.equal(
    (await house.call(push.setToken, { token: 'another-service-token' }, { ...bert, method: 'GET' })).status,
    204,
  );
  const rows = await house.database.read.selectFrom('pushSubscriptions').select(['userId', 'token']).execute();
  assert.equal(rows.length, 2);
  assert.ok(rows.every((row) => row.userId !== employee.userId && !row.token.includes('push.example')));
  for (const wrong of ['{"endpoint":1}', '{', JSON.stringify({ endpoint: 'http://127.0.0.1/', keys })]) {
    assert.deepEqual(
      (await house.call(push.setToken, { token: wrong }, anna)).complaints.map(({ Key }) => Key),
      ['Token'],
    );
  }
});
