// Tests of holding a slot as a visitor: offered times, refusals, and effects on the next visitor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import type { Input } from '#contract/lib/service.ts';
import { buildBusiness, buildLocation } from '#server/testing/build/business.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

type RequestFields = Partial<Input<typeof publicCalendars.insertEvent>>;
type Whose = { locationUrlName: string; urlName: string };

const at = ({ locationUrlName, urlName }: Whose) => ({ locationUrlName, userUrlName: urlName });
const visitor = { name: 'Mara', eMail: 'mara@example.org' };

/** Requests 15 minutes from `start`, on 2 March 2026 unless it is a full instant. */
function book(
  app: TestApp,
  employee: Whose,
  start: string,
  fields: RequestFields = {},
  headers?: Record<string, string>,
) {
  const from = Temporal.Instant.from(start.length > 5 ? start : `2026-03-02T${start}:00Z`);
  const time = { start: from.toString(), end: from.add({ minutes: 15 }).toString() };
  return app.call(publicCalendars.insertEvent, { ...at(employee), ...time, ...visitor, ...fields }, { headers });
}

const slots = (app: TestApp, employee: Whose, day = '2026-03-02', serviceId?: string) =>
  app
    .call(publicCalendars.getSlots, { ...at(employee), start: `${day}T00:00:00Z`, end: `${day}T23:59:59Z`, serviceId })
    .then(({ answer }) => answer.slots.map((slot) => Temporal.Instant.from(slot.start).toString().slice(11, 16)));

test('a hold blocks the time for everyone else and sends no mail', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  assert.ok((await slots(app, employee)).includes('10:00'));
  const { answer } = await book(app, employee, '10:00');
  assert.equal(answer.start, '2026-03-02T12:00:00+02:00');
  assert.equal(answer.end, '2026-03-02T12:15:00+02:00');
  assert.equal(answer.heldUntil, '2026-03-02T08:30:00Z');
  assert.ok(!(await slots(app, employee)).includes('10:00'));
  const refused = await book(app, employee, '10:00');
  assert.deepEqual(
    refused.complaints.map(({ Key }) => Key),
    ['Start'],
  );
  assert.match(String(refused.complaints[0]?.Message), /just booked/);
  assert.equal((refused.complaints[0]?.Nearest as unknown[] | undefined)?.length, 3);
  const { read } = app.database;
  assert.equal((await read.selectFrom('emailMessages').select('id').execute()).length, 0);
  const event = await read.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
  const visit = await read.selectFrom('visits').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([event.status, event.type, event.userId, event.timeZone], ['held', 'info', null, 'Europe/Riga']);
  assert.ok(!JSON.stringify(visit).includes(answer.token), 'only the hash of the token is kept');
});

test('an offset is only another notation for the same time', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { answer } = await app.call(publicCalendars.insertEvent, {
    ...at(employee),
    ...visitor,
    start: '2026-03-02T15:30:00.000+05:30',
    end: '2026-03-02T05:15:00-05:00',
  });
  assert.deepEqual([answer.start, answer.end], ['2026-03-02T12:00:00+02:00', '2026-03-02T12:15:00+02:00']);
});

test('an expired hold is offered as free and makes room for a booking that overlaps it', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const first = (await book(app, employee, '10:00')).answer;
  app.clock.advance({ minutes: 29, seconds: 59 });
  assert.equal((await book(app, employee, '10:00')).status, 417, 'still held');
  app.clock.advance({ seconds: 1 });
  assert.ok((await slots(app, employee)).includes('10:00'));
  assert.equal((await book(app, employee, '09:45', { end: '2026-03-02T10:15:00Z' })).status, 200);
  const late = await app.call(publicCalendars.confirmEvent, { id: first.id, token: first.token });
  assert.equal(late.status, 404);
  assert.equal(JSON.parse(late.body).Code, 'booking.holdGone');
});

test('an expired hold beside a booking can still be confirmed', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const first = (await book(app, employee, '10:00')).answer;
  app.clock.advance({ minutes: 30 });
  assert.equal((await book(app, employee, '10:15')).status, 200);
  const late = await app.call(publicCalendars.confirmEvent, { id: first.id, token: first.token });
  assert.equal(late.status, 200, late.body);
});

test('the buffers of a service apply to other services and to appointments without one', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const dye = await buildService(app, employee, { minutes: 60, bufferBefore: 10, bufferAfter: 20 });
  const cut = await buildService(app, employee, { minutes: 30, bufferBefore: 5 });
  const held = await book(app, employee, '10:00', { serviceId: dye.id, end: '2026-03-02T11:00:00Z' });
  assert.equal(held.status, 200, held.body);
  const plain = await slots(app, employee);
  assert.ok(plain.includes('09:30') && !plain.includes('09:45'), 'ends before 09:50');
  assert.ok(!plain.includes('11:15') && plain.includes('11:30'), 'starts after 11:20');
  const cuts = await slots(app, employee, undefined, cut.id);
  assert.ok(cuts.includes('09:15') && !cuts.includes('09:30'));
  assert.ok(!cuts.includes('11:15') && cuts.includes('11:30'), 'its own five minutes begin after 11:20');
  const { answer } = await app.call(publicCalendars.getEvents, {
    ...at(employee),
    start: '2026-03-02T00:00:00Z',
    end: '2026-03-03T00:00:00Z',
  });
  const [taken] = answer;
  assert.ok(Temporal.Instant.from(taken?.start ?? '').equals('2026-03-02T09:50:00Z') && taken?.type === 'danger');
  assert.ok(Temporal.Instant.from(taken?.end ?? '').equals('2026-03-02T11:20:00Z'));
});

test('notice and horizon of the service, otherwise of the calendar, limit the bookable times', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { noticeMinutes: 60, horizonDays: 2 });
  const service = await buildService(app, employee, { minutes: 15, noticeMinutes: 180, horizonDays: 1 });
  assert.equal((await slots(app, employee))[0], '09:00');
  assert.equal((await slots(app, employee, undefined, service.id))[0], '11:00');
  assert.equal((await book(app, employee, '08:45')).status, 417);
  assert.equal((await book(app, employee, '10:00', { serviceId: service.id })).status, 417);
  assert.ok((await slots(app, employee, '2026-03-04')).length > 0);
  assert.deepEqual(await slots(app, employee, '2026-03-05'), []);
  assert.deepEqual(await slots(app, employee, '2026-03-04', service.id), []);
  const tooFar = await book(app, employee, '2026-03-05T10:00:00Z');
  assert.match(String(tooFar.complaints[0]?.Message), /cannot be booked/);
});

test('a length that is not offered is rejected with Key End', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const service = await buildService(app, employee, { minutes: 60 });
  const key = async (fields: RequestFields) =>
    (await book(app, employee, '10:00', fields)).complaints.map(({ Key }) => Key);
  assert.deepEqual(await key({ serviceId: service.id }), ['End'], 'another than the service’s');
  assert.deepEqual(await key({ end: '2026-03-02T10:20:00Z' }), ['End'], 'no whole number of units');
  assert.deepEqual(await key({ end: '2026-03-02T10:15:00.001Z' }), ['End']);
  assert.deepEqual(await key({ end: '2026-03-02T18:15:00Z' }), ['End'], 'longer than eight hours');
  assert.deepEqual(await key({ end: '2199-03-02T10:00:00Z' }), ['End'], 'a lifetime');
  assert.deepEqual(await key({ end: '2026-03-02T10:00:00Z' }), ['End'], 'nothing');
  assert.deepEqual(await key({ end: '2026-03-02T09:00:00Z' }), ['End'], 'backwards');
  assert.equal((await book(app, employee, '10:00', { end: '2026-03-02T12:30:00Z' })).status, 200, 'a selected range');
});

test('anything not public, not offered or unknown is a 404 that looks the same', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app);
  const closedProfile = (await buildBusiness(app, { isProfilePublic: false })).employee;
  const closedCalendar = (await buildBusiness(app, { isCalendarPublic: false })).employee;
  const elsewhere = await buildLocation(app, company);
  const inactive = await buildService(app, employee, { isActive: false, minutes: 15 });
  const unknown = { ...employee, urlName: 'nobody' };
  const absent = { ...employee, locationUrlName: elsewhere.urlName };
  const range = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
  await buildEvent(app, employee, { start: '2026-03-02T12:00:00Z' });
  const bodies = new Set<string>();
  for (const employee of [closedProfile, closedCalendar, unknown, absent]) {
    for (const answer of [
      await book(app, employee, '10:00'),
      await app.call(publicCalendars.getSlots, { ...at(employee), ...range }),
      await app.call(publicCalendars.getFirstFree, at(employee)),
    ]) {
      assert.equal(answer.status, 404);
      bodies.add(answer.body);
    }
    assert.deepEqual((await app.call(publicCalendars.getEvents, { ...at(employee), ...range })).answer, []);
  }
  for (const service of [inactive, { id: employee.userId }]) {
    const answer = await book(app, employee, '10:00', { serviceId: service.id });
    assert.equal(answer.status, 404);
    bodies.add(answer.body);
  }
  assert.equal(bodies.size, 1);
  assert.equal((await app.database.read.selectFrom('events').select('id').execute()).length, 1);
});

test('a range of 62 days is answered, reversed or not; a longer one is a clear error', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const ask = (start: string, end: string) => app.call(publicCalendars.getSlots, { ...at(employee), start, end });
  const [from, to] = ['2026-03-01T00:00:00+02:00', '2026-05-02T00:00:00+03:00'];
  const whole = await ask(from, to);
  assert.ok(whole.answer.slots.length > 1000);
  assert.deepEqual((await ask(to, from)).answer, whole.answer);
  for (const operation of [publicCalendars.getSlots, publicCalendars.getEvents]) {
    const long = await app.call(operation, { ...at(employee), start: from, end: '2026-05-04T00:00:00+03:00' });
    assert.deepEqual(long.complaints, [{ Key: 'End', Message: 'Request at most 62 days at once.' }]);
  }
  for (const year of [1900, 2199]) {
    assert.deepEqual((await ask(`${year}-01-01T00:00:00Z`, `${year}-02-01T00:00:00Z`)).answer.slots, []);
  }
});

test('a visitor cannot set fields that only staff may set', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const time = { Start: '2026-03-02T10:00:00Z', End: '2026-03-02T10:15:00Z', Name: 'Mara', EMail: 'mara@example.org' };
  for (const field of [
    'Id',
    'CompanyId',
    'Status',
    'UserUsers_Id',
    'CalendarCalendars_Id',
    'HeldUntil',
    'ReadOnly',
    'Lane',
  ]) {
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/publiccalendars/InsertEvent',
      payload: {
        LocationUrlName: employee.locationUrlName,
        UserUrlName: employee.urlName,
        ...time,
        [field]: employee.userId,
      },
    });
    assert.deepEqual(answer.json(), [{ Key: field, Message: 'This field is unknown.' }]);
  }
});

test('occupied times reveal nothing but start and end, whatever staff entered', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const start = '2026-03-02T10:00:00Z';
  await buildEvent(app, employee, {
    start,
    title: 'Secret title',
    name: 'Secret name',
    eMail: 'secret@x.example',
    phoneNumber: '555',
  });
  await buildEvent(app, employee, { start: '2026-03-02T13:00:00Z', status: 'cancelled' });
  await buildEvent(app, employee, {
    start: '2026-03-02T14:00:00Z',
    status: 'held',
    heldUntil: '2026-03-02T07:00:00Z',
  });
  const range = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
  const answer = await app.call(publicCalendars.getEvents, { ...at(employee), ...range });
  assert.equal(answer.answer.length, 1);
  assert.deepEqual(Object.keys(JSON.parse(answer.body)[0]), ['Start', 'End', 'Type']);
  assert.doesNotMatch(answer.body, /secret|555/i);
});

test('holds per address and minute are limited', async () => {
  await using app = await testApp({ env: { BOOKINGS_PER_MINUTE: '3' } });
  const { employee } = await buildBusiness(app);
  const statuses: number[] = [];
  for (const start of ['10:00', '10:15', '10:30', '10:45']) statuses.push((await book(app, employee, start)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  app.clock.advance({ minutes: 1 });
  assert.equal((await book(app, employee, '10:45')).status, 200);
});
