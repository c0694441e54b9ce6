// Tests that starts add the pages and menu items of the code, and leave changes of operators alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { systemPages } from '#contract/operations/app-pages.ts';
import { menuItems } from '#contract/operations/menu.ts';
import { application } from '#contract/site/application.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { menuEntries } from '#server/app.ts';
import { openDatabase } from '#server/db/pool.ts';
import { heading, page, rootId } from '#server/lib/area.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testDatabase } from '#server/testing/database/database.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { addNewEntries } from './add-new-entries.ts';

/** Every column of both tables, and the transaction that wrote each row. */
async function allRows(client: pg.Client) {
  const pages = await client.query('select *, xmin::text from pages order by id');
  const items = await client.query('select *, xmin::text from menu_items order by id');
  return { pages: pages.rows, items: items.rows };
}

test('the first start inserts every entry, the next one writes nothing', async () => {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max: 2 });
  const client = new pg.Client(created.connection);
  await client.connect();
  try {
    await addNewEntries(database.write, menuEntries);
    const delivered = await allRows(client);
    assert.equal(delivered.pages.length, menuEntries.filter(({ page }) => page).length);
    // The root of the menu is not an entry.
    assert.equal(delivered.items.length, menuEntries.length + 1);
    await addNewEntries(database.write, menuEntries);
    assert.deepEqual(await allRows(client), delivered);
  } finally {
    await client.end();
    await database.close();
    await created.drop();
  }
});

test('every entry has a unique key, and words in every language', () => {
  const keys = menuEntries.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) {
    for (const language of languageKeys) {
      assert.notEqual(translate(language, uncheckedKey(`app.menuName.${key}`)), `app.menuName.${key}`, language);
    }
  }
});

async function operator(app: TestApp) {
  return signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
}

const orders = heading({ key: 'orders', name: 'Orders', order: 300, icon: 'fa fa-list' });
const open = page('/app/company/orders', 'user', {
  key: 'openOrders',
  name: 'Open orders',
  order: 1,
  icon: 'fa fa-list',
  below: 'orders',
});

test('names, positions and icons set by an operator stay; the others follow the version', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  await addNewEntries(app.database.write, [...menuEntries, orders, open]);
  const read = async (id: string) => {
    const item = (await app.call(menuItems.getAll, {}, sys)).answer.find((one) => one.id === id);
    assert.ok(item);
    return item;
  };
  const below = await read(open.item.id);
  assert.equal(below.parentId, orders.item.id);
  const { isSystem: _, ...fields } = below;
  const input = { ...fields, name: 'My orders', order: 7, icon: 'fa fa-star', parentId: rootId };
  await app.call(menuItems.update, input, sys);
  const formerly = { order: [1, 300], icon: ['fa fa-list'] };
  const next = (entry: typeof open, name: string) => ({
    ...entry,
    name,
    formerly,
    item: { ...entry.item, order: 310, icon: 'fa fa-table' },
  });
  await addNewEntries(app.database.write, [next(orders, 'All orders'), next(open, 'Orders not done')]);
  const mine = await read(open.item.id);
  assert.deepEqual([mine.name, mine.order, mine.icon, mine.parentId], ['My orders', 7, 'fa fa-star', rootId]);
  const delivered = await read(orders.item.id);
  assert.deepEqual([delivered.name, delivered.order, delivered.icon], ['All orders', 310, 'fa fa-table']);
});

test('an item opens the page that an operator has already made for its address', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const own = { name: 'Ours', sRef: '/app/company/orders', onlySys: false };
  const { answer } = await app.call(systemPages.operations.insert, own, sys);
  await addNewEntries(app.database.write, [...menuEntries, orders, open]);
  const items = (await app.call(menuItems.getAll, {}, sys)).answer;
  assert.equal(items.find(({ id }) => id === open.item.id)?.pageId, answer.id);
});

test('delivered names are translated for the user; names given by operators are shown as written', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const items = (await app.call(menuItems.getAll, {}, sys)).answer;
  const names = async () => {
    const { menu = [] } = (await app.call(application.getMenu, {}, sys)).answer ?? {};
    return new Map(menu.map(({ id, name }) => [id, name]));
  };
  const languages = items.find(({ name }) => name === 'General');
  assert.ok(languages);
  assert.equal((await names()).get(languages.id), 'Languages');
  const { answer: own } = await app.call(
    menuItems.insert,
    { name: 'General', order: 400, parentId: rootId, pageId: languages.pageId },
    sys,
  );
  assert.equal((await names()).get(own.id), 'General');
  const { isSystem: _, parentId, ...fields } = languages;
  await app.call(menuItems.update, { ...fields, parentId: parentId ?? rootId, name: 'Jobs' }, sys);
  await app.call(menuItems.update, { ...fields, parentId: parentId ?? rootId, name: 'General' }, sys);
  assert.equal((await names()).get(languages.id), 'General', 'it is the name that the operator chose');
});
