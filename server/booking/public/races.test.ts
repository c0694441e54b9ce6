// Tests of concurrent visitors and staff on two servers of one database: never an overlap, a deadlock or a failure.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import type { Input } from '#contract/lib/service.ts';
import { cases, isLong, random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import {
  assertNoDeadlock,
  assertNoOverlap,
  type RealServers,
  realServers,
  tally,
} from '#server/testing/real-servers.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';

const clients = 32;
let app: RealServers;
setUpFile(import.meta, async () => {
  app = await realServers(2);
  // Their first bookings take the longest: on a busy machine, more than those who wait for them may.
  const { employee } = await buildBusiness(app, { hours: openAlways });
  for (const start of [0, 15]) assert.equal((await book(employee, start)).status, 200);
});
after(async () => {
  await assertNoOverlap(app);
  await assertNoDeadlock(app);
  await app[Symbol.asyncDispose]();
});

/** `minutes` after midnight of 3 March, UTC. */
const instant = (minutes: number) => Temporal.Instant.from('2026-03-03T00:00:00Z').add({ minutes });

function book(
  employee: BuiltEmployee,
  start: number,
  more: { serviceId?: string; serviceIds?: string[]; minutes?: number; key?: string } = {},
) {
  const request = {
    locationUrlName: employee.locationUrlName,
    userUrlName: employee.urlName,
    serviceId: more.serviceId,
    serviceIds: more.serviceIds,
    start: instant(start).toString(),
    end: instant(start + (more.minutes ?? 15)).toString(),
    name: 'Mara',
    eMail: 'mara@example.org',
  };
  return app.fetch(publicCalendars.insertEvent, request, more.key ? { 'idempotency-key': more.key } : {});
}

function move(employee: BuiltEmployee, id: string, start: number, headers: { cookie: string }) {
  const time = { start: instant(start).toString(), end: instant(start + 60).toString() };
  return app.fetch(calendars.updateEvent, { id, calendarId: employee.calendarId, title: 'moved', ...time }, headers);
}

test('exactly one of 32 concurrent clients gets the same time, in every round', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways });
  for (let round = 0; round < cases(25, 4); round++) {
    const answers = await Promise.all(Array.from({ length: clients }, () => book(employee, round * 15)));
    assert.deepEqual(tally(answers), { 200: 1, 417: clients - 1 });
    for (const { json } of answers.filter(({ status }) => status === 417)) assert.equal(json[0].Key, 'Start');
  }
});

test('services of different lengths and buffers, partly overlapping, never get the same minute', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways, stepMinutes: 5 });
  const services = await Promise.all(
    [
      [20, 0, 0],
      [45, 10, 0],
      [60, 0, 15],
      [90, 5, 5],
      [10, 30, 30],
    ].map(([minutes, bufferBefore, bufferAfter]) =>
      buildService(app, employee, { minutes, bufferBefore, bufferAfter }),
    ),
  );
  const next = random(seed);
  let booked = 0;
  const rounds = cases(14, 3);
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: clients }, () => {
        const service = services[next(services.length)];
        // Rounds are so far apart that no booking of one reaches the next.
        const start = round * 240 + next(24) * 5;
        return service ? book(employee, start, { serviceId: service.id, minutes: service.minutes }) : assert.fail();
      }),
    );
    const { 200: taken = 0, 417: refused = 0 } = tally(answers);
    assert.equal(taken + refused, clients, JSON.stringify(tally(answers)));
    booked += taken;
    await assertNoOverlap(app);
  }
  assert.ok(booked >= rounds, `${booked} booked, but in each round at least one. ${seedHint}`);
});

test('the time of an expired hold goes to one visitor, and its first holder cannot confirm it, too', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways });
  const winners = new Set<string>();
  for (let round = 0; round < cases(24, 6); round++) {
    const start = round * 30;
    const held = (await book(employee, start, { minutes: 30 })).json;
    app.clock.advance({ minutes: 30 });
    const agree = () => app.fetch(publicCalendars.confirmEvent, { id: held.Id, token: held.Token });
    const others = Array.from({ length: 8 }, (_, index) => () => book(employee, start + (index % 2) * 15));
    const wishes = round % 2 ? [agree, ...others] : [...others.slice(0, 2), agree, ...others.slice(2)];
    const answers = await Promise.all(wishes.map((wish) => wish()));
    const [confirmed] = answers.splice(wishes.indexOf(agree), 1);
    const { 200: taken = 0, 417: refused = 0 } = tally(answers);
    assert.equal(taken + refused, 8, JSON.stringify(tally(answers)));
    assert.equal(
      confirmed?.status === 200 ? taken : taken + 1,
      confirmed?.status === 200 ? 0 : 3,
      `${confirmed?.status}, ${taken} taken`,
    );
    winners.add(confirmed?.status === 200 ? 'visitor' : 'other');
    app.clock.set('2026-03-02T08:00:00Z');
  }
  assert.ok(winners.has('other'), 'the race was one');
});

test('concurrent duplicates with an idempotency key make one booking and get one answer', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways });
  const rounds = cases(8, 2);
  for (let round = 0; round < rounds; round++) {
    const key = `key-${round}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(employee, round * 15, { key })));
    assert.deepEqual(tally(answers), { 200: 12 });
    assert.equal(new Set(answers.map(({ json }) => JSON.stringify(json))).size, 1);
  }
  const { length } = await app.database.read
    .selectFrom('events')
    .select('id')
    .where('calendarId', '=', employee.calendarId)
    .execute();
  assert.equal(length, rounds);
});

test('visitors who book several services in a row beside others never get the same minute', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways, stepMinutes: 5 });
  const services = await Promise.all([
    buildService(app, employee, { minutes: 20, bufferAfter: 10 }),
    buildService(app, employee, { minutes: 90, pauseStart: 30, pauseMinutes: 40 }),
    buildService(app, employee, { minutes: 10, bufferBefore: 15 }),
  ]);
  let booked = 0;
  const rounds = cases(6, 2);
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: clients }, (_, client) => {
        const chosen = services.slice(client % 3, 1 + (client % 5));
        const wanted = chosen.length ? chosen : services;
        const minutes = wanted.reduce((sum, service) => sum + service.minutes, 0);
        return book(employee, round * 180 + (client % 8) * 10, { serviceIds: wanted.map(({ id }) => id), minutes });
      }),
    );
    const { 200: taken = 0, 417: refused = 0 } = tally(answers);
    assert.equal(taken + refused, clients, JSON.stringify(tally(answers)));
    booked += taken;
    await assertNoOverlap(app);
  }
  assert.ok(booked >= rounds, `${booked} booked`);
});

test('when staff move an event while a visitor books the same time, one of them is refused', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways });
  const headers = await signIn(app, employee);
  const { id } = await buildEvent(app, employee, { start: instant(24 * 60) });
  const winners = new Set<string>();
  const rounds = cases(20, 4);
  for (let round = 0; round < rounds; round++) {
    const start = round * 60;
    const moveNow = () => move(employee, id, start, headers);
    const bookNow = () => Promise.all([book(employee, start + 30), book(employee, start + 45)]);
    // Each side in turn gets a growing head start. In the last rounds the other waits for its answer.
    const ahead = (one: Promise<unknown>) => (round < rounds - 2 ? sleep(2 * round) : one);
    let moving: ReturnType<typeof moveNow>;
    let bookings: ReturnType<typeof bookNow>;
    if (round % 2 === 0) {
      moving = moveNow();
      await ahead(moving);
      bookings = bookNow();
    } else {
      bookings = bookNow();
      await ahead(bookings);
      moving = moveNow();
    }
    const answers = [await moving, ...(await bookings)];
    const [moved] = answers;
    const { 200: done = 0, 417: refused = 0 } = tally(answers);
    assert.equal(done + refused, 3, JSON.stringify(tally(answers)));
    assert.equal(done, moved?.status === 200 ? 1 : 2, 'both bookings or the move');
    if (moved?.status === 417) assert.equal(moved.json[0].Overlaps, true);
    winners.add(moved?.status === 200 ? 'staff' : 'visitor');
  }
  assert.equal(winners.size, 2, `only ${[...winners]} ever won`);
});

test('a customer who moves an appointment meets visitors and staff at its new time: one of them gets it', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways });
  const headers = await signIn(app, employee);
  const other = await buildEvent(app, employee, { start: instant(28 * 60) });
  const winners = new Set<string>();
  const rounds = cases(10, 3);
  for (let round = 0; round < rounds; round++) {
    const { id } = await buildEvent(app, employee, {
      start: instant(30 * 60),
      name: 'Mara',
      eMail: 'mara@example.org',
    });
    const actionHash = newToken();
    await app.database.write
      .insertInto('actionLinks')
      .values({
        ...{ tokenHash: hashToken(actionHash), purpose: 'appointment', companyId: employee.companyId, visitId: id },
        ...{ eMail: 'mara@example.org', expiresAt: instant(48 * 60) },
      })
      .execute();
    const start = round * 120;
    const moving = app.fetch(publicCalendars.rescheduleAppointment, { actionHash, start: instant(start).toString() });
    // In the last round, the customer is first on any machine.
    await (round < rounds - 1 ? sleep(round / 2) : moving);
    const answers = [
      await Promise.all([moving, book(employee, start + 30), move(employee, other.id, start + 15, headers)]),
    ].flat();
    const done = answers.flatMap(({ status }, index) =>
      status === 200 ? [['customer', 'visitor', 'staff'][index] ?? ''] : [],
    );
    assert.deepEqual([done.length, tally(answers)[417]], [1, 2], JSON.stringify(tally(answers)));
    winners.add(done[0] ?? '');
    await assertNoOverlap(app);
    // Its time is free for the next round.
    await app.fetch(calendars.deleteEvent, { id }, headers);
  }
  assert.ok(winners.has('customer'), [...winners].join());
});

test('two events that swap places collide and stay; in two calendars they pass', async () => {
  const { location, employee } = await buildBusiness(app, { hours: openAlways, actions: ['admin'] });
  const colleague = await buildEmployee(app, location, { hours: openAlways });
  const headers = await signIn(app, employee);
  const one = await buildEvent(app, employee, { start: instant(600) });
  const two = await buildEvent(app, employee, { start: instant(660) });
  for (let round = 0; round < cases(10, 3); round++) {
    const answers = await Promise.all([move(employee, one.id, 660, headers), move(employee, two.id, 600, headers)]);
    assert.deepEqual(tally(answers), { 417: 2 });
    // One step forward and one back: the order decides whether the other fits.
    const chased = await Promise.all([move(employee, one.id, 660, headers), move(employee, two.id, 720, headers)]);
    assert.ok(tally(chased)[200]);
    await assertNoOverlap(app);
    for (const [id, start] of [
      [one.id, 600],
      [two.id, 660],
    ] as const)
      assert.equal((await move(employee, id, start, headers)).status, 200);
  }
  let [here, there] = [employee, colleague];
  for (let round = 0; round < cases(20, 4); round++) {
    [here, there] = [there, here];
    const answers = await Promise.all([move(here, one.id, 600, headers), move(there, two.id, 660, headers)]);
    assert.deepEqual(tally(answers), { 200: 2 });
  }
});

test('a visit of two people that staff make or move beside visitors has all its parts or is not there', async () => {
  const { location, employee } = await buildBusiness(app, { hours: openAlways, actions: ['admin'] });
  const colleague = await buildEmployee(app, location, { hours: openAlways });
  const headers = await signIn(app, employee);
  /** The second part follows the first by another person. */
  const partsAt = (start: number, ids: readonly string[] = []) =>
    [employee, colleague].map(({ calendarId }, index) => ({
      ...{ calendarId, title: `part ${index}`, minutes: 30, start: instant(start + 30 * index).toString() },
      ...(ids[index] && { eventId: ids[index] }),
    }));
  const people = { name: 'Lena', eMail: 'lena@example.org', notify: false };
  const insert = (start: number) => app.fetch(visits.insertVisit, { ...people, parts: partsAt(start) }, headers);
  const update = (input: Input<typeof visits.updateVisit>) => app.fetch(visits.updateVisit, input, headers);
  const count = async () => {
    const { rows } = await sql<{ parts: number; gap: number }>`
      select count(*)::int as parts, extract(epoch from max(e.start_at) - min(e.end_at))::int as gap
      from visits v join visit_parts p on p.visit_id = v.id join events e on e.id = p.event_id
      where v.company_id = ${employee.companyId} and v.name = 'Lena' group by v.id`.execute(app.database.read);
    return rows;
  };
  const moving = (await insert(3000)).json;
  assert.equal(moving.Parts.length, 2, JSON.stringify(moving));
  let { Version: version } = moving;
  const ids = moving.Parts.map(({ EventId }: { EventId: string }) => EventId);
  let made = 1;
  const rounds = cases(20, 4);
  for (let round = 0; round < rounds; round++) {
    const start = round * 120;
    const move = { ...people, id: moving.Id, version, contactId: moving.ContactId, parts: partsAt(start + 30, ids) };
    const staff = [insert(start), insert(start + 30), ...(round % 2 ? [update(move)] : [])];
    // Staff do more before they take the locks, so they get a growing head start; in the last round, a complete one.
    await (round < rounds - 1 ? sleep(4 * round) : Promise.all(staff));
    const visitors = [book(colleague, start + 45), book(employee, start + 15), book(colleague, start + 75)];
    const answers = await Promise.all([...staff, ...visitors]);
    const { 200: done = 0, 417: refused = 0 } = tally(answers);
    assert.equal(done + refused, answers.length, JSON.stringify(tally(answers)));
    assert.ok(done > 0);
    made += answers.slice(0, 2).filter(({ status }) => status === 200).length;
    const moved = round % 2 ? answers[2] : undefined;
    if (moved?.status === 200) version = moved.json.Version;
    const visitsNow = await count();
    assert.equal(visitsNow.length, made);
    assert.ok(
      visitsNow.every(({ parts, gap }) => parts === 2 && gap === 0),
      JSON.stringify(visitsNow),
    );
    await assertNoOverlap(app);
  }
  assert.ok(made > (isLong ? 3 : 1), `${made} made`);
});

test('visits of one customer that are saved at the same time are all counted', async () => {
  const { location, employee } = await buildBusiness(app, { hours: openAlways, actions: ['admin'] });
  const team = [employee];
  while (team.length < 6) team.push(await buildEmployee(app, location, { hours: openAlways }));
  const headers = await signIn(app, employee);
  const person = { name: 'Zane', eMail: 'zane@example.org', notify: false };
  for (let round = 0; round < cases(8, 3); round++) {
    // In the past: they count as visits.
    const start = Temporal.Instant.from('2026-02-02T00:00:00Z').add({ hours: round });
    const time = { start: start.toString(), end: start.add({ minutes: 30 }).toString() };
    const answers = await Promise.all(
      team.map(({ calendarId }) =>
        app.fetch(calendars.insertEvent, { calendarId, title: 'Cut', ...time, ...person }, headers),
      ),
    );
    assert.deepEqual(tally(answers), { 200: team.length });
    const contacts = app.database.read.selectFrom('contacts').select('visitsCount').where('name', '=', 'Zane');
    assert.deepEqual(await contacts.execute(), [{ visitsCount: team.length * (round + 1) }]);
  }
});

test('a booking for a cancelled time succeeds only after the cancellation, and nothing is lost', async () => {
  const { employee } = await buildBusiness(app, { hours: openAlways });
  const headers = await signIn(app, employee);
  for (let round = 0; round < cases(12, 3); round++) {
    const { id } = await buildEvent(app, employee, { start: instant(round * 60), userId: null, status: 'requested' });
    const answers = await Promise.all([
      app.fetch(calendars.deleteEvent, { id }, headers),
      book(employee, round * 60),
      book(employee, round * 60),
    ]);
    assert.equal(answers[0]?.status, 204);
    const { 200: done = 0, 417: refused = 0 } = tally(answers.slice(1));
    assert.ok(done <= 1 && done + refused === 2, JSON.stringify(tally(answers)));
  }
});
