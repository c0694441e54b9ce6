// Tests that customers are deleted and restored beside changes of their visits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyServices } from '#contract/booking/services.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { buildEmployee, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { businessWithCustomers } from '#server/testing/build/customers.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';

const { insert, merge, undoMerge, delete: remove, deleteMany, restore } = companyContacts.operations;

test('a deletion waits for changes of the visits of its customers before it takes the customers', async () => {
  await using app = await businessWithCustomers();
  const anna = (await app.call(insert, { name: 'Anna', eMail: 'anna@example.org' }, app)).answer;
  const double = (await app.call(insert, { name: 'Anna B.', eMail: 'anna.b@example.org' }, app)).answer;
  const lena = (await app.call(insert, { name: 'Lena', eMail: 'lena@example.org' }, app)).answer;
  const visit = await app.visit(lena);
  await app.call(merge, { contactId: anna.id, mergedId: double.id }, app);
  // A visit that stayed with the merged customer: no verb leaves one, but the deletion takes the customer too.
  const old = await app.visit(double);
  for (const id of [visit.id, old.id]) {
    const deleting = await app.database.write.transaction().execute(async (change) => {
      await sql`select from visits where id = ${id} for update`.execute(change);
      const pending = app.call(deleteMany, { ids: [lena.id, anna.id] }, app);
      await waitForLock(app);
      // As a change of the visit does, to count the visits of its customer.
      await sql`select from contacts order by id for no key update nowait`.execute(change);
      return { pending };
    });
    assert.equal((await deleting.pending).status, 204);
    const read = app.database.read.selectFrom('visits').select('contactId').where('id', 'in', [visit.id, old.id]);
    assert.deepEqual(await read.execute(), [{ contactId: null }, { contactId: null }]);
    for (const { id } of [lena, anna]) assert.equal((await app.call(restore, { id }, app)).status, 200);
  }
});

test('a booking that comes while a deletion waits is locked before the customer, too', async () => {
  await using app = await businessWithCustomers();
  const anna = (await app.call(insert, { name: 'Anna', eMail: 'anna@example.org' }, app)).answer;
  const first = await app.visit(anna);
  const booked = { companyId: app.company.id, contactId: anna.id };
  const [booking, change] = [await app.database.connect(), await app.database.connect()];
  try {
    await booking.query('begin');
    await booking.query('select from contacts where id = $1 for key share', [anna.id]);
    const deleting = app.call(remove, { id: anna.id }, app);
    await waitForLock(app);
    const second = await booking.query(
      `insert into visits (company_id, id, contact_id, start_at, end_at, time_zone, day, name, e_mail, phone_number, language,
         status, source, calendar_uid, created_at, updated_at)
       select company_id, gen_random_uuid(), contact_id, start_at, end_at, time_zone, day, name, e_mail, phone_number, language,
         status, source, gen_random_uuid(), created_at, updated_at
       from visits where id = $1 returning id`,
      [first.id],
    );
    await change.query('begin');
    await booking.query('commit');
    // Whether the change or the deletion comes first, neither waits for the other with a lock that it needs.
    await change.query(`update visits set status = 'arrived' where id = $1`, [second.rows[0].id]);
    await change.query('select recount_contacts($1, $2, $3)', [
      booked.companyId,
      [anna.id],
      app.clock.now().toString(),
    ]);
    await change.query('commit');
    assert.equal((await deleting).status, 204);
  } finally {
    await booking.end();
    await change.end();
  }
});

test('an undo of a merge waits for the deletion of its customers before it takes the merge', async () => {
  await using app = await businessWithCustomers();
  const [anna, double] = [
    (await app.call(insert, { name: 'Anna' }, app)).answer,
    (await app.call(insert, { name: 'Anna B.' }, app)).answer,
  ];
  const { id } = (await app.call(merge, { contactId: anna.id, mergedId: double.id }, app)).answer;
  const undoing = await app.database.write.transaction().execute(async (deletion) => {
    await sql`select from contacts where id = ${anna.id} for update`.execute(deletion);
    const pending = app.call(undoMerge, { id }, app);
    await waitForLock(app);
    await sql`select from contact_merges where id = ${id} for update nowait`.execute(deletion);
    await sql`delete from contacts where id = ${anna.id}`.execute(deletion);
    return { pending };
  });
  assert.equal((await undoing.pending).status, 404);
});

test('a restored customer has the figures and the reach of their visits as these are now', async () => {
  await using app = await businessWithCustomers();
  const colleague = await buildEmployee(app, app.location);
  const anna = (await app.call(insert, { name: 'Anna', eMail: 'anna@example.org' }, app)).answer;
  const [first, second, third] = [await app.visit(anna), await app.visit(anna), await app.visit(anna, colleague)];
  await sql`select recount_contacts(${app.company.id}, null, ${app.clock.now()})`.execute(app.database.write);
  assert.equal((await app.call(remove, { id: anna.id }, app)).status, 204);
  assert.equal((await app.call(visits.changeStatus, { id: first.id, status: 'completed' }, app)).status, 200);
  assert.equal((await app.call(visits.changeStatus, { id: second.id, status: 'cancelled' }, app)).status, 200);
  await app.database.write.deleteFrom('visits').where('id', '=', third.id).execute();
  assert.equal((await app.call(restore, { id: anna.id }, app)).status, 200);
  const { contact } = await app.card(anna.id);
  const start = '2026-03-03T06:00:00+00:00';
  assert.deepEqual([contact.visitsCount, contact.lastVisit, contact.nextVisit], [1, start, null]);
  const reached = await app.database.read.selectFrom('contactCalendars').select('calendarId').execute();
  assert.deepEqual(reached, [{ calendarId: app.employee.calendarId }]);
});

test('a restored service or location is that of the customers who were counted without it', async () => {
  await using app = await businessWithCustomers();
  await setTerms(app, { maxLocations: 10 }, app.company.id);
  const place = await buildLocation(app, app.company, { name: 'Second' });
  const worker = await buildEmployee(app, place);
  const service = await buildService(app, worker);
  const anna = (await app.call(insert, { name: 'Anna', eMail: 'anna@example.org' }, app)).answer;
  await buildEvent(app, worker, {
    ...{ start: '2026-02-27T09:00:00Z', contactId: anna.id, name: 'Anna', serviceId: service.id },
  });
  const recount = sql`select recount_contacts(${app.company.id}, null, ${app.clock.now()})`;
  const visited = async () => {
    const { visitedIds } = await app.database.read
      .selectFrom('contacts')
      .select('visitedIds')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow();
    return [place.id, service.id].map((one) => visitedIds?.includes(one));
  };
  await recount.execute(app.database.write);
  assert.deepEqual(await visited(), [true, true]);
  const { operations: ofServices } = companyServices;
  const { operations: ofLocations } = companyLocations;
  assert.equal((await app.call(ofServices.delete, { id: service.id }, app)).status, 204);
  await app.database.write
    .updateTable('employeeLocations')
    .set({ locationId: app.location.id })
    .where('userId', '=', worker.userId)
    .execute();
  assert.equal((await app.call(ofLocations.delete, { id: place.id }, app)).status, 204);
  await recount.execute(app.database.write);
  assert.deepEqual(await visited(), [false, false]);
  assert.equal((await app.call(ofLocations.restore, { id: place.id }, app)).status, 200);
  assert.deepEqual(await visited(), [true, false]);
  assert.equal((await app.call(ofServices.restore, { id: service.id }, app)).status, 200);
  assert.deepEqual(await visited(), [true, true]);
});
