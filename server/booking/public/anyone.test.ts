// Tests bookings that name no person: who is chosen, and what happens when many want one of them at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { isLong, seedHint } from '#contract/testing/random-cases.ts';
import { runRounds } from '#server/testing/anyone-rounds.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { statementsOf, withSlow } from '#server/testing/faults/faults.ts';
import { assertNoDeadlock, assertNoOverlap, type RealServers, realServers } from '#server/testing/real-servers.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** `minutes` after midnight of 3 March, UTC. */
const instant = (minutes: number) => Temporal.Instant.from('2026-03-03T00:00:00Z').add({ minutes });

async function team(app: TestApp, size: number, minutes = 60) {
  app.clock.set('2026-03-02T08:00:00Z');
  const { employee, location } = await buildBusiness(app, { hours: openAlways });
  const people = [employee];
  while (people.length < size) people.push(await buildEmployee(app, location, { hours: openAlways }));
  const service = await buildService(app, employee, { minutes });
  for (const person of people.slice(1)) await buildServicePerson(app, person, service, {});
  return { people, service, location, address: { locationUrlName: employee.locationUrlName } };
}

function book(app: TestApp, locationUrlName: string, serviceId: string, start: number, more = {}) {
  const time = { start: instant(start).toString(), end: instant(start + 60).toString() };
  const person = { name: 'Mara', eMail: 'mara@example.org' };
  return app.call(publicCalendars.insertEvent, { locationUrlName, serviceId, ...time, ...person, ...more });
}

test('the one with the fewest minutes of the day is chosen, and among them the one not chosen for the longest', async () => {
  await using app = await testApp();
  const { people, service, address } = await team(app, 3);
  const [anna, kate, zane] = people as [BuiltEmployee, BuiltEmployee, BuiltEmployee];
  await buildEvent(app, anna, { start: instant(1200), end: instant(1230) });
  const chosen: string[] = [];
  for (let day = 0; day < 3; day++) {
    // On each day a new choice of the least booked; Anna has half an hour on the first.
    app.clock.advance({ minutes: 1 });
    const { answer } = await book(app, address.locationUrlName, service.id, day * 1440 + 600);
    chosen.push(answer.userUrlName);
  }
  assert.ok(!chosen.slice(0, 1).includes(anna.urlName), 'Anna has more to do on the first day');
  assert.deepEqual(
    [...chosen].sort(),
    [anna, kate, zane].map(({ urlName }) => urlName).sort(),
    'each once in three days',
  );
});

test('free times of anyone are those of all, on the steps of each, and every one of them can be booked', async () => {
  await using app = await testApp();
  const { people, service, address } = await team(app, 3);
  for (const [index, person] of people.entries()) {
    await buildEvent(app, person, { start: instant(600 + index * 20), end: instant(720 + index * 45) });
  }
  const range = { start: instant(540).toString(), end: instant(900).toString() };
  const slotsOf = async (userUrlName?: string) =>
    (await app.call(publicCalendars.getSlots, { ...address, userUrlName, serviceId: service.id, ...range })).answer;
  const anyone = await slotsOf();
  const starts = new Set<string>();
  for (const { urlName } of people) for (const { start } of (await slotsOf(urlName)).slots) starts.add(start);
  assert.deepEqual(
    anyone.slots.map(({ start }) => start),
    [...starts].sort(),
  );
  const { answer: first } = await app.call(publicCalendars.getFirstFree, { ...address, serviceId: service.id });
  assert.ok(first);
  const [last] = anyone.slots.slice(-1);
  const { status, answer } = await app.call(publicCalendars.insertEvent, {
    ...{ ...address, serviceId: service.id, start: last?.start ?? '', end: last?.end ?? '' },
    ...{ name: 'Mara', eMail: 'mara@example.org' },
  });
  assert.equal(status, 200);
  assert.ok(people.some(({ urlName, firstName }) => urlName === answer.userUrlName && answer.name.includes(firstName)));
});

test('a person whose length differs is chosen too, and the answer says their end and price', async () => {
  await using app = await testApp();
  const { people, service, address } = await team(app, 2);
  const [anna, kate] = people as [BuiltEmployee, BuiltEmployee];
  await app.database.write
    .updateTable('servicePeople')
    .set({ minutes: 90, price: 55 })
    .where('calendarId', '=', kate.calendarId)
    .execute();
  await buildEvent(app, anna, { start: instant(600), end: instant(660) });
  const { answer } = await book(app, address.locationUrlName, service.id, 600, { end: instant(690).toString() });
  assert.deepEqual([answer.userUrlName, answer.price], [kate.urlName, 55]);
  assert.equal(Temporal.Instant.from(answer.end).toString(), instant(690).toString());
  const wrong = await book(app, address.locationUrlName, service.id, 900, { end: instant(945).toString() });
  assert.deepEqual([wrong.status, wrong.complaints[0]?.Key], [417, 'End']);
});

test('without anyone who does all services it is a 404; while no one is free, a refusal with the nearest times of all', async () => {
  await using app = await testApp();
  const { people, service, address } = await team(app, 2);
  const other = await buildService(app, people[0] as BuiltEmployee, { minutes: 30 });
  for (const [index, person] of people.entries()) {
    await buildEvent(app, person, { start: instant(600), end: instant(660 + index * 15) });
  }
  const refused = await book(app, address.locationUrlName, service.id, 600);
  assert.equal(refused.status, 417);
  const [complaint] = refused.complaints;
  assert.equal(complaint?.Reason, 'taken');
  const nearest = (complaint?.Nearest ?? []) as { Start: string }[];
  assert.deepEqual(
    nearest.map(({ Start }) => Temporal.Instant.from(Start).toString()),
    [525, 540, 660].map((minutes) => instant(minutes).toString()),
  );
  await app.database.write.updateTable('employees').set({ isCalendarPublic: false }).execute();
  assert.equal((await book(app, address.locationUrlName, other.id, 600)).status, 404);
  assert.equal((await book(app, 'no-such-place', service.id, 600)).status, 404);
});

test('a repeated request with an idempotency key gets the same answer, also at once', async () => {
  await using app = await realServers(2);
  const { people, service, address } = await team(app, 4);
  for (let round = 0; round < 3; round++) {
    const request = { ...address, serviceId: service.id, name: 'Mara', eMail: 'mara@example.org' };
    const time = { start: instant(round * 60).toString(), end: instant(round * 60 + 60).toString() };
    const send = () =>
      app.fetch(publicCalendars.insertEvent, { ...request, ...time }, { 'idempotency-key': `key-${round}` });
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ json }) => JSON.stringify(json))).size, 1);
  }
  const { length } = await app.database.read
    .selectFrom('events')
    .select('id')
    .where(
      'calendarId',
      'in',
      people.map(({ calendarId }) => calendarId),
    )
    .execute();
  assert.equal(length, 3);
});

test('a repeated request gets the same answer when no one else is free, and when the time has passed', async () => {
  await using app = await testApp();
  const { service, address } = await team(app, 2);
  const send = (key: string, more = {}) =>
    app.call(
      publicCalendars.insertEvent,
      {
        ...{ ...address, serviceId: service.id, name: 'Mara', eMail: 'mara@example.org' },
        ...{ start: instant(600).toString(), end: instant(660).toString(), ...more },
      },
      { headers: { 'idempotency-key': key } },
    );
  const { answer: first } = await send('one');
  const { answer: second } = await send('two');
  assert.notEqual(first.userUrlName, second.userUrlName);
  assert.equal((await send('three')).status, 417);
  assert.deepEqual((await send('one')).answer, first);
  app.clock.advance({ hours: 48 });
  assert.deepEqual((await send('two')).answer, second);
  const other = await send('two', { name: 'Marta' });
  assert.deepEqual([other.status, JSON.parse(other.body).Code], [409, 'booking.keyUsed']);
});

test('a request does not wait for the person whose same time another request is about to hold', async () => {
  await using app = await testApp();
  const { people, service, address } = await team(app, 2);
  const [anna, kate] = people as [BuiltEmployee, BuiltEmployee];
  await buildEvent(app, kate, { start: instant(900) });
  const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
  await withSlow(app, { matching: /insert into visits/, release }, async (held) => {
    const first = book(app, address.locationUrlName, service.id, 600);
    await held;
    const second = await book(app, address.locationUrlName, service.id, 600);
    letGo();
    assert.deepEqual([(await first).answer.userUrlName, second.answer.userUrlName], [anna.urlName, kate.urlName]);
  });
});

test('a booking with anyone sends the statements of one with a person, after it has read who is free', async () => {
  await using app = await testApp();
  const { people, service, address } = await team(app, 7);
  const statements = (start: number, more = {}) =>
    statementsOf(app, async () => {
      const { status, body } = await book(app, address.locationUrlName, service.id, start, more);
      assert.equal(status, 200, body);
    });
  assert.deepEqual(await statements(600), await statements(660, { userUrlName: people[1]?.urlName }));
});

let servers: RealServers;
setUpFile(import.meta, async () => {
  servers = await realServers(2);
});
after(async () => {
  await assertNoOverlap(servers);
  await assertNoDeadlock(servers);
  await servers[Symbol.asyncDispose]();
});

test('of 32 clients who want anyone of seven, exactly seven get a time, and none is refused while one is free', async () => {
  const result = await runRounds(servers, isLong ? { count: 1000 } : { maxMs: 4_000 });
  assert.ok(isLong ? result.rounds === 1000 : result.rounds > 0);
  assert.deepEqual(result.wrong, [], seedHint);
});
