// Companies keep their last administrator, each its own.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { groupGrants } from '#contract/identity/grants.ts';
import { buildAction, buildBusiness, signIn } from '#server/testing/build.ts';
import { testHouse } from '#server/testing/house.ts';

test('of two companies that are called alike, neither is left without anybody', async () => {
  await using house = await testHouse();
  const { write } = house.database;
  const byGroup = await buildBusiness(house);
  const byHimself = await buildBusiness(house, { actions: ['admin'] });
  await write
    .updateTable('companies')
    .set({ name: 'Salon' })
    .where('id', 'in', [byGroup.company.id, byHimself.company.id])
    .execute();
  const groupId = randomUUIDv7();
  const actionId = await buildAction(house, 'admin');
  const { companyId, userId } = byGroup.employee;
  await write.insertInto('groups').values({ id: groupId, name: 'Owners' }).execute();
  await write.insertInto('groupActions').values({ groupId, actionId }).execute();
  await write.insertInto('userGroups').values({ companyId, userId, groupId }).execute();
  const operator = await signIn(house, (await buildBusiness(house, { actions: ['sys'] })).employee);
  const taken = { id: `actions.${groupId}.${actionId}`, allow: false };
  const refused = await house.call(groupGrants.updateAcl, taken, operator);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /users\.lastAdmin/);
});
