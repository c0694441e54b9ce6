// Tests of a corrected time zone: the question, both answers to it, what cannot move, and what customers are told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { findKept } from '#server/booking/times/shifted-times.ts';
import { buildLocation } from '#server/testing/build/business.ts';
import { appointmentOf, salon, send } from '#server/testing/build/salon.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';

type Salon = Awaited<ReturnType<typeof salon>>;

const riga = 'Europe/Riga';
const berlin = 'Europe/Berlin';

const correct = (app: Salon, timeZone: string, keeps?: 'instant' | 'wallTime') =>
  app.call(
    companyLocations.operations.update,
    { id: app.location.id, timeZone, ...(keeps && { visitsKeep: keeps }) },
    app.as,
  );

const zoneOf = async ({ database, location }: Salon) =>
  (
    await database.read
      .selectFrom('locations')
      .select('timeZone')
      .where('id', '=', location.id)
      .executeTakeFirstOrThrow()
  ).timeZone;

async function eventOf({ database }: Salon, id: string) {
  const { startAt, timeZone, day, occupied, blocks } = await database.read
    .selectFrom('events')
    .select(['startAt', 'timeZone', 'day', 'occupied', 'blocks'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { start: startAt.toString(), timeZone, day: String(day), occupied, blocks };
}

test('a zone in which coming appointments show another time is refused until it is said what they keep', async () => {
  await using app = await salon({ actions: ['admin'] });
  const past = await buildEvent(app, app.employee, { start: '2026-03-01T09:00:00Z', name: 'Past' });
  // Neither does what shows the same time ask, nor what is cancelled or over.
  await buildEvent(app, app.employee, { start: '2026-03-04T09:00:00Z', name: 'Off', status: 'cancelled' });
  const same = await correct(app, 'Europe/Vilnius');
  assert.equal(same.status, 200, same.body);
  assert.equal((await correct(app, berlin)).status, 200);
  assert.equal((await correct(app, riga)).status, 200);
  const { id } = await buildEvent(app, app.employee, { start: '2026-03-03T11:00:00Z', name: 'Anna' });
  await buildEvent(app, app.employee, { start: '2026-03-03T14:00:00Z', title: 'Break' });
  const before = await eventOf(app, id);
  const refused = await correct(app, berlin);
  assert.equal(refused.status, 417, refused.body);
  const [{ Key, Coming }] = JSON.parse(refused.body);
  assert.deepEqual([refused.status, Key, Coming.Count, Coming.KeptCount], [417, 'VisitsKeep', 2, 0]);
  const { Title: _, ...example } = Coming.Example;
  assert.deepEqual(example, {
    Name: 'Anna',
    Start: '2026-03-03T13:00:00+02:00',
    Instant: '2026-03-03T12:00:00+01:00',
    WallTime: '2026-03-03T13:00:00+01:00',
  });
  assert.match(refused.complaints[0]?.Message ?? '', /another time in the new zone: 2\./);
  assert.deepEqual([await zoneOf(app), await eventOf(app, id)], [riga, before]);
  // Other fields, and the same zone, ask nothing.
  const record = { id: app.location.id, timeZone: riga, country: 'Latvia' };
  assert.equal((await app.call(companyLocations.operations.update, record, app.as)).status, 200);
  assert.equal((await correct(app, berlin, 'instant')).status, 200);
  assert.equal((await eventOf(app, past.id)).start, '2026-03-01T09:00:00Z');
});

test('appointments that keep their instant show another time, and customers are told it', async () => {
  await using app = await salon({ actions: ['admin'], env: { UNDO_SECONDS: '30' } });
  const service = await buildService(app, app.employee, { minutes: 30 });
  const { id, actionHash } = await appointmentOf(app, [service], '2026-03-03T11:00:00Z');
  const untold = await buildEvent(app, app.employee, {
    start: '2026-03-03T22:30:00Z',
    name: 'Untold',
    eMail: 'untold@example.org',
  });
  const free = await buildEvent(app, app.employee, {
    start: '2026-03-04T22:00:00Z',
    end: '2026-03-05T22:00:00Z',
    dates: ['2026-03-05', '2026-03-06'],
  });
  await send(app);
  const told = (await app.mails()).length;
  assert.equal((await correct(app, berlin, 'instant')).status, 200);
  const visit = await app.visit(id);
  assert.deepEqual([visit?.startAt.toString(), visit?.timeZone], ['2026-03-03T11:00:00Z', berlin]);
  const { start, day } = await eventOf(app, untold.id);
  assert.deepEqual(
    [start, day, String((await app.visit(untold.id))?.day)],
    ['2026-03-03T22:30:00Z', '2026-03-03', '2026-03-03'],
  );
  assert.equal((await eventOf(app, free.id)).start, '2026-03-04T23:00:00Z', 'a day is a day of the new zone');
  const [mail, ...others] = (await app.mails()).slice(told);
  assert.deepEqual([mail?.toEMail, others], ['visitor@example.org', []]);
  assert.match(mail?.plain ?? '', /12:00/);
  assert.match(mail?.plain ?? '', /Before: .*13:00, .*Riga \(GMT\+2\)/);
  const link = await app.call(publicCalendars.getAppointment, { actionHash });
  assert.deepEqual([link.answer.start, link.answer.timeZone], ['2026-03-03T12:00:00+01:00', berlin]);
  // Before the mail has left, the way back says nothing.
  assert.equal((await correct(app, riga, 'instant')).status, 200);
  assert.equal((await app.mails()).slice(told).filter(({ state }) => state === 'queued').length, 0);
});

test('appointments that keep the time on the clock move with all their parts, also beyond a change of the clock', async () => {
  await using app = await salon({ actions: ['admin'] });
  const service = await buildService(app, app.employee, { minutes: 30 });
  const { id, actionHash } = await appointmentOf(app, [service], '2026-03-03T11:00:00Z');
  // One takes the time that the other leaves; they overlap a third one, as staff have accepted.
  const after = await buildEvent(app, app.employee, { start: '2026-03-03T12:00:00Z', name: 'After' });
  const over = await buildEvent(app, app.employee, { start: '2026-03-03T12:30:00Z', name: 'Over', lane: 1 });
  const next = await buildEvent(app, app.employee, { start: '2026-03-10T11:00:00Z', name: 'Next' });
  const summer = await buildEvent(app, app.employee, { start: '2026-04-01T11:00:00Z', name: 'Summer' });
  await send(app);
  const told = (await app.mails()).length;
  // New York has summer time from 8 March 2026, Riga from 29 March.
  const answer = await correct(app, 'America/New_York', 'wallTime');
  assert.equal(answer.status, 200, answer.body);
  const starts = await Promise.all([id, after.id, over.id, next.id, summer.id].map((one) => app.visit(one)));
  assert.deepEqual(
    starts.map((visit) => visit?.startAt.toString()),
    [
      '2026-03-03T18:00:00Z',
      '2026-03-03T19:00:00Z',
      '2026-03-03T19:30:00Z',
      '2026-03-10T17:00:00Z',
      '2026-04-01T18:00:00Z',
    ],
  );
  assert.deepEqual(await eventOf(app, after.id), {
    start: '2026-03-03T19:00:00Z',
    timeZone: 'America/New_York',
    day: '2026-03-03',
    occupied: '{["2026-03-03 19:00:00+00","2026-03-03 20:00:00+00")}',
    blocks: true,
  });
  const [mail, ...others] = (await app.mails()).slice(told);
  assert.deepEqual([mail?.toEMail, others], ['visitor@example.org', []]);
  assert.match(mail?.plain ?? '', /Before: .*13:00, .*Riga \(GMT\+2\)/);
  assert.match(mail?.calendarEntry ?? '', /DTSTART:20260303T180000Z/);
  const link = await app.call(publicCalendars.getAppointment, { actionHash });
  assert.equal(link.answer.start, '2026-03-03T13:00:00-05:00');
  const { answer: shown } = await app.call(visits.getVisit, { id: after.id }, app.as);
  assert.equal(shown.start, '2026-03-03T14:00:00-05:00');
});

test('what would be past, or overlap an appointment that stays, keeps its instant and is named before', async () => {
  await using app = await salon({ actions: ['admin'] });
  const elsewhere = await buildLocation(app, app.company);
  const there = { ...app.employee, locationId: elsewhere.id };
  await buildEvent(app, there, { start: '2026-03-03T12:00:00Z', name: 'Elsewhere' });
  const blocked = await buildEvent(app, app.employee, { start: '2026-03-03T11:00:00Z', name: 'Blocked' });
  const behind = await buildEvent(app, app.employee, { start: '2026-03-03T10:00:00Z', name: 'Behind' });
  const free = await buildEvent(app, app.employee, { start: '2026-03-04T10:00:00Z', name: 'Free' });
  const [{ Coming }] = JSON.parse((await correct(app, berlin)).body);
  const names = Coming.Kept.map(({ Name }: { Name: string }) => Name);
  assert.deepEqual([names, Coming.KeptCount, Coming.Example.Name], [['Behind', 'Blocked'], 2, 'Free']);
  assert.equal((await correct(app, berlin, 'wallTime')).status, 200);
  const starts = async () => Promise.all([blocked, behind, free].map(async ({ id }) => (await eventOf(app, id)).start));
  assert.deepEqual(await starts(), ['2026-03-03T11:00:00Z', '2026-03-03T10:00:00Z', '2026-03-04T11:00:00Z']);
  const soon = await buildEvent(app, app.employee, { start: app.clock.now().add({ minutes: 30 }), name: 'Soon' });
  assert.equal((await correct(app, riga, 'wallTime')).status, 200);
  assert.equal((await app.visit(soon.id))?.startAt.toString(), soon.start.toString());
});

test('a correction waits for the calendars before it takes the location, for which bookings wait', async () => {
  await using app = await salon({ actions: ['admin'] });
  const { corrected } = await app.database.write.transaction().execute(async (booking) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${app.employee.calendarId}, 0))`.execute(booking);
    const pending = correct(app, berlin);
    await waitForLock(app);
    await sql`select from locations where id = ${app.location.id} for update nowait`.execute(booking);
    return { corrected: pending };
  });
  assert.equal((await corrected).status, 200);
});

test('of two events that a change of the clock would bring together, the earlier one moves', () => {
  const shift = (unit: string, from: [number, number], to: [number, number]) => ({
    ...{ unit, calendarId: 'a', from: [from], to: [to] },
  });
  const both = [shift('one', [0, 60], [200, 260]), shift('two', [60, 120], [200, 260])];
  assert.deepEqual([...findKept(both, [], [])], ['two']);
  assert.deepEqual([...findKept(both, [{ calendarId: 'a', ranges: [[250, 300]] }], [])].sort(), ['one', 'two']);
  assert.deepEqual([...findKept(both, [{ calendarId: 'b', ranges: [[250, 300]] }], ['one'])], ['one']);
});

test('that each event waits for the next one is found by looking at each a few times', () => {
  let looks = 0;
  const count = 1_000;
  const chain = Array.from({ length: count }, (_, index) => ({
    unit: String(index),
    calendarId: 'a',
    get from(): [number, number][] {
      looks++;
      return [[index, index + 1]];
    },
    to: [[index + 1, index + 2]] as [number, number][],
  }));
  assert.equal(findKept(chain, [{ calendarId: 'a', ranges: [[count, count + 1]] }], []).size, count);
  assert.ok(looks < 20 * count, String(looks));
});
