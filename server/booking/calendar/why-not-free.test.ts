// Tests why staff hear that a time is not free, and that visitors hear it in their refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

// A Monday, 9:00 in Riga.
const now = '2026-03-02T07:00:00Z';
const at = (wall: string, day = '2026-03-04') =>
  Temporal.PlainDateTime.from(`${day}T${wall}`).toZonedDateTime('Europe/Riga').toInstant().toString();

async function salon(app: TestApp) {
  app.clock.set(now);
  const { employee, location } = await buildBusiness(app, {
    ...{ actions: ['admin'], hours: [[1, '09:00', '18:00'] as const, [3, '09:00', '18:00'] as const] },
    ...{ stepMinutes: 15, noticeMinutes: 120, horizonDays: 30 },
  });
  const place = { companyId: employee.companyId, calendarId: employee.calendarId, locationId: location.id };
  await app.database.write
    .insertInto('breaks')
    .values({ ...place, id: '01890000-0000-7000-8000-000000000001', weekday: 3, startTime: '12:00', endTime: '13:00' })
    .execute();
  const service = await buildService(app, employee, { minutes: 60, bufferAfter: 15 });
  await buildEvent(app, employee, { start: Temporal.Instant.from(at('15:00')), title: 'Colour', name: 'Sanita' });
  const headers = await signIn(app, employee);
  const ask = async (start: string, serviceIds: string[] = [service.id], calendarId = employee.calendarId) =>
    (await app.call(calendars.getWhyNotFree, { calendarId, start, serviceIds }, { headers })).answer;
  return { employee, location, service, headers, ask };
}

function book(app: TestApp, employee: BuiltEmployee, serviceId: string, start: string) {
  const end = Temporal.Instant.from(start).add({ minutes: 60 }).toString();
  const person = { name: 'Mara', eMail: 'mara@example.org' };
  const address = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName };
  return app.call(publicCalendars.insertEvent, { ...address, ...person, serviceId, start, end });
}

test('staff hear each reason, and visitors its word in the refusal', async () => {
  await using app = await testApp();
  const { employee, service, ask } = await salon(app);
  const cases: [start: string, reasons: string[], word: string | undefined, message?: string][] = [
    [at('10:00'), [], undefined],
    [at('08:00', '2026-03-02'), ['past', 'closed'], 'past', 'This time is in the past. Choose another.'],
    [at('10:00', '2026-03-02'), ['notice'], 'notice', 'This time is too soon to book. Choose a later one.'],
    [at('10:00', '2026-04-06'), ['horizon'], 'horizon', 'This time cannot be booked yet. Choose an earlier one.'],
    [at('08:45'), ['closed'], 'closed'],
    [at('17:15'), ['closed'], 'closed'],
    [at('10:00', '2026-03-05'), ['closed'], 'closed'],
    [at('11:15'), ['break'], 'break'],
    [at('12:30'), ['break'], 'break'],
    [at('10:05'), ['step'], 'step'],
    [at('15:30'), ['taken'], 'taken', 'Someone just booked this time. Choose another.'],
    [at('14:00'), ['buffer'], 'taken'],
  ];
  for (const [start, reasons, word, message] of cases) {
    assert.deepEqual((await ask(start)).reasons, reasons, start);
    if (!word) continue;
    const refused = await book(app, employee, service.id, start);
    assert.equal(refused.status, 417, start);
    const [complaint] = refused.complaints;
    assert.equal(complaint?.Key, 'Start');
    assert.equal(complaint?.Reason, word, start);
    if (message) assert.equal(complaint?.Message, message);
  }
});

test('the answer names the events in the way, the hours, and the services that the person does not do', async () => {
  await using app = await testApp();
  const { employee, location, service, ask } = await salon(app);
  const taken = await ask(at('15:30'));
  assert.deepEqual(
    taken.others.map(({ name, title }) => [name, title]),
    [['Sanita', 'Colour']],
  );
  assert.deepEqual(
    taken.open.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`),
    ['09:00-12:00', '13:00-18:00'],
  );
  assert.equal(taken.minutes, 60);
  const colleague = await buildEmployee(app, location, { hours: [[3, '09:00', '18:00']] });
  const other = await ask(at('10:00'), [service.id], colleague.calendarId);
  assert.deepEqual([other.reasons, other.notOffered], [['notOffered'], [service.name]]);
  await app.database.write
    .updateTable('employees')
    .set({ isCalendarPublic: false })
    .where('userId', '=', employee.userId)
    .execute();
  assert.deepEqual((await ask(at('10:00'))).reasons, ['notPublic']);
});

test('an employee asks about their own calendar only', async () => {
  await using app = await testApp();
  const { employee, location } = await salon(app);
  const colleague = await buildEmployee(app, location, {});
  const headers = await signIn(app, colleague);
  const ask = (calendarId: string) =>
    app.call(calendars.getWhyNotFree, { calendarId, start: at('10:00') }, { headers });
  assert.equal((await ask(colleague.calendarId)).status, 200);
  assert.equal((await ask(employee.calendarId)).status, 404);
});

test('free times name the dates on which the person does not work', async () => {
  await using app = await testApp();
  const { employee, service } = await salon(app);
  const address = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName };
  const { answer } = await app.call(publicCalendars.getSlots, {
    ...{ ...address, serviceId: service.id },
    ...{ start: at('00:00', '2026-03-01'), end: at('00:00', '2026-03-08') },
  });
  assert.deepEqual(answer.closed, ['2026-03-03', '2026-03-05', '2026-03-06', '2026-03-07']);
});
