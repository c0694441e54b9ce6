// Tests that exactly the offered times can be booked, with random schedules through HTTP and the database.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { isLong, runs, seedHint } from '#contract/testing/random-cases.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const zones = ['Europe/Riga', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Auckland'];
const minute = 60_000;

const wall = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((step) => {
    const minutes = step * 10;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });
const opening = fc.tuple(fc.integer({ min: 1, max: 7 }), wall(0, 70), wall(71, 144));
const worlds = fc.record({
  zone: fc.constantFrom(...zones),
  // Around the clock changes of spring and autumn, and an ordinary week.
  now: fc.constantFrom(
    '2026-03-05T11:07:00Z',
    '2026-03-27T22:30:00Z',
    '2026-04-03T03:00:00Z',
    '2026-10-23T12:00:00Z',
    '2026-06-01T07:59:59.5Z',
  ),
  step: fc.constantFrom(5, 15, 20, 60),
  notice: fc.constantFrom(0, 45, 1440),
  horizon: fc.constantFrom(1, 3, 30),
  hours: fc.array(opening, { minLength: 3, maxLength: 8 }),
  breaks: fc.array(opening, { maxLength: 1 }),
  closed: fc.integer({ min: 0, max: 4 }),
  // None, one, or several in a row.
  services: fc.array(
    fc.record({
      minutes: fc.constantFrom(15, 25, 60, 200),
      bufferBefore: fc.constantFrom(0, 10),
      bufferAfter: fc.constantFrom(0, 15, 40),
      noticeMinutes: fc.constantFrom(undefined, 120),
      horizonDays: fc.constantFrom(undefined, 2),
      pause: fc.constantFrom(undefined, { pauseStart: 5, pauseMinutes: 5 }, { pauseStart: 4, pauseMinutes: 10 }),
      ownMinutes: fc.constantFrom(undefined, 45),
    }),
    { maxLength: 3 },
  ),
  events: fc.array(
    fc.tuple(fc.integer({ min: -10, max: 500 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 3 })),
    { maxLength: 12 },
  ),
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

async function populate(app: TestApp, world: World): Promise<{ employee: BuiltEmployee; serviceIds: string[] }> {
  app.clock.set(world.now);
  const { company } = await buildBusiness(app);
  const location = await buildLocation(app, company, { timeZone: world.zone });
  const employee = await buildEmployee(app, location, {
    hours: world.hours,
    stepMinutes: world.step,
    noticeMinutes: world.notice,
    horizonDays: world.horizon,
  });
  const { write } = app.database;
  const place = { companyId: company.id, calendarId: employee.calendarId, locationId: location.id };
  for (const [weekday, startTime, endTime] of world.breaks) {
    await write
      .insertInto('breaks')
      .values({ ...place, id: randomUUIDv7(), weekday, startTime, endTime })
      .execute();
  }
  const day = app.clock.now().toZonedDateTimeISO(world.zone).toPlainDate().add({ days: world.closed });
  await write
    .insertInto('dateOverrides')
    .values({ ...place, id: randomUUIDv7(), date: day.toString() })
    .execute();
  const serviceIds: string[] = [];
  for (const { pause, ownMinutes, ...service } of world.services) {
    const { id } = await buildService(app, employee, { ...service, ...pause });
    const own = { locationId: location.id, minutes: ownMinutes };
    if (ownMinutes) await buildServicePerson(app, employee, { id }, own);
    serviceIds.push(id);
  }
  for (const [index, [offset, length, kind]] of world.events.entries()) {
    const start = app.clock
      .now()
      .round({ smallestUnit: 'minute', roundingIncrement: 5 })
      .add({ minutes: offset * 10 });
    const status = (['confirmed', 'held', 'held', 'cancelled'] as const)[kind];
    const heldUntil = app.clock
      .now()
      .add({ minutes: kind === 2 ? -1 : 20 })
      .toString();
    // Each on its own lane, as when staff accept overlaps.
    await buildEvent(app, employee, {
      start,
      end: start.add({ minutes: length * 5 }),
      status,
      heldUntil,
      lane: index,
    });
  }
  return { employee, serviceIds };
}

function book(app: TestApp, employee: BuiltEmployee, serviceIds: string[], start: number, end: number) {
  const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
  return app.call(publicCalendars.insertEvent, {
    locationUrlName: employee.locationUrlName,
    userUrlName: employee.urlName,
    serviceIds,
    start: iso(start),
    end: iso(end),
    name: 'Mara',
    eMail: 'mara@example.org',
  });
}

test('every offered time is accepted and has no reason; any other is refused with alternatives (property)', async () => {
  await using app = await testApp();
  let accepted = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(worlds, fc.infiniteStream(fc.nat()), async (world, choice) => {
      const { employee, serviceIds } = await populate(app, world);
      const now = app.clock.now();
      const query = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName, serviceIds };
      const range = { start: now.subtract({ hours: 24 }).toString(), end: now.add({ hours: 24 * 20 }).toString() };
      const { answer } = await app.call(publicCalendars.getSlots, { ...query, ...range });
      const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
      const offered = new Set(answer.slots.map((slot) => ms(slot.start)));
      const length = answer.minutes * minute;
      for (const slot of answer.slots) assert.equal(ms(slot.end) - ms(slot.start), length);

      const first = (await app.call(publicCalendars.getFirstFree, query)).answer;
      const soon = first && ms(first.start) < ms(range.end) ? first : undefined;
      assert.equal(soon?.start, answer.slots[0]?.start);

      // Around every end of an offered time, and anywhere.
      const edges = answer.slots.flatMap((slot) => [
        ms(slot.start) - world.step * minute,
        ms(slot.start) + world.step * minute,
        ms(slot.start) + minute,
      ]);
      const anywhere = Array.from(
        { length: 6 },
        () => ms(range.start) + ((choice.next().value ?? 0) % (20 * 288)) * 5 * minute,
      );
      // Only times in the requested range can be known not to be offered: later ones may be free.
      const inRange = (start: number) => start >= ms(range.start) && start < ms(range.end);
      const wrong = [...edges, ...anywhere].filter((start) => inRange(start) && !offered.has(start));
      const headers = await signIn(app, employee);
      const reasonsAt = async (start: number) => {
        const input = { calendarId: employee.calendarId, start: new Date(start).toISOString(), serviceIds };
        return (await app.call(calendars.getWhyNotFree, input, { headers })).answer.reasons;
      };
      for (const start of sample(wrong, 8, choice)) {
        assert.notDeepEqual(await reasonsAt(start), [], `${new Date(start).toISOString()} has no reason`);
        const answered = await book(app, employee, serviceIds, start, start + length);
        assert.equal(answered.status, 417, `${new Temporal.Instant(BigInt(start) * 1_000_000n)} is not shown`);
        const [complaint] = answered.complaints;
        assert.equal(complaint?.Key, 'Start');
        for (const near of (complaint?.Nearest ?? assert.fail()) as { Start: string }[]) {
          const soon = ms(near.Start) < ms(range.end);
          assert.ok(!soon || offered.has(ms(near.Start)), `${near.Start} is offered but not shown`);
        }
        refused++;
      }
      for (const slot of sample(answer.slots, 4, choice)) {
        assert.deepEqual(await reasonsAt(ms(slot.start)), []);
        const answered = await book(app, employee, serviceIds, ms(slot.start), ms(slot.end));
        const repeated = await app.call(publicCalendars.getSlots, { ...query, ...range });
        assert.ok(!repeated.answer.slots.some((each) => each.start === slot.start), 'gone for the next');
        assert.equal(answered.status, 200, `${slot.start}: ${answered.body}`);
        accepted++;
        await app.call(publicCalendars.deleteEvent, { id: answered.answer.id, token: answered.answer.token });
      }
    }),
    runs(40, 6),
  );
  // A few worlds may have no free time at all.
  const [enough, many] = isLong ? [50, 100] : [0, 1];
  assert.ok(accepted >= enough && refused >= many, `${accepted} accepted, ${refused} refused. ${seedHint}`);
});

function sample<T>(all: readonly T[], count: number, choice: fc.Stream<number>): T[] {
  if (all.length === 0) return [];
  return Array.from({ length: count }, () => all[(choice.next().value ?? 0) % all.length] as T);
}
