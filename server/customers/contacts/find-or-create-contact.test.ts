// Tests that bookings and saved events belong to the customer they name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { businessWithCustomers } from '#server/testing/build/customers.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const countContacts = async (app: TestApp) =>
  (await app.database.read.selectFrom('contacts').select('id').execute()).length;

test('a booking belongs to the contact with the same address and name; families share an address', async () => {
  await using app = await businessWithCustomers();
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
  await using app = await businessWithCustomers();
  const ids = await Promise.all(Array.from({ length: 5 }, () => app.find({ eMail: 'anna@example.org' })));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await countContacts(app), 1);
});

test('an event that staff save belongs to the contact of its person, and keeps it', async () => {
  await using app = await businessWithCustomers();
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
