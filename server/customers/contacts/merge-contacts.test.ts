// Tests of merging two customers, and of its undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { visits } from '#contract/booking/visits.ts';
import { consents } from '#contract/customers/consent.ts';
import { contactFieldNames, contactFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { cases, runs } from '#contract/testing/random-cases.ts';
import { transaction } from '#server/db/transaction.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { businessWithCustomers, contactsState } from '#server/testing/build/customers.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { valuesOf } from '#server/testing/lists/field-values.ts';
import { findOrCreateContact } from './find-or-create-contact.ts';

const { insert, update, merge, undoMerge } = companyContacts.operations;

test('a merge moves visits, consents and tags, fills empty fields and takes chosen ones; its undo gives all back', async () => {
  await using app = await businessWithCustomers();
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
  const before = await contactsState(app);
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
  assert.deepEqual(await contactsState(app), before);
  assert.equal((await app.call(undoMerge, merged.answer, app)).status, 404);
});

test('an undo leaves what was changed or moved since the merge', async () => {
  await using app = await businessWithCustomers();
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

test('a merge takes each field that is chosen, fills each empty one, and its undo gives it back', async () => {
  await using app = await businessWithCustomers();
  const withAll = () => {
    const values = contactFieldNames.map((field) => [field, valuesOf(contactFields[field], () => undefined)]);
    // The first channel is any, which is none.
    return Object.fromEntries(values.map(([field, those]) => [field, those?.[field === 'preferredChannel' ? 1 : 0]]));
  };
  const fields = (contact: object) =>
    Object.fromEntries(Object.entries(contact).filter(([field]) => field in contactFields));
  const add = async (input: object) => (await app.call(insert, input as never, app)).answer;
  for (const given of [withAll(), { name: 'Anna', notes: '' }]) {
    const kept = await add(given);
    const double = await add({ ...withAll(), language: 'de' });
    const take = 'language' in given ? [...contactFieldNames] : [];
    const { id } = (await app.call(merge, { contactId: kept.id, mergedId: double.id, take }, app)).answer;
    const { contact } = await app.card(kept.id);
    assert.deepEqual(fields(contact), { ...fields(double), ...(take.length === 0 && { name: 'Anna' }) });
    await app.call(undoMerge, { id }, app);
    assert.deepEqual(fields((await app.card(kept.id)).contact), fields(kept));
  }
});

test('a merge and changes of the state of the same visits wait for each other', async () => {
  await using app = await businessWithCustomers();
  const kept = await buildContact(app, app.company, { name: 'Anna Berg' });
  const double = await buildContact(app, app.company, { name: 'Anna B.' });
  const events = [];
  for (let count = 0; count < 6; count++) events.push(await app.visit(count % 2 ? kept : double));
  for (let round = 0; round < cases(6, 2); round++) {
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
  await using app = await businessWithCustomers();
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

test('merges and their undos in any order keep every visit with the contact that shows it', async () => {
  await using app = await businessWithCustomers();
  const people: { id: string }[] = [];
  for (const [index, name] of ['A', 'B', 'C', 'D'].entries()) {
    const fields = { eMail: index % 2 ? `${name}@example.org` : '', notes: `Notes of ${name}`, tags: [name, 'VIP'] };
    const contact = (await app.call(insert, { name, ...fields }, app)).answer;
    await app.visit(contact);
    await app.call(consents.insert, { contactId: contact.id, channel: 'sms', isGiven: true }, app);
    people.push(contact);
  }
  await sql`select recount_contacts(${app.company.id}, null, ${app.clock.now()})`.execute(app.database.write);
  const before = await contactsState(app);
  const step = fc.record({ kept: fc.nat(3), merged: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      const done: string[] = [];
      for (const { kept, merged } of steps) {
        const ids = { contactId: people[kept]?.id ?? '', mergedId: people[merged]?.id ?? '' };
        const result = await app.call(merge, ids, app);
        if (result.status === 200) done.push(result.answer.id);
      }
      const { visits: held, contacts } = await contactsState(app);
      const shown = new Set(contacts.filter(({ mergedInto }) => !mergedInto).map(({ id }) => id));
      assert.ok(held.every(({ contactId }) => contactId && shown.has(contactId)));
      for (const id of done.toReversed()) assert.equal((await app.call(undoMerge, { id }, app)).status, 204);
      assert.deepEqual(await contactsState(app), before);
    }),
    runs(15, 3),
  );
});
