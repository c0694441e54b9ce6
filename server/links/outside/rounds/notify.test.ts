// Tests what people are told of their other calendars, one that is not read and events that overlap appointments, and
// what is left of these calendars when a person leaves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import { reminders } from '#contract/messaging/feed.ts';
import { endMembership } from '#server/identity/memberships/end-membership.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { calendarObject, type OutsideWorld, outsideWorld } from '#server/testing/build/outside-events.ts';
import { writingWorld } from '#server/testing/build/outside-writing.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { notifyOfFailures } from './notify-of-failures.ts';

async function feedOf({ app, session }: OutsideWorld) {
  const { answer } = await app.call(reminders.getByCreatedAndUser, {}, await session());
  return answer.map(({ text, link }) => ({ text, link }));
}

test('a calendar that is not read is in the feed after an hour and in a mail after a day, once each time it begins', async () => {
  await using world = await outsideWorld();
  const { app, dav } = world;
  await world.round();
  dav.faults = { status: 500 };
  await world.round();
  assert.equal(await notifyOfFailures(app), 0, 'not within the hour');
  app.clock.advance({ hours: 1 });
  assert.equal(await notifyOfFailures(app), 1);
  assert.equal(await notifyOfFailures(app), 0);
  const [told, ...others] = await feedOf(world);
  assert.equal(others.length, 0);
  assert.match(
    told?.text ?? '',
    /^Calendar “Home & more” was not read for an hour\. The server has a problem of its own \(500\)/,
  );
  assert.equal(told?.link, '/app/user/my-account#other-calendars');
  assert.equal((await storedMails(app)).length, 0);
  app.clock.advance({ hours: 23 });
  assert.equal(await notifyOfFailures(app), 1);
  const mails = await storedMails(app);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Your calendar “Home & more” is not read'],
  );
  assert.match(mails[0]?.html ?? '', /my-account#other-calendars/);
  assert.equal(await notifyOfFailures(app), 0);
  assert.equal((await feedOf(world)).length, 1, 'the mail is no second item');

  dav.faults = {};
  app.clock.advance({ hours: 2 });
  await world.round();
  dav.faults = { status: 503 };
  await world.round();
  app.clock.advance({ hours: 2 });
  assert.equal(await notifyOfFailures(app), 1, 'it begins again');
  assert.equal((await feedOf(world)).length, 2);
});

test('so is a calendar that is not written, while it is read', async () => {
  await using world = await writingWorld();
  const { app, dav } = world;
  dav.faults = { writing: 403 };
  await world.book('10T09:00');
  await world.round();
  assert.equal(await notifyOfFailures(app), 0, 'not within the hour');
  app.clock.advance({ hours: 1 });
  await world.round();
  assert.equal(await notifyOfFailures(app), 1);
  assert.equal(await notifyOfFailures(app), 0);
  const [told] = await feedOf(world);
  assert.match(
    told?.text ?? '',
    /^Calendar “.+” was not written for an hour: your latest appointments are missing there\./,
  );
  app.clock.advance({ hours: 23 });
  await world.round();
  assert.equal(await notifyOfFailures(app), 1);
  const mails = async () => (await storedMails(app)).filter(({ subject }) => subject.includes('not written'));
  assert.equal((await mails()).length, 1);
  dav.faults = {};
  app.clock.advance({ hours: 2 });
  await world.round();
  assert.equal(world.entries().length, 1);
  dav.faults = { writing: 403 };
  await world.book('11T09:00');
  await world.round();
  app.clock.advance({ hours: 2 });
  assert.equal(await notifyOfFailures(app), 1, 'it begins again');
  assert.equal((await mails()).length, 1);
});

test('a person whose password is refused is told, and one who has switched the calendar off is not', async () => {
  await using world = await outsideWorld();
  const { app, dav } = world;
  dav.faults = { status: 401 };
  await world.round();
  app.clock.advance({ hours: 2 });
  const [account] = (await app.call(outsideCalendars.getAll, {}, await world.session())).answer;
  await app.call(outsideCalendars.switch, { id: account?.id ?? '', isOn: false }, await world.session());
  assert.equal(await notifyOfFailures(app), 0);
  await app.call(outsideCalendars.switch, { id: account?.id ?? '', isOn: true }, await world.session());
  await world.round();
  app.clock.advance({ hours: 2 });
  assert.equal(await notifyOfFailures(app), 1);
  assert.match((await feedOf(world))[0]?.text ?? '', /does not accept the name and password/);
});

test('an event that comes over an appointment is told of once, unless staff accepted the overlap', async () => {
  await using world = await outsideWorld();
  const { app, dav, employee } = world;
  const as = await world.session();
  const { calendarId } = employee;
  const add = async (name: string, start: string) => {
    const parts = [{ calendarId, serviceId: null, title: 'Cut', start, minutes: 60 }];
    assert.equal((await app.call(visits.insertVisit, { name, parts }, as)).status, 200);
  };
  await add('Mara', '2026-03-10T09:00:00Z');
  await add('Sanita', '2026-03-11T09:00:00Z');
  dav.put('a.ics', calendarObject('a', '20260310T093000Z'));
  await world.round();
  await world.round();
  const told = await feedOf(world);
  assert.equal(told.length, 1);
  assert.match(told[0]?.text ?? '', /^An event of another calendar overlaps Mara, .*, Tue 10 Mar, 11:00/);
  assert.match(told[0]?.link ?? '', /^\/app\/user\/calendars\?event=/);
  // Another change of the calendar says nothing new of this one, and what staff accept is known.
  dav.put('b.ics', calendarObject('b', '20260312T090000Z'));
  await world.round();
  const accepted = { calendarId, title: 'Errand', start: '2026-03-12T09:30:00Z', end: '2026-03-12T10:30:00Z' };
  await app.call(calendars.insertEvent, { ...accepted, acceptOverlap: true }, await world.session());
  dav.put('c.ics', calendarObject('c', '20260312T093000Z'));
  await world.round();
  assert.equal((await feedOf(world)).length, 1);
});

test('a person who leaves takes their outside calendars along, and the times that these took', async () => {
  await using world = await outsideWorld();
  const { app, dav, employee } = world;
  // An appointment keeps the calendar of the person in the company.
  await buildEvent(app, employee, { start: Temporal.Instant.from('2026-03-12T09:00:00Z') });
  dav.put('a.ics', calendarObject('a', '20260310T093000Z'));
  await world.round();
  assert.equal((await world.times()).length, 1);
  const context = { ...app, db: app.database.write } as unknown as SignedIn;
  await endMembership(context, employee);
  const { rows } = await sql<{ left: number }>`
    select ((select count(*) from outside_accounts) + (select count(*) from outside_calendars) +
      (select count(*) from outside_objects) + (select count(*) from outside_times))::int as left`.execute(
    app.database.read,
  );
  assert.equal(rows[0]?.left, 0);
});
