// Tests that staff book anyone who is free, and are refused when no one is.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { visits } from '#contract/booking/visits.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const hours = [1, 2, 3, 4, 5].map((weekday) => [weekday, '09:00', '18:00'] as const);
const at = (wall: string) =>
  Temporal.PlainDateTime.from(`2026-03-04T${wall}`).toZonedDateTime('Europe/Riga').toInstant();

async function salon(app: TestApp) {
  const { employee: anna, location } = await buildBusiness(app, { hours, actions: ['admin'] });
  const kate = await buildEmployee(app, location, { hours });
  const zane = await buildEmployee(app, location, { hours });
  const service = await buildService(app, anna, { minutes: 60 });
  await buildServicePerson(app, kate, service);
  const headers = await signIn(app, anna);
  const book = (wall: string, as = headers, person: BuiltEmployee = anna) =>
    app.call(
      visits.insertVisit,
      {
        ...{ name: 'Mara', eMail: 'mara@example.org', notify: false, anyPerson: true },
        parts: [{ calendarId: person.calendarId, serviceId: service.id, start: at(wall).toString(), minutes: 60 }],
      },
      { headers: as },
    );
  return { anna, kate, zane, service, headers, book };
}

test('staff book anyone who does the service and is free; the least booked comes first', async () => {
  await using app = await testApp();
  const { anna, kate, book } = await salon(app);
  await buildEvent(app, anna, { start: at('15:00') });
  const made = await book('10:00');
  assert.equal(made.status, 200, made.body);
  assert.deepEqual([made.answer.parts.map((part) => part.calendarId)], [[kate.calendarId]]);
  const second = await book('10:00');
  assert.equal(second.answer.parts[0]?.calendarId, anna.calendarId);
  const third = await book('10:00');
  assert.equal(third.status, 417);
  assert.deepEqual([third.complaints[0]?.Key, third.complaints[0]?.Overlaps], ['Start', undefined]);
  const closed = await book('17:30');
  assert.equal(closed.complaints[0]?.Message, 'No one who does this is free at this time.');
  const stored = await app.database.read.selectFrom('visits').select('anyPerson').where('name', '=', 'Mara').execute();
  assert.deepEqual(stored, [{ anyPerson: true }, { anyPerson: true }]);
});

test('a walk-in goes to anyone who is free, takes their own time and price, and has arrived', async () => {
  await using app = await testApp();
  const { anna, kate, service, headers } = await salon(app);
  await app.database.write
    .updateTable('servicePeople')
    .set({ minutes: 45, price: 40 })
    .where('calendarId', '=', kate.calendarId)
    .execute();
  // Kate has less to do on the day. Zane does not do it.
  await buildEvent(app, anna, { start: at('15:00') });
  const walkIn = async () =>
    await app.call(
      visits.insertVisit,
      {
        ...{ isWalkIn: true, anyPerson: true },
        parts: [{ calendarId: anna.calendarId, serviceId: service.id, start: at('10:00').toString() }],
      },
      headers,
    );
  const first = await walkIn();
  assert.equal(first.status, 200, first.body);
  const [part] = first.answer.parts;
  assert.deepEqual(
    [first.answer.status, part?.calendarId, part?.minutes, part?.price],
    ['arrived', kate.calendarId, 45, 40],
  );
  assert.equal((await walkIn()).answer.parts[0]?.calendarId, anna.calendarId);
  const none = await walkIn();
  assert.equal(none.complaints[0]?.Message, 'No one who does this is free at this time.');
});

test('a service is booked twice in a row with anyone, in a variant each', async () => {
  await using app = await testApp();
  const { anna, kate, service, headers } = await salon(app);
  const { companyId } = anna;
  const variant = (name: string, minutes: number) => ({
    ...{ companyId, id: randomUUIDv7(), serviceId: service.id, kind: 'variant', position: minutes },
    ...{ name, minutes },
  });
  const [short, long] = [variant('Short', 0), variant('Long', 15)];
  await app.database.write.insertInto('serviceOptions').values([short, long]).execute();
  await buildEvent(app, anna, { start: at('15:00') });
  // Both take 135 minutes, for which Kate has no time.
  await buildEvent(app, kate, { start: at('12:00') });
  const own = { calendarId: anna.calendarId, serviceId: service.id };
  const made = await app.call(
    visits.insertVisit,
    {
      ...{ name: 'Mara', eMail: 'mara@example.org', notify: false, anyPerson: true },
      parts: [
        { ...own, start: at('10:00').toString(), optionIds: [short.id] },
        { ...own, optionIds: [long.id] },
      ],
    },
    headers,
  );
  assert.equal(made.status, 200, made.body);
  assert.deepEqual(
    made.answer.parts.map(({ calendarId, minutes, options }) => [calendarId, minutes, options.map(({ name }) => name)]),
    [
      [anna.calendarId, 60, ['Short']],
      [anna.calendarId, 75, ['Long']],
    ],
  );
});

test('an employee without rights over colleagues is the only one who may be chosen', async () => {
  await using app = await testApp();
  const { anna, kate, book } = await salon(app);
  const as = await signIn(app, kate);
  assert.equal((await book('10:00', as, kate)).answer.parts[0]?.calendarId, kate.calendarId);
  assert.equal((await book('10:00', as, kate)).status, 417, 'Anna is free, but not for Kate to book');
  assert.equal((await book('11:00', as, anna)).status, 404);
});
