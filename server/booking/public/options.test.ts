// Tests of bookings with variants and extras: their sums, their snapshots, and what is refused.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { companyServices, type ServiceOption } from '#contract/booking/services.ts';
import type { Input } from '#contract/lib/service.ts';
import { readAppointment } from '#server/booking/notifications/read-appointment.ts';
import { listUnpaid } from '#server/booking/receipts/unpaid-parts.ts';
import { slipOfVisit } from '#server/booking/slips/slip-of-visit.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildServicePerson } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const { getSlots, getFirstFree, insertEvent, getProfile } = publicCalendars;

const app = await testApp();
after(() => app[Symbol.asyncDispose]());

const options = [
  { kind: 'variant', name: 'Short hair' },
  { kind: 'variant', name: 'Long hair', minutes: 15, price: 10.1 },
  { kind: 'extra', name: 'Wash', minutes: 5, price: 4.2, maxCount: 2 },
  { kind: 'extra', name: 'Old', isActive: false },
] as const;

/** A haircut of 30 minutes for 25 euro with options, and a beard of 15 minutes for 10 euro without. */
async function salon() {
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const as = await signIn(app, employee);
  const people = [{ calendarId: employee.calendarId }];
  const insert = (input: Input<typeof companyServices.operations.insert>) =>
    app.call(companyServices.operations.insert, input, as);
  const { answer: cut } = await insert({ name: 'Cut', minutes: 30, price: 25, people, options: [...options] });
  const { answer: beard } = await insert({ name: 'Beard', minutes: 15, price: 10, people });
  const [short, long, wash, old] = cut.options as [ServiceOption, ServiceOption, ServiceOption, ServiceOption];
  const address = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName };
  return { company, location, employee, as, cut, beard, short, long, wash, old, address };
}

type Salon = Awaited<ReturnType<typeof salon>>;

const day = { start: '2026-03-03T00:00:00Z', end: '2026-03-04T00:00:00Z' };
const at = (minutes: number, start = '2026-03-03T10:00:00Z') => ({
  start,
  end: Temporal.Instant.from(start).add({ minutes }).toString(),
});

type Booking = Partial<Input<typeof insertEvent>> & { start: string; end: string };

let visitors = 0;
const book = ({ address }: Pick<Salon, 'address'>, input: Booking) =>
  app.call(insertEvent, { ...address, name: 'Mara', eMail: `mara-${++visitors}@example.org`, ...input });

const partsOf = (visitId: string) =>
  app.database.read
    .selectFrom('visitParts as p')
    .innerJoin('events as e', 'e.id', 'p.eventId')
    .select(['p.eventId', 'p.serviceName', 'p.minutes', 'p.price', 'e.title', 'e.startAt', 'e.endAt'])
    .where('p.visitId', '=', visitId)
    .orderBy('p.position')
    .execute();
const optionsOf = (visitId: string) =>
  app.database.read
    .selectFrom('visitPartOptions')
    .select(['eventId', 'optionId', 'kind', 'name', 'count', 'minutes', 'price', 'vatRate'])
    .where('visitId', '=', visitId)
    .orderBy('position')
    .execute();

test('a profile offers active options; they add to minutes and price, and each part has a snapshot', async () => {
  const { cut, beard, long, wash, address, as } = await salon();
  const { answer: profile } = await app.call(getProfile, address);
  assert.deepEqual(
    profile.services.map(({ name, options: offered }) => [name, offered.map((one) => one.name)]),
    [
      ['Cut', ['Short hair', 'Long hair', 'Wash']],
      ['Beard', []],
    ],
  );
  const chosen = { serviceIds: [cut.id, beard.id], optionIds: [long.id, wash.id, wash.id] };
  // 30 + 15 + 2 × 5, and 15 for the beard.
  const { answer: free } = await app.call(getSlots, { ...address, ...day, ...chosen });
  assert.equal(free.minutes, 70);
  assert.equal((await app.call(getFirstFree, { ...address, ...chosen })).answer?.minutes, 70);

  const held = await book(
    { address },
    {
      ...at(70),
      serviceIds: [cut.id, beard.id],
      options: [{ serviceId: cut.id, optionIds: [wash.id, long.id, wash.id] }],
      expectedPrice: 53.5,
    },
  );
  assert.equal(held.status, 200, held.body);
  assert.equal(held.answer.price, 53.5);
  const [first, second, ...more] = await partsOf(held.answer.id);
  assert.ok(first && second && more.length === 0);
  const { eventId, startAt, endAt, ...cutPart } = first;
  const name = 'Cut (Long hair, 2 × Wash)';
  assert.deepEqual(cutPart, { serviceName: name, title: name, minutes: 55, price: 43.5 });
  assert.equal(startAt.until(endAt).total('minutes'), 55);
  assert.equal(second.startAt.toString(), endAt.toString());
  assert.deepEqual(await optionsOf(held.answer.id), [
    {
      ...{ eventId, optionId: long.id, kind: 'variant', name: 'Long hair' },
      ...{ count: 1, minutes: 15, price: 10.1, vatRate: null },
    },
    {
      ...{ eventId, optionId: wash.id, kind: 'extra', name: 'Wash' },
      ...{ count: 2, minutes: 5, price: 4.2, vatRate: null },
    },
  ]);

  // A snapshot stays as it is when the options of the service leave.
  const { update } = companyServices.operations;
  assert.equal((await app.call(update, { id: cut.id, version: cut.version, options: [] }, as)).status, 200);
  assert.deepEqual(
    (await optionsOf(held.answer.id)).map((one) => [one.optionId, one.name]),
    [
      [null, 'Long hair'],
      [null, 'Wash'],
    ],
  );
});

test('options add to the minutes and the price of the person who does the service', async () => {
  const { location, cut, long } = await salon();
  const colleague = await buildEmployee(app, location);
  await buildServicePerson(app, colleague, cut, { minutes: 40, price: 30 });
  const address = { locationUrlName: colleague.locationUrlName, userUrlName: colleague.urlName };
  const { answer: free } = await app.call(getSlots, { ...address, ...day, serviceIds: [cut.id], optionIds: [long.id] });
  assert.equal(free.minutes, 55);
  const chosen = { serviceIds: [cut.id], options: [{ serviceId: cut.id, optionIds: [long.id] }] };
  assert.equal((await book({ address }, { ...at(55), ...chosen })).answer.price, 40.1);
  // Anyone who does it: both do, in 45 and in 55 minutes.
  const anyone = { locationUrlName: colleague.locationUrlName, userUrlName: undefined };
  const { answer: ofAll } = await app.call(getSlots, { ...anyone, ...day, serviceIds: [cut.id], optionIds: [long.id] });
  assert.equal(ofAll.minutes, 45);
  const held = await book({ address: anyone as never }, { ...at(45, '2026-03-03T13:00:00Z'), ...chosen });
  assert.equal(held.status, 200, held.body);
});

test('bad choices are refused in words, when times are read and when one is booked', async () => {
  const one = await salon();
  const other = await salon();
  const { cut, beard, short, long, wash, old, address } = one;
  const ids = (count: number, option: ServiceOption) => Array.from({ length: count }, () => option.id);
  const cases: [serviceIds: string[], optionIds: string[], message: string][] = [
    [[cut.id], [], 'Choose a variant of “Cut”.'],
    [[cut.id], [wash.id], 'Choose a variant of “Cut”.'],
    [[cut.id], [short.id, long.id], 'Choose only one variant of “Cut”.'],
    [[cut.id], [short.id, short.id], 'Choose only one variant of “Cut”.'],
    [[cut.id], [short.id, ...ids(3, wash)], '“Wash” can be chosen at most 2 times.'],
    [[cut.id], [short.id, old.id], '“Old” can no longer be booked. Choose again.'],
    [[cut.id], [short.id, other.wash.id], 'A chosen option does not belong to these services any more. Choose again.'],
    [[beard.id], [wash.id], 'A chosen option does not belong to these services any more. Choose again.'],
    [[], [wash.id], 'A chosen option does not belong to these services any more. Choose again.'],
  ];
  for (const [serviceIds, optionIds, message] of cases) {
    const read = await app.call(getSlots, { ...address, ...day, serviceIds, optionIds });
    assert.deepEqual(read.complaints, [{ Key: 'OptionIds', Message: message }]);
    const first = await app.call(getFirstFree, { ...address, serviceIds, optionIds });
    assert.deepEqual(first.complaints, [{ Key: 'OptionIds', Message: message }]);
    const [serviceId] = serviceIds;
    if (!serviceId) continue;
    const held = await book(one, { ...at(30), serviceIds, options: [{ serviceId, optionIds }] });
    assert.deepEqual(held.complaints, [{ Key: 'Options', Message: message }]);
    const anyone = { locationUrlName: address.locationUrlName, userUrlName: undefined };
    const any = await book(
      { address: anyone as never },
      { ...at(30), serviceIds, options: [{ serviceId, optionIds }] },
    );
    assert.deepEqual(any.complaints, [{ Key: 'Options', Message: message }]);
  }
  // The option of a service that is booked, under another one.
  const both = { serviceIds: [cut.id, beard.id] };
  const under = (serviceId: string, optionIds: string[]) =>
    book(one, { ...at(45), ...both, options: [{ serviceId, optionIds }] });
  assert.equal((await under(beard.id, [short.id])).complaints[0]?.Key, 'Options');
  assert.equal((await under(other.cut.id, [short.id])).complaints[0]?.Key, 'Options[0].ServiceId');
  assert.equal((await under(cut.id, ids(21, wash))).complaints[0]?.Key, 'Options[0].OptionIds');
  // The length includes the options.
  const short30 = { serviceIds: [cut.id], options: [{ serviceId: cut.id, optionIds: [long.id] }] };
  const [wrong] = (await book(one, { ...at(30), ...short30 })).complaints;
  assert.deepEqual([wrong?.Key, wrong?.Message.includes('45')], ['End', true]);
});

test('more than 25 hours are refused', async () => {
  const { employee, as, address } = await salon();
  const { answer: long } = await app.call(
    companyServices.operations.insert,
    {
      ...{ name: 'Stay', minutes: 1440, people: [{ calendarId: employee.calendarId }] },
      options: [{ kind: 'extra', name: 'Hour', minutes: 60, maxCount: 2 }],
    },
    as,
  );
  const [hour] = long.options;
  assert.ok(hour);
  const read = (count: number) =>
    app.call(getSlots, {
      ...address,
      ...day,
      serviceIds: [long.id],
      optionIds: Array.from({ length: count }, () => hour.id),
    });
  assert.equal((await read(1)).status, 200);
  assert.deepEqual((await read(2)).complaints, [
    { Key: 'OptionIds', Message: 'This takes longer than 25 hours. Choose less.' },
  ]);
});

test('another price than the expected one is 409 with the present price, and nothing is held', async () => {
  const one = await salon();
  const { cut, short, as } = one;
  const booking = { ...at(30), serviceIds: [cut.id], options: [{ serviceId: cut.id, optionIds: [short.id] }] };
  const { update } = companyServices.operations;
  assert.equal((await app.call(update, { id: cut.id, version: cut.version, price: 28 }, as)).status, 200);
  const refused = await book(one, { ...booking, expectedPrice: 25 });
  assert.equal(refused.status, 409);
  const { Code, Message, Price } = JSON.parse(refused.body);
  assert.deepEqual(
    [Code, Message, Price],
    ['booking.priceChanged', 'The price has changed meanwhile. Book again if you agree to the new one.', 28],
  );
  assert.equal((await book(one, { ...booking, expectedPrice: 28 })).answer.price, 28);
});

test('an option that is switched off between reading and booking is refused; 25 requests at once hold one time once', async () => {
  const one = await salon();
  const { cut, short, long, as } = one;
  const booking = { ...at(45), serviceIds: [cut.id], options: [{ serviceId: cut.id, optionIds: [long.id] }] };
  const all = await Promise.all(Array.from({ length: 25 }, () => book(one, booking)));
  assert.equal(all.filter(({ status }) => status === 200).length, 1);
  const { update } = companyServices.operations;
  const switched = [short, { ...long, isActive: false }];
  await app.call(update, { id: cut.id, version: cut.version, options: switched }, as);
  const late = await book(one, { ...booking, ...at(45, '2026-03-03T15:00:00Z') });
  assert.deepEqual(late.complaints, [
    { Key: 'Options', Message: '“Long hair” can no longer be booked. Choose again.' },
  ]);
});

test('staff ask why a time is not free for a length with options', async () => {
  const { employee, as, cut, long } = await salon();
  const ask = (optionIds?: string[]) =>
    app.call(
      calendars.getWhyNotFree,
      { calendarId: employee.calendarId, start: '2026-03-03T15:20:00Z', serviceIds: [cut.id], optionIds },
      as,
    );
  assert.deepEqual([(await ask()).answer.minutes, (await ask([long.id])).answer.minutes], [30, 45]);
});

test('mails, calendar entries, slips and payments name the options, with the sum as the price', async () => {
  const one = await salon();
  const { cut, long, wash } = one;
  const booking = { ...at(50), serviceIds: [cut.id], options: [{ serviceId: cut.id, optionIds: [long.id, wash.id] }] };
  const { answer: hold } = await book(one, booking);
  assert.equal((await app.call(publicCalendars.confirmEvent, { id: hold.id, token: hold.token })).status, 200);
  const name = 'Cut (Long hair, Wash)';
  const { companyId } = one.employee;
  const appointment = await readAppointment(app.database.read, { companyId, id: hold.id });
  assert.deepEqual([appointment?.serviceName, appointment?.price], [name, 39.3]);
  const mail = await app.database.read
    .selectFrom('emailMessages')
    .select('plain')
    .where('visitId', '=', hold.id)
    .executeTakeFirstOrThrow();
  assert.match(mail.plain, /Cut \(Long hair, Wash\)/);
  const slip = await slipOfVisit({ ...app, db: app.database.read }, { companyId, id: hold.id }, null);
  assert.deepEqual([slip?.paper.values.service, slip?.paper.values.price], [name, 39.3]);
  const unpaid = await listUnpaid(app.database.read, { companyId, id: hold.id });
  assert.deepEqual(
    unpaid.map((part) => [part.name, part.price]),
    [[name, 39.3]],
  );
});

test('a name that is cut within an emoji can be stored, and ids count in capitals, too', async () => {
  const shop = await salon();
  const extra = (kind: string) => ({ kind: 'extra' as const, name: `${'😀'.repeat(49)}${kind}` });
  const input = { name: 'x'.repeat(91), minutes: 30, people: [{ calendarId: shop.employee.calendarId }] };
  const { answer: service } = await app.call(
    companyServices.operations.insert,
    { ...input, options: [extra('a'), extra('b')] },
    shop.as,
  );
  const optionIds = service.options.map(({ id }) => id.toUpperCase());
  const chosen = { serviceId: service.id, options: [{ serviceId: service.id.toUpperCase(), optionIds }] };
  const { status, answer, body } = await book(shop, { ...at(30), ...chosen });
  assert.equal(status, 200, body);
  const [part] = await partsOf(answer.id);
  const { title = '' } = part ?? {};
  assert.ok(title.endsWith('😀…') && title.isWellFormed(), title);
  const query = { ...shop.address, ...day, serviceId: service.id, optionIds };
  assert.equal((await app.call(getSlots, query)).status, 200);
});
