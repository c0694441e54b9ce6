// Tests of the team's day: who is in it for each caller, the hours of each person at each location, and their events.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { type BuiltEmployee, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let app: TestApp;
const people: Record<string, BuiltEmployee> = {};
const cookies: Record<string, string> = {};
const places: Record<string, string> = {};

setUpFile(import.meta, async () => {
  app = await testApp();
  const ours = await buildCompany(app);
  const [centre, suburb] = [
    await buildLocation(app, ours, { timeZone: 'Europe/Riga' }),
    await buildLocation(app, ours, { timeZone: 'Europe/Berlin' }),
  ];
  Object.assign(places, { centre: centre.id, suburb: suburb.id });
  const abroad = await buildLocation(app, await buildCompany(app));
  people.user = await buildEmployee(app, centre, { firstName: 'Ulla', lastName: 'Kalns', actions: ['user'] });
  people.suburban = await buildEmployee(app, suburb, { firstName: 'Sven', lastName: 'Blume' });
  people.both = await buildEmployee(app, [centre, suburb], { firstName: 'Betty', lastName: 'Lane' });
  people.lead = await buildEmployee(app, centre, { firstName: 'Lea', lastName: 'Osa', actions: ['lcladmin'] });
  people.admin = await buildEmployee(app, suburb, { firstName: 'Ada', lastName: 'Rask', actions: ['admin'] });
  people.stranger = await buildEmployee(app, abroad, { actions: ['admin', 'sys'] });
  for (const [name, person] of Object.entries(people)) {
    cookies[name] = (await signIn(app, person)).cookie;
    await buildEvent(app, person, { start: '2026-03-02T09:00:00Z', title: `of ${name}`, name: 'Mara' });
  }
  const { both } = people;
  const elsewhere = { ...both, locationId: suburb.id, timeZone: 'Europe/Berlin' };
  await buildEvent(app, elsewhere, { start: '2026-03-02T12:00:00Z', title: 'in the suburb' });
});
after(() => app[Symbol.asyncDispose]());

const monday = { start: '2026-03-01T22:00:00Z', end: '2026-03-02T22:00:00Z' };
const team = async (name: string, input: Partial<Parameters<typeof app.call<typeof calendars.getTeam>>[1]> = {}) =>
  app.call(calendars.getTeam, { ...monday, ...input }, { cookie: cookies[name] });
const seen = async (name: string) =>
  Object.fromEntries(
    (await team(name)).answer.map(({ name: person, events }) => [person, events.map(({ title }) => title)]),
  );

test('each caller sees the people and events of their calendars: own, of their locations, of the company', async () => {
  assert.deepEqual(await seen('user'), { 'Ulla Kalns': ['of user'] });
  assert.deepEqual(Object.entries(await seen('lead')), [
    ['Lea Osa', ['of lead']],
    // Betty works in the suburb as well, which this administrator does not reach.
    ['Betty Lane', ['of both']],
    ['Ulla Kalns', ['of user']],
  ]);
  assert.deepEqual(Object.entries(await seen('admin')), [
    ['Ada Rask', ['of admin']],
    ['Betty Lane', ['of both', 'in the suburb']],
    ['Lea Osa', ['of lead']],
    ['Sven Blume', ['of suburban']],
    ['Ulla Kalns', ['of user']],
  ]);
  assert.equal((await seen('stranger'))['Ulla Kalns'], undefined);
  assert.equal((await app.call(calendars.getTeam, monday)).status, 410);
});

test('events have the same fields as those of their calendar', async () => {
  const { both } = people;
  const member = (await team('admin')).answer.find(({ calendarId }) => calendarId === both?.calendarId);
  const alone = await app.call(
    calendars.getCalendarEvents,
    { calendarId: both?.calendarId ?? '', ...monday },
    { cookie: cookies.admin },
  );
  assert.deepEqual(member?.events, alone.answer);
  assert.equal(member?.events[0]?.status, 'confirmed');
});

test('open times are those of each location that the caller reaches, without breaks, or the other hours of the day', async () => {
  const { both, user } = people;
  if (!both || !user) assert.fail();
  const at = { companyId: both.companyId, locationId: both.locationId };
  const { write } = app.database;
  const lunch = { weekday: 1, startTime: '13:00', endTime: '14:00' };
  await write
    .insertInto('breaks')
    .values({ ...at, ...lunch, calendarId: both.calendarId, id: randomUUIDv7() })
    .execute();
  const other = { date: '2026-03-02', startTime: '12:00', endTime: '15:00' };
  await write
    .insertInto('dateOverrides')
    .values({ ...at, ...other, calendarId: user.calendarId, id: randomUUIDv7() })
    .execute();
  const picture = (await buildFile(app, { id: both.companyId })).id;
  await write.updateTable('employees').set({ pictureId: picture }).where('userId', '=', both.userId).execute();
  const hours = async (name: string, person: BuiltEmployee) => {
    const member = (await team(name)).answer.find(({ calendarId }) => calendarId === person.calendarId);
    return member?.workplaces.map(({ id, open }) => [
      Object.keys(places).find((place) => places[place] === id),
      ...open.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`),
    ]);
  };
  assert.deepEqual(await hours('admin', both), [
    ['centre', '09:00-13:00', '14:00-18:00'],
    ['suburb', '09:00-18:00'],
  ]);
  assert.deepEqual(await hours('lead', both), [['centre', '09:00-13:00', '14:00-18:00']]);
  assert.deepEqual(await hours('lead', user), [['centre', '12:00-15:00']]);
  const { answer } = await team('admin');
  assert.equal(answer.find(({ userId }) => userId === both.userId)?.pictureId, picture);
});

test('given calendars narrow the answer; an unknown or foreign one is 404, a longer range than a week 417', async () => {
  const { user, both, stranger } = people;
  if (!user || !both || !stranger) assert.fail();
  const names = async (ids: string[]) =>
    (await team('lead', { calendarIds: ids })).answer.map(({ calendarId }) => calendarId);
  assert.deepEqual(await names([user.calendarId, both.calendarId]), [both.calendarId, user.calendarId]);
  for (const foreign of [stranger.calendarId, randomUUIDv7()]) {
    assert.equal((await team('lead', { calendarIds: [user.calendarId, foreign] })).status, 404);
  }
  assert.equal((await team('lead', { end: '2026-03-08T22:00:00Z' })).status, 200);
  const long = await team('lead', { end: '2026-03-11T22:00:00Z' });
  assert.deepEqual(
    long.complaints.map(({ Key, Message }) => [Key, /7/.test(Message)]),
    [['End', true]],
  );
});

test('people stand in the order of their plain letters', async () => {
  const company = await buildCompany(app);
  const location = await buildLocation(app, company);
  const admin = await buildEmployee(app, location, { firstName: 'Zoe', lastName: 'Vos', actions: ['admin'] });
  for (const firstName of ['Mona', 'Łukasz', 'lena', 'Øystein'])
    await buildEmployee(app, location, { firstName, lastName: 'Vos' });
  const { cookie } = await signIn(app, admin);
  const { answer } = await app.call(calendars.getTeam, monday, { cookie });
  assert.deepEqual(
    answer.map(({ name }) => name.split(' ')[0]),
    ['Zoe', 'lena', 'Łukasz', 'Mona', 'Øystein'],
  );
});
