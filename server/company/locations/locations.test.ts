// Tests of deleting locations, and of the plan's limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyLocations } from '#contract/company/locations.ts';
import { buildBusiness, buildEmployee, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { insert, delete: remove, restore } = companyLocations.operations;

/** An administrator of a company with one location, whose plan has room for `maxLocations`. */
async function withPlan(app: TestApp, maxLocations: number) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxLocations }, company.id);
  return { company, cookie: await signIn(app, employee) };
}

const street = (name: string) => ({
  name,
  urlName: name.toLowerCase(),
  address: '',
  country: '',
  timeZone: 'Europe/Riga',
  description: '',
  geolocationId: null,
});

test('a location cannot be deleted while it is the only one, while people work there or while appointments lie ahead', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const cookie = await signIn(app, employee);
  const refusal = async (id: string) => {
    const { status, body } = await app.call(remove, { id }, cookie);
    return status === 204 ? undefined : [status, JSON.parse(body).Code];
  };
  assert.deepEqual(await refusal(location.id), [409, 'list.locations.isOnly']);
  const second = await buildLocation(app, company);
  assert.deepEqual(await refusal(location.id), [409, 'list.locations.hasPeople']);
  const worker = await buildEmployee(app, second);
  await app.database.write.deleteFrom('employeeLocations').where('userId', '=', worker.userId).execute();
  const { id } = await buildEvent(app, worker, { start: app.clock.now().add({ hours: 24 }) });
  assert.deepEqual(await refusal(second.id), [409, 'list.locations.hasAppointments']);
  await app.database.write.updateTable('events').set({ blocks: false }).where('id', '=', id).execute();
  assert.equal(await refusal(second.id), undefined);
});

test('a location beyond the plan can be neither added nor restored', async () => {
  await using app = await testApp();
  const { company, cookie } = await withPlan(app, 2);
  // Locations of other companies do not count.
  const other = await withPlan(app, 3);
  await buildLocation(app, other.company);
  const second = await app.call(insert, street('Second'), cookie);
  assert.equal(second.status, 200, second.body);
  const third = await app.call(insert, street('Third'), cookie);
  assert.deepEqual(
    [third.status, third.complaints],
    [417, [{ Key: 'Name', Message: 'Your plan is limited to 2 locations.' }]],
  );
  await app.call(remove, { id: second.answer.id }, cookie);
  await app.call(insert, street('Third'), cookie);
  const back = await app.call(restore, { id: second.answer.id }, cookie);
  assert.deepEqual([back.status, back.complaints], [417, third.complaints]);
  await setTerms(app, { maxLocations: 3 }, company.id);
  assert.equal((await app.call(restore, { id: second.answer.id }, cookie)).status, 200, 'what was refused is kept');
});

test('of several locations added or restored concurrently, only as many succeed as the plan has room for', async () => {
  await using app = await testApp();
  const { cookie } = await withPlan(app, 2);
  const add = (names: string[]) => names.map((name) => app.call(insert, street(name), cookie));
  const oneOf = (answers: { status: number }[]) =>
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(answers.length - 1).fill(417)]);
  const added = await Promise.all(add(['One', 'Two', 'Three', 'Four', 'Five']));
  oneOf(added);
  const id = added.find(({ status }) => status === 200)?.answer.id ?? '';
  await app.call(remove, { id }, cookie);
  oneOf(await Promise.all([app.call(restore, { id }, cookie), ...add(['Six', 'Seven', 'Eight', 'Nine'])]));
});
