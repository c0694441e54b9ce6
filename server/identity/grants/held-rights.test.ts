// Tests that grants never give a person what the giver does not hold, for administrators with every mix of rights.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyUsers } from '#contract/identity/company-users.ts';
import { companyGrants, type GrantKind } from '#contract/identity/grants.ts';
import { allows } from '#contract/lib/may.ts';
import { type BuiltEmployee, buildAction, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

interface Thing {
  kind: GrantKind;
  id: string;
  name: string;
}

async function buildGroup(
  app: TestApp,
  name: string,
  { actions = [], pageIds = [] }: { actions?: string[]; pageIds?: string[] },
): Promise<Thing> {
  const { write } = app.database;
  const id = randomUUIDv7();
  await write.insertInto('groups').values({ id, name }).execute();
  for (const action of actions) {
    const actionId = await buildAction(app, action);
    await write.insertInto('groupActions').values({ groupId: id, actionId }).execute();
  }
  for (const pageId of pageIds) await write.insertInto('groupPages').values({ groupId: id, pageId }).execute();
  return { kind: 'groups', id, name };
}

/** One page that each role opens, and one for operators alone. */
async function buildPages(app: TestApp): Promise<Thing[]> {
  const pages = [
    { may: 'user', onlySys: false },
    { may: 'lcladmin', onlySys: false },
    { may: 'admin', onlySys: false },
    { may: 'sys', onlySys: false },
    { may: 'admin', onlySys: true },
  ].map((page, number) => ({ ...page, id: randomUUIDv7(), name: `Page ${number}`, sRef: `/page-${number}` }));
  await app.database.write.insertInto('pages').values(pages).execute();
  return pages.map(({ id, name }) => ({ kind: 'pages', id, name }));
}

/** The actions that a person holds, with the roles that they include, and the pages that they open. */
async function rightsOf(app: TestApp, { companyId, userId }: BuiltEmployee): Promise<Set<string>> {
  const { rows } = await sql<{ actions: string[]; opened: string[] }>`
    select rights.actions, array(select p.name from pages p where can_open_page(p, rights.actions, rights.pages)) as opened
    from effective_rights(${companyId}, ${userId}) rights`.execute(app.database.read);
  const { actions = [], opened = [] } = rows[0] ?? {};
  const roles = (['user', 'lcladmin', 'admin', 'sys'] as const).filter((role) => allows(actions, role));
  return new Set([...actions, ...roles, ...opened]);
}

async function join(app: TestApp, { companyId, userId }: BuiltEmployee, group: Thing): Promise<void> {
  await app.database.write.insertInto('userGroups').values({ companyId, userId, groupId: group.id }).execute();
}

async function openPage(app: TestApp, { companyId, userId }: BuiltEmployee, page: Thing): Promise<void> {
  await app.database.write.insertInto('userPages').values({ companyId, userId, pageId: page.id }).execute();
}

async function thingsToGrant(app: TestApp) {
  const names = ['user', 'lcladmin', 'admin', 'sys', 'cashier', 'stock'];
  const actions: Thing[] = [];
  for (const name of names) actions.push({ kind: 'actions', id: await buildAction(app, name), name });
  const pages = await buildPages(app);
  const groups = [
    await buildGroup(app, 'Bosses', { actions: ['admin'] }),
    await buildGroup(app, 'Desk', { actions: ['lcladmin'] }),
    await buildGroup(app, 'Till', { actions: ['cashier'] }),
    await buildGroup(app, 'Till and stock', { actions: ['cashier', 'stock'] }),
    await buildGroup(app, 'Operators', { actions: ['sys'] }),
    await buildGroup(app, 'Empty', {}),
  ];
  for (const page of pages) groups.push(await buildGroup(app, `Readers of ${page.name}`, { pageIds: [page.id] }));
  return { actions, pages, groups };
}

const named = (things: readonly Thing[], name: string): Thing => {
  const found = things.find((thing) => thing.name === name);
  assert.ok(found, name);
  return found;
};

test('an administrator gives nothing that they do not hold, however they came by their rights', async () => {
  await using app = await testApp();
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const { actions, pages, groups } = await thingsToGrant(app);
  const make = (...held: string[]) => buildEmployee(app, location, { actions: held });
  const givers: Record<string, { giver: BuiltEmployee; gives: string[] }> = {
    'by an action': { giver: await make('admin'), gives: [] },
    'by a group': { giver: await make('user'), gives: [] },
    'with an action of their own': { giver: await make('admin', 'cashier'), gives: ['cashier', 'Till'] },
    'with actions from a group': {
      giver: await make('admin'),
      gives: ['cashier', 'stock', 'Till', 'Till and stock'],
    },
    "with a grant of the operator's page": { giver: await make('admin'), gives: [] },
  };
  await join(app, givers['by a group']?.giver as BuiltEmployee, named(groups, 'Bosses'));
  await join(app, givers['with actions from a group']?.giver as BuiltEmployee, named(groups, 'Till and stock'));
  await openPage(app, givers["with a grant of the operator's page"]?.giver as BuiltEmployee, named(pages, 'Page 3'));
  const always = ['user', 'lcladmin', 'admin', 'Bosses', 'Desk', 'Empty', 'Page 0', 'Page 1', 'Page 2'];
  const readers = ['Readers of Page 0', 'Readers of Page 1', 'Readers of Page 2'];
  for (const [way, { giver, gives }] of Object.entries(givers)) {
    const as = await signIn(app, giver);
    const held = await rightsOf(app, giver);
    const given: string[] = [];
    for (const thing of [...actions, ...pages, ...groups]) {
      const colleague = await make();
      const id = `${thing.kind}.${colleague.companyId}.${colleague.userId}.${thing.id}`;
      const { answer: switches } = await app.call(companyGrants.getAcl, { id: colleague.userId }, as);
      const shown = switches.find((one) => one.id === id);
      const { status } = await app.call(companyGrants.updateAcl, { id, allow: true }, as);
      const where = `${thing.name}, ${way}`;
      assert.equal(shown?.locked === null, status === 204, `${where}: the switch says what the server does`);
      if (status === 204) given.push(thing.name);
      else assert.equal(status, 403, where);
      for (const right of await rightsOf(app, colleague)) assert.ok(held.has(right), `${where}: gives ${right}`);
    }
    assert.deepEqual(given.toSorted(), [...always, ...readers, ...gives].toSorted(), way);
  }
});

test('a person who acts as an administrator invites with roles, not with what that administrator holds', async () => {
  await using app = await testApp();
  const { location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const other = await buildEmployee(app, location, { actions: ['admin', 'cashier'] });
  await buildAction(app, 'cashier');
  const invite = async (as: { cookie: string }, action: string) =>
    (await app.call(companyUsers.invite, { eMail: 'me.again@salon.example', actions: [action] }, as)).status;
  const acting = await signInAs(app, admin, other);
  assert.equal(await invite(acting, 'cashier'), 403);
  assert.equal(await invite(acting, 'lcladmin'), 204);
  assert.equal(await invite(await signIn(app, other), 'cashier'), 204, 'in person');
});
