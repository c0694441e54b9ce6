// Tests of the services of a company through HTTP: who does them where, what visitors see, and who may change what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { companyServiceCategories, companyServices } from '#contract/booking/services.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { insert, update, getPaginated, getChoices, order } = companyServices.operations;
const remove = companyServices.operations.delete;
const { restore } = companyServices.operations;

const addressOf = ({ locationUrlName, urlName: userUrlName }: BuiltEmployee) => ({ locationUrlName, userUrlName });

async function publicServices(app: TestApp, address: { locationUrlName: string; userUrlName: string }) {
  return (await app.call(publicCalendars.getProfile, address)).answer.services.map(
    ({ name, category, minutes, price }) => [name, category, minutes, price],
  );
}

test('a service has one length and price, and others for a person or one of their locations', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const elsewhere = await buildLocation(app, company);
  const colleague = await buildEmployee(app, [location, elsewhere]);
  const admin = await signIn(app, employee);
  const category = (await app.call(companyServiceCategories.operations.insert, { name: 'Hair' }, admin)).answer;
  const { answer: cut } = await app.call(
    insert,
    {
      name: 'Cut',
      categoryId: category.id,
      minutes: 45,
      price: 40,
      vatRate: 21,
      colour: 'teal',
      people: [
        { calendarId: employee.calendarId },
        { calendarId: colleague.calendarId, minutes: 60 },
        { calendarId: colleague.calendarId, locationId: elsewhere.id, price: 55.5 },
      ],
    },
    admin,
  );
  assert.deepEqual([cut.category, cut.colour, cut.vatRate, cut.doneBy.length], ['Hair', 'teal', 21, 2]);
  assert.deepEqual(await publicServices(app, addressOf(employee)), [['Cut', 'Hair', 45, 40]]);
  assert.deepEqual(await publicServices(app, addressOf(colleague)), [['Cut', 'Hair', 60, 40]]);
  const there = { locationUrlName: elsewhere.urlName, userUrlName: colleague.urlName };
  assert.deepEqual(await publicServices(app, there), [['Cut', 'Hair', 45, 55.5]]);
  const day = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
  const minutesAt = async (address: typeof there) =>
    (await app.call(publicCalendars.getSlots, { ...address, ...day, serviceId: cut.id })).answer.minutes;
  assert.deepEqual([await minutesAt(addressOf(colleague)), await minutesAt(there)], [60, 45]);
});

test('a person offers only what they do, where they do it', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app);
  const elsewhere = await buildLocation(app, company);
  const colleague = await buildEmployee(app, [location, elsewhere]);
  const { id: serviceId } = await buildService(app, employee, { minutes: 30 });
  const slots = async (address: { locationUrlName: string; userUrlName: string }) => {
    const range = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
    return (await app.call(publicCalendars.getSlots, { ...address, ...range, serviceId })).status;
  };
  const there = { locationUrlName: elsewhere.urlName, userUrlName: colleague.urlName };
  assert.deepEqual(
    [await slots(addressOf(employee)), await slots(addressOf(colleague)), await slots(there)],
    [200, 404, 404],
  );
  await buildServicePerson(app, colleague, { id: serviceId }, { locationId: elsewhere.id });
  assert.deepEqual([await slots(addressOf(colleague)), await slots(there)], [404, 200]);
});

test('several services in a row take the sum of their times, outer buffers, the longest notice and the nearest horizon', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { stepMinutes: 15, noticeMinutes: 60, horizonDays: 60 });
  const one = await buildService(app, employee, { name: 'Cut', minutes: 45, bufferBefore: 10, bufferAfter: 30 });
  const two = await buildService(app, employee, { name: 'Colour', minutes: 60, noticeMinutes: 2880, bufferBefore: 60 });
  const three = await buildService(app, employee, { name: 'Care', minutes: 15, horizonDays: 9, bufferAfter: 5 });
  const serviceIds = [one.id, two.id, three.id];
  const range = { start: '2026-03-02T00:00:00Z', end: '2026-04-20T00:00:00Z' };
  const { answer } = await app.call(publicCalendars.getSlots, { ...addressOf(employee), ...range, serviceIds });
  const today = app.clock.now().toZonedDateTimeISO('Europe/Riga').toPlainDate();
  assert.deepEqual([answer.minutes, answer.lastDay], [120, today.add({ days: 9 }).toString()]);
  const [first] = answer.slots;
  assert.ok(first);
  assert.ok(Temporal.Instant.compare(first.start, app.clock.now().add({ hours: 48 })) >= 0, first.start);
  const request = { ...addressOf(employee), ...first, name: 'Mara', eMail: 'mara@example.org' };
  const short = { ...request, end: Temporal.Instant.from(first.start).add({ minutes: 45 }).toString() };
  const refused = await app.call(publicCalendars.insertEvent, { ...short, serviceIds });
  assert.deepEqual(
    refused.complaints.map(({ Key }) => Key),
    ['End'],
  );
  const held = (await app.call(publicCalendars.insertEvent, { ...request, serviceIds })).answer;
  const parts = await app.database.read
    .selectFrom('visitParts')
    .select(['serviceName', 'minutes'])
    .where('visitId', '=', held.id)
    .orderBy('position')
    .execute();
  assert.deepEqual(
    parts.map(({ serviceName }) => serviceName),
    ['Cut', 'Colour', 'Care'],
  );
  const occupied = await app.call(publicCalendars.getEvents, { ...addressOf(employee), ...range });
  const around = Temporal.Instant.from(first.start);
  assert.deepEqual(
    occupied.answer.map(({ start, end }) => [around.until(start).total('minutes'), around.until(end).total('minutes')]),
    [
      [-10, 45],
      [45, 105],
      [105, 125],
    ],
  );
  const six = await app.call(publicCalendars.getSlots, {
    ...addressOf(employee),
    ...range,
    serviceIds: [one, two, three, one, two, three].map(({ id }) => id),
  });
  assert.equal(six.status, 417);
  const foreign = await buildBusiness(app);
  const other = await buildService(app, foreign.employee);
  const mixed = { ...addressOf(employee), serviceIds: [one.id, other.id] };
  assert.equal((await app.call(publicCalendars.getFirstFree, mixed)).status, 404);
});

test('of several services in a row, the longest notice of cancellation counts', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { stepMinutes: 15 });
  const services = [];
  for (const cancelHours of [4, 48, null]) {
    const service = await buildService(app, employee, { minutes: 15 });
    await app.database.write.updateTable('services').set({ cancelHours }).where('id', '=', service.id).execute();
    services.push(service.id);
  }
  const [short = '', long = '', none = ''] = services;
  const address = addressOf(employee);
  const range = { start: '2026-03-03T00:00:00Z', end: '2026-03-20T00:00:00Z' };
  const booked = async (serviceIds: string[]) => {
    const { answer } = await app.call(publicCalendars.getSlots, { ...address, ...range, serviceIds });
    const [slot] = answer.slots;
    assert.ok(slot);
    const request = { ...address, ...slot, serviceIds, name: 'Mara', eMail: 'mara@example.org' };
    const { id } = (await app.call(publicCalendars.insertEvent, request)).answer;
    const visit = app.database.read.selectFrom('visits').select('cancelHours').where('id', '=', id);
    return (await visit.executeTakeFirstOrThrow()).cancelHours;
  };
  assert.deepEqual(
    [await booked([short, long, none]), await booked([long, short]), await booked([none, short]), await booked([none])],
    [48, 48, 4, null],
  );
});

test('services in a row across a clock change last as long as they say', async () => {
  await using app = await testApp();
  app.clock.set('2026-03-28T20:00:00Z');
  const nights = [6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const);
  const { employee } = await buildBusiness(app, { hours: nights, stepMinutes: 60 });
  const ids: string[] = [];
  for (const minutes of [60, 30, 90]) ids.push((await buildService(app, employee, { minutes })).id);
  // In Riga the clock goes from 3 to 4 on 29 March, at 1:00 UTC.
  const range = { start: '2026-03-29T00:00:00Z', end: '2026-03-29T00:30:00Z' };
  const { answer } = await app.call(publicCalendars.getSlots, { ...addressOf(employee), ...range, serviceIds: ids });
  assert.deepEqual(answer.slots, [{ start: '2026-03-29T02:00:00+02:00', end: '2026-03-29T06:00:00+03:00' }]);
});

test('an employee says what they do, and changes or deletes only what no one else does', async () => {
  await using app = await testApp();
  const { location, employee: adminPerson } = await buildBusiness(app, { actions: ['admin'] });
  const anna = await buildEmployee(app, location);
  const [admin, as] = [await signIn(app, adminPerson), await signIn(app, anna)];
  const shared = await buildService(app, adminPerson, { name: 'Cut', minutes: 45, price: 40 });
  const settings = (await app.call(calendarSetup.getSettings, {}, as)).answer;
  assert.deepEqual([settings.services, settings.otherServices.map(({ name }) => name)], [[], ['Cut']]);

  const choice = { id: shared.id, minutes: 60, price: 35 };
  const { answer: chosen } = await app.call(calendarSetup.chooseService, choice, as);
  assert.deepEqual(
    chosen.services.map(({ name, minutes, ownMinutes, price, ownPrice, isShared }) => [
      [name, isShared],
      [minutes, ownMinutes],
      [price, ownPrice],
    ]),
    [
      [
        ['Cut', true],
        [45, 60],
        [40, 35],
      ],
    ],
  );
  assert.deepEqual(await publicServices(app, addressOf(anna)), [['Cut', '', 60, 35]]);

  for (const refused of [
    await app.call(calendarSetup.saveService, { id: shared.id, minutes: 15 }, as),
    await app.call(calendarSetup.deleteService, { id: shared.id }, as),
    await app.call(calendarSetup.orderServices, { ids: [shared.id] }, as),
  ]) {
    assert.equal(refused.status, 403, refused.body);
    assert.match(refused.body, /Only an administrator/);
  }
  assert.equal((await app.call(getPaginated, {}, as)).status, 403);

  const { answer: added } = await app.call(calendarSetup.saveService, { name: 'Braids', minutes: 90 }, as);
  const braids = added.services.find(({ name }) => name === 'Braids') ?? assert.fail();
  assert.equal((await app.call(calendarSetup.saveService, { id: braids.id, minutes: 75 }, as)).status, 200);
  const listed = (await app.call(getPaginated, { search: 'Braids' }, admin)).answer.services;
  assert.deepEqual(
    listed.map(({ minutes, people }) => [minutes, people.map(({ calendarId }) => calendarId)]),
    [[75, [anna.calendarId]]],
  );
  assert.equal((await app.call(calendarSetup.deleteService, { id: braids.id }, as)).status, 200);

  const { answer: left } = await app.call(calendarSetup.chooseService, { id: shared.id, isDone: false }, as);
  assert.deepEqual([left.services, left.otherServices.map(({ name }) => name)], [[], ['Cut']]);
  const foreign = await buildService(app, (await buildBusiness(app)).employee);
  assert.equal((await app.call(calendarSetup.chooseService, { id: foreign.id }, as)).status, 404);
});

test('a local administrator says what people of their locations do; a colleague cannot', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app);
  const elsewhere = await buildLocation(app, company);
  const far = await buildEmployee(app, elsewhere);
  const local = await signIn(app, await buildEmployee(app, location, { actions: ['lcladmin'] }));
  const colleague = await signIn(app, await buildEmployee(app, location));
  const { id } = await buildService(app, far);
  const choose = async (as: { cookie: string }, { calendarId }: BuiltEmployee) =>
    (await app.call(calendarSetup.chooseService, { calendarId, id }, as)).status;
  assert.deepEqual(
    [await choose(local, employee), await choose(local, far), await choose(colleague, employee)],
    [200, 404, 404],
  );
});

test('the pause of a service lies inside it, however long a person takes', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const as = await signIn(app, employee);
  const colour = { name: 'Colour', minutes: 120, pauseStart: 40, pauseMinutes: 45 };
  const keys = async (input: object) =>
    (await app.call(insert, { ...colour, ...input }, as)).complaints.map(({ Key }) => Key);
  assert.deepEqual(await keys({ pauseMinutes: null }), ['PauseMinutes']);
  assert.deepEqual(await keys({ pauseStart: null }), ['PauseStart']);
  assert.deepEqual(await keys({ pauseMinutes: 80 }), ['PauseMinutes']);
  const { calendarId } = employee;
  assert.deepEqual(await keys({ people: [{ calendarId, minutes: 85 }] }), ['People[0].Minutes']);
  assert.deepEqual(await keys({ people: [{ calendarId }, { calendarId }] }), ['People']);
  const { answer } = await app.call(insert, { ...colour, people: [{ calendarId }] }, as);
  const shorter = await app.call(calendarSetup.chooseService, { id: answer.id, minutes: 60 }, as);
  assert.deepEqual(
    shorter.complaints.map(({ Key }) => Key),
    ['PauseMinutes'],
  );
  assert.equal((await app.call(calendarSetup.saveService, { id: answer.id, minutes: 60 }, as)).status, 417);
});

test('a service that coming appointments hold can be deleted and restored with its people; they stay', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const colleague = await buildEmployee(app, location);
  const as = await signIn(app, employee);
  const { id } = await buildService(app, employee);
  await buildServicePerson(app, colleague, { id }, { price: 12 });
  const { id: eventId } = await buildEvent(app, colleague, { start: '2026-03-04T09:00:00Z', serviceId: id });
  await buildEvent(app, employee, { start: '2026-03-05T09:00:00Z', serviceId: id, status: 'cancelled' });
  await buildEvent(app, employee, { start: '2026-02-05T09:00:00Z', serviceId: id });
  const [row] = (await app.call(getPaginated, {}, as)).answer.services;
  assert.equal(row?.comingAppointments, 1);
  assert.equal((await app.call(calendarSetup.getSettings, {}, as)).answer.services[0]?.comingAppointments, 1);
  assert.equal((await app.call(remove, { id }, as)).status, 204);
  const stored = () =>
    app.database.read.selectFrom('visitParts').select('serviceId').where('visitId', '=', eventId).executeTakeFirst();
  assert.deepEqual(await stored(), { serviceId: null });
  const { answer } = await app.call(restore, { id }, as);
  assert.deepEqual([answer.people, await stored()], [row?.people, { serviceId: id }]);
});

test('two administrators who change one service, or its people, do not overwrite each other', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const colleague = await buildEmployee(app, location);
  const as = await signIn(app, employee);
  const { id } = await buildService(app, employee);
  const [row] = (await app.call(getPaginated, {}, as)).answer.services;
  const { version } = row ?? assert.fail();
  const { calendarId } = colleague;
  assert.equal((await app.call(calendarSetup.chooseService, { id }, await signIn(app, colleague))).status, 200);
  assert.equal((await app.call(update, { id, version, people: [] }, as)).status, 409);
  const { answer } = await app.call(update, { id, people: [{ calendarId, locationId: null }] }, as);
  assert.deepEqual(
    answer.people.map((person) => person.calendarId),
    [calendarId],
  );
});

test('categories group services; a deleted one leaves them without', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const as = await signIn(app, employee);
  const add = async (name: string) =>
    (await app.call(companyServiceCategories.operations.insert, { name }, as)).answer.id;
  const [beard, hair] = [await add('Beard'), await add('Hair')];
  const services = [
    await buildService(app, employee, { name: 'Trim', categoryId: beard }),
    await buildService(app, employee, { name: 'Tea' }),
    await buildService(app, employee, { name: 'Cut', categoryId: hair }),
    await buildService(app, employee, { name: 'Wash', categoryId: hair }),
  ];
  const names = async () => (await publicServices(app, addressOf(employee))).map(([name]) => name);
  assert.deepEqual(await names(), ['Trim', 'Cut', 'Wash', 'Tea'], 'a new category is the last');
  const sort = (ids: string[]) => app.call(companyServiceCategories.operations.order, { ids }, as);
  assert.equal((await sort([hair, beard])).status, 204);
  assert.equal((await sort([employee.calendarId])).status, 404);
  assert.deepEqual(await names(), ['Cut', 'Wash', 'Trim', 'Tea']);
  assert.equal((await app.call(order, { ids: services.map(({ id }) => id).reverse() }, as)).status, 204);
  assert.deepEqual(await names(), ['Wash', 'Cut', 'Trim', 'Tea']);
  const listed = async (order: string) => {
    const { answer } = await app.call(companyServices.operations.getPaginated, { order }, as);
    return answer.services.map(({ name }) => name);
  };
  assert.deepEqual(await listed('Category'), await names(), 'the list of the company has the order of customers');
  assert.deepEqual(await listed('-Category'), (await names()).reverse());
  const taken = await app.call(companyServiceCategories.operations.insert, { name: 'HAIR' }, as);
  assert.deepEqual(
    taken.complaints.map(({ Key }) => Key),
    ['Name'],
  );
  await app.call(companyServiceCategories.operations.delete, { id: hair }, as);
  assert.deepEqual(await names(), ['Trim', 'Wash', 'Cut', 'Tea']);
  const choices = (await app.call(getChoices, {}, as)).answer;
  assert.deepEqual(
    [choices.categories.map(({ name }) => name), choices.people.map(({ calendarId }) => calendarId)],
    [['Beard'], [employee.calendarId]],
  );
});
