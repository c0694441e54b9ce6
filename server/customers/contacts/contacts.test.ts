// Tests of customers: who reaches them, tags, addresses of others, consent and the card.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { visits } from '#contract/booking/visits.ts';
import { consents } from '#contract/customers/consent.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { searches } from '#contract/site/search.ts';
import { proveConsents } from '#server/customers/consent/record-consent.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { businessWithCustomers } from '#server/testing/build/customers.ts';
import { signIn } from '#server/testing/build/sign-in.ts';

const { insert, update, getCard, getTags, findSameAddress, merge } = companyContacts.operations;

test('employees reach customers of their own calendar, local administrators those of their locations, administrators all', async () => {
  await using app = await businessWithCustomers();
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

test('tags are offered while typing, and customers are found by tag, number and any script', async () => {
  await using app = await businessWithCustomers();
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
  await using app = await businessWithCustomers(['user']);
  await app.find({ name: 'Anna Berg', eMail: 'berg@example.org', phoneNumber: '+371 20 000 001' });
  const same = async (input: object) => (await app.call(findSameAddress, input, app)).answer.map(({ name }) => name);
  assert.deepEqual(await same({ eMail: 'Berg@example.org', name: 'Mia Berg' }), ['Anna Berg']);
  assert.deepEqual(await same({ phoneNumber: '0037120000001' }), ['Anna Berg']);
  assert.deepEqual(await same({ eMail: 'berg@example.org', name: 'anna berg' }), [], 'the same person');
  assert.deepEqual(await same({ eMail: '', phoneNumber: '' }), []);
});

test('consent is recorded for each channel with source, time and person, and never changed', async () => {
  await using app = await businessWithCustomers(['user']);
  const eMail = 'anna@example.org';
  const contact = await buildContact(app, app.company, { eMail });
  await app.visit(contact);
  const give = (isGiven: boolean) =>
    app.call(
      consents.insert,
      { contactId: contact.id, channel: 'email', isGiven, shownText: 'May we write to you?' },
      app,
    );
  const { answer: claimed } = await give(true);
  assert.deepEqual([claimed.source, claimed.provedAt], ['staff', null]);
  const consentOf = async () => {
    const { id } = contact;
    const row = app.database.read.selectFrom('contacts').select('mailConsent').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).mailConsent;
  };
  assert.equal(await consentOf(), 'given', 'what an employee claims counts at once');
  await proveConsents({ ...app, db: app.database.write }, { companyId: app.company.id, eMail });
  assert.equal((await app.card(contact.id)).consents[0]?.provedAt, null, 'a used link proves only what it is about');
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

test('the card has the messages about the visits of the customer, of both media, and no others', async () => {
  await using app = await businessWithCustomers();
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
