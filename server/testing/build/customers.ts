// A business whose customers tests add, find, merge and erase.
import { companyContacts } from '#contract/customers/contacts.ts';
import { type BookingPerson, findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import { transaction } from '#server/db/transaction.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { buildBusiness } from './business.ts';
import { signIn } from './sign-in.ts';
import { buildEvent } from './visits.ts';

const { getPaginated, getCard } = companyContacts.operations;

/** A company with one employee, who is signed in, and shorthands for its customers. */
export async function businessWithCustomers(actions: string[] = ['admin']) {
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

/** Everything about contacts that a merge changes. */
export async function contactsState(app: TestApp) {
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
