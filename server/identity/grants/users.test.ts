// Tests of granting through HTTP: permissions of administrators, prohibited grants, and remaining administrators.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import {
  companyDismissals,
  companyGrants,
  type GrantKind,
  groupGrants,
  systemDismissals,
  systemGrants,
} from '#contract/identity/grants.ts';
import { user } from '#contract/identity/sign-in.ts';
import {
  type BuiltEmployee,
  buildAction,
  buildBusiness,
  buildEmployee,
  buildLocation,
} from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const switchOf = (kind: GrantKind, { companyId, userId }: BuiltEmployee, thing: string) =>
  `${kind}.${companyId}.${userId}.${thing}`;

async function salon(app: TestApp) {
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const mara = await buildEmployee(app, location, { actions: ['user'], firstName: 'Mara' });
  const abroad = (await buildBusiness(app, { actions: ['admin'] })).employee;
  return { company, location, admin, mara, abroad, as: await signIn(app, admin) };
}

const rights = async (app: TestApp, as: { cookie: string }) => (await app.call(user.getCurrent, {}, as)).answer;

async function group(app: TestApp, name: string, actions: string[]): Promise<string> {
  const { write } = app.database;
  const id = randomUUIDv7();
  await write.insertInto('groups').values({ id, name }).execute();
  for (const action of actions) {
    await write
      .insertInto('groupActions')
      .values({ groupId: id, actionId: await buildAction(app, action) })
      .execute();
  }
  return id;
}

test('a granted action, group, location and page take effect with the next call, and so does revoking them', async () => {
  await using app = await testApp();
  const { company, mara, as } = await salon(app);
  const maraCookie = await signIn(app, mara);
  const pageId = (
    await app.database.read
      .selectFrom('pages')
      .select('id')
      .where('sRef', '=', '/app/company/details')
      .executeTakeFirstOrThrow()
  ).id;
  const second = await buildLocation(app, company, { name: 'Second' });
  const cases = [
    [companyGrants.updateAcl, 'actions', await buildAction(app, 'lcladmin'), () => 'lcladmin'],
    [companyGrants.updateAcl, 'pages', pageId, () => '/app/company/details'],
    [companyGrants.updateGroup, 'groups', await group(app, 'Desk', ['lcladmin']), () => 'Desk'],
    [companyGrants.updateLocation, 'locations', second.id, () => second.id],
  ] as const;
  for (const [operation, kind, thing, shows] of cases) {
    const has = async () => {
      const granted = await rights(app, maraCookie);
      return [
        ...granted.actions,
        ...granted.pages,
        ...granted.groups,
        ...granted.locations.map(({ id }) => id),
      ].includes(shows());
    };
    const id = switchOf(kind, mara, thing);
    assert.equal(await has(), false, kind);
    assert.equal((await app.call(operation, { id, allow: true }, as)).status, 204, kind);
    assert.equal((await app.call(operation, { id, allow: true }, as)).status, 204, 'granted again');
    assert.equal(await has(), true, kind);
    assert.equal((await app.call(operation, { id, allow: false }, as)).status, 204, kind);
    assert.equal((await app.call(operation, { id, allow: false }, as)).status, 204, 'revoked again');
    assert.equal(await has(), false, kind);
  }
  const audits = await app.database.read.selectFrom('userAudits').select('text').orderBy('id').execute();
  assert.equal(audits.length, 8, 'a switch that is set to what it is leaves no audit');
  assert.equal(audits[0]?.text, `Granted the action lcladmin to ${mara.logIn}`);
});

test('the lists show every person with everything, and only people of the company', async () => {
  await using app = await testApp();
  const { mara, admin, abroad, as } = await salon(app);
  const { answer } = await app.call(companyGrants.getAllActionsAcl, { rowsPerPage: 200, order: 'Name' }, as);
  const ofMara = answer.acl.filter(({ userId }) => userId === mara.userId);
  assert.deepEqual(
    ofMara.map(({ name, allow, locked }) => [name, allow, locked]),
    [
      ['admin', false, null],
      ['lcladmin', false, null],
      ['user', true, null],
    ],
  );
  assert.ok(!answer.acl.some(({ userId }) => userId === abroad.userId));
  assert.ok(answer.acl.filter(({ userId }) => userId === admin.userId).every(({ locked }) => locked === 'notOneself'));
  assert.equal(answer.totalRows, 6);
  const found = await app.call(companyGrants.getAllActionsAcl, { search: 'mara lcl' }, as);
  assert.deepEqual([found.answer.totalRows, found.answer.acl[0]?.name], [1, 'lcladmin']);
  const second = await app.call(companyGrants.getAllActionsAcl, { pageNr: 2, rowsPerPage: 4 }, as);
  assert.deepEqual([second.answer.totalRows, second.answer.acl.length], [6, 2]);
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  const everywhere = await app.call(systemGrants.getAllLocationsAcl, { rowsPerPage: 200 }, await signIn(app, operator));
  assert.ok(everywhere.answer.acl.some(({ userId }) => userId === abroad.userId));
  for (const read of [companyGrants.getAllGroupsAcl, companyGrants.getAllPagesAcl, companyGrants.getAllLocationsAcl]) {
    assert.equal((await app.call(read, {}, as)).status, 200);
  }
});

test('an administrator can grant nothing to their own account, and nothing they may not give', async () => {
  await using app = await testApp();
  const { location, admin, mara, as } = await salon(app);
  const operator = await buildEmployee(app, location, { actions: ['user', 'sys'] });
  const [lcladmin, sys, cashier] = [
    await buildAction(app, 'lcladmin'),
    await buildAction(app, 'sys'),
    await buildAction(app, 'cashier'),
  ];
  const onlySysPage = await app.database.read
    .selectFrom('pages')
    .select('id')
    .where('may', '=', 'sys')
    .limit(1)
    .executeTakeFirstOrThrow();
  const set = async (id: string, operation: typeof companyGrants.updateAcl = companyGrants.updateAcl) =>
    (await app.call(operation, { id, allow: true }, as)).status;
  assert.equal(await set(switchOf('actions', admin, lcladmin)), 403, 'himself');
  assert.equal(await set(switchOf('actions', mara, sys)), 403, 'sys');
  assert.equal(await set(switchOf('actions', mara, cashier)), 403, 'what he does not have');
  assert.equal(await set(switchOf('pages', mara, onlySysPage.id)), 403, "the operator's page");
  assert.equal(
    await set(switchOf('groups', mara, await group(app, 'Operators', ['sys'])), companyGrants.updateGroup),
    403,
  );
  assert.equal(await set(switchOf('actions', operator, lcladmin)), 403, 'an operator');
  assert.equal(await set('actions.x'), 417);
});

test('the last administrator of a company remains, no matter who revokes the role and how it was granted', async () => {
  await using app = await testApp();
  const { location, admin, mara, as } = await salon(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const take = { id: switchOf('actions', admin, await buildAction(app, 'admin')), allow: false };
  const taken = await app.call(systemGrants.updateAcl, take, operator);
  assert.equal(taken.status, 409);
  assert.match(taken.body, /users\.lastAdmin/);
  assert.equal((await app.call(systemDismissals.fire, { id: admin.userId }, operator)).status, 409);
  // A role through a group counts as well.
  const chiefs = await group(app, 'Chiefs', ['admin']);
  await app.call(companyGrants.updateGroup, { id: switchOf('groups', mara, chiefs), allow: true }, as);
  assert.equal((await app.call(systemGrants.updateAcl, take, operator)).status, 204);
  const emptied = { id: `actions.${chiefs}.${await buildAction(app, 'admin')}`, allow: false };
  assert.equal((await app.call(groupGrants.updateAcl, emptied, operator)).status, 409, 'by emptying the group');
  // Two administrators remove each other concurrently: one remains.
  const [one, two] = [
    await buildEmployee(app, location, { actions: ['admin'] }),
    await buildEmployee(app, location, { actions: ['admin'] }),
  ];
  await app.call(systemGrants.updateGroup, { id: switchOf('groups', mara, chiefs), allow: false }, operator);
  const [asOne, asTwo] = [await signIn(app, one), await signIn(app, two)];
  const both = await Promise.all([
    app.call(companyDismissals.fire, { id: two.userId }, asOne),
    app.call(companyDismissals.fire, { id: one.userId }, asTwo),
  ]);
  assert.equal(both.filter(({ status }) => status === 204).length, 1, both.map(({ body }) => body).join());
});

test('the last operator remains', async () => {
  await using app = await testApp();
  const { location, employee: first } = await buildBusiness(app, { actions: ['sys', 'admin'] });
  const second = await buildEmployee(app, location, { actions: ['sys'] });
  const [asFirst, asSecond] = [await signIn(app, first), await signIn(app, second)];
  const sys = await buildAction(app, 'sys');
  const take = (person: BuiltEmployee) => ({ id: switchOf('actions', person, sys), allow: false });
  for (const [as, { userId }] of [
    [asFirst, first],
    [asSecond, second],
  ] as const) {
    assert.equal((await app.call(systemDismissals.delete, { id: userId }, as)).status, 403, 'himself');
  }
  const both = await Promise.all([
    app.call(systemGrants.updateAcl, take(second), asFirst),
    app.call(systemGrants.updateAcl, take(first), asSecond),
  ]);
  assert.equal(both.filter(({ status }) => status === 204).length, 1, both.map(({ body }) => body).join());
});

test('granting or revoking an action and a page of a group affects all its members', async () => {
  await using app = await testApp();
  const { mara, as } = await salon(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const desk = await group(app, 'Desk', []);
  await app.call(companyGrants.updateGroup, { id: switchOf('groups', mara, desk), allow: true }, as);
  const maraCookie = await signIn(app, mara);
  const { answer } = await app.call(groupGrants.getAllActionsAcl, { search: 'Desk lcladmin' }, operator);
  const [row] = answer.acl;
  assert.ok(row && !row.allow);
  assert.equal((await app.call(groupGrants.updateAcl, { id: row.id, allow: true }, operator)).status, 204);
  assert.ok((await rights(app, maraCookie)).actions.includes('lcladmin'));
  assert.ok(!(await rights(app, maraCookie)).pages.includes('/app/company/locations'));
  const pages = await app.call(groupGrants.getAllPagesAcl, { search: 'Desk Locations' }, operator);
  await app.call(groupGrants.updateAcl, { id: pages.answer.acl[0]?.id ?? '', allow: true }, operator);
  assert.ok((await rights(app, maraCookie)).pages.includes('/app/company/locations'));
  await app.call(groupGrants.updateAcl, { id: row.id, allow: false }, operator);
  assert.ok(!(await rights(app, maraCookie)).actions.includes('lcladmin'));
});

test('everything that one person has and could have is read at once, with the reason for each locked switch', async () => {
  await using app = await testApp();
  const { company, location, admin, mara, as } = await salon(app);
  const sys = await buildEmployee(app, location, { actions: ['user', 'sys'] });
  await group(app, 'Desk', ['lcladmin']);
  await group(app, 'Till', ['cashier']);
  const of = async (person: BuiltEmployee) => (await app.call(companyGrants.getAcl, { id: person.userId }, as)).answer;
  const marasGrants = await of(mara);
  assert.deepEqual([...new Set(marasGrants.map(({ kind }) => kind))], ['actions', 'groups', 'locations', 'pages']);
  const groupGrants = marasGrants
    .filter(({ kind }) => kind === 'groups')
    .map(({ name, allow, locked }) => [name, allow, locked]);
  assert.deepEqual(groupGrants, [
    ['Desk', false, null],
    ['Till', false, 'onlyWhatOneHas'],
  ]);
  assert.ok(marasGrants.every(({ companyId }) => companyId === company.id));
  // Mara has the pages that are open to everyone, without a grant, and everything her group has.
  await app.call(
    companyGrants.updateGroup,
    { id: marasGrants.find(({ name }) => name === 'Desk')?.id ?? '', allow: true },
    as,
  );
  const has = (await of(mara)).filter((one) => one.has).map(({ name, allow }) => [name, allow]);
  assert.deepEqual(has.slice(0, 4), [
    ['lcladmin', false],
    ['user', true],
    ['Desk', true],
    [location.name, true],
  ]);
  assert.ok(has.some(([name, allow]) => name === 'Calendar' && !allow));
  assert.ok(!has.some(([name]) => name === 'Employees'));
  assert.ok((await of(sys)).every(({ locked }) => locked === 'isOperator'));
  assert.ok((await of(admin)).every(({ locked }) => locked === 'notOneself'));
});
