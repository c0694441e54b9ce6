// Tests that appointments are written into an outside calendar: each is one entry, whatever happens on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { company } from '#contract/company/details.ts';
import type { Operation } from '#contract/lib/service.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import { readDueCalendars } from '#server/links/outside/rounds/read-due-calendars.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { calendarObject } from '#server/testing/build/outside-events.ts';
import { inMarch, writingWorld } from '#server/testing/build/outside-writing.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import type { CalDavFaults } from '#server/testing/servers/caldav.ts';

/** As servers do: a zone for UTC, lines of their own, and a title in capitals. */
function rewritten(content: string): string {
  return content
    .replace(
      /^DT(START|END):(\d{8})T(\d{2})(\d{4})Z/gm,
      (_line, which, day, hour, rest) =>
        // Riga is two hours ahead in March, until the 29th.
        `DT${which};TZID=Europe/Riga:${day}T${String(Number(hour) + 2).padStart(2, '0')}${rest}`,
    )
    .replace(/^SUMMARY:(.*)$/gm, (_line, title: string) => `SUMMARY:${title.toUpperCase()}`)
    .replace('END:VEVENT', 'X-SERVER:yes\r\nEND:VEVENT');
}

for (const [title, faults, reads] of [
  ['a server that keeps what it is given', {}, true],
  ['a calendar that is not read', {}, false],
  ['a server without tokens', { onlyTags: true }, true],
  ['a server without the report of changes', { report: 415 }, false],
  ['a server that rewrites', { rewrite: rewritten }, true],
  ['a server that rewrites, and is not read', { rewrite: rewritten }, false],
] satisfies [string, CalDavFaults, boolean][]) {
  test(`appointments are added, moved and ended in another calendar: ${title}`, async () => {
    await using world = await writingWorld({ reads });
    const { dav, app } = world;
    dav.faults = faults;
    const busy = 'rewrite' in faults ? 'BUSY' : 'Busy';
    const one = await world.book('10T09:00');
    const other = await world.book('11T09:00', { status: 'requested' });
    assert.deepEqual(await world.round(), { read: 1, failed: 0 });
    assert.deepEqual(world.entries(), [`10T09:00 ${busy}`, `11T09:00 ${busy}`]);
    assert.match(dav.content(other.name) ?? '', /STATUS:TENTATIVE/);
    assert.match(dav.content(one.name) ?? '', new RegExp(`UID:${one.id}@`));
    assert.doesNotMatch(dav.content(one.name) ?? '', /ORGANIZER|ATTENDEE|METHOD|Mara/);
    assert.deepEqual(await world.times(), [], 'what was written takes no time');

    await world.move(one.id, '10T15:00');
    await world.setStatus(other.id, 'cancelled');
    await world.round();
    assert.deepEqual(world.entries(), [`10T15:00 ${busy}`]);
    await world.round();
    await world.round();
    const before = dav.requests.length;
    await world.round();
    assert.equal(dav.requests.length - before, 1, 'one request when nothing has changed');
    assert.deepEqual(await world.states(), ['written']);
    await world.setStatus(other.id, 'confirmed');
    await sql`delete from events where id = ${one.id}`.execute(app.database.write);
    await world.round();
    assert.deepEqual(world.entries(), [`11T09:00 ${busy}`]);
    assert.deepEqual(await world.times(), []);
    const { waiting, writeReason, lastWrittenAt } = await world.calendar();
    assert.deepEqual([waiting, writeReason, lastWrittenAt], [0, null, app.clock.now().toString()]);
  });
}

test('what was there before is written, holds and what is over are not', async () => {
  await using world = await writingWorld();
  const { dav, app } = world;
  await world.setWriting({ writes: false });
  await world.book('10T09:00');
  await world.book('10T11:00', { status: 'held', heldUntil: '2026-03-10T00:00:00Z' });
  await world.book('10T13:00', { status: 'declined' });
  await world.book('01T09:00');
  await world.round();
  assert.deepEqual(world.entries(), []);
  await world.setWriting({ writes: true });
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Busy']);
  app.clock.advance({ hours: 24 * 20 });
  const past = await world.book('12T09:00');
  await world.round();
  assert.equal(dav.content(past.name), undefined);
});

test('the person chooses the detail, the company limits it, and both hold for what was written', async () => {
  await using world = await writingWorld({ detail: 'names' });
  const { app, employee, dav } = world;
  const { id, name } = await world.book('10T09:00', { title: 'Colour' });
  await sql`update visit_parts set service_name = 'Haircut' where event_id = ${id}`.execute(app.database.write);
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Mara · Haircut']);
  assert.match(dav.content(name) ?? '', /LOCATION:/);
  await sql`update visits set name = 'Mara, Liepa' where id = ${id}`.execute(app.database.write);
  await sql`update locations set name = 'Salon' where company_id = ${employee.companyId}`.execute(app.database.write);
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Mara\\, Liepa · Haircut']);
  assert.match(dav.content(name) ?? '', /LOCATION:Salon/);
  const location = { id: employee.locationId, companyId: employee.companyId, timeZone: employee.timeZone };
  const admin = await signIn(app, await buildEmployee(app, location as never, { actions: ['user', 'admin'] }));
  const limit = (outsideDetail: 'busy' | 'service') =>
    app.call(company.setOutsideRules, { outsideDetail }, { headers: admin } as never);
  assert.equal((await limit('service')).status, 200);
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Haircut']);
  assert.equal((await limit('busy')).answer.outsideDetail, 'busy');
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Busy']);
  assert.doesNotMatch(dav.content(name) ?? '', /LOCATION|Salon|Mara|Haircut/);
});

test('a lost answer makes no second entry, and none that stays', async () => {
  await using world = await writingWorld();
  const { dav } = world;
  const { id } = await world.book('10T09:00');
  dav.faults = { lostAnswers: 1 };
  await world.round();
  assert.deepEqual([world.entries(), await world.states()], [['10T09:00 Busy'], ['sending due']]);
  await world.round();
  assert.deepEqual([world.entries(), await world.states()], [['10T09:00 Busy'], ['written']]);
  await world.move(id, '10T12:00');
  dav.faults = { lostAnswers: 1 };
  await world.round();
  await world.move(id, '10T09:00');
  await world.round();
  assert.deepEqual([world.entries(), await world.states()], [['10T09:00 Busy'], ['written']]);
  dav.faults = { lostAnswers: 1 };
  await world.setStatus(id, 'cancelled');
  await world.round();
  await world.round();
  assert.deepEqual([world.entries(), await world.states()], [[], []]);
});

test('alarms and notes of the person stay, whenever they come, and guests are never invited', async () => {
  await using world = await writingWorld();
  const { dav } = world;
  const { id, name } = await world.book('10T09:00');
  await world.round();
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Go', 'END:VALARM'].join('\r\n');
  const add = (text: string) => dav.put(name, (dav.content(name) ?? '').replace('END:VEVENT', `${text}\r\nEND:VEVENT`));
  add(alarm);
  await world.round();
  assert.deepEqual(await world.states(), ['written']);
  await world.move(id, '10T12:00');
  let times = 0;
  dav.faults = {
    beforeWriting: () => {
      if (times++ === 0) add('DESCRIPTION:Bring the keys\r\nATTENDEE:mailto:guest@example.org');
    },
  };
  await world.round();
  const content = dav.content(name) ?? '';
  assert.equal(times, 2, 'the first attempt is refused by 412');
  assert.deepEqual(world.entries(), ['10T12:00 Busy']);
  assert.ok(content.includes(alarm) && content.includes('DESCRIPTION:Bring the keys'));
  assert.doesNotMatch(content, /ATTENDEE/);
  assert.deepEqual(await world.states(), ['written']);
});

test('an entry that the server keeps at another path is adopted, and a foreign object keeps its name', async () => {
  await using world = await writingWorld();
  const { dav } = world;
  const one = await world.book('10T09:00');
  await world.round();
  const content = dav.content(one.name) ?? '';
  dav.remove(one.name);
  dav.put('renamed.ics', content);
  await world.move(one.id, '10T12:00');
  await world.round();
  assert.deepEqual([world.entries(), dav.names()], [['10T12:00 Busy'], ['renamed.ics']]);
  const other = await world.book('11T09:00');
  dav.put(other.name, calendarObject('foreign', '20260312T090000Z'));
  await world.round();
  assert.deepEqual(world.entries(), ['10T12:00 Busy', '11T09:00 Busy', '12T09:00 ']);
  assert.deepEqual(await world.times(), ['03-12T09:00 10:00']);
});

for (const [reason, faults, status] of [
  ['readOnly', { writing: 403 }, 403],
  ['readOnly', { writing: 405 }, 405],
  ['quota', { writing: 507 }, 507],
  ['quota', { writing: 403, writingBody: '<D:error><D:quota-not-exceeded/></D:error>' }, 403],
  ['gone', { writing: 404 }, 404],
  ['signIn', { writing: 401 }, null],
  ['busy', { writing: 503 }, 503],
  ['entry', { writing: 413 }, 413],
  ['server', { writing: 500 }, 500],
] satisfies [string, CalDavFaults, number | null][]) {
  test(`a server that takes nothing is asked ever less, reading goes on, and the person hears why: ${reason} (${status})`, async () => {
    await using world = await writingWorld();
    const { dav, app } = world;
    await world.book('10T09:00');
    dav.put('a.ics', calendarObject('a', '20260311T090000Z'));
    dav.faults = faults;
    assert.deepEqual(await world.round(), { read: 1, failed: 0 });
    assert.deepEqual(await world.times(), ['03-11T09:00 10:00']);
    const failing = await world.calendar();
    assert.deepEqual([failing.reason, failing.writeReason, failing.writeStatus], [null, reason, status]);
    assert.equal(failing.waiting, 1);
    if (reason !== 'signIn') {
      const rounds = 12;
      for (let round = 0; round < rounds; round++) await world.round();
      const writes = dav.requests.filter((request) => /^PUT/.test(request)).length;
      assert.ok(writes > 2 && writes < rounds, `${writes}`);
    } else {
      const [account] = (await app.call(outsideCalendars.getAll, {}, await world.session())).answer;
      assert.equal(account?.state, 'signIn');
      const input = { id: account?.id ?? '', logIn: dav.logIn, password: dav.password };
      await app.call(outsideCalendars.signIn, input, await world.session());
    }
    dav.faults = {};
    const [account] = (await app.call(outsideCalendars.getAll, {}, await world.session())).answer;
    await app.call(outsideCalendars.syncNow, { id: account?.id ?? '' }, await world.session());
    app.clock.advance({ minutes: 61 });
    await readDueCalendars(app);
    assert.deepEqual(world.entries(), ['10T09:00 Busy', '11T09:00 ']);
    const { writeReason, waiting } = await world.calendar();
    assert.deepEqual([writeReason, waiting], [null, 0]);
  });
}

test('an appointment that the server refuses keeps no other from being written', async () => {
  await using world = await writingWorld({ detail: 'names' });
  const { dav } = world;
  dav.faults = { refused: /Zed/ };
  await world.book('10T09:00', { name: 'Zed' });
  await world.book('11T09:00');
  await world.round();
  assert.deepEqual(world.entries(), ['11T09:00 Mara']);
  const { writeReason, writeStatus, waiting } = await world.calendar();
  assert.deepEqual([writeReason, writeStatus, waiting], ['entry', 400, 1]);
  dav.faults = {};
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Zed', '11T09:00 Mara']);
});

for (const [title, faults, who] of [
  ['reading', { status: 503, retryAfter: '1800' }, 'reads'],
  ['reading, until a day', { status: 429, retryAfter: 'Sat, 01 Jan 2101 00:00:00 GMT' }, 'reads'],
  ['writing', { writing: 429, retryAfter: '1800' }, 'writes'],
  ['a token', { token: 503, retryAfter: '1800' }, 'reads'],
] satisfies [string, CalDavFaults, string][]) {
  test(`a server that asks for a pause is not asked meanwhile, not even for a hold: ${title}`, async () => {
    await using world = await writingWorld();
    const { dav, app, employee } = world;
    await world.round();
    const { id } = await world.book('10T09:00');
    dav.faults = faults;
    dav.put('a.ics', calendarObject('a', '20260311T090000Z'));
    await world.round();
    const failing = await world.calendar();
    assert.equal(who === 'writes' ? failing.writeReason : failing.reason, 'busy');
    const before = dav.requests.length;
    const minutes = title === 'reading, until a day' ? 59 : 29;
    for (let minute = 0; minute < minutes; minute++) {
      app.clock.advance({ minutes: 1 });
      if (minute === 3) await buildEvent(app, employee, { start: inMarch('20T09:00'), status: 'held' });
      if (minute === 5) await world.move(id, '10T12:00');
      await readDueCalendars(app);
    }
    assert.equal(dav.requests.length, before);
    dav.faults = {};
    app.clock.advance({ minutes: 2 });
    await readDueCalendars(app);
    assert.deepEqual(world.entries(), ['10T12:00 Busy', '11T09:00 ']);
    assert.deepEqual(await world.times(), ['03-11T09:00 10:00']);
  });
}

test('holds and changes ask for rounds, which are seconds apart, and longer while a server fails', async () => {
  await using world = await writingWorld();
  const { dav, app, employee } = world;
  const { id } = await world.book('10T09:00');
  await world.round();
  let lane = 0;
  const roundsOf = async (seconds: number) => {
    const before = dav.requests.filter((request) => /^PROPFIND .*home\/ 0$/.test(request)).length;
    for (let second = 0; second < seconds; second++) {
      app.clock.advance({ seconds: 1 });
      await world.move(id, `10T${String(8 + (second % 10)).padStart(2, '0')}:00`);
      await buildEvent(app, employee, { start: inMarch('20T09:00'), status: 'held', lane: lane++ });
      await readDueCalendars(app);
      await readDueCalendars(app);
    }
    return dav.requests.filter((request) => /^PROPFIND .*home\/ 0$/.test(request)).length - before;
  };
  assert.equal(await roundsOf(20), 10);
  assert.equal(dav.names().length, 1);
  dav.faults = { status: 500 };
  app.clock.advance({ seconds: 30 });
  assert.ok((await roundsOf(60)) <= 3);
});

test('an entry that the person moves or deletes leaves the appointment as it is: they are told, and may put it back', async () => {
  await using world = await writingWorld({ detail: 'names' });
  const { dav, app, employee } = world;
  const one = await world.book('10T09:00');
  const other = await world.book('11T09:00');
  await world.round();
  const content = dav.content(one.name) ?? '';
  const titled = content.replace('SUMMARY:Mara', 'SUMMARY:My own title');
  dav.put(one.name, titled);
  await world.round();
  assert.deepEqual((await world.calendar()).changes, [], 'a title is theirs');
  dav.put(one.name, titled.replaceAll('T09', 'T13').replaceAll('T10', 'T14'));
  dav.remove(other.name);
  await world.round();
  await world.round();
  assert.deepEqual(world.entries(), ['10T13:00 My own title']);
  assert.deepEqual(await world.times(), []);
  const { changes, id } = await world.calendar();
  assert.deepEqual(
    changes.map(({ eventId, title, state }) => [eventId, title, state]),
    [
      [one.id, 'Mara', 'moved'],
      [other.id, 'Mara', 'deleted'],
    ],
  );
  const { rows } = await sql<{ text: string }>`
    select text from reminders where user_id = ${employee.userId} and type = 'calendarEvent' order by text`.execute(
    app.database.write,
  );
  assert.deepEqual(
    rows.map(({ text }) => text.replace(/ The appointment .*$/, '')),
    ['Mara, Tue 10 Mar, 11:00, was moved in “Home & more”.', 'Mara, Wed 11 Mar, 11:00, was deleted in “Home & more”.'],
  );
  const events = await sql<{ startAt: Temporal.Instant }>`
    select start_at from events where id in (${one.id}, ${other.id}) order by start_at`.execute(app.database.write);
  assert.deepEqual(
    events.rows.map(({ startAt }) => startAt.toString()),
    [inMarch('10T09:00').toString(), inMarch('11T09:00').toString()],
  );
  await app.call(outsideCalendars.putBack, { id, eventId: other.id }, await world.session());
  await world.round();
  assert.deepEqual(world.entries(), ['10T13:00 My own title', '11T09:00 Mara']);
  // Only a change of the appointment itself writes it again.
  await sql`update visits set phone_number = '+37120000000' where id = ${one.id}`.execute(app.database.write);
  await sql`update events set description = 'Note' where id = ${one.id}`.execute(app.database.write);
  await world.round();
  assert.deepEqual(world.entries()[0], '10T13:00 My own title');
  await world.move(one.id, '10T16:00');
  await world.round();
  assert.deepEqual(world.entries(), ['10T16:00 Mara', '11T09:00 Mara']);
  dav.remove(other.name);
  await world.round();
  await world.move(other.id, '11T10:00');
  await world.round();
  assert.deepEqual(world.entries(), ['10T16:00 Mara', '11T10:00 Mara']);
  assert.deepEqual((await world.calendar()).changes, []);
});

test('when writing ends, the entries stay, or those are deleted that the person has not changed', async () => {
  await using world = await writingWorld();
  const { dav } = world;
  const one = await world.book('10T09:00');
  const noted = await world.book('11T09:00');
  const moved = await world.book('12T09:00');
  await world.round();
  await world.setWriting({ writes: false });
  await world.move(one.id, '10T12:00');
  await world.book('13T09:00');
  await world.round();
  assert.deepEqual(world.entries(), ['10T09:00 Busy', '11T09:00 Busy', '12T09:00 Busy']);
  assert.deepEqual(await world.times(), [], 'what was written goes on taking no time');
  await world.setWriting({ writes: true });
  await world.round();
  assert.deepEqual(world.entries(), ['10T12:00 Busy', '11T09:00 Busy', '12T09:00 Busy', '13T09:00 Busy']);
  dav.put(noted.name, (dav.content(noted.name) ?? '').replace('END:VEVENT', 'DESCRIPTION:Keys\r\nEND:VEVENT'));
  dav.put(moved.name, (dav.content(moved.name) ?? '').replaceAll('T09', 'T07'));
  await world.setWriting({ writes: false, removesWritten: true });
  dav.faults = { lostAnswers: 1 };
  await world.round();
  assert.equal((await world.calendar()).removesWritten, true);
  await world.round();
  await world.round();
  assert.deepEqual(world.entries(), ['11T09:00 Busy', '12T07:00 Busy']);
  const { removesWritten, waiting } = await world.calendar();
  assert.deepEqual([removesWritten, waiting], [false, 0]);
});

test('one calendar of a person is written, and no file', async () => {
  await using world = await writingWorld();
  const { app, dav } = world;
  dav.file = { text: calendarObject('f', '20260311T090000Z'), etag: '"1"' };
  const session = await world.session();
  const file = await app.call(outsideCalendars.insert, { address: `${dav.url}file.ics` }, session);
  const [calendar] = file.answer.calendars;
  const input = { id: calendar?.id ?? '', writes: true, detail: 'busy' as const };
  const refused = await app.call(outsideCalendars.setWriting, input, session);
  assert.deepEqual([refused.status, refused.complaints[0]?.Key], [417, 'Writes']);
  const again = { address: dav.url, logIn: dav.logIn, password: dav.password };
  const other = await app.call(outsideCalendars.insert, again, session);
  const second = { ...input, id: other.answer.calendars[0]?.id ?? '' };
  assert.equal((await app.call(outsideCalendars.setWriting, second, session)).status, 417);
  await world.book('10T09:00');
  await world.round();
  await world.round();
  assert.deepEqual(
    await world.times(),
    ['03-11T09:00 10:00'],
    'read through the other account, it takes no time either',
  );
});

test('an administrator who acts as the person neither sees nor changes their other calendars', async () => {
  await using world = await writingWorld({ detail: 'names' });
  const { dav, app, employee } = world;
  const { id: eventId, name } = await world.book('10T09:00');
  await world.round();
  dav.remove(name);
  await world.round();
  const { id } = await world.calendar();
  const location = { id: employee.locationId, companyId: employee.companyId, timeZone: employee.timeZone };
  const admin = await buildEmployee(app, location as never, { actions: ['user', 'admin'] });
  const acting = await signInAs(app, admin, employee);
  const statuses = [
    await app.call(outsideCalendars.getAll, {}, acting),
    await app.call(outsideCalendars.putBack, { id, eventId }, acting),
    await app.call(outsideCalendars.setWriting, { id, writes: true, detail: 'names' }, acting),
    await app.call(outsideCalendars.setReading, { id, reads: false, tentativeBlocks: false }, acting),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [403, 403, 403, 403]);
  await world.round();
  assert.deepEqual([world.entries(), await world.states()], [[], ['deleted']]);
  const open = Object.entries<Operation>(outsideCalendars).filter(([, one]) => !one.notWhileImpersonating);
  assert.deepEqual(
    open.map(([operation]) => operation),
    ['getStates'],
  );
});
