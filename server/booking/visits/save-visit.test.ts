// Tests of visits that staff enter: several services and people, conflicts, questions, walk-ins, clock changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import type { Input } from '#contract/lib/service.ts';
import { fromWire } from '#contract/lib/wire.ts';
import { searches } from '#contract/site/search.ts';
import { tidy } from '#server/operations/jobs/tidy.ts';
import { buildBusiness, buildCompany, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { testApp } from '#server/testing/test-app.ts';

type VisitInput = Input<typeof visits.insertVisit>;
type PartInput = VisitInput['parts'][number];

const at = (time: string) => `2026-03-02T${time}:00Z`;
/** The same as an answer says it, in Riga. */
const said = (time: string) =>
  Temporal.Instant.from(at(time)).toZonedDateTimeISO('Europe/Riga').toString({ timeZoneName: 'never' });

/** A salon of two people: Anna cuts, Berta colours, in 45 minutes and for 60 euros. */
async function salon(options: { env?: Record<string, string>; now?: string } = {}) {
  const app = await testApp(options);
  const {
    company,
    location,
    employee: anna,
  } = await buildBusiness(app, {
    actions: ['admin'],
    sessionActiveMinutes: 1440,
  });
  const berta = await buildEmployee(app, location, { firstName: 'Berta', lastName: 'Liepa' });
  const cut = await buildService(app, anna, { name: 'Cut', minutes: 30, price: 25, bufferAfter: 10 });
  const colour = await buildService(app, anna, { name: 'Colour', minutes: 90, price: 80 });
  await app.database.write.deleteFrom('servicePeople').where('serviceId', '=', colour.id).execute();
  await buildServicePerson(app, berta, colour, { minutes: 45, price: 60 });
  const as = await signIn(app, anna);
  const mara = { name: 'Mara Ozola', eMail: 'mara@example.org' };
  return {
    ...app,
    ...{ company, location, anna, berta, cut, colour, as, mara },
    insert: (input: VisitInput) => app.call(visits.insertVisit, input, as),
    update: (visit: Visit, input: Partial<Input<typeof visits.updateVisit>>) =>
      app.call(visits.updateVisit, { ...inputOf(visit), ...input }, as),
    events: () => app.database.read.selectFrom('appointments').selectAll().orderBy('startAt').execute(),
    mails: () => storedMails(app),
    both: (start = at('09:00')): VisitInput => ({
      ...mara,
      parts: [
        { calendarId: anna.calendarId, serviceId: cut.id, start },
        { calendarId: berta.calendarId, serviceId: colour.id },
      ],
    }),
  };
}

/** The input that saves a visit unchanged. */
function inputOf(visit: Visit): Input<typeof visits.updateVisit> {
  const { id, version, contactId, name, eMail, phoneNumber, description, sendSms, readOnly } = visit;
  return {
    ...{ id, version, contactId, name, eMail, phoneNumber, description, sendSms, readOnly },
    parts: visit.parts.map(({ eventId, calendarId, serviceId, title, start, price, bufferBefore, bufferAfter }) => ({
      ...{ eventId, calendarId, serviceId, title, start, price, bufferBefore, bufferAfter },
    })),
  };
}

/** The first two, which the test knows to be there. */
const partsOf = (visit: Visit) => inputOf(visit).parts as [PartInput, PartInput];

test('two services by two people are one visit: each starts when the one before ends, with own minutes and price', async () => {
  await using app = await salon();
  const { answer: visit } = await app.insert(app.both());
  assert.deepEqual(
    visit.parts.map(({ person, title, start, end, price }) => [person.split(' ')[0], title, start, end, price]),
    [
      ['Anna', 'Cut', said('09:00'), said('09:30'), 25],
      ['Berta', 'Colour', said('09:30'), said('10:15'), 60],
    ],
  );
  assert.deepEqual(
    [visit.status, visit.source, visit.start, visit.end],
    ['confirmed', 'staff', said('09:00'), said('10:15')],
  );
  assert.deepEqual((await app.mails()).length, 1, 'one mail for the visit');
  const contact = await app.database.read.selectFrom('contacts').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([contact.id, contact.nextVisit?.toString()], [visit.contactId, at('09:00')]);
});

test('a person has the minutes and the price of the location where they are booked', async () => {
  await using app = await salon();
  const there = { minutes: 50, price: 70 };
  await buildServicePerson(app, app.berta, app.colour, { locationId: app.location.id, ...there });
  const [colour] = (await app.call(visits.getServices, {}, app.as)).answer.filter(({ name }) => name === 'Colour');
  assert.deepEqual(
    colour?.people.map(({ minutes, price }) => ({ minutes, price })),
    [there],
  );
  const { answer } = await app.insert(app.both());
  assert.deepEqual([answer.parts[1]?.end, answer.parts[1]?.price], [said('10:20'), 70]);
});

test('a visit whose second person is taken is saved only after a question, and then whole', async () => {
  await using app = await salon();
  await buildEvent(app, app.berta, { start: at('10:00'), title: 'Meeting' });
  const [question] = (await app.insert(app.both())).complaints;
  const others = (question?.Others ?? []) as { Title: string }[];
  assert.deepEqual([question?.Overlaps, others.map(({ Title }) => Title)], [true, ['Meeting']]);
  assert.deepEqual([(await app.events()).length, (await app.mails()).length], [1, 0], 'nothing of it is saved');
  assert.equal((await app.insert({ ...app.both(), acceptOverlap: true })).status, 200);
  assert.equal((await app.events()).length, 3);
});

test('a free time is asked for outside the working hours, and for a person who does not do the service, all at once', async () => {
  await using app = await salon();
  const parts = [{ calendarId: app.anna.calendarId, serviceId: app.colour.id, start: at('03:00') }];
  const [question] = (await app.insert({ name: 'Mara', parts })).complaints;
  assert.deepEqual(
    [question?.Closed, question?.NotDone],
    [true, [{ Person: `Anna ${app.anna.lastName}`, Service: 'Colour' }]],
  );
  assert.equal((await app.insert({ name: 'Mara', parts, acceptClosed: true })).status, 417);
  const { answer } = await app.insert({ name: 'Mara', parts, acceptClosed: true, acceptNotDone: true });
  assert.equal(answer.parts[0]?.price, 80, 'that of the service');
  const again = await app.update(answer, { name: 'Mara O.', acceptClosed: true });
  assert.equal(again.status, 200, 'what was accepted is not asked again');
});

test('a part that is dragged to a person who does not do its service asks when the browser wants it', async () => {
  await using app = await salon();
  const { answer } = await app.insert(app.both());
  const moved = { id: answer.parts[1]?.eventId ?? '', calendarId: app.anna.calendarId, acceptOverlap: true };
  const refused = await app.call(calendars.updateEvent, { ...moved, acceptNotDone: false }, app.as);
  assert.deepEqual(refused.complaints[0]?.NotDone, [{ Person: `Anna ${app.anna.lastName}`, Service: 'Colour' }]);
  assert.equal((await app.call(calendars.updateEvent, moved, app.as)).status, 200, 'the call of the specification');
});

test('the second of two who save the same visit gets the first one’s as a conflict, and nothing is written', async () => {
  await using app = await salon();
  const { answer: visit } = await app.insert(app.both());
  const [first] = visit.parts;
  const saved = await app.update(visit, { name: 'Mara Kalna' });
  assert.equal(saved.status, 200);
  const refused = await app.update(visit, { parts: inputOf(visit).parts.slice(0, 1) });
  assert.equal(refused.status, 409);
  const row = fromWire(visits.updateVisit.output, JSON.parse(refused.body).Row, { query: false }, []) as Visit;
  assert.deepEqual([row.name, row.version, row.parts.length], ['Mara Kalna', saved.answer.version, 2]);
  const one = await app.update(row, { parts: inputOf(row).parts.slice(0, 1) });
  assert.deepEqual(
    one.answer.parts.map(({ eventId }) => eventId),
    [first?.eventId],
  );
  assert.equal((await app.events()).length, 1, 'a part that is left out is deleted');
});

test('the prices that were booked stay when the service becomes dearer; another service brings its own', async () => {
  await using app = await salon();
  const { answer: visit } = await app.insert(app.both());
  await app.database.write
    .updateTable('services')
    .set({ price: 99, name: 'New cut' })
    .where('id', '=', app.cut.id)
    .execute();
  const parts = partsOf(visit);
  const kept = await app.update(visit, {
    parts: parts.map(({ price: _price, ...part }) => ({ ...part, start: part.start && later(part.start) })),
  });
  assert.deepEqual(
    kept.answer.parts.map(({ serviceName, price, start }) => [serviceName, price, start]),
    [
      ['Cut', 25, said('10:00')],
      ['Colour', 60, said('10:30')],
    ],
  );
  const [cut] = partsOf(kept.answer);
  const extra = { calendarId: app.berta.calendarId, title: 'Head massage', minutes: 15, price: 12.5 };
  const changed = await app.update(kept.answer, {
    parts: [{ ...cut, calendarId: app.berta.calendarId, serviceId: app.colour.id, title: '', price: undefined }, extra],
  });
  assert.deepEqual(
    changed.answer.parts.map(({ serviceName, title, price, end }) => [serviceName, title, price, end]),
    [
      ['Colour', 'Colour', 60, said('10:45')],
      ['', 'Head massage', 12.5, said('11:00')],
    ],
  );
});

const later = (start: string) => Temporal.Instant.from(start).add({ hours: 1 }).toString();

test('parts change places without meeting each other; a person’s buffers are around all their parts', async () => {
  await using app = await salon();
  const { calendarId } = app.anna;
  const twice = [
    { calendarId, serviceId: app.cut.id, start: at('09:00') },
    { calendarId, serviceId: app.cut.id },
  ];
  const { answer: visit } = await app.insert({ ...app.mara, parts: twice });
  assert.deepEqual(
    visit.parts.map(({ bufferAfter }) => bufferAfter),
    [0, 10],
  );
  const [one, two] = partsOf(visit);
  const swapped = await app.update(visit, {
    parts: [
      { ...two, start: at('09:00'), bufferAfter: undefined },
      { ...one, start: undefined, bufferAfter: undefined },
    ],
  });
  assert.deepEqual(
    swapped.answer.parts.map(({ eventId, start, bufferAfter }) => [eventId, start, bufferAfter]),
    [
      [two?.eventId, said('09:00'), 0],
      [one?.eventId, said('09:30'), 10],
    ],
  );
  assert.ok((await app.events()).every(({ lane, blocks }) => lane === 0 && blocks));
});

test('services in a row last as long as they take when the clock changes, and over midnight', async () => {
  await using app = await salon({ now: '2027-03-20T08:00:00Z' });
  // 2:30 to 3:00, then the clock goes from 3 to 4: 4:00 to 4:45.
  const spring = await app.insert({ ...app.both('2027-03-28T00:30:00Z'), acceptClosed: true });
  assert.deepEqual(
    spring.answer.parts.map(({ start, end }) =>
      [start, end].map((time) =>
        Temporal.Instant.from(time).toZonedDateTimeISO('Europe/Riga').toPlainTime().toString(),
      ),
    ),
    [
      ['02:30:00', '04:00:00'],
      ['04:00:00', '04:45:00'],
    ],
  );
  const night = await app.insert({ ...app.both('2027-03-23T21:45:00Z'), acceptClosed: true });
  assert.deepEqual(
    night.answer.parts.map(({ end }) => end),
    ['2027-03-24T00:15:00+02:00', '2027-03-24T01:00:00+02:00'],
  );
  const { day } = await app.database.read
    .selectFrom('visits')
    .select('day')
    .where('id', '=', night.answer.id)
    .executeTakeFirstOrThrow();
  assert.equal(String(day), '2027-03-23', 'it began before midnight in Riga');
});

test('a walk-in has arrived, needs no customer and no open hours, and gets a customer later', async () => {
  await using app = await salon();
  const { calendarId } = app.anna;
  const { answer: visit } = await app.insert({ isWalkIn: true, parts: [{ calendarId, start: at('05:00') }] });
  assert.deepEqual(
    [visit.status, visit.source, visit.contactId, visit.parts[0]?.title, visit.end],
    ['arrived', 'walk_in', null, 'Appointment', said('05:30')],
  );
  const named = await app.update(visit, app.mara);
  assert.ok(named.answer.contactId);
  assert.deepEqual((await app.mails()).length, 0, 'the customer is there');
});

test('a mother and her two children with one address are three customers; one without any address is a fourth', async () => {
  await using app = await salon();
  const { calendarId } = app.anna;
  const book = async (customer: Partial<VisitInput>, time: string) =>
    (await app.insert({ ...customer, parts: [{ calendarId, serviceId: app.cut.id, start: at(time) }] })).answer;
  const eMail = 'family@example.org';
  const mother = await book({ name: 'Ilze', eMail }, '09:00');
  await book({ name: 'Toms', eMail }, '10:00');
  await book({ name: 'Anete', eMail }, '11:00');
  await book({ name: 'Grandmother' }, '12:00');
  const again = await book({ name: 'ilze', eMail: 'Family@example.org' }, '13:00');
  assert.equal(again.contactId, mother.contactId);
  const contacts = await app.database.read.selectFrom('contacts').select('name').orderBy('name').execute();
  assert.deepEqual(
    contacts.map(({ name }) => name),
    ['Anete', 'Grandmother', 'Ilze', 'Toms'],
  );
  const chosen = await buildContact(app, app.company, { name: 'Ilze', eMail: 'other@example.org' });
  const third = await book({ contactId: chosen.id, name: 'Ilze', eMail }, '14:00');
  assert.equal(third.contactId, chosen.id, 'the customer whom staff chose');
  const foreign = await buildContact(app, await buildCompany(app), { name: 'Foreign' });
  const parts = [{ calendarId, start: at('15:00') }];
  assert.equal((await app.insert({ contactId: foreign.id, name: 'Foreign', parts })).status, 404);
});

test('an event without a customer becomes the first part of a visit', async () => {
  await using app = await salon();
  const { id } = await buildEvent(app, app.anna, { start: at('09:00'), title: 'Somebody' });
  const part = { eventId: id, calendarId: app.anna.calendarId, serviceId: app.cut.id, start: at('09:00') };
  const { answer } = await app.insert({ ...app.mara, parts: [part] });
  assert.deepEqual([answer.id, answer.parts[0]?.title, answer.end], [id, 'Cut', said('09:30')]);
  assert.equal((await app.insert({ ...app.mara, parts: [part] })).status, 409, 'it is a visit by now');
  assert.equal((await app.events()).length, 1);
});

test('another service at the same time is news for the customer; a note is not; silence sends nothing', async () => {
  await using app = await salon();
  const { answer: visit } = await app.insert(app.both());
  const noted = (await app.update(visit, { description: 'Prefers tea' })).answer;
  assert.equal((await app.mails()).length, 1);
  const [cut, colour] = partsOf(noted);
  const other = await buildService(app, app.anna, { name: 'Beard', minutes: 30 });
  const changed = await app.update(noted, { parts: [{ ...cut, serviceId: other.id, title: '' }, { ...colour }] });
  assert.match((await app.mails())[1]?.subject ?? '', /^Confirmed/);
  assert.equal(changed.answer.parts[0]?.serviceName, 'Beard');
  const [beard] = partsOf(changed.answer);
  assert.equal((await app.update(changed.answer, { parts: [{ ...beard }], notify: false })).status, 200);
  assert.equal((await app.mails()).length, 2);
});

test('employees save visits in their own calendars only', async () => {
  await using app = await salon();
  const as = await signIn(app, app.berta);
  assert.equal((await app.call(visits.insertVisit, app.both(), as)).status, 404);
  const { answer } = await app.insert(app.both());
  assert.equal((await app.call(visits.updateVisit, inputOf(answer), as)).status, 404);
  const own = {
    ...app.mara,
    parts: [{ calendarId: app.berta.calendarId, serviceId: app.colour.id, start: at('12:00') }],
  };
  assert.equal((await app.call(visits.insertVisit, own, as)).status, 200);
  const services = (await app.call(visits.getServices, {}, as)).answer;
  assert.deepEqual(
    services.map(({ name, people }) => [name, people.map(({ minutes, price }) => [minutes, price])]),
    [
      ['Cut', []],
      ['Colour', [[45, 60]]],
    ],
  );
});

test('customers are found by every word of name, address or number, with their last visit', async () => {
  await using app = await salon();
  await buildContact(app, app.company, { name: 'Sanita Ozola', phoneNumber: '+371 20000111' });
  await buildEvent(app, app.anna, { start: '2026-03-01T10:00:00Z', ...app.mara });
  await app.insert({ ...app.both() });
  const find = async (search: string) =>
    (await app.call(visits.findCustomers, { search }, app.as)).answer.map(({ name }) => name);
  assert.deepEqual(await find('ozol'), ['Mara Ozola', 'Sanita Ozola']);
  assert.deepEqual(await find('ozola 0000111'), ['Sanita Ozola']);
  assert.deepEqual(await find('mara@example'), ['Mara Ozola']);
  assert.deepEqual(await find('  '), []);
});

test('staff who edit a held visit wait for its deletion by the cleanup before they take its event', async () => {
  await using app = await salon();
  const held = { start: at('09:00'), status: 'held' as const, name: 'Mara', heldUntil: '2026-03-02T06:00:00Z' };
  for (const save of ['event', 'visit'] as const) {
    const { id } = await buildEvent(app, app.anna, held);
    const { answer: visit } = await app.call(visits.getVisit, { id }, app.as);
    const saving = await app.database.write.transaction().execute(async (cleanup) => {
      // As the cleanup does: the visit first, its event by the trigger.
      await sql`select from visits where id = ${id} for update`.execute(cleanup);
      const call =
        save === 'event'
          ? app.call(calendars.updateEvent, { id, title: 'Edited' }, app.as)
          : app.update(visit, { description: 'Edited' });
      await waitForLock(app);
      await sql`select from events where id = ${id} for update nowait`.execute(cleanup);
      await sql`delete from visits where id = ${id}`.execute(cleanup);
      return { call };
    });
    assert.equal((await saving.call).status, 404, save);
  }
  assert.equal((await tidy(app)).visits, 0);
});

test('an employee who does one part notes how a visit of two people goes, but does not end it', async () => {
  await using app = await salon();
  const { answer: visit } = await app.insert(app.both());
  const own = await signIn(app, app.berta);
  const move = (status: 'arrived' | 'completed' | 'confirmed' | 'cancelled' | 'no_show', as = own) =>
    app.call(visits.changeStatus, { id: visit.id, status }, as);
  const arrived = await move('arrived');
  assert.deepEqual([arrived.status, arrived.answer.status], [200, 'arrived']);
  assert.deepEqual(
    arrived.answer.parts.map(({ calendarId }) => calendarId),
    [app.berta.calendarId],
    'the part of the colleague is not answered',
  );
  assert.deepEqual(arrived.answer.moves, ['started', 'completed', 'confirmed', 'no_show']);
  const refused = await move('cancelled');
  assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [403, 'visits.otherPeople']);
  const eventId = visit.parts[1]?.eventId ?? '';
  const deleted = await app.call(calendars.deleteEvent, { id: eventId }, own);
  assert.deepEqual([deleted.status, JSON.parse(deleted.body).Code], [403, 'visits.otherPeople']);
  assert.equal((await app.call(visits.getVisit, { id: visit.id }, own)).status, 404, 'it is edited by the event');
  assert.equal((await move('completed')).answer.status, 'completed');
  assert.equal((await move('confirmed')).answer.status, 'confirmed');
  // Someone who does no part of it does not find it.
  const stranger = await signIn(app, await buildEmployee(app, app.location));
  assert.equal((await move('arrived', stranger)).status, 404);
  assert.equal((await move('cancelled', app.as)).answer.status, 'cancelled', 'an administrator sees both');
  assert.equal((await move('confirmed')).status, 403);
});

test('a visit with a read-only part of another person is changed by that person only, in every way', async () => {
  await using app = await salon();
  const other = await signIn(app, await buildEmployee(app, app.location, { actions: ['admin'] }));
  const { answer: visit } = await app.insert({ ...app.both(), readOnly: true });
  const read = app.database.read;
  const stored = () => read.selectFrom('visits').select('status').where('id', '=', visit.id).executeTakeFirstOrThrow();
  const { write } = app.database;
  // Only the second part is read-only by now.
  const first = write
    .updateTable('events')
    .set({ readOnly: false })
    .where('id', '=', visit.parts[0]?.eventId ?? '');
  await first.execute();
  const refused = [
    await app.call(visits.changeStatus, { id: visit.id, status: 'cancelled' }, other),
    await app.call(visits.changeStatus, { id: visit.id, status: 'arrived' }, other),
    await app.call(calendars.deleteEvent, { id: visit.parts[0]?.eventId ?? '' }, other),
  ];
  assert.deepEqual(
    refused.map(({ status, body }) => [status, JSON.parse(body).Code]),
    refused.map(() => [403, 'calendar.readOnly']),
  );
  const { userId } = app.berta;
  const settled = await app.call(visits.settleComing, { userId, calendarId: null }, other);
  assert.deepEqual(
    [settled.answer.settled, settled.answer.kept.map(({ id, reason }) => [id, reason])],
    [0, [[visit.id, 'readOnly']]],
  );
  assert.deepEqual(await stored(), { status: 'confirmed' });
  assert.equal((await app.call(visits.changeStatus, { id: visit.id, status: 'cancelled' }, app.as)).status, 200);
});

test('the search finds every part of a visit by the new name of its customer, whichever part was saved', async () => {
  await using app = await salon();
  const { answer: visit } = await app.insert(app.both());
  const [first] = partsOf(visit);
  const renamed = { id: first.eventId ?? '', name: 'Ilze Kalniņa' };
  assert.equal((await app.call(calendars.updateEvent, renamed, app.as)).status, 200);
  const found = async (search: string) =>
    (await app.call(searches.getPaginated, { search }, app.as)).answer.searches.map(({ id }) => id);
  const words = await app.database.read.selectFrom('events').select('words').execute();
  assert.equal(words.filter((event) => event.words.includes('ilze kalnina')).length, 2);
  assert.equal(words.filter((event) => event.words.includes('ozola')).length, 0);
  assert.notDeepEqual(await found('Colour Kalnina'), []);
  assert.notDeepEqual(await found('Cut Kalniņa'), []);
  assert.deepEqual(await found('Colour Ozola'), []);
});
