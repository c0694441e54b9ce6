// Tests which people work for no other company (`IsOwnCompany`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyEmployees, systemPeople } from '#contract/company/people.ts';
import { companyDismissals } from '#contract/identity/grants.ts';
import { buildBusiness, buildEmployee, buildMembership } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a person is of the own company while they work for no other, also after they are fired elsewhere', async () => {
  await using app = await testApp();
  const { location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const abroad = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const mara = await buildEmployee(app, location);
  const [here, there] = [await signIn(app, admin), await signIn(app, abroad.employee)];
  const isOwn = async () => {
    const own = await app.call(companyEmployees.operations.getById, { id: mara.userId }, here);
    const all = await app.call(systemPeople.operations.getById, { id: mara.userId }, there);
    return [own.answer.isOwnCompany, all.answer.isOwnCompany];
  };
  assert.deepEqual(await isOwn(), [true, true]);
  await buildMembership(app, mara, abroad.location);
  assert.deepEqual(await isOwn(), [false, false]);
  assert.equal((await app.call(companyDismissals.fire, { id: mara.userId }, there)).status, 204);
  assert.deepEqual(await isOwn(), [true, true]);
});
