// Tests of who sees a visit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staffMoves } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
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
