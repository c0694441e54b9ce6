// When a location can be deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyLocations } from '#contract/locations.ts';
import { buildBusiness, buildEmployee, buildEvent, buildLocation, signIn } from '#server/testing/build.ts';
import { testHouse } from '#server/testing/house.ts';

test('a location stays while it is the only one, while people work there and while appointments are to come', async () => {
  await using house = await testHouse();
  const { company, location, employee } = await buildBusiness(house, { actions: ['admin'] });
  const cookie = await signIn(house, employee);
  const refusal = async (id: string) => {
    const { status, body } = await house.call(companyLocations.operations.delete, { id }, cookie);
    return status === 204 ? undefined : [status, JSON.parse(body).Code];
  };
  assert.deepEqual(await refusal(location.id), [409, 'list.locations.isOnly']);
  const second = await buildLocation(house, company);
  assert.deepEqual(await refusal(location.id), [409, 'list.locations.hasPeople']);
  const worker = await buildEmployee(house, second);
  await house.database.write.deleteFrom('employeeLocations').where('userId', '=', worker.userId).execute();
  const { id } = await buildEvent(house, worker, { start: house.clock.now().add({ hours: 24 }) });
  assert.deepEqual(await refusal(second.id), [409, 'list.locations.hasAppointments']);
  await house.database.write.updateTable('events').set({ status: 'cancelled' }).where('id', '=', id).execute();
  assert.equal(await refusal(second.id), undefined);
});
