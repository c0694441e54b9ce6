// Tests of the setup of a calendar, through HTTP: saved settings apply to the public times at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** The free times that visitors see on a day, wall time of Riga. */
async function publicTimes(app: TestApp, employee: BuiltEmployee, day: string, serviceId?: string): Promise<string[]> {
  const start = Temporal.PlainDate.from(day).toZonedDateTime('Europe/Riga');
  const { answer } = await app.call(publicCalendars.getSlots, {
    locationUrlName: employee.locationUrlName,
    userUrlName: employee.urlName,
    start: start.toInstant().toString(),
    end: start.add({ days: 1 }).toInstant().toString(),
    serviceId,
  });
  return answer.slots.map((slot) =>
    Temporal.Instant.from(slot.start).toZonedDateTimeISO('Europe/Riga').toPlainTime().toString().slice(0, 5),
  );
}

const hour = { stepMinutes: 60, noticeMinutes: 0, horizonDays: 90 };
const wednesday = { weekday: 3, start: '10:00', end: '14:00' };

test('saved hours and breaks apply to the public times at once', async () => {
  await using app = await testApp({ env: { EVENT_MINUTES: '60' } });
  const { employee, location } = await buildBusiness(app, { stepMinutes: 60 });
  const anna = await signIn(app, employee);
  assert.equal((await publicTimes(app, employee, '2026-03-04')).length, 9);
  const breaks = [{ weekday: 3, start: '12:00', end: '13:00' }];
  const hours = [wednesday, { weekday: 3, start: '20:00', end: '24:00' }];
  const { answer } = await app.call(calendarSetup.saveWorkingHours, { locationId: location.id, hours, breaks }, anna);
  assert.deepEqual(
    answer.hours,
    hours.map((range) => ({ ...range, locationId: location.id })),
  );
  assert.deepEqual(await publicTimes(app, employee, '2026-03-04'), [
    '10:00',
    '11:00',
    '13:00',
    '20:00',
    '21:00',
    '22:00',
    '23:00',
  ]);
  assert.deepEqual(await publicTimes(app, employee, '2026-03-03'), []);
});

test('days off and days with other hours apply to the public times at once, and can be removed', async () => {
  await using app = await testApp({ env: { EVENT_MINUTES: '60' } });
  const { employee, location } = await buildBusiness(app, { stepMinutes: 60 });
  const anna = await signIn(app, employee);
  const days = { locationId: location.id, date: '2026-03-04', endDate: '2026-03-06' };
  assert.equal((await app.call(calendarSetup.saveOverride, days, anna)).answer.overrides.length, 3);
  assert.deepEqual(await publicTimes(app, employee, '2026-03-05'), []);
  const sunday = { locationId: location.id, date: '2026-03-08', open: [{ start: '10:00', end: '12:00' }] };
  await app.call(calendarSetup.saveOverride, sunday, anna);
  assert.deepEqual(await publicTimes(app, employee, '2026-03-08'), ['10:00', '11:00']);
  await app.call(calendarSetup.deleteOverride, days, anna);
  assert.equal((await publicTimes(app, employee, '2026-03-05')).length, 9);
  const backwards = await app.call(calendarSetup.saveOverride, { ...days, endDate: '2026-03-01' }, anna);
  assert.deepEqual(
    backwards.complaints.map(({ Key }) => Key),
    ['EndDate'],
  );
  const endless = await app.call(calendarSetup.saveOverride, { ...days, endDate: '2036-03-01' }, anna);
  assert.deepEqual(
    endless.complaints.map(({ Key }) => Key),
    ['EndDate'],
  );
});

test('reversed, overlapping and useless ranges are reported with their field', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app);
  const anna = await signIn(app, employee);
  const save = async (hours: object[], breaks: object[] = []) => {
    const input = { locationId: location.id, hours, breaks } as never; // Valid in shape, invalid in meaning.
    return (await app.call(calendarSetup.saveWorkingHours, input, anna)).complaints.map(({ Key }) => Key);
  };
  assert.deepEqual(await save([{ ...wednesday, end: '10:00' }]), ['Hours[0].End']);
  assert.deepEqual(await save([wednesday, { ...wednesday, start: '13:00', end: '15:00' }]), ['Hours[1].Start']);
  assert.deepEqual(await save([{ ...wednesday, start: '25:00' }]), ['Hours[0].Start']);
  assert.deepEqual(await save([{ ...wednesday, weekday: 8 }]), ['Hours[0].Weekday']);
  assert.deepEqual(await save([wednesday], [{ ...wednesday, start: '08:00', end: '10:00' }]), ['Breaks[0].Start']);
  const touching = {
    locationId: location.id,
    hours: [wednesday, { ...wednesday, start: '14:00', end: '15:00' }],
    breaks: [],
  };
  assert.equal((await app.call(calendarSetup.saveWorkingHours, touching, anna)).status, 200);
});

test('services can be added, updated, sorted, deactivated and deleted; appointments stay', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app);
  const anna = await signIn(app, employee);
  await app.call(calendarSetup.saveBookingRules, hour, anna);
  const cut = { name: 'Cut', minutes: 120, price: 25.5, description: '', bufferAfter: 0 };
  await app.call(calendarSetup.saveService, { name: 'Colour', minutes: 60 }, anna);
  const { services } = (await app.call(calendarSetup.saveService, cut, anna)).answer;
  const [colour, added] = services;
  assert.ok(colour && added);
  assert.deepEqual([added.name, added.minutes, added.price, added.noticeMinutes], ['Cut', 120, 25.5, null]);
  assert.equal((await publicTimes(app, employee, '2026-03-04', added.id)).at(-1), '16:00');
  const late = { ...cut, id: added.id, noticeMinutes: 3 * 24 * 60 };
  await app.call(calendarSetup.saveService, late, anna);
  assert.deepEqual(await publicTimes(app, employee, '2026-03-04', added.id), []);
  const address = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  const published = async () =>
    (await app.call(publicCalendars.getProfile, address)).answer.services.map(({ name }) => name);
  await app.call(calendarSetup.orderServices, { ids: [added.id] }, anna);
  assert.deepEqual(await published(), ['Cut', 'Colour']);
  await app.call(calendarSetup.saveService, { ...cut, id: added.id, isActive: false }, anna);
  assert.deepEqual(await published(), ['Colour']);
  const booked = await buildEvent(app, employee, { start: '2026-03-04T09:00:00Z', serviceId: added.id });
  await app.call(calendarSetup.deleteService, { id: added.id }, anna);
  const stored = await app.database.read.selectFrom('events').select('id').where('id', '=', booked.id).execute();
  assert.equal(stored.length, 1);
  const wrong = await app.call(calendarSetup.saveService, { name: ' ', minutes: 1, price: -1 }, anna);
  assert.deepEqual(wrong.complaints.map(({ Key }) => Key).sort(), ['Minutes', 'Name', 'Price']);
});

test('an administrator sets up a colleague’s calendar, at the colleague’s locations and with its own services only', async () => {
  await using app = await testApp();
  const { employee: admin, location } = await buildBusiness(app, { actions: ['admin'] });
  const { calendarId } = await buildEmployee(app, location);
  const elsewhere = await buildLocation(app, { id: admin.companyId });
  const { id } = await buildService(app, admin);
  const as = await signIn(app, admin);
  const saved = await app.call(calendarSetup.saveBookingRules, { calendarId, ...hour }, as);
  assert.deepEqual([saved.answer.calendarId, saved.answer.stepMinutes], [calendarId, 60]);
  const at = { calendarId, locationId: elsewhere.id };
  for (const refused of [
    await app.call(calendarSetup.saveWorkingHours, { ...at, hours: [], breaks: [] }, as),
    await app.call(calendarSetup.saveOverride, { ...at, date: '2026-03-04' }, as),
    await app.call(calendarSetup.deleteOverride, { ...at, date: '2026-03-04' }, as),
  ]) {
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      ['LocationId'],
    );
  }
  for (const refused of [
    await app.call(calendarSetup.saveService, { calendarId, id, name: 'His now', minutes: 60 }, as),
    await app.call(calendarSetup.deleteService, { calendarId, id }, as),
    await app.call(calendarSetup.orderServices, { calendarId, ids: [id] }, as),
  ]) {
    assert.equal(refused.status, 404, refused.body);
  }
});

test('overrides at a location can be removed after the person has left it', async () => {
  await using app = await testApp();
  const { company, location } = await buildBusiness(app);
  const left = await buildLocation(app, company);
  const bert = await buildEmployee(app, [location, left]);
  const as = await signIn(app, bert);
  const day = { locationId: left.id, date: '2026-03-04' };
  await app.call(calendarSetup.saveOverride, day, as);
  const { write } = app.database;
  await write.deleteFrom('employeeLocations').where('locationId', '=', left.id).execute();
  assert.deepEqual((await app.call(calendarSetup.deleteOverride, day, as)).answer.overrides, []);
  assert.equal((await app.call(calendarSetup.deleteOverride, day, as)).status, 417);
});

test('an administrator sets up the calendar of a colleague; a local one at their own locations only', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const elsewhere = await buildLocation(app, company);
  const colleague = await buildEmployee(app, [location, elsewhere]);
  const admin = await signIn(app, employee);
  const local = await signIn(app, await buildEmployee(app, location, { actions: ['lcladmin'] }));
  const { calendarId } = colleague;
  const at = (locationId: string) => ({ calendarId, locationId, hours: [wednesday], breaks: [] });
  const save = async (as: { cookie: string }, id: string) =>
    (await app.call(calendarSetup.saveWorkingHours, at(id), as)).status;
  assert.deepEqual([await save(admin, location.id), await save(admin, elsewhere.id)], [200, 200]);
  assert.deepEqual([await save(local, location.id), await save(local, elsewhere.id)], [200, 404]);
  const day = { calendarId, date: '2026-05-01', endDate: null };
  const close = async (id: string) =>
    (await app.call(calendarSetup.saveOverride, { ...day, locationId: id, open: [] }, local)).status;
  assert.deepEqual([await close(location.id), await close(elsewhere.id)], [200, 404]);
  const service = { calendarId, name: 'Haircut', minutes: 30 };
  const saved = await app.call(calendarSetup.saveService, service, local);
  assert.deepEqual(
    saved.answer.services.map(({ name }) => name),
    ['Haircut'],
  );
  const stranger = await signIn(app, await buildEmployee(app, location));
  assert.equal((await app.call(calendarSetup.saveService, service, stranger)).status, 404);
});
