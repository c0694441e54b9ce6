// Tests of appointments that new rules of their time zone have shifted: the list, the reminder and both answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { reminders } from '#contract/messaging/feed.ts';
import { remindOfShifts } from '#server/company/locations/remind-of-shifts.ts';
import { writeZoneRules, zonesOfNode } from '#server/db/zone-rules.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { salon, send } from '#server/testing/build/salon.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';

type Salon = Awaited<ReturnType<typeof salon>>;

/** The clock of the database says what is still to come. */
const monday = Temporal.Now.zonedDateTimeISO('UTC')
  .toPlainDate()
  .add({ days: 7 })
  .toZonedDateTime({ timeZone: 'UTC', plainTime: '09:00' });
const tuesday = monday.add({ days: 1 });
/** Riga is this much less ahead by the rules of Node.js. */
const later = 4 - monday.withTimeZone('Europe/Riga').offsetNanoseconds / 3.6e12;

/** The rules of a release that comes after those that are stored. */
async function write(app: Salon, version: string, riga?: number) {
  const client = await app.database.connect();
  try {
    const ahead = riga === undefined ? undefined : [{ start: Date.UTC(2020, 0), seconds: riga * 3_600 }];
    const rulesOf = (zone: string) => (zone === 'Europe/Riga' && ahead ? ahead : zonesOfNode.rulesOf(zone));
    return await writeZoneRules(client, { version, rulesOf });
  } finally {
    await client.end();
  }
}

const inRiga = () => salon({ actions: ['admin'], now: monday.subtract({ days: 2 }).toInstant().toString() });

/** Riga is four hours ahead of UTC until the rules of Node.js come. Returns what is booked: a visit, one untold, lunch. */
async function bookBefore(app: Salon): Promise<string[]> {
  await write(app, '9999a', 4);
  const visitor = { title: 'Haircut', name: 'Visitor', eMail: 'visitor@example.org' };
  const time = { start: `${monday.toInstant()}`, end: `${monday.add({ minutes: 30 }).toInstant()}` };
  const told = await app.call(
    calendars.insertEvent,
    { calendarId: app.employee.calendarId, ...time, ...visitor },
    app.as,
  );
  const untold = await buildEvent(app, app.employee, { start: monday.add({ hours: 1 }).toInstant(), name: 'Untold' });
  const lunch = await buildEvent(app, app.employee, { start: monday.add({ hours: 3 }).toInstant(), title: 'Lunch' });
  await send(app);
  return [told.answer.id, untold.id, lunch.id];
}

const listed = async (app: Salon) => (await app.call(companyLocations.operations.getShifted, {}, app.as)).answer;
const settle = (app: Salon, visitsKeep: 'instant' | 'wallTime' | null) =>
  app.call(companyLocations.operations.settleShifted, { locationId: app.location.id, visitsKeep }, app.as);
const startsOf = ({ database }: Salon, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const event = database.read.selectFrom('events').select('startAt').where('id', '=', id);
      return (await event.executeTakeFirstOrThrow()).startAt.since(monday.toInstant()).total('hours');
    }),
  );
const unread = async (app: Salon) =>
  (await app.call(reminders.getByCreatedAndUser, { notVisited: true }, app.as)).answer.filter(({ link }) =>
    link.includes('shifted'),
  );

test('appointments that new rules shift are listed, and move back to the time that was told', async () => {
  await using app = await inRiga();
  const ids = await bookBefore(app);
  const other = await buildBusiness(app, { actions: ['admin'] });
  assert.deepEqual(await listed(app), []);
  await write(app, '9999b');
  const [location, ...others] = await listed(app);
  assert.deepEqual([location?.name, location?.count, others], [app.location.name, 3, []]);
  const [first] = location?.first ?? [];
  const wall = (hour: number) => `${monday.toPlainDate()}T${String(hour).padStart(2, '0')}:00:00`;
  assert.deepEqual([first?.name, first?.before], ['Visitor', `${wall(13)}+04:00`]);
  assert.equal(first?.now, `${wall(13 - later)}+0${4 - later}:00`);
  await remindOfShifts(app);
  assert.equal((await unread(app)).length, 1);
  const none = app.database.read.selectFrom('reminders').select('id').where('companyId', '=', other.company.id);
  assert.deepEqual(await none.execute(), []);

  const asked = await settle(app, null);
  const [{ Key, Coming }] = JSON.parse(asked.body);
  assert.deepEqual([asked.status, Key, Coming.Count, Coming.KeptCount], [417, 'VisitsKeep', 3, 0]);
  assert.deepEqual(
    [Coming.Example.Start, Coming.Example.Instant, Coming.Example.WallTime],
    [`${wall(13)}+04:00`, `${wall(13 - later)}+0${4 - later}:00`, `${wall(13)}+0${4 - later}:00`],
  );
  assert.equal((await listed(app)).length, 1);
  const before = (await app.mails()).length;
  const settled = await settle(app, 'wallTime');
  assert.equal(settled.status, 204, settled.body);
  assert.deepEqual(await startsOf(app, ids), [later, 1 + later, 3 + later]);
  const [mail, ...more] = (await app.mails()).slice(before);
  assert.deepEqual([mail?.toEMail, more], ['visitor@example.org', []]);
  assert.match(mail?.plain ?? '', /Before: .*13:00, GMT\+4/);
  assert.match(mail?.calendarEntry ?? '', new RegExp(`DTSTART:${`${monday.toPlainDate()}`.replaceAll('-', '')}T11`));
  assert.deepEqual([await listed(app), await unread(app)], [[], []]);
  assert.equal((await settle(app, null)).status, 204, 'nothing is left to ask');
});

test('those that keep their instant stay, and their customers are told the new time', async () => {
  await using app = await inRiga();
  const ids = await bookBefore(app);
  await write(app, '9999b');
  const before = (await app.mails()).length;
  assert.equal((await settle(app, 'instant')).status, 204);
  assert.deepEqual(await startsOf(app, ids), [0, 1, 3]);
  const [mail, ...more] = (await app.mails()).slice(before);
  assert.deepEqual([mail?.toEMail, more], ['visitor@example.org', []]);
  assert.match(mail?.plain ?? '', new RegExp(`${13 - later}:00–${13 - later}:30`));
  assert.match(mail?.plain ?? '', /Before: .*13:00, GMT\+4/);
  assert.deepEqual(await listed(app), []);
});

test('what got another time since, is cancelled, was told again, or has its former rules again is not listed', async () => {
  await using app = await inRiga();
  const [told = '', untold = '', lunch = ''] = await bookBefore(app);
  const count = async () => (await listed(app))[0]?.count ?? 0;
  await write(app, '9999b');
  assert.equal(await count(), 3);
  await write(app, '9999c', 4);
  assert.equal(await count(), 0);
  await write(app, '9999d');
  assert.equal(await count(), 3);
  await app.move(untold, 'cancelled');
  assert.equal(await count(), 2);
  await app.database.write
    .updateTable('events')
    .set({ startAt: tuesday.toInstant(), endAt: tuesday.add({ hours: 1 }).toInstant() })
    .where('id', '=', lunch)
    .execute();
  assert.equal(await count(), 1);
  // Staff say something else of it: the mail names the time by the new rules.
  const { answer } = await app.call(visits.getVisit, { id: told }, app.as);
  const other = await buildService(app, app.employee, { minutes: 30, name: 'Other' });
  const [part] = answer.parts;
  const saved = await app.call(
    visits.updateVisit,
    {
      id: told,
      version: answer.version,
      name: answer.name,
      eMail: answer.eMail,
      parts: [{ ...part, serviceId: other.id }],
    } as never,
    app.as,
  );
  assert.equal(saved.status, 200, saved.body);
  assert.match((await app.mails()).at(-1)?.plain ?? '', /Before: .*13:00, GMT\+4/);
  assert.equal(await count(), 0);
});
