// Tests of the menu editor: orders follow the specification, the menu stays a tree, and users see the result.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '#contract/lib/fields.ts';
import { menuItems, type TreeItem } from '#contract/operations/menu.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function operator(app: TestApp) {
  return signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
}

const written = ({ isSystem: _, ...item }: TreeItem, change: Partial<TreeItem> = {}) => {
  return { ...item, parentId: item.parentId ?? newId, ...change } as Omit<TreeItem, 'isSystem' | 'parentId'> & {
    parentId: string;
  };
};

async function add(app: TestApp, sys: { cookie: string }, name: string, order: number, parentId: string = newId) {
  return (await app.call(menuItems.insert, { name, order, parentId }, sys)).answer;
}

async function childrenOf(app: TestApp, sys: { cookie: string }, parentId: string) {
  const items = (await app.call(menuItems.getAll, {}, sys)).answer;
  return items.filter((item) => item.parentId === parentId);
}

test('a new item has the name, the icon and the order of the specification', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const root = (await app.call(menuItems.getAll, {}, sys)).answer.find(({ id }) => id === newId);
  assert.equal(root?.isSystem, true);
  const { answer } = await app.call(menuItems.insert, { id: newId, order: -1, parentId: newId }, sys);
  assert.equal(answer.name, 'New menu item');
  assert.equal(answer.icon, 'fa fa-question');
  assert.equal(answer.order, -1);
  assert.equal(answer.isSystem, false);
});

test('an item inserted between two stays between them, however often', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const box = await add(app, sys, 'The box', 100);
  const first = await add(app, sys, 'First', 0, box.id);
  const last = await add(app, sys, 'Last', 1, box.id);
  const names = ['First'];
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    // Always directly after the first: before the current second, with that one's order less one.
    const [, second] = await childrenOf(app, sys, box.id);
    const saved = await add(app, sys, name.padEnd(3, '.'), (second?.order ?? 0) - 1, box.id);
    assert.equal(saved.order, (second?.order ?? 0) - 1, 'the order is what was sent');
    names.splice(1, 0, name.padEnd(3, '.'));
  }
  assert.deepEqual(
    (await childrenOf(app, sys, box.id)).map(({ name }) => name),
    [...names, 'Last'],
  );
  const [before] = await childrenOf(app, sys, box.id);
  await app.call(menuItems.update, written(last, { order: (before?.order ?? 0) - 1 }), sys);
  assert.equal((await childrenOf(app, sys, box.id))[0]?.id, last.id);
  await app.call(
    menuItems.update,
    written(first, {
      name: 'First of all',
      order: (await childrenOf(app, sys, box.id)).find(({ id }) => id === first.id)?.order ?? 0,
    }),
    sys,
  );
  assert.deepEqual(
    (await childrenOf(app, sys, box.id)).map(({ name }) => name),
    ['Last', 'First of all', ...names.slice(1)],
  );
});

test('a name has 3 to 40 characters, with the message of the specification', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const item = await add(app, sys, 'Three', 50);
  for (const name of ['ab', '  ab  ', 'x'.repeat(41)]) {
    const refused = await app.call(menuItems.update, written(item, { name }), sys);
    assert.deepEqual(refused.complaints, [
      { Key: 'Name', Message: 'Menu item name should be between 3 and 40 charactes long' },
    ]);
  }
  for (const name of ['abc', 'x'.repeat(40)]) {
    assert.equal((await app.call(menuItems.update, written(item, { name }), sys)).answer.name, name);
  }
});

test('an item cannot move below itself or below an unknown item', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const above = await add(app, sys, 'Above', 50);
  const below = await add(app, sys, 'Below', 0, above.id);
  for (const parentId of [above.id, below.id, randomUUIDv7()]) {
    const refused = await app.call(menuItems.update, written(above, { parentId }), sys);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      ['ParentId'],
    );
  }
  const page = await app.call(menuItems.update, written(above, { pageId: randomUUIDv7() }), sys);
  assert.deepEqual(
    page.complaints.map(({ Key }) => Key),
    ['Pages_Id'],
  );
  const moved = await app.call(menuItems.update, written(below, { parentId: newId, order: 51 }), sys);
  assert.equal(moved.answer.parentId, newId);
});

test('an item is deleted with everything below it; the root and items of the product stay', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const above = await add(app, sys, 'Above', 50);
  const below = await add(app, sys, 'Below', 0, above.id);
  assert.equal((await app.call(menuItems.delete, { id: above.id }, sys)).status, 204);
  const left = (await app.call(menuItems.getAll, {}, sys)).answer;
  assert.ok(!left.some(({ id }) => id === above.id || id === below.id));
  assert.equal((await app.call(menuItems.restore, { id: above.id }, sys)).status, 204);
  const back = (await app.call(menuItems.getAll, {}, sys)).answer;
  assert.deepEqual(
    [above, below],
    [above, below].map((one) => back.find(({ id }) => id === one.id)),
  );
  const system = left.find((item) => item.isSystem && item.id !== newId);
  assert.equal((await app.call(menuItems.delete, { id: system?.id ?? '' }, sys)).status, 409);
  assert.equal((await app.call(menuItems.delete, { id: newId }, sys)).status, 409);
  const root = left.find(({ id }) => id === newId);
  assert.ok(root);
  assert.equal((await app.call(menuItems.update, written(root), sys)).status, 409);
});

test('users see the menu as the operator arranged it', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const pages = (await app.call(menuItems.getPages, {}, sys)).answer;
  assert.deepEqual(pages[0], { id: newId, name: '', sRef: '' });
  const calendars = pages.find(({ sRef }) => sRef === '/app/user/calendars');
  const own = { name: 'My days', icon: 'fa fa-bell', order: -5, parentId: newId, pageId: calendars?.id ?? null };
  await app.call(menuItems.insert, own, sys);
  await app.call(menuItems.insert, { ...own, name: 'Nowhere', pageId: newId }, sys);
  const user = await signIn(app, (await buildBusiness(app)).employee);
  const menu = (await app.call(application.getMenu, {}, user)).answer?.menu ?? [];
  assert.deepEqual([menu[0]?.name, menu[0]?.icon, menu[0]?.sRef], ['My days', 'fa fa-bell', '/app/user/calendars']);
  assert.ok(!menu.some(({ name }) => name === 'Nowhere'));
});

test('only an operator edits the menu', async () => {
  await using app = await testApp();
  const admin = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  assert.equal((await app.call(menuItems.getAll, {}, admin)).status, 403);
  assert.equal((await app.call(menuItems.delete, { id: newId }, admin)).status, 403);
});
