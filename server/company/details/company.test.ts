// Tests that a company changes its own details and position, and no other company's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { publicCalendars } from '#contract/booking/public.ts';
import { company } from '#contract/company/details.ts';
import { files } from '#contract/files.ts';
import { geolocations } from '#contract/places.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { testApp } from '#server/testing/test-app.ts';

const details = { name: 'Salon Rosa', address: 'Brīvības 1', country: 'Latvia' };

test('an administrator sees limits and balance and updates the name and contact details', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  await buildEmployee(app, location);
  const anna = await signIn(app, employee);
  const changed = await app.call(company.update, { ...details, eMail: 'hello@rosa.test', phoneNumber: '' }, anna);
  assert.equal(changed.answer.eMail, 'hello@rosa.test');
  assert.match(changed.body, /"eMail":"hello@rosa\.test".*"AditionalBalance":0/s);
  const { answer } = await app.call(company.get, {}, anna);
  assert.equal(answer.name, 'Salon Rosa');
  assert.deepEqual([answer.activeUsers, answer.maxUsers, answer.activeLocations, answer.maxLocations], [2, 10, 1, 3]);
  assert.equal(answer.geoLocation, null);
});

test('balance and limits in the input are ignored, and unknown fields rejected', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const before = (await app.call(company.get, {}, headers)).answer;
  const update = (payload: object) =>
    app.server.inject({ method: 'POST', url: '/api/company/companies/Update', headers, payload });
  const saved = await update({ Name: 'Salon Rosa', AditionalBalance: 1000, MaxUsers: 500 });
  assert.equal(saved.statusCode, 200);
  const { answer } = await app.call(company.get, {}, headers);
  assert.deepEqual({ ...answer, version: '' }, { ...before, name: 'Salon Rosa', version: '' });
  const refused = await update({ Name: 'Salon Lila', Balance: 1000, MaxPeople: 500 });
  assert.equal(refused.statusCode, 417);
  assert.deepEqual(
    refused.json().map(({ Key }: { Key: string }) => Key),
    ['Balance', 'MaxPeople'],
  );
});

test('all invalid fields are reported at once', async () => {
  await using app = await testApp();
  const anna = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  const refused = await app.call(company.update, { name: ' ', eMail: 'rosa', phoneNumber: 'x' }, anna);
  assert.deepEqual(refused.complaints.map(({ Key }) => Key).sort(), ['Name', 'PhoneNumber', 'eMail']);
});

test('a web address is the name of a company only once its e-mail address is proved', async () => {
  await using app = await testApp();
  const { company: own, employee } = await buildBusiness(app, { actions: ['admin'], isEMailVerified: false });
  const anna = await signIn(app, employee);
  const name = 'Salon Rosa www.rosa.example';
  const refused = await app.call(company.update, { ...details, name, eMail: 'hello@rosa.test' }, anna);
  assert.equal(refused.status, 417);
  assert.deepEqual(refused.complaints, [
    {
      Key: 'Name',
      Message:
        'This name looks like a web address. Such a name is possible once the company’s e-mail address is verified.',
    },
  ]);
  assert.equal((await app.call(company.update, { ...details, name: 'Rosa: Hair & Nails' }, anna)).status, 200);
  await verifyCompany(app, own, 'hello@rosa.test');
  const kept = { ...details, name, eMail: 'hello@rosa.test' };
  assert.equal((await app.call(company.update, kept, anna)).answer.name, name);
  // A new address alone does not ask for a new name, but is not proved.
  const moved = await app.call(company.update, { ...kept, eMail: 'new@rosa.test' }, anna);
  assert.deepEqual([moved.status, moved.answer.isEMailVerified], [200, false]);
  const renamed = await app.call(company.update, { ...kept, name: 'rosa.example', eMail: 'new@rosa.test' }, anna);
  assert.equal(renamed.complaints[0]?.Key, 'Name');
});

test('a geo location of the company becomes its position; one of another company does not', async () => {
  await using app = await testApp();
  const anna = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  const other = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  const place = { latitude: 56.95, longitude: 24.11, name: 'Studio', lineAddress: 'Brīvības 1, Riga', changed: true };
  const { id } = (await app.call(geolocations.insert, place, anna)).answer;
  const placed = (await app.call(company.updateGeoLocation, { geoLocationId: id }, anna)).answer;
  assert.equal(placed.geoLocationId, id);
  assert.equal(placed.geoLocation?.lineAddress, 'Brīvības 1, Riga');
  const foreign = await app.call(company.updateGeoLocation, { geoLocationId: id }, other);
  assert.deepEqual(
    foreign.complaints.map(({ Key }) => Key),
    ['GeoLocation_Id'],
  );
  assert.equal((await app.call(company.get, {}, other)).answer.geoLocationId, null);
});

test('a picture that the caller uploaded becomes the logo on public pages, and the previous one is no longer public', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { actions: ['admin'] });
  const anna = await signIn(app, employee);
  const draw = (background: string) =>
    sharp({ create: { width: 200, height: 60, channels: 3, background } })
      .png()
      .toBuffer();
  const send = async (background: string, headers: { cookie: string }) => {
    const file = { name: 'logo.png', bytes: await draw(background) };
    return (await sendFile(app, { ...files.uploadImage, path: `${files.uploadImage.path}?use=logo` }, file, headers))
      .answer.id;
  };
  const [first, second] = [await send('#c8401f', anna), await send('#1f3a5f', anna)];
  assert.equal((await app.call(company.setLogo, { id: first }, anna)).answer.logoId, first);
  const where = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  assert.equal((await app.call(publicCalendars.getProfile, where)).answer.companyLogo, first);
  const seen = async (id: string) => (await app.server.inject(`/api/file/DownloadFile?id=${id}`)).statusCode;
  assert.equal(await seen(first), 200);
  await app.call(company.setLogo, { id: second }, anna);
  assert.deepEqual([await seen(first), await seen(second)], [404, 200]);
  assert.equal((await app.call(company.setLogo, { id: null }, anna)).answer.logoId, null);
  assert.equal(await seen(second), 404);
  await Promise.all([first, second].map((id) => app.call(company.setLogo, { id }, anna)));
  assert.deepEqual((await Promise.all([first, second].map(seen))).sort(), [200, 404], 'of two at once one is public');

  const stranger = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  const theirs = await send('#2b8a3e', stranger);
  for (const id of [theirs, (await buildFile(app, { id: employee.companyId })).id]) {
    assert.equal((await app.call(company.setLogo, { id }, anna)).complaints[0]?.Key, 'Id');
  }
});

test('a picture that the caller already shows can be the logo, no matter who uploaded it; setting it again changes nothing', async () => {
  await using app = await testApp();
  const { company: own, employee } = await buildBusiness(app, { actions: ['admin'] });
  const anna = await signIn(app, employee);
  const portrait = await buildFile(app, own, { mimeType: 'image/webp', isPublic: true });
  const put = (pictureId: string | null) =>
    app.database.write.updateTable('employees').set({ pictureId }).where('userId', '=', employee.userId).execute();
  await put(portrait.id);
  assert.equal((await app.call(company.setLogo, { id: portrait.id }, anna)).answer.logoId, portrait.id);
  await put(null);
  assert.equal((await app.call(company.setLogo, { id: portrait.id }, anna)).answer.logoId, portrait.id);
});

test('a user who is not an administrator can neither see nor change the company', async () => {
  await using app = await testApp();
  const bert = await signIn(app, (await buildBusiness(app, { actions: ['lcladmin'] })).employee);
  assert.equal((await app.call(company.get, {}, bert)).status, 403);
  assert.equal((await app.call(company.update, details, bert)).status, 403);
});

test('of two concurrent updates of the company, the second gets the current details', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { actions: ['admin'] });
  const colleague = await buildEmployee(app, location, { actions: ['admin'] });
  const [anna, bert] = [await signIn(app, employee), await signIn(app, colleague)];
  const { version } = (await app.call(company.get, {}, anna)).answer;
  const { answer } = await app.call(company.update, { ...details, version }, anna);
  assert.notEqual(answer.version, version);
  const late = await app.call(company.update, { ...details, name: 'Salon Berta', version }, bert);
  assert.equal(late.status, 409);
  assert.deepEqual(
    [JSON.parse(late.body).Row.Address, JSON.parse(late.body).Row.Version],
    ['Brīvības 1', answer.version],
  );
  const on = await app.call(company.update, { ...details, name: 'Salon Berta', version: answer.version }, bert);
  assert.equal(on.answer.name, 'Salon Berta');
});
