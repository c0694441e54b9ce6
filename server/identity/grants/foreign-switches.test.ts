// Switches are named by ids of their own, which server/access.test.ts cannot make: each call with each foreign part.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyGrants, type GrantKind, groupGrants, systemGrants } from '#contract/identity/grants.ts';
import { buildAction, buildBusiness, buildEmployee, buildLocation, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';
import { makeRecord } from '#server/testing/records.ts';

/** Two businesses, whoever administers the first and the operator, and something to grant of each kind. */
async function twoBusinesses(house: TestHouse) {
  const { company, location, employee: admin } = await buildBusiness(house, { actions: ['admin'] });
  const abroad = await buildBusiness(house, { actions: ['admin'] });
  const operator = (await buildBusiness(house, { actions: ['sys'] })).employee;
  const things: Record<GrantKind, string> = {
    actions: await buildAction(house, 'lcladmin'),
    groups: await makeRecord.group(house, admin),
    locations: (await buildLocation(house, company)).id,
    pages: await makeRecord.page(house, admin),
  };
  return {
    ours: await buildEmployee(house, location),
    theirs: await buildEmployee(house, abroad.location),
    theirPlace: (await buildLocation(house, abroad.company)).id,
    things,
    asAdmin: await signIn(house, admin),
    asOperator: await signIn(house, operator),
  };
}

/** Which call turns switches of which kind. */
const turns = {
  actions: 'updateAcl',
  pages: 'updateAcl',
  groups: 'updateGroup',
  locations: 'updateLocation',
} as const satisfies Record<GrantKind, string>;
const kinds = Object.keys(turns) as GrantKind[]; // The keys of exactly these.
const tables = ['userActions', 'userGroups', 'userPages', 'employeeLocations', 'groupActions', 'groupPages'] as const;

/** Every grant that there is. */
const granted = ({ database: { read } }: TestHouse) =>
  Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));

test('a switch with a person, a company or a thing that is foreign, unknown or of another kind is no switch', async () => {
  await using house = await testHouse();
  const { ours, theirs, theirPlace, things, asAdmin, asOperator } = await twoBusinesses(house);
  const before = await granted(house);
  for (const [grants, as, owners] of [
    [companyGrants, asAdmin, [ours]],
    [systemGrants, asOperator, [ours, theirs]],
  ] as const) {
    for (const kind of kinds) {
      const unknown = randomUUIDv7();
      const named = (who: { companyId: string; userId: string }, thing = things[kind]) =>
        `${kind}.${who.companyId}.${who.userId}.${thing}`;
      const wrong = [
        named({ ...ours, userId: unknown }),
        named({ ...ours, companyId: unknown }),
        named({ ...ours, userId: theirs.userId }),
        named({ ...ours, companyId: theirs.companyId }),
        ...owners.map((who) => named(who, unknown)),
        ...kinds.filter((other) => other !== kind).map((other) => named(ours, things[other])),
        `${kind}.${ours.userId}.${things[kind]}`,
        ...(kind === 'locations' ? [named(ours, theirPlace)] : []),
        ...(grants === companyGrants ? [named(theirs), named(theirs, theirPlace)] : []),
        ...(grants === systemGrants && kind === 'locations' ? [named(theirs)] : []),
      ];
      for (const id of wrong) {
        for (const allow of [true, false]) {
          const { status, body } = await house.call(grants[turns[kind]], { id, allow }, as);
          assert.equal(status, 404, `${grants[turns[kind]].path} ${id}: ${body}`);
        }
      }
      for (const operation of ['updateAcl', 'updateGroup', 'updateLocation'] as const) {
        if (operation === turns[kind]) continue;
        const { status } = await house.call(grants[operation], { id: named(ours), allow: true }, as);
        assert.equal(status, 404, `${grants[operation].path} with ${kind}`);
      }
      assert.deepEqual(await granted(house), before, kind);
    }
  }
  // What was refused is wrong in nothing but that one part.
  for (const kind of kinds) {
    const id = `${kind}.${ours.companyId}.${ours.userId}.${things[kind]}`;
    assert.equal((await house.call(systemGrants[turns[kind]], { id, allow: true }, asOperator)).status, 204);
    assert.equal((await house.call(companyGrants[turns[kind]], { id, allow: true }, asAdmin)).status, 204);
  }
});

test('a switch of a group with a part that is unknown, of another kind or a person’s is no switch', async () => {
  await using house = await testHouse();
  const { ours, things, asOperator } = await twoBusinesses(house);
  const before = await granted(house);
  const { groups: group } = things;
  const unknown = randomUUIDv7();
  const wrong = [
    ...(['actions', 'pages'] as const).flatMap((kind) => [
      `${kind}.${unknown}.${things[kind]}`,
      `${kind}.${group}.${unknown}`,
      `${kind}.${group}.${things[kind === 'pages' ? 'actions' : 'pages']}`,
      `${kind}.${ours.companyId}.${ours.userId}.${things[kind]}`,
    ]),
    `groups.${group}.${group}`,
    `locations.${group}.${things.locations}`,
  ];
  for (const id of wrong) {
    for (const allow of [true, false]) {
      const { status, body } = await house.call(groupGrants.updateAcl, { id, allow }, asOperator);
      assert.equal(status, 404, `${id}: ${body}`);
    }
  }
  assert.deepEqual(await granted(house), before);
  for (const kind of ['actions', 'pages'] as const) {
    const id = `${kind}.${group}.${things[kind]}`;
    assert.equal((await house.call(groupGrants.updateAcl, { id, allow: true }, asOperator)).status, 204);
  }
});
