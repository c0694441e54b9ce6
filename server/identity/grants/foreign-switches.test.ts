// Tests foreign parts in the ids of switches, which server/access.test.ts cannot build: every operation with each part.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyGrants, type GrantKind, groupGrants, systemGrants } from '#contract/identity/grants.ts';
import { buildAction, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { makeRecord } from '#server/testing/lists/records.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** Two businesses, the administrators of the first and the operator, and a thing to grant of each kind. */
async function twoBusinesses(app: TestApp) {
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const abroad = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  const things: Record<GrantKind, string> = {
    actions: await buildAction(app, 'lcladmin'),
    groups: await makeRecord.group(app, admin),
    locations: (await buildLocation(app, company)).id,
    pages: await makeRecord.page(app, admin),
  };
  return {
    ours: await buildEmployee(app, location),
    theirs: await buildEmployee(app, abroad.location),
    theirPlace: (await buildLocation(app, abroad.company)).id,
    things,
    asAdmin: await signIn(app, admin),
    asOperator: await signIn(app, operator),
  };
}

/** The operation for each kind of switch. */
const turns = {
  actions: 'updateAcl',
  pages: 'updateAcl',
  groups: 'updateGroup',
  locations: 'updateLocation',
} as const satisfies Record<GrantKind, string>;
const kinds = Object.keys(turns) as GrantKind[]; // Object.keys is typed as string[].
const tables = ['userActions', 'userGroups', 'userPages', 'employeeLocations', 'groupActions', 'groupPages'] as const;

/** Every stored grant. */
const granted = ({ database: { read } }: TestApp) =>
  Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));

test('a switch with a person, a company or a thing that is foreign, unknown or of another kind is not found', async () => {
  await using app = await testApp();
  const { ours, theirs, theirPlace, things, asAdmin, asOperator } = await twoBusinesses(app);
  const before = await granted(app);
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
          const { status, body } = await app.call(grants[turns[kind]], { id, allow }, as);
          assert.equal(status, 404, `${grants[turns[kind]].path} ${id}: ${body}`);
          const { status: byAcl } = await app.call(grants.updateAcl, { id, allow }, as);
          assert.equal(byAcl, 404, `${grants.updateAcl.path} ${id}`);
        }
      }
      // UpdateAcl takes switches of every kind.
      for (const operation of ['updateGroup', 'updateLocation'] as const) {
        if (operation === turns[kind]) continue;
        const { status } = await app.call(grants[operation], { id: named(ours), allow: true }, as);
        assert.equal(status, 404, `${grants[operation].path} with ${kind}`);
      }
      assert.deepEqual(await granted(app), before, kind);
    }
  }
  // The refused id is wrong in only that one part.
  for (const kind of kinds) {
    const id = `${kind}.${ours.companyId}.${ours.userId}.${things[kind]}`;
    assert.equal((await app.call(systemGrants[turns[kind]], { id, allow: true }, asOperator)).status, 204);
    assert.equal((await app.call(companyGrants[turns[kind]], { id, allow: true }, asAdmin)).status, 204);
  }
});

test('a switch of a group with a part that is unknown, of another kind or a person’s is not found', async () => {
  await using app = await testApp();
  const { ours, things, asOperator } = await twoBusinesses(app);
  const before = await granted(app);
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
      const { status, body } = await app.call(groupGrants.updateAcl, { id, allow }, asOperator);
      assert.equal(status, 404, `${id}: ${body}`);
    }
  }
  assert.deepEqual(await granted(app), before);
  for (const kind of ['actions', 'pages'] as const) {
    const id = `${kind}.${group}.${things[kind]}`;
    assert.equal((await app.call(groupGrants.updateAcl, { id, allow: true }, asOperator)).status, 204);
  }
});
