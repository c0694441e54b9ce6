// Tests of the feeds of people and locations, read by an independent parser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import { feeds, maxFeeds } from '#contract/links/feeds.ts';
import { endMembership } from '#server/identity/memberships/end-membership.ts';
import { maxUnknown } from '#server/lib/http/door-limits.ts';
import { actionIds } from '#server/lib/sql/first-data.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { maxReadings } from './feed-door.ts';

async function shop(timeZone = 'Europe/Riga') {
  const app = await testApp();
  const {
    company,
    location,
    employee: anna,
  } = await buildBusiness(app, {
    ...{ actions: ['admin'], firstName: 'Anna', lastName: 'Berg', timeZone },
  });
  const as = await signIn(app, anna);
  const make = async (input: { calendarId?: string; locationId?: string }, detail: FeedDetail = 'names', who = as) => {
    const made = await app.call(feeds.insert, { ...input, detail }, who);
    assert.equal(made.status, 200, made.body);
    return { id: made.answer.id, path: new URL(made.answer.address).pathname };
  };
  const ofAnna = (detail?: FeedDetail) => make({ calendarId: anna.calendarId }, detail);
  return { ...app, company, location, anna, as, make, ofAnna };
}

async function read({ server }: Pick<TestApp, 'server'>, path: string) {
  const answer = await server.inject({ url: path });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.match(String(answer.headers['content-type']), /^text\/calendar/);
  const calendar = new ICAL.Component(ICAL.parse(answer.body));
  const events = calendar.getAllSubcomponents('vevent');
  const value = (event: ICAL.Component, name: string) => event.getFirstPropertyValue(name)?.toString();
  return {
    ...{ body: answer.body, etag: String(answer.headers.etag), calendar, events },
    all: (name: string) => events.map((event) => value(event, name)),
  };
}

const answerOf = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body];

for (const [zone, day] of [
  ['Europe/Riga', '2026-03-29'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Kolkata', '2026-03-29'],
] as const) {
  test(`a feed has the hours of ${zone} across changes of the clock, and rules that agree`, async () => {
    await using app = await shop(zone);
    const start = Temporal.PlainDate.from(day).toZonedDateTime(zone);
    const expected: string[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      const at = start.add({ hours: hour }).toInstant();
      await buildEvent(app, app.anna, { start: at, end: at.add({ minutes: 30 }) });
      expected.push(at.toString());
    }
    await buildEvent(app, app.anna, {
      ...{ start: start.toInstant(), end: start.add({ days: 1 }).toInstant(), title: 'Holiday', lane: 1 },
      dates: [day, Temporal.PlainDate.from(day).add({ days: 1 }).toString()],
    });
    const { path } = await app.ofAnna();
    const { calendar, events, body } = await read(app, path);
    const starts = events.map((event) => event.getFirstPropertyValue('dtstart') as ICAL.Time);
    assert.deepEqual(
      starts.filter((at) => !at.isDate).map((at) => Temporal.Instant.from(at.toString()).toString()),
      expected,
    );
    assert.deepEqual(starts.filter((at) => at.isDate).map(String), [day]);
    const component = calendar.getFirstSubcomponent('vtimezone');
    assert.ok(component);
    const rules = new ICAL.Timezone({ component, tzid: zone });
    for (let at = start.subtract({ days: 90 }); at.epochMilliseconds < start.add({ days: 400 }).epochMilliseconds; ) {
      const offset = rules.utcOffset(ICAL.Time.fromDateTimeString(at.toPlainDateTime().toString()));
      assert.equal(offset * 1e9, at.offsetNanoseconds, at.toString());
      at = at.add({ days: 1 }).with({ hour: 12 });
    }
    assert.doesNotMatch(body, /METHOD|ORGANIZER|ATTENDEE/);
    assert.ok(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
  });
}

test('a feed shows as much as its maker has chosen', async () => {
  await using app = await shop();
  const service = await buildService(app, app.anna, { name: 'Cut; colour, and more' });
  await buildEvent(app, app.anna, { start: '2026-03-03T09:00:00Z', name: 'Māra Ozola', serviceId: service.id });
  await buildEvent(app, app.anna, { start: '2026-03-04T09:00:00Z', title: 'Dentist' });
  const summaries = async (detail: FeedDetail) => {
    const { all } = await read(app, (await app.ofAnna(detail)).path);
    return { summaries: all('summary'), places: all('location').map(Boolean) };
  };
  assert.deepEqual(await summaries('busy'), { summaries: ['Busy', 'Busy'], places: [false, false] });
  assert.deepEqual(await summaries('service'), {
    ...{ summaries: ['Cut; colour, and more', 'Busy'], places: [true, true] },
  });
  assert.deepEqual(await summaries('names'), {
    ...{ summaries: ['Māra Ozola · Cut; colour, and more', 'Dentist'], places: [true, true] },
  });
});

test('a feed has requests, and neither holds, nor cancelled visits, nor events out of its range', async () => {
  await using app = await shop();
  const at = (days: number) => app.clock.now().add({ hours: 24 * days });
  const names = { today: 0, past: -89, future: 399, tooEarly: -92, tooLate: 401 };
  for (const [title, days] of Object.entries(names)) await buildEvent(app, app.anna, { start: at(days), title });
  const customer = { name: 'Mara' };
  await buildEvent(app, app.anna, { start: at(1), title: 'asked', status: 'requested', ...customer });
  for (const [index, status] of (['held', 'cancelled', 'declined', 'expired'] as const).entries())
    await buildEvent(app, app.anna, { start: at(2 + index), title: status, status, ...customer });
  const { all } = await read(app, (await app.ofAnna()).path);
  assert.deepEqual(all('summary'), ['past', 'today', 'Mara · asked', 'future']);
  assert.deepEqual(all('status'), ['CONFIRMED', 'CONFIRMED', 'TENTATIVE', 'CONFIRMED']);
});

test('an appointment is one entry after ten moves, and none after it is cancelled', async () => {
  await using app = await shop();
  const { id } = await buildEvent(app, app.anna, { start: '2026-03-03T07:00:00Z', title: 'Cut', name: 'Mara' });
  const { path } = await app.ofAnna();
  const tags = new Set<string>();
  for (let move = 1; move <= 10; move += 1) {
    app.clock.advance({ minutes: 1 });
    const start = Temporal.Instant.from('2026-03-03T07:00:00Z').add({ minutes: 30 * move });
    const time = { start: start.toString(), end: start.add({ hours: 1 }).toString() };
    const moved = await app.call(calendars.updateEvent, { id, ...time, notify: false }, app.as);
    assert.equal(moved.status, 200, moved.body);
    const { all, etag } = await read(app, path);
    assert.deepEqual(all('uid'), [`${id}@localhost:3000`]);
    assert.deepEqual(all('dtstart'), [start.toString()]);
    assert.deepEqual(all('sequence'), [String(move)]);
    assert.deepEqual(all('dtstamp'), [app.clock.now().toString()]);
    tags.add(etag);
  }
  assert.equal(tags.size, 10);
  const ended = await app.call(visits.changeStatus, { id, status: 'cancelled', notify: false }, app.as);
  assert.equal(ended.status, 200, ended.body);
  const { events, calendar } = await read(app, path);
  assert.equal(events.length, 0);
  assert.ok(calendar.getFirstSubcomponent('vtimezone'), 'a calendar has a component');
});

test('a reader that has the feed gets 304, and the same tag means the same text', async () => {
  await using app = await shop();
  const { id } = await buildEvent(app, app.anna, { start: '2026-03-03T09:00:00Z', title: 'Cut' });
  const { path } = await app.ofAnna();
  const first = await read(app, path);
  app.clock.advance({ hours: 5 });
  const again = await read(app, path);
  assert.deepEqual([again.etag, again.body], [first.etag, first.body]);
  const conditional = (etag: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.server.inject({ method, url: path, headers: { 'if-none-match': etag } });
  for (const etag of [first.etag, `W/${first.etag}`, `"other", ${first.etag}`]) {
    const answer = await conditional(etag);
    assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', first.etag]);
  }
  const head = await conditional('"other"', 'HEAD');
  assert.deepEqual(
    [head.statusCode, head.body, head.headers.etag, head.headers['content-length']],
    [200, '', first.etag, String(Buffer.byteLength(first.body))],
  );
  const { write } = app.database;
  const changes = [
    sql`update events set updated_at = updated_at + interval '1 second' where id = ${id}`,
    sql`update locations set name = 'Elsewhere' where id = ${app.location.id}`,
    sql`update users set first_name = 'Ann' where id = ${app.anna.userId}`,
    sql`update companies set name = 'Other' where id = ${app.company.id}`,
    sql`delete from events where id = ${id}`,
  ];
  let { etag } = first;
  for (const change of changes) {
    await change.execute(write);
    const changed = await conditional(etag);
    assert.equal(changed.statusCode, 200);
    assert.notEqual(changed.headers.etag, etag);
    etag = String(changed.headers.etag);
  }
});

test('gone, foreign, ended and unknown feeds, and those of people without the right, have one answer', async () => {
  await using app = await shop();
  const colleague = await buildEmployee(app, app.location, { actions: ['lcladmin'] });
  const cookie = await signIn(app, colleague);
  const own = await app.make({ calendarId: colleague.calendarId }, 'names', cookie);
  const ofColleague = await app.make({ calendarId: app.anna.calendarId }, 'names', cookie);
  const place = await app.make({ locationId: app.location.id }, 'names', cookie);
  const get = async (path: string) => answerOf(await app.server.inject({ url: path }));
  for (const { path } of [own, ofColleague, place]) assert.equal((await get(path))[0], 200);
  const gone = await get(`/feeds/${'x'.repeat(43)}.ics`);
  assert.equal(gone[0], 404);
  const [malformed, upper] = ['/feeds/x.ics', own.path.toUpperCase()];
  for (const path of [malformed, upper, own.path.replace('.ics', ''), `${own.path}x`]) {
    assert.deepEqual(await get(path), gone, path);
  }
  await sql`delete from user_actions where user_id = ${colleague.userId} and action_id = ${actionIds.lcladmin}`.execute(
    app.database.write,
  );
  assert.deepEqual(await get(ofColleague.path), gone, 'a maker who is no administrator any more');
  assert.deepEqual(await get(place.path), gone);
  assert.equal((await get(own.path))[0], 200);
  assert.equal((await app.call(feeds.delete, { id: place.id }, cookie)).status, 404);
  const signedIn = { ...app, db: app.database.write } as never;
  await endMembership(signedIn, { companyId: app.company.id, userId: colleague.userId });
  assert.deepEqual(await get(own.path), gone, 'a maker who has left');

  const mine = await app.ofAnna();
  assert.equal((await get(mine.path))[0], 200);
  assert.equal((await app.call(feeds.delete, { id: mine.id }, app.as)).status, 204);
  assert.deepEqual(await get(mine.path), gone, 'an ended feed');
  assert.equal((await app.call(feeds.delete, { id: mine.id }, app.as)).status, 404);

  const stranger = await buildBusiness(app, { actions: ['admin'] });
  const abroad = await signIn(app, stranger.employee);
  for (const subject of [{ calendarId: app.anna.calendarId }, { locationId: app.location.id }]) {
    const refused = await app.call(feeds.insert, { ...subject, detail: 'busy' }, abroad);
    assert.equal(refused.status, 404);
  }
  const employee = await signIn(app, await buildEmployee(app, app.location, { actions: ['user'] }));
  const refused = await app.call(feeds.insert, { locationId: app.location.id, detail: 'busy' }, employee);
  assert.equal(refused.status, 404, 'only administrators make feeds of locations');
});

test('a feed of a location has all that takes place there, and nothing that its maker may not see', async () => {
  await using app = await shop();
  const berta = await buildEmployee(app, app.location, { firstName: 'Berta', lastName: 'Liepa' });
  await buildEvent(app, app.anna, { start: '2026-03-03T09:00:00Z', title: 'First' });
  await buildEvent(app, berta, { start: '2026-03-03T10:00:00Z', title: 'Second' });
  await buildEvent(app, { ...berta, locationId: null as never }, { start: '2026-03-03T12:00:00Z', title: 'Nowhere' });
  const { path } = await app.make({ locationId: app.location.id });
  const { all } = await read(app, path);
  assert.deepEqual(all('summary'), ['First', 'Second']);
  assert.deepEqual(all('description'), ['Anna Berg', 'Berta Liepa']);
});

test('local administrators make and end feeds of exactly the locations that they administer', async () => {
  await using app = await shop();
  const [north, south] = [
    await buildLocation(app, app.company, { name: 'North' }),
    await buildLocation(app, app.company, { name: 'South' }),
  ];
  const person = await buildEmployee(app, [north, app.location], { actions: ['lcladmin'] });
  const local = await signIn(app, person);
  const placesOf = async (who: { cookie: string }) =>
    (await app.call(feeds.getPlaces, {}, who)).answer.map(({ id }) => id).toSorted();
  const ids = (...locations: { id: string }[]) => locations.map(({ id }) => id).toSorted();
  assert.deepEqual(await placesOf(local), ids(north, app.location));
  assert.deepEqual(await placesOf(app.as), ids(north, south, app.location));
  assert.deepEqual(await placesOf(await signIn(app, await buildEmployee(app, north, { actions: ['user'] }))), []);
  const stranger = await buildBusiness(app, { actions: ['admin'] });
  assert.deepEqual(await placesOf(await signIn(app, stranger.employee)), ids(stranger.location));

  const [ofNorth, ofSouth] = [await app.make({ locationId: north.id }), await app.make({ locationId: south.id })];
  const own = await app.make({ locationId: north.id }, 'busy', local);
  const refused = await app.call(feeds.insert, { locationId: south.id, detail: 'busy' }, local);
  assert.equal(refused.status, 404);
  const listed = (await app.call(feeds.getAll, {}, local)).answer;
  assert.deepEqual(
    listed.map(({ id }) => id),
    [ofNorth.id, own.id],
  );
  assert.equal((await app.call(feeds.delete, { id: ofSouth.id }, local)).status, 404);
  assert.equal((await app.call(feeds.delete, { id: ofNorth.id }, local)).status, 204, 'also those of others');

  assert.equal((await app.server.inject({ url: own.path })).statusCode, 200);
  await sql`delete from employee_locations where user_id = ${person.userId} and location_id = ${north.id}`.execute(
    app.database.write,
  );
  assert.equal((await app.server.inject({ url: own.path })).statusCode, 404);
  assert.equal((await app.server.inject({ url: ofSouth.path })).statusCode, 200);
  const later = await signIn(app, person);
  assert.deepEqual(await placesOf(later), ids(app.location));
  assert.equal((await app.call(feeds.delete, { id: own.id }, later)).status, 404);
});

test('a list of feeds has no address, and says when a program last read one', async () => {
  await using app = await shop();
  const made = await app.ofAnna();
  const last = async () => {
    // Sessions are locked meanwhile.
    const { answer, body } = await app.call(feeds.getAll, {}, await signIn(app, app.anna));
    assert.doesNotMatch(body, /Address|Token|\/feeds\//);
    return answer.map(({ lastReadAt, madeBy }) => [madeBy, lastReadAt && Temporal.Instant.from(lastReadAt).toString()]);
  };
  assert.deepEqual(await last(), [['Anna Berg', null]]);
  const first = app.clock.now().toString();
  await read(app, made.path);
  app.clock.advance({ minutes: 59 });
  await read(app, made.path);
  assert.deepEqual(await last(), [['Anna Berg', first]]);
  app.clock.advance({ minutes: 1 });
  await read(app, made.path);
  assert.deepEqual(await last(), [['Anna Berg', app.clock.now().toString()]]);
});

test('a calendar has a limited number of feeds, and a network of unknown ones', async () => {
  await using app = await shop();
  for (let made = 0; made < maxFeeds; made += 1) await app.ofAnna();
  const refused = await app.call(feeds.insert, { calendarId: app.anna.calendarId, detail: 'busy' }, app.as);
  assert.equal(refused.status, 417);
  for (const subject of [{}, { calendarId: app.anna.calendarId, locationId: app.location.id }]) {
    assert.equal((await app.call(feeds.insert, { ...subject, detail: 'busy' }, app.as)).status, 417);
  }
  const statuses = new Set<number>();
  for (let index = 0; index <= maxUnknown; index += 1) {
    statuses.add((await app.server.inject({ url: `/feeds/${String(index).padStart(43, 'x')}.ics` })).statusCode);
  }
  assert.deepEqual([...statuses], [404, 429]);
});

test('many readers of one feed share its text, and one that reads too often waits', async () => {
  await using app = await shop();
  const { path } = await app.ofAnna();
  const start = Temporal.Instant.from('2026-03-10T08:00:00Z');
  for (let index = 0; index < 450; index += 1) {
    const at = start.add({ hours: index });
    await buildEvent(app, app.anna, { start: at, end: at.add({ minutes: 30 }), title: `Event ${index}` });
  }
  const readers = Array.from({ length: maxReadings }, () => app.server.inject({ url: path }));
  const bodies = new Set((await Promise.all(readers)).map(({ body }) => body));
  assert.equal(bodies.size, 1);
  const calendar = new ICAL.Component(ICAL.parse([...bodies][0] ?? ''));
  assert.deepEqual(
    calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('summary')),
    Array.from({ length: 450 }, (_, index) => `Event ${index}`),
    'each batch, in their order',
  );
  const late = await app.server.inject({ url: path });
  assert.deepEqual([late.statusCode, late.headers['retry-after']], [429, '60']);
  app.clock.advance({ minutes: 1 });
  assert.equal((await app.server.inject({ url: path })).statusCode, 200);
});
