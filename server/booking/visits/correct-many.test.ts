// Tests that a corrected zone moves hundreds of visits of several parts at once, in the order of the house's locks, and
// of what happens at the same moment: reminders that are due, and saves by colleagues.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { remindOfVisits } from '#server/booking/notifications/remind-of-visits.ts';
import { buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { salon, send } from '#server/testing/build/salon.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';

type Salon = Awaited<ReturnType<typeof salon>>;

const riga = 'Europe/Riga';
const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';
const minute = 60_000;

/** A machine under load answers 503, and the caller tries again. */
async function correct(app: Salon, timeZone: string, visitsKeep?: 'instant' | 'wallTime') {
  const input = { id: app.location.id, timeZone, ...(visitsKeep && { visitsKeep }) };
  for (;;) {
    const answer = await app.call(companyLocations.operations.update, input, app.as);
    if (answer.status !== 503) return answer;
  }
}

interface Placed {
  id: string;
  unit: string;
  calendarId: string;
  locationId: string;
  lane: number;
  from: number;
  to: number;
}

const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
const overlap = (one: Placed, other: Placed) => one.from < other.to && other.from < one.to;

/** Visits of one to three parts, with pauses between them, in calendars of three people; some at another location. */
async function bookMany(app: Salon, count: number): Promise<Placed[]> {
  const below = random(seed);
  const elsewhere = await buildLocation(app, app.company);
  const people = [app.employee, await buildEmployee(app, app.location), await buildEmployee(app, app.location)];
  const events: Placed[] = [];
  const first = Temporal.Instant.from('2026-03-03T00:00:00Z').epochMilliseconds;
  for (let nr = 0; nr < count; nr++) {
    const unit = randomUUID();
    const locationId = below(10) === 0 ? elsewhere.id : app.location.id;
    let at = first + (below(45) * 1440 + (6 + below(11)) * 60 + below(4) * 15) * minute;
    for (let part = 0; part <= below(3); part++) {
      const from = at + (part > 0 ? below(3) * 10 : 0) * minute;
      at = from + (15 + below(5) * 15) * minute;
      const calendarId = people[below(3)]?.calendarId ?? '';
      const placed = { id: part === 0 ? unit : randomUUID(), unit, calendarId, locationId, lane: 0, from, to: at };
      const others = events.filter((one) => one.calendarId === calendarId && overlap(one, placed));
      while (others.some(({ lane }) => lane === placed.lane)) placed.lane++;
      events.push(placed);
    }
  }
  await write(app, events);
  return events;
}

/** Every eighth customer has been told. */
async function write({ database, company, employee }: Salon, events: readonly Placed[]): Promise<void> {
  const units = [...Map.groupBy(events, ({ unit }) => unit).entries()];
  await database.write.transaction().execute(async (tx) => {
    for (let start = 0; start < units.length; start += 200) {
      const some = units.slice(start, start + 200);
      await tx
        .insertInto('visits')
        .values(
          some.map(([id, parts], nr) => {
            const [first, last] = [Math.min(...parts.map(({ from }) => from)), Math.max(...parts.map(({ to }) => to))];
            const told = {
              status: 'confirmed',
              ...{ start: iso(first).replace('Z', '.000Z'), end: iso(last).replace('Z', '.000Z'), timeZone: riga },
              calendars: parts.map(({ calendarId }) => calendarId),
            };
            return {
              ...{
                companyId: company.id,
                id,
                calendarUid: id,
                name: `Guest ${start + nr}`,
                status: 'confirmed' as const,
              },
              ...{ locationId: parts[0]?.locationId ?? null, timeZone: riga, source: 'staff' as const },
              ...{ startAt: iso(first), endAt: iso(last), day: iso(first).slice(0, 10) },
              ...(nr % 8 === 0 && {
                eMail: `${id}@example.org`,
                notified: JSON.stringify(told),
                notifying: JSON.stringify(told),
              }),
            };
          }),
        )
        .execute();
      const parts = some.flatMap(([, own]) => own);
      await tx
        .insertInto('events')
        .values(
          parts.map(({ id, calendarId, locationId, lane, from, to }) => ({
            ...{ companyId: company.id, id, calendarId, locationId, lane, timeZone: riga, type: 'success' },
            ...{ startAt: iso(from), endAt: iso(to), occupied: `{[${iso(from)},${iso(to)})}`, countedParts: 1 },
            userId: employee.userId,
          })),
        )
        .execute();
      await tx
        .insertInto('visitParts')
        .values(
          some.flatMap(([visitId, own]) =>
            own.map(({ id: eventId }, position) => ({
              companyId: company.id,
              visitId,
              eventId,
              position,
              minutes: 30,
            })),
          ),
        )
        .execute();
    }
  });
}

async function placesOf({
  database,
  company,
}: Salon): Promise<Map<string, { from: number; to: number; taken: string }>> {
  const { rows } = await sql<{ id: string; from: number; to: number; taken: string }>`
    select id, (extract(epoch from start_at) * 1000)::float8 as from, (extract(epoch from end_at) * 1000)::float8 as to,
      occupied::text as taken from events where company_id = ${company.id}`.execute(database.read);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

test('hundreds of visits move with all their parts, and overlap nothing that they did not overlap', async () => {
  await using app = await salon({ actions: ['admin'] });
  const before = await bookMany(app, 250);
  const question = await correct(app, newYork);
  assert.equal(question.status, 417, question.body);
  const [{ Coming }] = JSON.parse(question.body);
  assert.equal((await correct(app, newYork, 'wallTime')).status, 200);
  const places = await placesOf(app);
  const after = before.map((one) => ({ ...one, ...places.get(one.id) }));
  const by = new Map(after.map((one, index) => [one.id, one.from - (before[index]?.from ?? 0)]));
  let kept = 0;
  let told = 0;
  for (const [unit, parts] of Map.groupBy(before, (one) => one.unit)) {
    const start = Temporal.Instant.fromEpochMilliseconds(Math.min(...parts.map(({ from }) => from)));
    const wall = start.toZonedDateTimeISO(riga).toPlainDateTime();
    const moved = wall.toZonedDateTime(newYork).toInstant().since(start).total('milliseconds');
    const [delta = 0, ...others] = new Set(parts.map(({ id }) => by.get(id)));
    assert.deepEqual(others, [], `its parts keep their distances. ${seedHint}`);
    if (parts[0]?.locationId !== app.location.id) assert.equal(delta, 0, seedHint);
    else if (delta === 0) kept++;
    else assert.equal(delta, moved, seedHint);
    const visit = await app.visit(unit);
    assert.equal(visit?.startAt.epochMilliseconds, start.epochMilliseconds + delta, seedHint);
    assert.equal(String(visit?.day), String(visit?.startAt.toZonedDateTimeISO(visit.timeZone).toPlainDate()), seedHint);
    if (visit?.eMail && parts[0]?.locationId === app.location.id) told++;
  }
  assert.deepEqual([Coming.KeptCount, kept < 150], [kept, true], seedHint);
  for (const [index, one] of after.entries()) {
    assert.equal(one.to - one.from, (before[index]?.to ?? 0) - (before[index]?.from ?? 0), seedHint);
    for (const [next, other] of after.entries()) {
      if (next <= index || one.calendarId !== other.calendarId || !overlap(one, other)) continue;
      assert.ok(overlap(before[index] as Placed, before[next] as Placed), `a new overlap. ${seedHint}`);
    }
  }
  const mails = (await app.mails()).filter(({ causeKind }) => causeKind === 'visit.changed');
  assert.deepEqual([mails.length, new Set(mails.map(({ toEMail }) => toEMail)).size], [told, told], seedHint);
});

test('a correction takes the calendars of the company in the order of their ids', async () => {
  await using app = await salon({ actions: ['admin'] });
  await buildEmployee(app, app.location);
  await buildEmployee(app, app.location);
  const { rows } = await sql<{ id: string }>`
    select id from calendars where company_id = ${app.company.id} order by id`.execute(app.database.read);
  const [first = '', second = '', third = ''] = rows.map(({ id }) => id);
  const isFree = async (id: string) =>
    app.database.write.transaction().execute(async (tx) => {
      const { rows: taken } = await sql<{ is: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as is`.execute(tx);
      return taken[0]?.is;
    });
  const { pending } = await app.database.write.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${second}, 0))`.execute(tx);
    const corrected = correct(app, berlin);
    await waitForLock(app);
    assert.deepEqual([await isFree(first), await isFree(third)], [false, true]);
    return { pending: corrected };
  });
  assert.equal((await pending).status, 200);
});

test('a reminder that waits at the correction says the new local time, once, to customer and employee', async () => {
  await using app = await salon({ actions: ['admin'] });
  await app.database.write
    .updateTable('employees')
    .set({ reminderLeads: [24], reminderChannels: ['mail'] as never })
    .execute();
  const { id } = await buildEvent(app, app.employee, {
    start: '2026-03-04T11:00:00Z',
    ...{ userId: null, name: 'Mara', eMail: 'mara@example.org', language: 'en' },
  });
  await app.database.write
    .updateTable('visits')
    .set({ createdAt: Temporal.Instant.from('2026-02-23T08:00:00Z') })
    .where('id', '=', id)
    .execute();
  app.clock.set('2026-03-03T10:59:00Z');
  await remindOfVisits(app);
  app.clock.set('2026-03-03T11:00:00Z');
  assert.equal(await remindOfVisits(app), 2);
  await app.signInAgain();
  const waiting = async () =>
    (await app.mails()).filter(({ state, causeKind }) => state === 'queued' && causeKind === 'visit.upcoming');
  const keys = async () => (await waiting()).map(({ causeKey }) => causeKey).sort();
  const before = await keys();
  assert.equal((await correct(app, berlin, 'instant')).status, 200);
  const mails = await waiting();
  assert.deepEqual(await keys(), before, 'the job finds them queued');
  for (const { plain } of mails) {
    assert.match(plain ?? '', /12:00–13:00/);
    assert.doesNotMatch(plain ?? '', /13:00–14:00/);
  }
  app.clock.advance({ minutes: 1 });
  assert.equal(await remindOfVisits(app), 0);
  await send(app);
  assert.equal((await correct(app, riga, 'instant')).status, 200);
  assert.deepEqual(await waiting(), [], 'what has left is not written again');
});

test('what colleagues save at the moment of the correction gets the new zone', async () => {
  await using app = await salon({ actions: ['admin'] });
  const { calendarId } = app.employee;
  const given = { start: '2026-03-04T09:00:00', name: 'Mara' };
  for (const [what, save] of Object.entries({
    'an event': () =>
      app.call(
        calendars.insertEvent,
        { calendarId, ...given, end: '2026-03-04T10:00:00', title: 'New' } as never,
        app.as,
      ),
    'a visit': () =>
      app.call(
        visits.insertVisit,
        { name: 'Mara', parts: [{ calendarId, start: '2026-03-06T09:00:00Z', minutes: 30 }] } as never,
        app.as,
      ),
  })) {
    await app.database.write.updateTable('locations').set({ timeZone: riga }).execute();
    const { pending } = await app.database.write.transaction().execute(async (correction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${calendarId}, 0))`.execute(correction);
      const saved = save();
      await waitForLock(app);
      await correction.updateTable('locations').set({ timeZone: berlin }).where('id', '=', app.location.id).execute();
      return { pending: saved };
    });
    const { status, body } = await pending;
    assert.equal(status, 200, body);
    const last = app.database.read.selectFrom('events').select(['timeZone', 'startAt']).orderBy('id', 'desc');
    assert.equal((await last.executeTakeFirstOrThrow()).timeZone, berlin, what);
  }
});
