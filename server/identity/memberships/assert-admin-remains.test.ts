// Tests that each company keeps its last administrator.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { groupGrants } from '#contract/identity/grants.ts';
import { buildAction, buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('of two companies with the same name, neither loses its last administrator', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const byGroup = await buildBusiness(app);
  const soleAdmin = await buildBusiness(app, { actions: ['admin'] });
  await write
    .updateTable('companies')
    .set({ name: 'Salon' })
    .where('id', 'in', [byGroup.company.id, soleAdmin.company.id])
    .execute();
  const groupId = randomUUIDv7();
  const actionId = await buildAction(app, 'admin');
  const { companyId, userId } = byGroup.employee;
  await write.insertInto('groups').values({ id: groupId, name: 'Owners' }).execute();
  await write.insertInto('groupActions').values({ groupId, actionId }).execute();
  await write.insertInto('userGroups').values({ companyId, userId, groupId }).execute();
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const taken = { id: `actions.${groupId}.${actionId}`, allow: false };
  const refused = await app.call(groupGrants.updateAcl, taken, operator);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /users\.lastAdmin/);
});
