// Tests the readings of a CalDAV server: each ends as a fresh one, and no time opens when the server is broken.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { publicCalendars } from '#contract/booking/public.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import { cases, someOf } from '#contract/testing/random-cases.ts';
import { sealAccess } from '#server/links/outside/account/account-secret.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { buildBusiness, openAlways } from '#server/testing/build/business.ts';
import { buildOutsideAccount } from '#server/testing/build/outside-account.ts';
import { calendarObject, outsideWorld } from '#server/testing/build/outside-events.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { eventually } from '#server/testing/process.ts';
import type { CalDavFaults } from '#server/testing/servers/caldav.ts';
import { claimRound } from './claim-round.ts';
import { readDueCalendars } from './read-due-calendars.ts';
import { runRound } from './run-round.ts';

const nine = '20260310T090000Z';
const noon = '20260311T120000Z';

for (const [title, faults] of [
  ['changes since a token', {}],
  ['changes since a token, a few at a time', { pageSize: 1 }],
  ['a server without tokens', { onlyTags: true }],
  ['a server without the report of changes', { report: 415 }],
  ['a server that refuses its tokens with 403', { token: 403 }],
  ['a server that refuses its tokens with 500', { token: 500 }],
  ['a server that refuses its tokens with 507', { token: 507 }],
  ['a server that returns objects one by one', { noMultiget: true }],
] satisfies [string, CalDavFaults][]) {
  test(`events are added, moved and deleted: ${title}`, async () => {
    await using world = await outsideWorld();
    const { dav } = world;
    dav.faults = faults;
    dav.put('a.ics', calendarObject('a', nine));
    dav.put('b.ics', calendarObject('b', noon));
    assert.deepEqual(await world.round(), { read: 1, failed: 0 });
    assert.deepEqual(await world.times(), ['03-10T09:00 10:00', '03-11T12:00 13:00']);
    dav.put('a.ics', calendarObject('a', '20260310T150000Z'));
    dav.remove('b.ics');
    dav.put('c d.ics', calendarObject('c', '20260312T080000Z'));
    await world.round();
    assert.deepEqual(await world.times(), ['03-10T15:00 16:00', '03-12T08:00 09:00']);
    const before = dav.requests.length;
    await world.round();
    assert.equal(dav.requests.length - before, 1, 'one request when nothing has changed');
    dav.forgetTokens();
    dav.remove('a.ics');
    await world.round();
    assert.deepEqual(await world.times(), ['03-12T08:00 09:00'], 'after the server has forgotten its tokens');
    assert.equal((await world.calendar()).reason, null);
  });
}

for (const [reason, faults] of [
  ['signIn', { status: 401 }],
  ['otherSignIn', { status: 401, way: 'Digest' }],
  ['forbidden', { status: 403 }],
  ['gone', { status: 404 }],
  ['server', { status: 500 }],
  ['busy', { status: 503 }],
  ['answer', { status: 418 }],
  ['notCalendar', { html: true }],
  ['otherServer', { location: 'http://127.0.0.2/dav/' }],
  ['redirects', { location: '/dav/again/' }],
] satisfies [string, CalDavFaults][]) {
  test(`a server that fails opens no time, and the person hears why: ${reason}`, async () => {
    await using world = await outsideWorld();
    const { dav, app } = world;
    dav.put('a.ics', calendarObject('a', nine));
    await world.round();
    dav.faults = faults;
    dav.remove('a.ics');
    assert.deepEqual(await world.round(), { read: 0, failed: 1 });
    assert.deepEqual(await world.times(), ['03-10T09:00 10:00']);
    const { reason: told, failingSince } = await world.calendar();
    assert.deepEqual([told, failingSince], [reason, app.clock.now().toString()]);
    assert.ok(dav.credentials.every((one) => one === '' || one === 'anna:drawer of scissors'));
    dav.faults = {};
    if (reason === 'signIn' || reason === 'otherSignIn') {
      const requests = dav.requests.length;
      await world.round();
      assert.equal(dav.requests.length, requests, 'a wrong password is not tried again');
      const [account] = (await app.call(outsideCalendars.getAll, {}, await world.session())).answer;
      assert.equal(account?.state, 'signIn');
      const input = { id: account?.id ?? '', logIn: dav.logIn, password: dav.password };
      assert.equal((await app.call(outsideCalendars.signIn, input, await world.session())).answer.state, 'ok');
    }
    await world.round();
    assert.deepEqual([await world.times(), (await world.calendar()).reason], [[], null]);
  });
}

test('answers that are cut at any byte open no time, and the next reading ends as a fresh one', async () => {
  await using world = await outsideWorld();
  const { dav } = world;
  // So far ahead that all of them stay in sight: each reading takes some minutes of the clock.
  for (const name of ['a', 'b', 'c'])
    dav.put(`${name}.ics`, calendarObject(name, `2026111${'abc'.indexOf(name)}T090000Z`));
  await world.round();
  const before = await world.times();
  assert.equal(before.length, 3);
  // Beside what stays, an event that comes and one that is deleted.
  const change = () => {
    dav.forgetTokens();
    dav.remove('c.ics');
    dav.put('d.ics', calendarObject('d', '20261120T090000Z'));
  };
  dav.sent = 0;
  change();
  const { app } = world;
  await sql`create table undone as select * from outside_calendars`.execute(app.database.write);
  await sql`create table undone_objects as select * from outside_objects`.execute(app.database.write);
  await sql`create table undone_times as select * from outside_times`.execute(app.database.write);
  await world.round();
  const whole = dav.sent;
  const after = await world.times();
  assert.deepEqual(after, ['11-10T09:00 10:00', '11-11T09:00 10:00', '11-20T09:00 10:00']);
  const restore = async () => {
    await sql`delete from outside_objects`.execute(app.database.write);
    await sql`insert into outside_objects select * from undone_objects`.execute(app.database.write);
    await sql`delete from outside_times`.execute(app.database.write);
    await sql`insert into outside_times select * from undone_times`.execute(app.database.write);
    await sql`update outside_calendars c set change_token = u.change_token, change_tag = u.change_tag, due_at = 'epoch',
      reason = null, failing_since = null from undone u where u.id = c.id`.execute(app.database.write);
  };
  const all = Array.from({ length: whole }, (_, bytes) => [bytes, bytes % 2 === 0] as const);
  assert.ok(whole > 1_500);
  for (const [bytes, hidesLength] of someOf(all, 60)) {
    await restore();
    Object.assign(dav, { sent: 0, faults: { bytes, hidesLength } });
    await world.round();
    const { reason } = await world.calendar();
    // A line end after the last element is all that may be missing.
    if (reason !== null) assert.deepEqual(await world.times(), before, `${bytes}: ${reason}`);
    else assert.ok(bytes >= whole - 2, `${bytes} of ${whole} were enough`);
    assert.ok(['cut', 'unreachable', null].includes(reason), `${bytes}: ${reason}`);
    dav.faults = {};
    await world.round();
    assert.deepEqual(await world.times(), after);
  }
});

test('a list that lacks most events has to say so twice, ten minutes apart, or the person has to agree', async () => {
  await using world = await outsideWorld();
  const { dav, app } = world;
  for (let n = 10; n < 28; n++) dav.put(`${n}.ics`, calendarObject(`${n}`, `202603${n}T090000Z`));
  await world.round();
  const before = await world.times();
  assert.equal(before.length, 18);
  dav.faults = { empty: true };
  dav.forgetTokens();
  await world.round();
  assert.deepEqual([await world.times(), (await world.calendar()).reason], [before, 'fewer']);
  dav.faults = {};
  await world.round();
  assert.deepEqual([await world.times(), (await world.calendar()).reason], [before, null], 'the server is well again');
  dav.faults = { empty: true };
  dav.forgetTokens();
  await world.round();
  assert.equal((await world.calendar()).reason, 'fewer');
  await world.round();
  assert.deepEqual([await world.times(), (await world.calendar()).reason], [[], null], 'two lists agree');
  dav.faults = {};
  dav.forgetTokens();
  await world.round();
  assert.deepEqual(await world.times(), before);
  dav.faults = { empty: true };
  dav.forgetTokens();
  await app.call(outsideCalendars.readAllAgain, { id: (await world.calendar()).id }, await world.session());
  await world.round();
  assert.deepEqual([await world.times(), (await world.calendar()).reason], [[], null], 'the person agrees');
});

test('an object that the server may not show, or leaves out of an answer, keeps its times and is asked for again', async () => {
  await using world = await outsideWorld();
  const { dav } = world;
  dav.put('a.ics', calendarObject('a', nine));
  dav.put('b.ics', calendarObject('b', noon));
  await world.round();
  dav.faults = { objects: { 'a.ics': 403 } };
  dav.forgetTokens();
  dav.put('a.ics', calendarObject('a', '20260310T150000Z'));
  await world.round();
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00', '03-11T12:00 13:00']);
  dav.faults = { omitted: ['a.ics'] };
  await world.round();
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00', '03-11T12:00 13:00']);
  dav.faults = {};
  await world.round();
  assert.deepEqual(await world.times(), ['03-10T15:00 16:00', '03-11T12:00 13:00']);
});

test('an object that becomes unreadable keeps its times, and is listed with its title', async () => {
  await using world = await outsideWorld();
  const { dav } = world;
  dav.put('a.ics', calendarObject('a', nine));
  await world.round();
  dav.put('a.ics', calendarObject('a', 'SUMMARY:Dentist', 'DURATION:PT1H'));
  dav.put('b.ics', 'This is no calendar.');
  await world.round();
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00']);
  const { problems, events } = await world.calendar();
  assert.deepEqual(problems, [
    { title: '', problem: 'unreadable' },
    { title: 'Dentist', problem: 'noStart' },
  ]);
  assert.equal(events, 2);
  dav.put('a.ics', calendarObject('a', noon));
  await world.round();
  assert.deepEqual(await world.times(), ['03-11T12:00 13:00']);
});

test('two readers never have the same calendar, and one that was killed leaves it to others', async () => {
  await using world = await outsideWorld();
  const { dav, app } = world;
  dav.put('a.ics', calendarObject('a', nine));
  app.clock.advance({ minutes: 6 });
  const [one, other] = await Promise.all([claimRound(app), claimRound(app)]);
  const claimed = one ?? other ?? assert.fail('none is due');
  assert.ok(!one || !other);
  assert.deepEqual(await readDueCalendars(app), { read: 0, failed: 0 });
  app.clock.advance({ minutes: 11 });
  assert.deepEqual(await readDueCalendars(app), { read: 1, failed: 0 });
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00']);
  // The first reader was only slow: it stores nothing any more.
  dav.put('a.ics', calendarObject('a', noon));
  await runRound(app, claimed);
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00']);
  await world.round();
  assert.deepEqual(await world.times(), ['03-11T12:00 13:00']);
});

test('a new day is worked out without the server, and another place too', async () => {
  await using world = await outsideWorld();
  const { dav, app, employee } = world;
  dav.put('a.ics', calendarObject('a', 'DTSTART;VALUE=DATE:20260309', 'RRULE:FREQ=DAILY'));
  await world.round();
  const count = async () => (await world.times()).length;
  const first = await count();
  assert.ok(first >= 390);
  dav.faults = { report: 500 };
  app.clock.advance({ hours: 24 * 5 });
  await world.round();
  assert.equal(await count(), first + 5);
  await sql`update locations set time_zone = 'America/New_York' where company_id = ${employee.companyId}`.execute(
    app.database.write,
  );
  assert.match((await world.times())[0] ?? '', /T2[12]:00/);
  await world.round();
  assert.match((await world.times())[0] ?? '', /T0[45]:00/);
});

test('a hold asks for a reading at once', async () => {
  await using world = await outsideWorld();
  const { app, employee } = world;
  await world.round();
  assert.deepEqual(await readDueCalendars(app), { read: 0, failed: 0 });
  // Notices of the changes above can still be on their way.
  await noticesCame(app);
  const asked: string[] = [];
  const stop = app.live.listen('daybook_jobs', (name) => asked.push(name));
  await buildEvent(app, employee, { start: app.clock.now().add({ hours: 24 }), status: 'held' });
  await noticesCame(app);
  stop();
  assert.deepEqual(asked, ['outside']);
  app.clock.advance({ seconds: 11 });
  assert.deepEqual(await readDueCalendars(app), { read: 1, failed: 0 });
});

test('one who asks for a reading waits for no one else who does', async () => {
  await using world = await outsideWorld();
  const { app } = world;
  await world.round();
  const { outsideCalendarId } = await buildOutsideAccount(app, (await buildBusiness(app)).employee);
  await addNewJobs(app.database.write);
  const [one, other] = [await app.database.connect(), await app.database.connect()];
  await using ends = new AsyncDisposableStack();
  for (const client of [one, other]) ends.defer(() => client.end());
  const ask = (client: typeof one, which: string) =>
    client.query(`update outside_calendars set due_at = 'epoch' where id ${which} $1`, [outsideCalendarId]);
  await one.query('begin');
  await ask(one, '=');
  await other.query("set lock_timeout = '5s'");
  await ask(other, '<>');
  await one.query('commit');
});

test('visitors book while calendars are read: neither waits for the other in vain, and no time is given twice', async () => {
  await using world = await outsideWorld();
  const { app, dav, employee } = world;
  const service = await buildService(app, employee, { minutes: 60 });
  const book = async (start: Temporal.Instant) => {
    const time = { start: start.toString(), end: start.add({ hours: 1 }).toString() };
    const address = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName };
    const visitor = { name: 'Mara', eMail: `${randomUUID()}@example.org`, serviceId: service.id };
    return (await app.call(publicCalendars.insertEvent, { ...address, ...time, ...visitor })).status;
  };
  const first = Temporal.Instant.from('2026-03-09T08:00:00Z');
  const told = { booked: 0, refused: 0 };
  for (let n = 0; n < cases(100, 15); n++) {
    const start = first.add({ hours: 4 * n });
    const text = start.toString().replaceAll(/[-:]/g, '');
    dav.put(`${n}.ics`, calendarObject(`${n}`, text));
    const [counts, ...statuses] = await Promise.all([
      world.round(),
      ...[0, 0, 2].map((hours) => book(start.add({ hours }))),
      ...[book(start), readDueCalendars(app)].slice(n % 2, 1 + (n % 2)),
    ]);
    assert.equal(counts.failed, 0);
    for (const status of statuses) {
      if (typeof status !== 'number') continue;
      assert.ok(status === 200 || status === 417, `${status}`);
      told[status === 200 ? 'booked' : 'refused']++;
    }
    // The reading that the hold has asked for.
    await world.round();
    assert.equal(await book(start), 417);
  }
  assert.ok(told.booked > 0 && told.refused > 0);
});

test('servers that never answer keep no other company waiting', async () => {
  await using world = await outsideWorld();
  const { app, dav, employee } = world;
  const { employee: neighbour } = await buildBusiness(app, { timeZone: 'Europe/Riga', hours: openAlways });
  const input = { address: dav.url, logIn: dav.logIn, password: dav.password };
  await app.call(outsideCalendars.insert, input, await signIn(app, neighbour));
  dav.put('a.ics', calendarObject('a', nine));
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const sockets: Socket[] = [];
  silent.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
  const slow = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  for (let number = 0; number < 8; number++) {
    const { id, outsideCalendarId } = await buildOutsideAccount(app, employee);
    const secret = sealAccess(app.config, id, { address: slow, logIn: 'anna', password: 'x' });
    await sql`update outside_accounts set secret = ${secret} where id = ${id}`.execute(app.database.write);
    await sql`update outside_calendars set due_at = 'epoch' where id = ${outsideCalendarId}`.execute(
      app.database.write,
    );
  }
  const stop = new AbortController();
  const timesRead = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outside_rounds where company_id = ${neighbour.companyId} and reason is null`.execute(
      app.database.read,
    );
    return rows[0]?.count ?? 0;
  };
  app.clock.advance({ minutes: 6 });
  const reading = readDueCalendars(app, { signal: stop.signal });
  try {
    await eventually('the neighbour is read', async () => (await timesRead()) === 1);
    await eventually('a company has two at once', () => sockets.length === 2);
    // Due while those of the other company still wait.
    app.clock.advance({ minutes: 7 });
    await eventually('and again', async () => (await timesRead()) === 2);
    assert.equal(sockets.length, 2);
  } finally {
    stop.abort();
    await reading.catch(() => {});
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('names and titles with characters that PostgreSQL refuses do not end a reading', async () => {
  await using world = await outsideWorld();
  const { dav } = world;
  dav.put('a.ics', calendarObject('a', nine));
  dav.put('b.ics', calendarObject('b\0', `SUMMARY:${'x'.repeat(99)}😀`, 'DURATION:PT1H'));
  assert.deepEqual(await world.round(), { read: 1, failed: 0 });
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00']);
  const { problems } = await world.calendar();
  assert.deepEqual(problems, [{ title: `${'x'.repeat(99)}\uFFFD`, problem: 'noStart' }]);
});

test('the log has nothing of an answer that is no HTTP, and has an error when PostgreSQL refuses a reading', async () => {
  await using world = await outsideWorld();
  const { app, dav } = world;
  const logged: Record<'debug' | 'error', unknown[]> = { debug: [], error: [] };
  mock.method(app.log, 'debug', (about: unknown) => logged.debug.push(about));
  mock.method(app.log, 'error', (about: unknown) => logged.error.push(about));
  const odd = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\r\nBad Header: Dinner\r\n\r\nDinner'));
  });
  odd.listen(0, '127.0.0.1');
  await once(odd, 'listening');
  const { id, outsideCalendarId } = await buildOutsideAccount(app, world.employee);
  const address = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
  const secret = sealAccess(app.config, id, { address, logIn: 'anna', password: 'x' });
  await sql`update outside_accounts set secret = ${secret} where id = ${id}`.execute(app.database.write);
  await sql`update outside_calendars set due_at = 'epoch' where id = ${outsideCalendarId}`.execute(app.database.write);
  await world.round();
  odd.close();
  assert.match(JSON.stringify(logged.debug), /HPE_/);
  assert.doesNotMatch(JSON.stringify(logged), /rawPacket|Dinner|drawer of scissors/);
  assert.deepEqual(logged.error, []);

  // Longer than a row of an index.
  dav.put(`${randomBytes(4_000).toString('hex')}.ics`, calendarObject('a', nine));
  await world.round();
  assert.match(JSON.stringify(logged.error), /outside_objects_pkey/);
});
