// Tests of who sees a visit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { staffMoves } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { at, salon } from '#server/testing/build/salon.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';

test('a visit is seen by those who see its calendar; its history by customer', async () => {
  await using app = await salon();
  const service = await buildService(app, app.employee, { name: 'Haircut', price: 35 });
  const contact = await buildContact(app, app.company, { name: 'Mara' });
  const { id } = await buildEvent(app, app.employee, {
    start: at('09:00'),
    serviceId: service.id,
    contactId: contact.id,
    name: 'Mara',
  });
  const { answer } = await app.call(visits.getVisit, { id }, app.as);
  assert.deepEqual(
    [answer.status, answer.parts.map(({ serviceName, price }) => [serviceName, price]), answer.moves],
    ['confirmed', [['Haircut', 35]], staffMoves.confirmed.filter((move) => move !== 'requested' && move !== 'expired')],
  );
  const history = (await app.call(visits.getOfContact, { contactId: contact.id }, app.as)).answer;
  assert.deepEqual(
    history.map(({ services, price, status }) => [services, price, status]),
    [[['Haircut'], 35, 'confirmed']],
  );
  const other = await buildBusiness(app, { actions: ['admin'] });
  const foreign = await signIn(app, other.employee);
  assert.equal((await app.call(visits.getVisit, { id }, foreign)).status, 404);
  assert.equal((await app.call(visits.changeStatus, { id, status: 'arrived' }, foreign)).status, 404);
  assert.equal((await app.call(visits.getOfContact, { contactId: contact.id }, foreign)).status, 404);
});

test('a visit says that its last mail was not sent for want of a mail server, until the operator discards it', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00')).answer;
  const isMailKept = async () => (await app.call(visits.getVisit, { id }, app.as)).answer.isMailKept;
  assert.equal(await isMailKept(), false, 'it waits');
  const work = async () => {
    const worker = openMessaging(app);
    await worker.drain();
    await worker.close();
  };
  await work();
  assert.equal(await isMailKept(), true);
  app.clock.advance({ minutes: 1 });
  await app.call(calendars.updateEvent, { id, start: at('11:00'), end: at('12:00') }, app.as);
  assert.equal(await isMailKept(), false, 'another mail waits');
  await work();
  assert.equal(await isMailKept(), true);
  await app.database.write.updateTable('deliveries').set({ givenUpAt: app.clock.now() }).execute();
  assert.equal(await isMailKept(), false);
});
