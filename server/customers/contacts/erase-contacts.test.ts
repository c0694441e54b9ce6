// Tests of erasing customers, and of its undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visits } from '#contract/booking/visits.ts';
import { consents } from '#contract/customers/consent.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { businessWithCustomers, contactsState } from '#server/testing/build/customers.ts';

const { insert, merge } = companyContacts.operations;

test('the visit of an erased customer goes on without bringing them back', async () => {
  await using app = await businessWithCustomers();
  const gone = (await app.call(insert, { name: 'Anna Berg', eMail: 'anna@example.org' }, app)).answer;
  const { id } = await app.visit(gone);
  assert.equal((await app.call(companyContacts.operations.delete, { id: gone.id }, app)).status, 204);
  const { answer } = await app.call(visits.changeStatus, { id, status: 'arrived' }, app);
  assert.equal(answer.status, 'arrived');
  assert.deepEqual((await contactsState(app)).contacts, []);
});

test('a deleted customer is erased with everything about them; visits keep their words, and an undo restores all', async () => {
  await using app = await businessWithCustomers();
  const kept = (await app.call(insert, { name: 'Anna Berg', eMail: 'anna@example.org', tags: ['VIP'] }, app)).answer;
  const double = (await app.call(insert, { name: 'Anna B.', phoneNumber: '+371 20 000 001' }, app)).answer;
  await app.visit(kept);
  await app.call(consents.insert, { contactId: kept.id, channel: 'email', isGiven: true }, app);
  await app.call(merge, { contactId: kept.id, mergedId: double.id }, app);
  const before = await contactsState(app);
  assert.equal((await app.call(companyContacts.operations.delete, { id: kept.id }, app)).status, 204);
  const erased = await contactsState(app);
  assert.deepEqual([erased.contacts, erased.consents, erased.tags], [[], [], []]);
  const event = await app.database.read.selectFrom('visits').select(['name', 'contactId']).executeTakeFirst();
  assert.deepEqual(event, { name: 'Anna Berg', contactId: null });
  assert.equal((await app.call(companyContacts.operations.restore, { id: kept.id }, app)).status, 200);
  assert.deepEqual(await contactsState(app), before);
});
