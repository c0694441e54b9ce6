// Tests of where events and visits of staff take place: people may work at several locations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const times = { start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z' };
const mara = { name: 'Mara', eMail: 'mara@example.org' };

/** Anna works at the second location only, Berta at both: the first is the older one. */
async function twoPlaces() {
  const app = await testApp();
  const company = await buildCompany(app);
  const first = await buildLocation(app, company, { name: 'Centre', timeZone: 'Europe/Riga' });
  app.clock.advance({ minutes: 1 });
  const second = await buildLocation(app, company, { name: 'Harbour', timeZone: 'Europe/Berlin' });
  const anna = await buildEmployee(app, second, { actions: ['admin'] });
  const berta = await buildEmployee(app, [first, second]);
  const as = await signIn(app, anna);
  return {
    ...app,
    ...{ first, second, anna, berta, as },
    /** The locations and zones of all events and visits. */
    places: async () => {
      const { read } = app.database;
      const events = await read.selectFrom('events').select(['locationId', 'timeZone']).orderBy('startAt').execute();
      const ofVisits = await read.selectFrom('visits').select('locationId').orderBy('startAt').execute();
      return { events, visits: ofVisits.map(({ locationId }) => locationId) };
    },
  };
}

test('an appointment that moves to a colleague stays at its location, where the colleague works too', async () => {
  await using app = await twoPlaces();
  const { anna, berta, second, first } = app;
  const made = await app.call(
    calendars.insertEvent,
    { calendarId: anna.calendarId, title: 'Cut', ...times, ...mara },
    app.as,
  );
  const moved = await app.call(calendars.updateEvent, { id: made.answer.id, calendarId: berta.calendarId }, app.as);
  assert.deepEqual([moved.status, moved.answer.calendarId], [200, berta.calendarId]);
  const there = { events: [{ locationId: second.id, timeZone: 'Europe/Berlin' }], visits: [second.id] };
  assert.deepEqual(await app.places(), there);
  // Renaming it in the calendar of a person who works elsewhere first does not take it there.
  await app.call(calendars.updateEvent, { id: made.answer.id, title: 'Cut and wash' }, app.as);
  assert.deepEqual(await app.places(), there);
  // A colleague who does not work there takes it along.
  const carla = await buildEmployee(app, first);
  await app.call(calendars.updateEvent, { id: made.answer.id, calendarId: carla.calendarId }, app.as);
  assert.deepEqual(await app.places(), {
    events: [{ locationId: first.id, timeZone: 'Europe/Riga' }],
    visits: [first.id],
  });
});

test('the hours of the location where the appointment stays decide whether the colleague is at work', async () => {
  await using app = await twoPlaces();
  const { anna, berta, first } = app;
  const write = app.database.write;
  const atFirst = write.deleteFrom('openingHours').where('calendarId', '=', berta.calendarId);
  await atFirst.where('locationId', '=', first.id).execute();
  const made = await app.call(calendars.insertEvent, { calendarId: anna.calendarId, title: 'Cut', ...times }, app.as);
  const to = { id: made.answer.id, calendarId: berta.calendarId, acceptClosed: false };
  assert.equal((await app.call(calendars.updateEvent, to, app.as)).status, 200);
});

test('staff choose the location of a new event or visit among those of the person', async () => {
  await using app = await twoPlaces();
  const { berta, first, second } = app;
  const elsewhere = await buildBusiness(app);
  const insert = (day: number, locationId?: string) =>
    app.call(
      calendars.insertEvent,
      { calendarId: berta.calendarId, title: 'Work', ...on(day), ...(locationId && { locationId }) },
      app.as,
    );
  const book = (day: number, locationId: string) =>
    app.call(
      visits.insertVisit,
      { ...mara, locationId, parts: [{ calendarId: berta.calendarId, title: 'Cut', start: on(day).start }] },
      app.as,
    );
  const answers = [
    await insert(2),
    await insert(3, second.id),
    // A location where she does not work, and one of another company, leave the usual one.
    await insert(4, elsewhere.location.id),
    await book(5, second.id),
    await book(6, elsewhere.location.id),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const places = await app.places();
  assert.deepEqual(
    places.events.map(({ locationId }) => locationId),
    [first.id, second.id, first.id, second.id, first.id],
  );
  assert.deepEqual(places.visits, [second.id, first.id]);
});

test('blocked time that becomes an appointment stays where it is', async () => {
  await using app = await twoPlaces();
  const { berta, second } = app;
  const { calendarId } = berta;
  const blocked = { calendarId, title: 'Blocked', ...times, locationId: second.id };
  const { answer } = await app.call(calendars.insertEvent, blocked, app.as);
  const parts = [{ calendarId, eventId: answer.id, title: 'Cut', start: times.start }];
  assert.equal((await app.call(visits.insertVisit, { ...mara, parts }, app.as)).status, 200);
  const places = await app.places();
  assert.deepEqual([places.events[0]?.locationId, places.visits], [second.id, [second.id]]);
});

function on(day: number) {
  const date = `2026-03-0${day}`;
  return { start: `${date}T09:00:00Z`, end: `${date}T10:00:00Z` };
}
