// Tests that every question whether a time is taken knows when the person is busy elsewhere.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { isLong, runs } from '#contract/testing/random-cases.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { replaceOutsideTimes } from './replace-outside-times.ts';

const day = '2026-03-03';
const at = (clock: string) => `${day}T${clock}:00Z`;

/** A person who is open around the clock, in UTC, on the day before `day`. */
async function person(app: TestApp) {
  app.clock.set('2026-03-02T08:00:00Z');
  const business = await buildBusiness(app, { hours: openAlways, actions: ['admin'] });
  const { employee } = business;
  const service = await buildService(app, employee, { minutes: 60 });
  const headers = await signIn(app, employee);
  const address = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName };
  const sourceId = randomUUID();
  const busy = (times: [start: string, end: string][], source = sourceId) =>
    app.database.write.transaction().execute(async (db) => {
      await lockCalendar(db, employee.calendarId);
      return replaceOutsideTimes(db, {
        ...{ companyId: employee.companyId, calendarId: employee.calendarId, sourceId: source },
        times: times.map(([start, end]) => ({ start: Temporal.Instant.from(start), end: Temporal.Instant.from(end) })),
      });
    });
  const book = (clock: string) => {
    const start = Temporal.Instant.from(at(clock));
    const time = { start: start.toString(), end: start.add({ hours: 1 }).toString() };
    // Another one each time: the open requests of an address are few.
    const visitor = { name: 'Mara', eMail: `${randomUUID()}@example.org` };
    return app.call(publicCalendars.insertEvent, { ...address, serviceId: service.id, ...time, ...visitor });
  };
  const { calendarId } = employee;
  const range = { start: at('00:00'), end: '2026-03-04T00:00:00Z' };
  return { ...business, service, headers, address, busy, book, calendarId, range };
}

/** The times that a refusal offers, as `09:30`. */
function nearestOf({ complaints }: { complaints: readonly Record<string, unknown>[] }): string[] {
  const nearest = (complaints[0]?.Nearest ?? []) as { Start: string }[];
  return nearest.map(({ Start }) => Temporal.Instant.from(Start).toString().slice(11, 16));
}

test('visitors are not offered an outside time, cannot book it, and see it as taken', async () => {
  await using app = await testApp();
  const { address, service, busy, book, range } = await person(app);
  assert.equal(await busy([[at('10:30'), at('12:00')]]), true);
  const { answer } = await app.call(publicCalendars.getSlots, { ...address, serviceId: service.id, ...range });
  const starts = answer.slots.map(({ start }) => Temporal.Instant.from(start).toString().slice(11, 16));
  assert.ok(starts.includes('09:30') && starts.includes('12:00'));
  assert.deepEqual(
    starts.filter((start) => start > '09:30' && start < '12:00'),
    [],
  );
  const refused = await book('11:00');
  assert.deepEqual([refused.status, refused.complaints[0]?.Reason], [417, 'taken']);
  const { answer: taken } = await app.call(publicCalendars.getEvents, { ...address, ...range });
  assert.deepEqual(
    taken.map(({ start, end }) => [start, end].map((one) => Temporal.Instant.from(one).toString().slice(11, 16))),
    [['10:30', '12:00']],
  );
  const { answer: anyone } = await app.call(publicCalendars.getSlots, {
    ...{ locationUrlName: address.locationUrlName, serviceId: service.id, ...range },
  });
  assert.equal(anyone.slots.length, answer.slots.length);
});

test('a hold whose time became an outside time is refused at its confirmation, and can be confirmed once it is free', async () => {
  await using app = await testApp();
  const { busy, book } = await person(app);
  const { answer: hold } = await book('10:00');
  await busy([[at('10:45'), at('11:30')]]);
  const confirm = () => app.call(publicCalendars.confirmEvent, { id: hold.id, token: hold.token, consents: [] });
  const refused = await confirm();
  assert.equal(refused.status, 417);
  assert.deepEqual([refused.complaints[0]?.Key, refused.complaints[0]?.Reason], ['Start', 'taken']);
  // Its own time counts as free: it is released before another one is held.
  assert.deepEqual(nearestOf(refused), ['09:15', '09:30', '09:45']);
  await busy([[at('11:00'), at('11:30')]]);
  assert.equal((await confirm()).answer.type, 'info');
});

test('a visitor who named no person is offered the times of all others, by the length of what they chose', async () => {
  await using app = await testApp();
  const { address, service, employee, location, company } = await person(app);
  const { locationUrlName } = address;
  const colleague = await buildEmployee(app, location, { hours: openAlways });
  await buildServicePerson(app, colleague, service);
  const optionId = randomUUID();
  await app.database.write
    .insertInto('serviceOptions')
    .values({
      ...{ companyId: company.id, id: optionId, serviceId: service.id, kind: 'extra', name: 'Wash' },
      ...{ minutes: 30, position: 0, maxCount: 2 },
    })
    .execute();
  const { answer: hold } = await app.call(publicCalendars.insertEvent, {
    ...{ locationUrlName, serviceId: service.id, start: at('10:00'), end: at('12:00') },
    ...{ options: [{ serviceId: service.id, optionIds: [optionId, optionId] }] },
    ...{ name: 'Mara', eMail: 'mara@example.org' },
  });
  const other = hold.userUrlName === employee.urlName ? colleague : employee;
  const busyAt = (who: typeof employee, start: string, end: string) =>
    replaceOutsideTimes(app.database.write, {
      ...{ companyId: company.id, calendarId: who.calendarId, sourceId: randomUUID() },
      times: [{ start: Temporal.Instant.from(at(start)), end: Temporal.Instant.from(at(end)) }],
    });
  await busyAt(other === employee ? colleague : employee, '00:00', '23:00');
  const confirm = () => app.call(publicCalendars.confirmEvent, { id: hold.id, token: hold.token, consents: [] });
  assert.deepEqual(nearestOf(await confirm()), ['09:45', '10:00', '10:15'], 'also the same time, with another person');
  await busyAt(other, '11:30', '12:00');
  const refused = await confirm();
  assert.deepEqual(nearestOf(refused), ['09:00', '09:15', '09:30']);
  const [first] = (refused.complaints[0]?.Nearest ?? []) as { Start: string; End: string }[];
  assert.equal(Temporal.Instant.from(first?.End ?? '').toString(), at('11:00'), 'two hours');
  // An option that is no longer offered leaves the refusal about the time.
  await app.database.write.updateTable('serviceOptions').set({ isActive: false }).where('id', '=', optionId).execute();
  assert.equal((await confirm()).complaints[0]?.Key, 'Start');
});

test('staff hear that a time is an outside one, are asked before they take it, and see it in the calendars', async () => {
  await using app = await testApp();
  const { busy, headers, calendarId, service, range, location } = await person(app);
  await busy([[at('10:00'), at('11:00')]]);
  const as = { headers };
  const why = await app.call(calendars.getWhyNotFree, { calendarId, start: at('10:30'), serviceIds: [service.id] }, as);
  assert.deepEqual(why.answer.reasons, ['outside']);
  const inUtc = (times: { start: string; end: string }[]) =>
    times.map((time) => [time.start, time.end].map((one) => Temporal.Instant.from(one).toString()));
  const shown = [['2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z']];
  assert.deepEqual(inUtc(why.answer.outside), shown);
  assert.deepEqual(inUtc((await app.call(calendars.getOutsideTimes, { calendarId, ...range }, as)).answer), shown);
  const { answer: team } = await app.call(calendars.getTeam, range, as);
  assert.deepEqual(inUtc(team[0]?.outside ?? []), shown);

  const event = { calendarId, title: 'Errand', start: at('10:30'), end: at('11:30') };
  const asked = await app.call(calendars.insertEvent, event, as);
  assert.equal(asked.status, 417);
  assert.equal(asked.complaints[0]?.Overlaps, true);
  const others = asked.complaints[0]?.Others as { Title: string; Start: string }[];
  assert.deepEqual(
    others.map(({ Title, Start }) => [Title, Start]),
    [['Busy elsewhere', '2026-03-03T10:00:00+00:00']],
  );
  const saved = await app.call(calendars.insertEvent, { ...event, acceptOverlap: true }, as);
  assert.equal(saved.answer.overlaps, true);

  const part = { calendarId, serviceId: service.id, start: at('09:30') };
  const visit = { name: 'Mara', parts: [part], locationId: location.id };
  assert.equal((await app.call(visits.insertVisit, visit, as)).complaints[0]?.Overlaps, true);
  const { answer: moved } = await app.call(
    visits.insertVisit,
    { ...visit, parts: [{ ...part, start: at('14:00') }] },
    as,
  );
  const move = { id: moved.parts[0]?.eventId ?? '', start: at('10:00'), end: at('11:00') };
  const { answer: questions } = await app.call(calendars.checkMove, move, as);
  assert.equal(questions.overlaps, true);
});

test('a cancelled visit whose time became an outside one takes it again only when staff accept it', async () => {
  await using app = await testApp();
  const { busy, headers, calendarId, service } = await person(app);
  const as = { headers };
  const parts = [{ calendarId, serviceId: service.id, start: at('10:00') }];
  const { answer: visit } = await app.call(visits.insertVisit, { name: 'Mara', parts }, as);
  await app.call(visits.changeStatus, { id: visit.id, status: 'cancelled' }, as);
  await busy([[at('10:00'), at('10:30')]]);
  const again = { id: visit.id, status: 'confirmed' as const };
  assert.equal((await app.call(visits.changeStatus, again, as)).complaints[0]?.Overlaps, true);
  assert.equal((await app.call(visits.changeStatus, { ...again, acceptOverlap: true }, as)).status, 200);
});

test('walk-ins begin after an outside time', async () => {
  await using app = await testApp();
  const { busy, headers, service } = await person(app);
  await busy([['2026-03-02T07:00:00Z', '2026-03-02T08:40:00Z']]);
  const { answer } = await app.call(visits.getWalkIns, {}, { headers });
  const offer = answer.find(({ serviceId }) => serviceId === service.id);
  assert.equal(Temporal.Instant.from(offer?.start ?? '').toString(), '2026-03-02T08:40:00Z');
});

test('each source replaces its own times; those that touch are one, and longer ones than a day are one too', async () => {
  await using app = await testApp();
  const { busy, headers, calendarId } = await person(app);
  const week = { start: '2026-03-02T00:00:00Z', end: '2026-03-09T00:00:00Z' };
  const listed = async () =>
    (await app.call(calendars.getOutsideTimes, { calendarId, ...week }, { headers })).answer.map(({ start, end }) =>
      [start, end].map((one) => Temporal.Instant.from(one).toString().slice(5, 16)).join(' '),
    );
  const other = randomUUID();
  await busy([['2026-03-03T12:00Z', '2026-03-06T06:00Z']]);
  await busy([['2026-03-06T06:00Z', '2026-03-06T07:00Z']], other);
  assert.deepEqual(await listed(), ['03-03T12:00 03-06T07:00']);
  await busy([
    ['2026-03-04T12:00Z', '2026-03-04T13:00Z'],
    ['2026-03-04T12:30Z', '2026-03-04T14:00Z'],
    ['2026-03-05T12:00Z', '2026-03-05T12:00Z'],
  ]);
  assert.deepEqual(await listed(), ['03-04T12:00 03-04T14:00', '03-06T06:00 03-06T07:00']);
  await busy([], other);
  assert.deepEqual(await listed(), ['03-04T12:00 03-04T14:00']);
});

test('changed outside times notify open calendars once, unchanged ones not at all', async () => {
  await using app = await testApp();
  const { busy, calendarId, headers } = await person(app);
  const notices: (string | null)[] = [];
  const bell = new EventTarget();
  app.live.listen('daybook_changes', (payload) => {
    const change = JSON.parse(payload);
    if (change.calendarId !== calendarId) return;
    notices.push(change.id);
    if (change.id !== null) bell.dispatchEvent(new Event('rung'));
  });
  const rung = once(bell, 'rung');
  await busy([[at('10:00'), at('11:00')]]);
  assert.equal(await busy([[at('10:00'), at('11:00')]]), false);
  // The notice of this event comes after all before it.
  const event = { calendarId, title: 'Errand', start: at('15:00'), end: at('16:00') };
  await app.call(calendars.insertEvent, event, { headers });
  await rung;
  assert.deepEqual(
    notices.map((id) => id === null),
    [true, false],
  );
});

test('of a colleague, a person without the right reads no outside times', async () => {
  await using app = await testApp();
  const { location, calendarId, range } = await person(app);
  const colleague = await buildEmployee(app, location);
  const headers = await signIn(app, colleague);
  const { status } = await app.call(calendars.getOutsideTimes, { calendarId, ...range }, { headers });
  assert.equal(status, 404);
});

test('whatever the order of visitors and of what other calendars say, no one books over a time that was stored before', async () => {
  await using app = await testApp();
  const { busy, book } = await person(app);
  const hours = ['08:00', '09:00', '10:00', '11:00'];
  const anyStep = fc.record({ hour: fc.constantFrom(...hours), isVisitor: fc.boolean() });
  const told = { booked: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 12 }), async (steps) => {
      await app.database.write.deleteFrom('outsideTimes').execute();
      await app.database.write.deleteFrom('visits').execute();
      const stored = new Set<string>();
      const waiting = [...steps];
      // Three at a time, each with its next step as soon as the last one has ended.
      const act = async () => {
        for (let step = waiting.shift(); step; step = waiting.shift()) {
          const { hour, isVisitor } = step;
          if (isVisitor) {
            const wasStored = stored.has(hour);
            const isBooked = (await book(hour)).status === 200;
            told[isBooked ? 'booked' : 'refused']++;
            assert.ok(!(wasStored && isBooked), `${hour} was booked over an outside time`);
          } else {
            const end = Temporal.Instant.from(at(hour)).add({ minutes: 30 }).toString();
            await busy([[at(hour), end]], randomUUID());
            stored.add(hour);
          }
        }
      };
      await Promise.all([act(), act(), act()]);
      for (const hour of stored) assert.equal((await book(hour)).status, 417);
    }),
    runs(isLong ? 1_000 : 30),
  );
  assert.ok(told.booked > 0 && told.refused > 0);
});
