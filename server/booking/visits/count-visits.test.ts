// Tests that the figures of customers, and who reaches them, follow their visits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { blockingStatuses, endedStatuses, type VisitStatus, visitStatuses } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { random } from '#contract/testing/random-cases.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { at, salon } from '#server/testing/build/salon.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { countBegunVisits } from './count-visits.ts';
import { eventFigures } from './event-figures.ts';

for (const seed of [7, 41, 1203]) {
  test(`the figures of customers equal their visits after any sequence of changes, merges, deletions and undos (${seed})`, async () => {
    await using app = await salon({ actions: ['admin'] });
    const colleague = await buildEmployee(app, app.location, { firstName: 'Berta' });
    const contact = await buildContact(app, app.company, { name: 'Mara', eMail: 'mara@example.org' });
    await changeAtRandom(app, seed, [app.employee.calendarId, colleague.calendarId]);
    await assertFigures(app);
    const contacts = await app.database.read.selectFrom('contacts').select(['id', 'name']).execute();
    // A customer who comes while they are deleted is another one.
    assert.deepEqual([...new Set(contacts.map(({ name }) => name))].sort(), ['Lena', 'Mara'], 'of one address');
    assert.ok(contacts.some(({ id }) => id === contact.id));
    await assertReach(app);
    // Every visit has begun.
    app.clock.advance({ hours: 24 * 12 });
    await assertFigures(app);
  });
}

/**
 * Changes by staff: visits of one or two parts, moves, names, states, also before their time and back, merges and
 * deletions of customers and their undos. None of them fails.
 */
async function changeAtRandom(
  app: Awaited<ReturnType<typeof salon>>,
  from: number,
  calendarIds: readonly [string, string],
): Promise<void> {
  const made: { eventId: string; visitId: string }[] = [];
  const merges: string[] = [];
  let erased: { id: string; restoreAt: number } | undefined;
  const pick = random(from);
  const person = () => ({ name: pick(2) ? 'Mara' : 'Lena', eMail: 'mara@example.org' });
  const accept = { acceptOverlap: true, notify: false };
  const move = async (id: string, status: VisitStatus, more: { isUndo?: boolean } = {}) => {
    const moved = await app.call(visits.changeStatus, { id, status, ...accept, ...more }, app.as);
    assert.ok(moved.status < 500, `${status}: ${moved.body}`);
    return moved;
  };
  const restoreErased = async () => {
    if (!erased) return;
    const restored = await app.call(companyContacts.operations.restore, { id: erased.id }, app.as);
    assert.equal(restored.status, 200, restored.body);
    erased = undefined;
  };
  for (let step = 0; step < 90; step++) {
    if (erased && erased.restoreAt <= step) await restoreErased();
    const one = made[pick(Math.max(1, made.length))];
    const start = Temporal.Instant.from(at('08:00')).add({ hours: pick(24 * 10) });
    const time = { start: start.toString(), end: start.add({ minutes: 30 }).toString() };
    const chance = pick(28);
    if (!one || chance < 4) {
      const { answer } = await app.call(
        calendars.insertEvent,
        { calendarId: calendarIds[0], title: 'x', ...accept, ...time, ...person() },
        app.as,
      );
      made.push({ eventId: answer.id, visitId: answer.visitId ?? '' });
    } else if (chance < 7) {
      const parts = calendarIds.map((calendarId, index) => ({
        ...{ calendarId, title: `part ${index}`, minutes: 30 },
        ...(index === 0 && { start: time.start }),
      }));
      const { answer } = await app.call(
        visits.insertVisit,
        { ...person(), ...accept, acceptClosed: true, parts },
        app.as,
      );
      made.push(...answer.parts.map(({ eventId }) => ({ eventId, visitId: answer.id })));
    } else if (chance < 10) {
      await app.call(calendars.updateEvent, { id: one.eventId, ...time, ...accept, name: person().name }, app.as);
    } else if (chance < 11) await app.call(calendars.deleteEvent, { id: one.eventId, notify: false }, app.as);
    else if (chance < 13) {
      const contacts = await app.database.read.selectFrom('contacts').select('id').orderBy('id').execute();
      const [kept, merged] = pick(2) ? contacts : contacts.toReversed();
      const ids = { contactId: kept?.id ?? '', mergedId: merged?.id ?? '' };
      if (merged) {
        // Refused while they are merged.
        const answered = await app.call(companyContacts.operations.merge, ids, app.as);
        if (answered.status === 200) merges.push(answered.answer.id);
      }
    } else if (chance < 15) {
      const id = merges.pop();
      // Unknown while one of its customers is deleted.
      const wanted = erased ? [204, 404] : [204];
      if (id) {
        const undone = await app.call(companyContacts.operations.undoMerge, { id }, app.as);
        assert.ok(wanted.includes(undone.status), undone.body);
        if (undone.status === 404) merges.push(id);
      }
    } else if (chance < 20) {
      await move(one.visitId, visitStatuses[pick(visitStatuses.length)] ?? 'confirmed');
    } else if (chance < 22) await move(one.visitId, 'completed');
    else if (chance < 24) {
      const before = (await app.visit(one.visitId))?.status;
      const status = visitStatuses.find((known) => known === before);
      const ended = await move(one.visitId, 'cancelled');
      if (status && ended.status === 200) await move(one.visitId, status, { isUndo: true });
    } else if (chance < 26) {
      const calendarId = calendarIds[pick(2)] ?? '';
      const parts = [0, 10].map((minutes) => ({
        ...{ calendarId, title: 'at once', minutes: 30, start: start.add({ minutes }).toString() },
      }));
      const input = { ...person(), ...accept, acceptClosed: true, parts };
      const { answer } = await app.call(visits.insertVisit, input, app.as);
      made.push(...answer.parts.map(({ eventId }) => ({ eventId, visitId: answer.id })));
      assert.equal((await move(answer.id, 'cancelled')).status, 200);
      assert.equal((await move(answer.id, 'confirmed')).status, 200);
    } else if (!erased) {
      const listed = app.database.read.selectFrom('contacts').select('id').where('mergedInto', 'is', null);
      const contacts = await listed.orderBy('id').execute();
      const id = contacts[pick(contacts.length)]?.id ?? '';
      assert.equal((await app.call(companyContacts.operations.delete, { id }, app.as)).status, 204);
      // A deletion can be undone for an hour.
      erased = { id, restoreAt: step + 3 };
    }
    app.clock.advance({ minutes: pick(19) });
  }
  await restoreErased();
  assert.ok(made.length > 5);
}

/** Visits in these states do not make a person a customer of the location, the calendar or the service. */
const statesWithoutVisit = ['held', ...endedStatuses];

/** Contacts say what their visits do, visits what their parts do, and parts block as their visits do. */
async function assertFigures(app: Awaited<ReturnType<typeof salon>>): Promise<void> {
  await countBegunVisits(app);
  const hasCome = sql`(status = 'completed' or status in ('confirmed', 'arrived', 'started') and start_at <= ${app.clock.now()})`;
  const { rows } = await sql<object>`
    select c.id from contacts c cross join lateral (
      select count(*) filter (where ${hasCome}) as visits,
        count(*) filter (where status = 'no_show') as no_shows,
        max(start_at) filter (where ${hasCome}) as last,
        min(start_at) filter (where status in ('requested', 'confirmed', 'arrived', 'started') and start_at > ${app.clock.now()}) as next
      from visits v where v.contact_id = c.id) n
    where (c.visits_count, c.no_shows, c.last_visit, c.next_visit) is distinct from (n.visits, n.no_shows, n.last, n.next)`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, []);
  const facts = await sql<object>`
    select c.id from contacts c cross join lateral (
      select array(
        select x.id from visits v join visit_parts p on p.visit_id = v.id join events e on e.id = p.event_id
        cross join lateral (values (v.location_id), (e.calendar_id), (p.service_id)) x (id)
        where v.contact_id = c.id and v.status <> all(${statesWithoutVisit}) and x.id is not null
        group by x.id order by x.id) as ids) n
    where c.visited_ids is distinct from n.ids`.execute(app.database.read);
  assert.deepEqual(facts.rows, []);
  const parts = await sql<object>`
    select v.id from visits v cross join lateral (
      select min(e.start_at) as start_at, max(e.end_at) as end_at
      from visit_parts p join events e on e.id = p.event_id where p.visit_id = v.id) e
    where (v.start_at, v.end_at) is distinct from (e.start_at, e.end_at)
    union all select e.id from events e join visit_parts p on p.event_id = e.id join visits v on v.id = p.visit_id
      where e.blocks <> (v.status = any(${blockingStatuses as string[]}))`.execute(app.database.read);
  assert.deepEqual(parts.rows, []);
}

/** The reach of people and places equals the visits. */
async function assertReach({ database }: Pick<TestApp, 'database'>): Promise<void> {
  const { rows } = await sql<object>`
    with said as (
      select distinct v.contact_id, e.calendar_id as by from visits v join visit_parts p on p.visit_id = v.id
      join events e on e.id = p.event_id where v.contact_id is not null
      union select contact_id, location_id from visits where contact_id is not null and location_id is not null),
    stored as (
      select contact_id, calendar_id as by from contact_calendars union all select contact_id, location_id from contact_locations)
    (select * from said except all select * from stored) union all (select * from stored except all select * from said)`.execute(
    database.read,
  );
  assert.deepEqual(rows, []);
}

test('a visit that is completed before its time counts at once, stays counted, and is taken back with its state', async () => {
  await using app = await salon();
  const { visitId } = (await app.insert('11:00', '12:00')).answer;
  await app.insert('15:00', '16:00');
  const figures = async () => {
    await assertFigures(app);
    const { visitsCount, lastVisit, nextVisit } = await app.database.read
      .selectFrom('contacts')
      .select(['visitsCount', 'lastVisit', 'nextVisit'])
      .executeTakeFirstOrThrow();
    return [visitsCount, lastVisit?.toString(), nextVisit?.toString()];
  };
  assert.deepEqual(await figures(), [0, undefined, at('11:00')]);
  assert.equal((await app.move(String(visitId), 'completed')).status, 200);
  assert.deepEqual(await figures(), [1, at('11:00'), at('15:00')]);
  assert.equal((await app.move(String(visitId), 'confirmed')).status, 200);
  assert.deepEqual(await figures(), [0, undefined, at('11:00')]);
  assert.equal((await app.move(String(visitId), 'completed')).status, 200);
  app.clock.set('2026-03-02T11:00:00Z');
  assert.deepEqual(await figures(), [1, at('11:00'), at('15:00')]);
  app.clock.set('2026-03-02T15:00:00Z');
  assert.deepEqual(await figures(), [2, at('15:00'), undefined]);
});

test('who reaches a customer follows their visits: to other people, customers and places, and away', async () => {
  await using app = await salon();
  const colleague = await buildEmployee(app, app.location);
  const [mara, lena] = [await buildContact(app, app.company), await buildContact(app, app.company)];
  const contactId = mara.id;
  const first = await buildEvent(app, app.employee, { start: at('09:00'), contactId });
  const second = await buildEvent(app, app.employee, { start: at('11:00'), contactId });
  const { read, write } = app.database;
  const reached = async () => {
    await assertReach(app);
    const rows = await read.selectFrom('contactCalendars').select(['calendarId', 'contactId']).execute();
    const named = new Map([
      [app.employee.calendarId, 'own'],
      [colleague.calendarId, 'colleague'],
      [mara.id, 'Mara'],
      [lena.id, 'Lena'],
    ]);
    return rows.map((row) => `${named.get(row.calendarId)}: ${named.get(row.contactId)}`).sort();
  };
  assert.deepEqual(await reached(), ['own: Mara']);
  await write.updateTable('events').set({ calendarId: colleague.calendarId }).where('id', '=', first.id).execute();
  assert.deepEqual(await reached(), ['colleague: Mara', 'own: Mara']);
  await write.updateTable('visits').set({ contactId: lena.id }).where('id', '=', second.id).execute();
  assert.deepEqual(await reached(), ['colleague: Mara', 'own: Lena']);
  await write.updateTable('visits').set({ locationId: null }).where('id', '=', first.id).execute();
  assert.deepEqual(await reached(), ['colleague: Mara', 'own: Lena']);
  await write
    .with('part', (db) => db.deleteFrom('visitParts').where('visitId', '=', first.id).returning('eventId'))
    .updateTable('events')
    .set(eventFigures('cancelled', 0))
    .from('part')
    .whereRef('id', '=', 'part.eventId')
    .execute();
  assert.deepEqual(await reached(), ['own: Lena']);
  await write.deleteFrom('visits').where('id', '=', second.id).execute();
  assert.deepEqual(await reached(), []);
});
