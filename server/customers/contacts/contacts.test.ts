// Tests of customers: who reaches them, whom a booking belongs to, tags, the card, merging and erasing.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { consents } from '#contract/customers/consent.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { searches } from '#contract/site/search.ts';
import { transaction } from '#server/db/transaction.ts';
import {
  buildBusiness,
  buildContact,
  buildEmployee,
  buildEvent,
  buildLocation,
  signIn,
} from '#server/testing/build.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { waitForLock } from '#server/testing/wait-for-lock.ts';
import { type BookingPerson, findOrCreateContact } from './find-or-create-contact.ts';

const { getPaginated, insert, update, getCard, getTags, findSameAddress, merge, undoMerge } =
  companyContacts.operations;

async function salon(actions: string[] = ['admin']) {
  const app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions });
  const { cookie } = await signIn(app, employee);
  let hour = 0;
  const visit = (contact: { id: string; name: string }, by = employee) =>
    buildEvent(app, by, {
      start: Temporal.Instant.from('2026-03-03T06:00:00Z').add({ hours: 2 * hour++ }),
      contactId: contact.id,
      name: contact.name,
    });
  const names = async (headers: { cookie: string }, input = {}) =>
    (await app.call(getPaginated, input, headers)).answer.contacts.map(({ name }) => name);
  const card = async (id: string) => (await app.call(getCard, { id }, { cookie })).answer;
  const find = (person: Partial<BookingPerson>) =>
    transaction({ ...app, db: app.database.write }, (tx) =>
      findOrCreateContact(tx, {
        ...{ companyId: company.id, name: 'Anna Berg', eMail: '', phoneNumber: '', language: '' },
        ...person,
      }),
    );
  return Object.assign(app, { company, location, employee, cookie, visit, names, card, find });
}

const countContacts = async (app: TestApp) =>
  (await app.database.read.selectFrom('contacts').select('id').execute()).length;

test('employees reach customers of their own calendar, local administrators those of their locations, administrators all', async () => {
  await using app = await salon();
  const elsewhere = await buildLocation(app, app.company);
  const here = await buildEmployee(app, app.location, { actions: ['user'] });
  const there = await buildEmployee(app, elsewhere, { actions: ['user'] });
  const local = await buildEmployee(app, app.location, { actions: ['lcladmin'] });
  const [ours, theirs] = [
    await buildContact(app, app.company, { name: 'Ours' }),
    await buildContact(app, app.company, { name: 'Theirs' }),
  ];
  await buildContact(app, app.company, { name: 'Nobody’s' });
  await app.visit(ours, here);
  await app.visit(theirs, there);
  const seenBy = async (person: typeof here) => app.names(await signIn(app, person), { order: 'Name' });
  assert.deepEqual(await seenBy(here), ['Ours']);
  assert.deepEqual(await seenBy(there), ['Theirs']);
  assert.deepEqual(await seenBy(local), ['Ours']);
  assert.deepEqual(await app.names(app), ['Theirs', 'Ours', 'Nobody’s']);
  const headers = await signIn(app, here);
  for (const [operation, input] of [
    [getCard, { id: theirs.id }],
    [visits.getOfContact, { contactId: theirs.id }],
    [update, { id: theirs.id, notes: 'x' }],
    [consents.insert, { contactId: theirs.id, channel: 'email', isGiven: true }],
  ] as const) {
    assert.equal((await app.call(operation, input as never, headers)).status, 404);
  }
  assert.equal((await app.call(companyContacts.operations.delete, { id: ours.id }, headers)).status, 403);
  assert.equal((await app.call(companyContacts.operations.export, {}, headers)).status, 403);
  const added = await app.call(insert, { name: 'Added' }, headers);
  assert.equal(added.answer.name, 'Added');
  assert.deepEqual(await seenBy(here), ['Added', 'Ours'], 'and those they have added');
});

test('a booking belongs to the contact with the same address and name; families share an address', async () => {
  await using app = await salon();
  const mother = await app.find({ name: 'Anna Berg', eMail: 'berg@example.org', phoneNumber: '+371 20 000 001' });
  const child = await app.find({ name: 'Mia Berg', eMail: 'Berg@example.org' });
  assert.notEqual(mother, child);
  assert.equal(
    await app.find({
      name: 'anna  berg'.replace('  ', ' '),
      eMail: 'BERG@example.org',
      phoneNumber: '+371 29 999 999',
    }),
    mother,
  );
  assert.equal(await app.find({ name: 'Anna Berg', phoneNumber: '00371 20000001' }), mother, 'by number and name');
  await app.database.write.updateTable('companies').set({ country: 'Latvija' }).execute();
  assert.equal(await app.find({ name: 'Anna Berg', phoneNumber: '20000001' }), mother, 'a number of the own country');
  assert.notEqual(await app.find({ name: 'Otto Berg', phoneNumber: '20000001' }), mother);
  const stored = await app.database.read
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', String(mother))
    .executeTakeFirst();
  assert.deepEqual([stored?.name, stored?.phoneNumber], ['Anna Berg', '+371 20 000 001'], 'and stays as it was');
  assert.equal(await app.find({ name: '' }), null);
  assert.ok(await app.find({ name: 'Walk-in' }), 'a customer without address and number');
});

test('two bookings of a new customer at the same time make one contact', async () => {
  await using app = await salon();
  const ids = await Promise.all(Array.from({ length: 5 }, () => app.find({ eMail: 'anna@example.org' })));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await countContacts(app), 1);
});

test('an event that staff save belongs to the contact of its person, and keeps it', async () => {
  await using app = await salon();
  const { calendarId } = app.employee;
  const event = {
    calendarId,
    title: 'Cut',
    start: '2026-03-03T09:00:00Z',
    end: '2026-03-03T10:00:00Z',
    name: 'Walk-in',
  };
  const { id } = (await app.call(calendars.insertEvent, event, app)).answer;
  await app.call(calendars.updateEvent, { id, title: 'Cut and colour' }, app);
  assert.equal(await countContacts(app), 1);
  await app.call(calendars.updateEvent, { id, name: 'Anna Berg', eMail: 'anna@example.org' }, app);
  const contacts = await app.database.read
    .selectFrom('contacts')
    .select(['id', 'name'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const stored = await app.database.read.selectFrom('visits').select('contactId').executeTakeFirst();
  assert.deepEqual(
    contacts.map(({ name }) => name),
    ['Walk-in', 'Anna Berg'],
  );
  assert.equal(stored?.contactId, contacts[1]?.id);
  await app.call(
    calendars.insertEvent,
    { ...event, start: '2026-03-04T09:00:00Z', end: '2026-03-04T10:00:00Z', name: '' },
    app,
  );
  assert.equal(await countContacts(app), 2, 'a lunch has no customer');
});

test('tags are offered while typing, and customers are found by tag, number and any script', async () => {
  await using app = await salon();
  const { id, tags } = (
    await app.call(
      insert,
      { name: 'Ольга Смирнова', phoneNumber: '+371 20 000 206', tags: ['VIP', 'Colour', 'vip'] },
      app,
    )
  ).answer;
  assert.deepEqual(tags, ['Colour', 'vip']);
  await app.call(insert, { name: 'Zoë', tags: ['Allergy: ammonia'] }, app);
  assert.deepEqual((await app.call(getTags, {}, app)).answer, ['Allergy: ammonia', 'Colour', 'vip']);
  for (const search of ['смирнова', 'tag: vip', '+37120000206', 'colour 206', 'name: ольга']) {
    assert.deepEqual(await app.names(app, { search }), ['Ольга Смирнова'], search);
  }
  assert.deepEqual(await app.names(app, { search: 'zoe' }), ['Zoë']);
  const found = (await app.call(searches.getPaginated, { search: '+37120000206', kind: 'contact' }, app)).answer
    .searches;
  assert.deepEqual(
    found.map(({ name, sRef }) => [name, sRef]),
    [['Ольга Смирнова', `/app/company/contacts/${id}`]],
  );
  const byTag = (await app.call(searches.getPaginated, { search: 'vip', kind: 'contact' }, app)).answer.searches;
  assert.deepEqual(byTag, [], 'the search of all customers reads names, addresses and numbers only');
  await app.call(update, { id, tags: ['Colour'] }, app);
  assert.deepEqual(await app.names(app, { search: 'vip' }), []);
  assert.deepEqual((await app.call(getTags, {}, app)).answer, ['Allergy: ammonia', 'Colour']);
});

test('an address that another customer has is found while it is typed', async () => {
  await using app = await salon(['user']);
  await app.find({ name: 'Anna Berg', eMail: 'berg@example.org', phoneNumber: '+371 20 000 001' });
  const same = async (input: object) => (await app.call(findSameAddress, input, app)).answer.map(({ name }) => name);
  assert.deepEqual(await same({ eMail: 'Berg@example.org', name: 'Mia Berg' }), ['Anna Berg']);
  assert.deepEqual(await same({ phoneNumber: '0037120000001' }), ['Anna Berg']);
  assert.deepEqual(await same({ eMail: 'berg@example.org', name: 'anna berg' }), [], 'the same person');
  assert.deepEqual(await same({ eMail: '', phoneNumber: '' }), []);
});

test('consent is recorded for each channel with source, time and person, and never changed', async () => {
  await using app = await salon(['user']);
  const contact = await buildContact(app, app.company);
  await app.visit(contact);
  const give = (isGiven: boolean) =>
    app.call(
      consents.insert,
      { contactId: contact.id, channel: 'email', isGiven, shownText: 'May we write to you?' },
      app,
    );
  assert.equal((await give(true)).answer.source, 'staff');
  app.clock.advance({ minutes: 5 });
  await give(false);
  const { consents: recorded } = await app.card(contact.id);
  assert.deepEqual(
    recorded.map(({ channel, isGiven, createdAt }) => [channel, isGiven, Temporal.Instant.from(createdAt).toString()]),
    [
      ['email', false, '2026-03-02T08:05:00Z'],
      ['email', true, '2026-03-02T08:00:00Z'],
    ],
  );
  assert.match(recorded[0]?.person ?? '', /\w/);
  const client = await app.database.connect();
  try {
    await client.query(`begin; set local role daybook_company; set local "daybook.company_id" = '${app.company.id}'`);
    await assert.rejects(client.query('update consents set is_given = true'), /permission denied/);
  } finally {
    await client.end();
  }
});

/** Everything about contacts that a merge changes. */
async function stateOf(app: Awaited<ReturnType<typeof salon>>) {
  const { read } = app.database;
  return {
    contacts: await read
      .selectFrom('contacts')
      .select([
        'id',
        'name',
        'eMail',
        'phoneNumber',
        'phoneKey',
        'notes',
        'birthday',
        'mergedInto',
        'visitsCount',
        'searchText',
      ])
      .orderBy('id')
      .execute(),
    visits: await read.selectFrom('visits').select(['id', 'contactId']).orderBy('id').execute(),
    consents: await read.selectFrom('consents').select(['id', 'contactId']).orderBy('id').execute(),
    tags: await read.selectFrom('contactTags').selectAll().orderBy('contactId').orderBy('tag').execute(),
  };
}

test('a merge moves visits, consents and tags, fills empty fields and takes chosen ones; its undo gives all back', async () => {
  await using app = await salon();
  const kept = (await app.call(insert, { name: 'Anna Berg', tags: ['VIP'], notes: 'Likes tea.' }, app)).answer;
  const double = (
    await app.call(
      insert,
      {
        name: 'Anna Bergs',
        eMail: 'anna@example.org',
        phoneNumber: '+371 20 000 001',
        tags: ['VIP', 'Colour'],
        notes: 'Window seat.',
      },
      app,
    )
  ).answer;
  await app.visit(kept);
  await app.visit(double);
  await app.call(consents.insert, { contactId: double.id, channel: 'sms', isGiven: true }, app);
  await sql`select recount_contacts(${app.company.id}, null, ${app.clock.now()})`.execute(app.database.write);
  const before = await stateOf(app);
  const merged = await app.call(merge, { contactId: kept.id, mergedId: double.id, take: ['name'] }, app);
  const { contact, consents: moved, merges } = await app.card(double.id);
  assert.equal(contact.id, kept.id, 'the address of the merged card leads to the other');
  assert.deepEqual(
    [contact.name, contact.eMail, contact.notes, contact.tags, moved.length],
    ['Anna Bergs', 'anna@example.org', 'Likes tea.\n\nWindow seat.', ['Colour', 'VIP'], 1],
  );
  assert.deepEqual(
    merges.map(({ name }) => name),
    ['Anna Bergs'],
  );
  assert.equal((await app.call(visits.getOfContact, { contactId: kept.id }, app)).answer.length, 2);
  assert.deepEqual(await app.names(app), ['Anna Bergs']);
  assert.equal(await app.find({ name: 'Anna Bergs', eMail: 'anna@example.org' }), kept.id);
  assert.equal((await app.call(merge, { contactId: kept.id, mergedId: double.id }, app)).status, 404);
  assert.equal((await app.call(merge, { contactId: kept.id, mergedId: kept.id }, app)).status, 417);
  assert.equal((await app.call(undoMerge, merged.answer, app)).status, 204);
  assert.deepEqual(await stateOf(app), before);
  assert.equal((await app.call(undoMerge, merged.answer, app)).status, 404);
});

test('an undo leaves what was changed or moved since the merge', async () => {
  await using app = await salon();
  const kept = (await app.call(insert, { name: 'Anna Berg' }, app)).answer;
  const double = (await app.call(insert, { name: 'Anna B.', eMail: 'anna@example.org', notes: 'Tea.' }, app)).answer;
  const event = await app.visit(double);
  const { id } = (await app.call(merge, { contactId: kept.id, mergedId: double.id }, app)).answer;
  await app.call(update, { id: kept.id, eMail: 'new@example.org' }, app);
  await app.database.write.updateTable('visits').set({ contactId: null }).where('id', '=', event.id).execute();
  await app.call(undoMerge, { id }, app);
  const { contact } = await app.card(kept.id);
  assert.deepEqual([contact.eMail, contact.notes], ['new@example.org', '']);
  assert.deepEqual(await app.call(visits.getOfContact, { contactId: double.id }, app).then(({ answer }) => answer), []);
});

test('a merge and changes of the state of the same visits wait for each other', async () => {
  await using app = await salon();
  const kept = await buildContact(app, app.company, { name: 'Anna Berg' });
  const double = await buildContact(app, app.company, { name: 'Anna B.' });
  const events = [];
  for (let count = 0; count < 6; count++) events.push(await app.visit(count % 2 ? kept : double));
  for (let round = 0; round < 6; round++) {
    const merging = app.call(merge, { contactId: kept.id, mergedId: double.id }, app);
    const states: Promise<{ status: number }>[] = events.map(({ id }) =>
      app.call(visits.changeStatus, { id, status: round % 2 ? 'confirmed' : 'arrived', notify: false }, app),
    );
    const { answer } = await merging;
    assert.deepEqual(
      (await Promise.all(states)).map(({ status }) => status),
      events.map(() => 200),
    );
    assert.equal((await app.call(undoMerge, { id: answer.id }, app)).status, 204);
  }
});

test('a booking that found a contact is moved by the merge; one that comes during the merge takes the contact that stays', async () => {
  await using app = await salon();
  const { write } = app.database;
  const kept = (await app.call(insert, { name: 'Anna Berg', eMail: 'anna@work.example' }, app)).answer;
  const double = (await app.call(insert, { name: 'Anna Berg', eMail: 'anna@example.org' }, app)).answer;
  const person = {
    companyId: app.company.id,
    name: 'Anna Berg',
    eMail: 'anna@example.org',
    phoneNumber: '',
    language: '',
  };
  let merging: Promise<{ status: number }> | undefined;
  const booked = await transaction({ ...app, db: write }, async (tx) => {
    const id = await findOrCreateContact(tx, person);
    merging = app.call(merge, { contactId: kept.id, mergedId: double.id }, app);
    await waitForLock(app);
    return id;
  });
  assert.equal(booked, double.id);
  assert.equal((await merging)?.status, 200, 'it waited for the booking');

  const third = (await app.call(insert, { name: 'Anna Berg', eMail: 'third@example.org' }, app)).answer;
  const other = await app.database.connect();
  await other.query('begin');
  await other.query('select from contacts where id = $1 for update', [third.id]);
  const finding = app.find({ eMail: 'third@example.org' });
  await waitForLock(app);
  await other.query('update contacts set merged_into = $1 where id = $2', [kept.id, third.id]);
  await other.query('commit');
  await other.end();
  assert.equal(await finding, kept.id);
});

test('the card has the messages about the visits of the customer, of both media, and no others', async () => {
  await using app = await salon();
  const { read, write } = app.database;
  const child = await buildContact(app, app.company, { name: 'Child', eMail: 'family@example.org' });
  const mother = await buildContact(app, app.company, { name: 'Mother', eMail: 'family@example.org' });
  const called = await buildContact(app, app.company, { name: 'Called', phoneNumber: '+37120000001' });
  const messages = async (contactId: string, as: { cookie: string } = app) => {
    const answered = await app.call(visits.getMessages, { contactId }, as);
    if (answered.status !== 200) return [answered.status];
    return answered.answer.map(({ medium, subject, state }) => `${medium} ${subject} ${state}`);
  };
  const send = async (medium: 'mail' | 'sms', visitId: string, subject: string, kind = 'visit.confirmed') => {
    const [id, companyId, createdAt] = [randomUUIDv7(), app.company.id, app.clock.now()];
    const delivery = { id, companyId, medium, queue: `${medium}:visit`, address: 'x', state: 'sent', dueAt: createdAt };
    await write
      .insertInto('deliveries')
      .values({ ...delivery, createdAt, causeKind: kind, causeKey: `${visitId}:${id}` })
      .execute();
    const row = { id, companyId, visitId, subject, createdAt };
    if (medium === 'sms')
      await write
        .insertInto('smsMessages')
        .values({ ...row, toSms: 'x', message: 'x' })
        .execute();
    else {
      const mail = { fromEMail: 'a@example.org', toEMail: 'family@example.org', html: '', messageId: id };
      await write
        .insertInto('emailMessages')
        .values({ ...row, ...mail })
        .execute();
    }
    app.clock.advance({ seconds: 1 });
  };
  const [ofChild, ofMother, ofCalled] = [await app.visit(child), await app.visit(mother), await app.visit(called)];
  await send('mail', ofChild.id, 'Confirmed');
  await send('mail', ofMother.id, 'For the mother');
  await send('mail', ofChild.id, 'To the employee', 'visit.notice');
  await send('sms', ofChild.id, 'Reminder', 'visit.sms');
  await send('sms', ofCalled.id, 'Reminder', 'visit.sms');
  assert.deepEqual(await messages(child.id), ['sms Reminder sent', 'mail Confirmed sent']);
  assert.deepEqual(await messages(mother.id), ['mail For the mother sent']);
  assert.deepEqual(await messages(called.id), ['sms Reminder sent']);
  const employee = await signIn(app, await buildEmployee(app, app.location, { actions: ['user'] }));
  assert.deepEqual(await messages(child.id, employee), [403]);
  const elsewhere = await buildBusiness(app, { actions: ['admin'] });
  assert.deepEqual(await messages(child.id, await signIn(app, elsewhere.employee)), [404]);
  await app.call(merge, { contactId: mother.id, mergedId: child.id }, app);
  assert.equal((await messages(mother.id)).length, 3);
  assert.equal((await read.selectFrom('emailMessages').select('id').execute()).length, 3);
});

test('merges and their undos in any order keep every visit with the contact that shows it', async () => {
  await using app = await salon();
  const people: { id: string }[] = [];
  for (const [index, name] of ['A', 'B', 'C', 'D'].entries()) {
    const fields = { eMail: index % 2 ? `${name}@example.org` : '', notes: `Notes of ${name}`, tags: [name, 'VIP'] };
    const contact = (await app.call(insert, { name, ...fields }, app)).answer;
    await app.visit(contact);
    await app.call(consents.insert, { contactId: contact.id, channel: 'sms', isGiven: true }, app);
    people.push(contact);
  }
  await sql`select recount_contacts(${app.company.id}, null, ${app.clock.now()})`.execute(app.database.write);
  const before = await stateOf(app);
  const step = fc.record({ kept: fc.nat(3), merged: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      const done: string[] = [];
      for (const { kept, merged } of steps) {
        const ids = { contactId: people[kept]?.id ?? '', mergedId: people[merged]?.id ?? '' };
        const result = await app.call(merge, ids, app);
        if (result.status === 200) done.push(result.answer.id);
      }
      const { visits: held, contacts } = await stateOf(app);
      const shown = new Set(contacts.filter(({ mergedInto }) => !mergedInto).map(({ id }) => id));
      assert.ok(held.every(({ contactId }) => contactId && shown.has(contactId)));
      for (const id of done.toReversed()) assert.equal((await app.call(undoMerge, { id }, app)).status, 204);
      assert.deepEqual(await stateOf(app), before);
    }),
    { numRuns: 15 },
  );
});

test('the visit of an erased customer goes on without bringing them back', async () => {
  await using app = await salon();
  const gone = (await app.call(insert, { name: 'Anna Berg', eMail: 'anna@example.org' }, app)).answer;
  const { id } = await app.visit(gone);
  assert.equal((await app.call(companyContacts.operations.delete, { id: gone.id }, app)).status, 204);
  const { answer } = await app.call(visits.changeStatus, { id, status: 'arrived' }, app);
  assert.equal(answer.status, 'arrived');
  assert.deepEqual((await stateOf(app)).contacts, []);
});

test('a deleted customer is erased with everything about them; visits keep their words, and an undo restores all', async () => {
  await using app = await salon();
  const kept = (await app.call(insert, { name: 'Anna Berg', eMail: 'anna@example.org', tags: ['VIP'] }, app)).answer;
  const double = (await app.call(insert, { name: 'Anna B.', phoneNumber: '+371 20 000 001' }, app)).answer;
  await app.visit(kept);
  await app.call(consents.insert, { contactId: kept.id, channel: 'email', isGiven: true }, app);
  await app.call(merge, { contactId: kept.id, mergedId: double.id }, app);
  const before = await stateOf(app);
  assert.equal((await app.call(companyContacts.operations.delete, { id: kept.id }, app)).status, 204);
  const erased = await stateOf(app);
  assert.deepEqual([erased.contacts, erased.consents, erased.tags], [[], [], []]);
  const event = await app.database.read.selectFrom('visits').select(['name', 'contactId']).executeTakeFirst();
  assert.deepEqual(event, { name: 'Anna Berg', contactId: null });
  assert.equal((await app.call(companyContacts.operations.restore, { id: kept.id }, app)).status, 200);
  assert.deepEqual(await stateOf(app), before);
});
