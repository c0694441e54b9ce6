// Tests of the setup list, and of what a profile needs to be booked, through HTTP.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { company } from '#contract/company/details.ts';
import { account } from '#contract/identity/account.ts';
import { geolocations } from '#contract/places.ts';
import { setup, setupSteps } from '#contract/reports/setup.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** A business as it is after its registration. */
async function newBusiness(app: TestApp) {
  const built = await buildCompany(app, { name: 'Salon' });
  const location = await buildLocation(app, built, { name: 'Salon', urlName: 'salon', address: '', at: null });
  const employee = await buildEmployee(app, location, {
    actions: ['user', 'admin'],
    firstName: '',
    lastName: '',
    urlName: 'rosa.k',
    isProfilePublic: false,
    isCalendarPublic: false,
  });
  return { location, employee, as: await signIn(app, employee) };
}

test('steps are ticked as they are done; the address follows the names until it was published', async () => {
  await using app = await testApp();
  const { as, location } = await newBusiness(app);
  const state = async () => (await app.call(setup.get, {}, as)).answer;
  const steps = setupSteps.filter((step) => step !== 'mail');
  assert.deepEqual(await state(), { isDismissed: false, isBookable: false, steps, done: [], path: '/salon/rosa.k' });
  const publish = () => app.call(account.setProfilePublicState, { isEnabled: true }, as);
  assert.match((await publish()).complaints[0]?.Message ?? '', /your name/);
  await app.call(account.setCurrent, { firstName: 'Rosa', lastName: 'Kalniņa', urlName: 'rosa.k' }, as);
  assert.equal((await state()).path, '/salon/rosa-kalnina');
  assert.match((await publish()).complaints[0]?.Message ?? '', /where you work/);
  await app.call(company.update, { name: 'Salon Rosa', address: 'Brīvības iela 1', country: 'Latvia' }, as);
  assert.equal((await state()).path, '/salon-rosa/rosa-kalnina');
  assert.deepEqual((await state()).done, ['name']);
  const place = { name: 'Riga', lineAddress: 'Riga', latitude: 56.95, longitude: 24.1 };
  const rest = { placeId: '-', street: '-', city: 'Riga', state: '-', country: 'Latvia', zipCode: '-', changed: true };
  const { answer: geoLocation } = await app.call(geolocations.insert, { ...place, ...rest }, as);
  await app.call(company.updateGeoLocation, { geoLocationId: geoLocation.id }, as);
  await app.call(
    calendarSetup.saveWorkingHours,
    {
      locationId: location.id,
      hours: [{ weekday: 1, start: '09:00', end: '18:00' }],
      breaks: [],
    },
    as,
  );
  assert.equal((await publish()).status, 200);
  await app.call(account.setCalendarPublicState, { isEnabled: true }, as);
  const published = await state();
  assert.deepEqual(published.done, ['name', 'place', 'hours', 'public']);
  assert.equal(published.isBookable, true);
  await app.call(account.setCurrent, { firstName: 'Rose', lastName: 'Kalniņa' }, as);
  await app.call(company.update, { name: 'Another Salon' }, as);
  assert.equal((await state()).path, '/salon-rosa/rosa-kalnina', 'links that were shared continue to work');
  await app.call(setup.share, {}, as);
  assert.ok((await state()).done.includes('share'));
  await app.call(setup.dismiss, {}, as);
  assert.equal((await state()).isDismissed, true);
});

test('the mail server is the first step of an operator, and done once one takes mails of accounts and visits', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['user', 'admin', 'sys'] });
  const as = await signIn(app, employee);
  const state = async () => (await app.call(setup.get, {}, as)).answer;
  assert.equal((await state()).steps[0], 'mail');
  assert.ok(!(await state()).done.includes('mail'));
  const add = (purposes: string[]) =>
    app.database.write
      .insertInto('smtpSettings')
      .values({ id: randomUUID(), key: purposes.join(), host: 'mail.example.org', port: 25, purposes })
      .execute();
  await add(['visit', 'campaign']);
  assert.ok(!(await state()).done.includes('mail'));
  await add(['account']);
  assert.ok((await state()).done.includes('mail'));
});

test('a chosen address stays', async () => {
  await using app = await testApp();
  const { as } = await newBusiness(app);
  await app.call(account.setCurrent, { urlName: 'the-rose' }, as);
  await app.call(account.setCurrent, { firstName: 'Rosa', lastName: 'Kalniņa' }, as);
  assert.equal((await app.call(setup.get, {}, as)).answer.path, '/salon/the-rose');
});

test('a profile without a name or a place offers no time', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app);
  const { write } = app.database;
  const address = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  const isOffered = async () => {
    const { answer } = await app.call(publicCalendars.getProfile, address);
    const first = await app.call(publicCalendars.getFirstFree, address);
    assert.equal(answer.calendarIsPublic, first.status === 200);
    return answer.calendarIsPublic;
  };
  assert.equal(await isOffered(), true);
  await write.updateTable('locations').set({ geolocationId: null }).where('id', '=', location.id).execute();
  assert.equal(await isOffered(), true, 'an address is a place');
  await write.updateTable('locations').set({ address: '' }).where('id', '=', location.id).execute();
  assert.equal(await isOffered(), false);
  await write.updateTable('locations').set({ address: 'Market 1' }).where('id', '=', location.id).execute();
  await write.updateTable('users').set({ firstName: '', lastName: '' }).where('id', '=', employee.userId).execute();
  assert.equal(await isOffered(), false);
});
