// Tests which calendars and events a user sees and changes: their own, their locations', their company's, no other's.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { searches } from '#contract/site/search.ts';
import { type BuiltEmployee, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let app: TestApp;
const people: Record<string, BuiltEmployee> = {};
const cookies: Record<string, string> = {};
const event: Record<string, string> = {};

setUpFile(import.meta, async () => {
  app = await testApp();
  const ours = await buildCompany(app);
  const theirs = await buildCompany(app);
  const [centre, suburb] = [
    await buildLocation(app, ours, { timeZone: 'Europe/Riga' }),
    await buildLocation(app, ours, { timeZone: 'Europe/Berlin' }),
  ];
  const abroad = await buildLocation(app, theirs);
  people.user = await buildEmployee(app, centre, { actions: ['user'] });
  people.colleague = await buildEmployee(app, centre, {});
  people.suburban = await buildEmployee(app, suburb, {});
  people.both = await buildEmployee(app, [centre, suburb], {});
  people.lcladmin = await buildEmployee(app, centre, { actions: ['lcladmin'] });
  people.admin = await buildEmployee(app, suburb, { actions: ['admin'] });
  people.sys = await buildEmployee(app, suburb, { actions: ['sys'] });
  people.admin2 = await buildEmployee(app, abroad, { actions: ['admin', 'sys'] });
  for (const [name, person] of Object.entries(people)) {
    cookies[name] = (await signIn(app, person)).cookie;
    event[name] = (
      await buildEvent(app, person, { start: '2026-03-02T09:00:00Z', title: `of ${name}`, eMail: 'mara@example.org' })
    ).id;
  }
});
after(() => app[Symbol.asyncDispose]());

const sees: Record<string, string[]> = {
  user: ['user'],
  colleague: ['colleague'],
  suburban: ['suburban'],
  lcladmin: ['both', 'colleague', 'lcladmin', 'user'],
  admin: ['admin', 'both', 'colleague', 'lcladmin', 'suburban', 'sys', 'user'],
  // The operator works in companies by impersonation only.
  sys: ['sys'],
  admin2: ['admin2'],
};
const nameOf = (calendarId: string) =>
  Object.keys(people).find((name) => people[name]?.calendarId === calendarId) ?? '?';
const range = { start: '2026-03-01T00:00:00Z', end: '2026-03-08T00:00:00Z' };
const time = { start: '2026-03-03T09:00:00Z', end: '2026-03-03T10:00:00Z' };
const snapshot = () => app.database.read.selectFrom('events').selectAll().orderBy('id').execute();

test('the list has the caller’s own calendar first and exactly those the caller may see', async () => {
  for (const [name, expected] of Object.entries(sees)) {
    const { answer } = await app.call(calendars.getAllCalendars, {}, { cookie: cookies[name] });
    assert.deepEqual(answer.map(({ id }) => nameOf(id)).sort(), expected, name);
    assert.deepEqual(
      answer.map(({ isOwn }) => isOwn),
      [true, ...Array(expected.length - 1).fill(false)],
    );
    assert.equal(answer[0]?.businessHours.length, 6);
  }
});

test('events are read, created, moved, notified and deleted by users who may see their calendar; others get 404', async () => {
  const before = await snapshot();
  for (const [name, visible] of Object.entries(sees)) {
    const as = { cookie: cookies[name] };
    for (const [owner, person] of Object.entries(people)) {
      const { calendarId } = person;
      const id = event[owner] ?? assert.fail();
      const may = visible.includes(owner);
      const listed = await app.call(calendars.getCalendarEvents, { calendarId, ...range }, as);
      const titles = may ? listed.answer.map(({ title }) => title) : listed.status;
      assert.deepEqual(titles, may ? [`of ${owner}`] : 404, `${name} reads ${owner}`);
      if (may) continue;
      const own = people[name]?.calendarId ?? assert.fail();
      const refused = [
        await app.call(calendars.insertEvent, { calendarId, title: 'x', ...time }, as),
        await app.call(calendars.insertEvent, { id: newId, calendarId, title: 'x', ...time, acceptOverlap: true }, as),
        await app.call(calendars.updateEvent, { id, calendarId, title: 'x', ...time }, as),
        await app.call(calendars.updateEvent, { id, calendarId: own, title: 'taken', ...time }, as),
        await app.call(calendars.updateEvent, { id: event[name], calendarId, title: 'given', ...time }, as),
        await app.call(calendars.deleteEvent, { id }, as),
        await app.call(calendars.sendEmailNotification, { id }, as),
        await app.call(calendars.sendSmsNotification, { id }, as),
      ];
      const unknown = await app.call(calendars.deleteEvent, { id: randomUUIDv7() }, as);
      for (const answer of refused)
        assert.deepEqual([answer.status, answer.body], [404, unknown.body], `${name} and ${owner}`);
    }
  }
  assert.deepEqual(await snapshot(), before);
  assert.equal((await app.database.read.selectFrom('emailMessages').select('id').execute()).length, 0);
});

test('without a session there are no calendars', async () => {
  const { calendarId } = people.user ?? assert.fail();
  for (const cookie of [undefined, 'daybook=x']) {
    assert.equal((await app.call(calendars.getAllCalendars, {}, { cookie })).status, 410);
    assert.equal((await app.call(calendars.getCalendarEvents, { calendarId, ...range }, { cookie })).status, 410);
    assert.equal((await app.call(calendars.deleteEvent, { id: event.user ?? '' }, { cookie })).status, 410);
    assert.equal((await app.call(calendars.getChanges, {}, { cookie })).status, 410);
  }
});

test('an event that an administrator moves to a colleague takes place there, and its visitor is notified', async () => {
  const { user, suburban } = people;
  if (!user || !suburban) assert.fail();
  const { id } = await buildEvent(app, user, {
    start: '2026-03-04T09:00:00Z',
    userId: null,
    eMail: 'mara@example.org',
    name: 'Mara',
  });
  const given = {
    id,
    calendarId: suburban.calendarId,
    title: 'x',
    name: 'Mara',
    eMail: 'mara@example.org',
    start: '2026-03-04T09:00:00Z',
    end: '2026-03-04T10:00:00Z',
  };
  const { answer } = await app.call(calendars.updateEvent, given, { cookie: cookies.admin });
  assert.deepEqual([answer.calendarId, answer.timeZone], [suburban.calendarId, 'Europe/Berlin']);
  const stored = await app.database.read
    .selectFrom('events')
    .select('locationId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(stored.locationId, suburban.locationId);
  const mails = await app.database.read.selectFrom('emailMessages').select(['toEMail', 'plain']).execute();
  assert.deepEqual(
    mails.map(({ toEMail }) => toEMail),
    ['mara@example.org'],
  );
  assert.match(mails[0]?.plain ?? '', new RegExp(suburban.lastName));
});

test('a range of more than 62 days is an error, and a reversed one is swapped', async () => {
  const { calendarId } = people.user ?? assert.fail();
  const as = { cookie: cookies.user };
  const long = await app.call(
    calendars.getCalendarEvents,
    { calendarId, start: '2026-03-01T00:00:00Z', end: '2026-06-01T00:00:00Z' },
    as,
  );
  assert.deepEqual(
    long.complaints.map(({ Key }) => Key),
    ['End'],
  );
  const swapped = await app.call(calendars.getCalendarEvents, { calendarId, start: range.end, end: range.start }, as);
  assert.equal(swapped.answer.length, 1);
});

test('a local administrator reaches of a shared person the events of their own locations only', async () => {
  await using shared = await testApp();
  const company = await buildCompany(shared);
  const suburb = await buildLocation(shared, company, { timeZone: 'Europe/Berlin' });
  const centre = await buildLocation(shared, company, { timeZone: 'Europe/Riga' });
  const both = await buildEmployee(shared, [suburb, centre], { firstName: 'Shared' });
  const lead = await buildEmployee(shared, centre, { actions: ['lcladmin'] });
  const admin = await buildEmployee(shared, centre, { actions: ['admin'] });
  const [as, asAdmin, asOwner] = [await signIn(shared, lead), await signIn(shared, admin), await signIn(shared, both)];
  const at = (location: { id: string; timeZone: string }) => ({
    ...both,
    locationId: location.id,
    timeZone: location.timeZone,
  });
  const eMail = 'mara@example.org';
  const away = await buildEvent(shared, at(suburb), { start: '2026-03-02T09:00:00Z', title: 'Elsewhere', eMail });
  const here = await buildEvent(shared, at(centre), { start: '2026-03-02T12:00:00Z', title: 'Hereabouts', eMail });
  const nowhere = await buildEvent(
    shared,
    { ...both, locationId: null as never },
    { start: '2026-03-02T15:00:00Z', title: 'Nowhere', eMail },
  );
  const { calendarId } = both;
  const titles = async (session: { cookie: string }) =>
    (await shared.call(calendars.getCalendarEvents, { calendarId, ...range }, session)).answer.map(
      ({ title }) => title,
    );
  assert.deepEqual(await titles(as), ['Hereabouts']);
  assert.deepEqual(await titles(asAdmin), ['Elsewhere', 'Hereabouts', 'Nowhere']);
  assert.deepEqual(await titles(asOwner), ['Elsewhere', 'Hereabouts', 'Nowhere']);

  const stored = () => shared.database.read.selectFrom('events').selectAll().orderBy('id').execute();
  const before = await stored();
  for (const { id } of [away, nowhere]) {
    const refused = [
      await shared.call(calendars.updateEvent, { id, calendarId, title: 'x', ...time }, as),
      await shared.call(calendars.updateEvent, { id, calendarId: lead.calendarId, title: 'taken', ...time }, as),
      await shared.call(calendars.deleteEvent, { id }, as),
      await shared.call(calendars.sendEmailNotification, { id }, as),
      await shared.call(calendars.sendSmsNotification, { id }, as),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404, 404, 404],
    );
    assert.equal((await shared.call(searches.getById, { id }, as)).status, 404);
  }
  assert.deepEqual(await stored(), before);
  const found = async (session: { cookie: string }, search: string) =>
    (await shared.call(searches.getPaginated, { search }, session)).answer.searches.map(({ name }) => name);
  assert.deepEqual(await found(as, 'Elsewhere'), []);
  assert.deepEqual(await found(as, 'Hereabouts'), ['Hereabouts']);
  assert.deepEqual(await found(asAdmin, 'Elsewhere'), ['Elsewhere']);

  const own = await shared.call(calendars.getAllCalendars, {}, as);
  assert.equal(own.answer.find(({ id }) => id === calendarId)?.timeZone, 'Europe/Riga', 'the zone of their location');
  const made = await shared.call(calendars.insertEvent, { calendarId, title: 'New', ...time }, as);
  const { locationId } = await shared.database.read
    .selectFrom('events')
    .select('locationId')
    .where('id', '=', made.answer.id)
    .executeTakeFirstOrThrow();
  assert.equal(locationId, centre.id);
  assert.equal((await shared.call(calendars.deleteEvent, { id: here.id }, as)).status, 204);
});
