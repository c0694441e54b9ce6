// An operator arranges the menu by mouse and keyboard, and sees at once if a change was not saved.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newId } from '#contract/lib/fields.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { write, read } = daybook.services.database;

/** Opens the screen with exactly these items: `[name, order, name of the parent]`. */
async function openMenu(
  items: readonly (readonly [string, number, string?])[],
  options?: Parameters<typeof openAs>[4],
): Promise<Page> {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  await write.deleteFrom('menuItems').where('id', '<>', newId).execute();
  const ids = new Map(items.map(([name]) => [name, randomUUIDv7()]));
  for (const [name, order, above] of items) {
    const parentId = above ? (ids.get(above) ?? newId) : newId;
    await write
      .insertInto('menuItems')
      .values({ id: ids.get(name) ?? '', name, order, parentId, icon: 'fa fa-bell' })
      .execute();
  }
  const page = await openAs(daybook, browser, employee, '/app/system/menu', options);
  await page.getByRole('button', { name: `Move “${items[0]?.[0]}”` }).waitFor();
  return page;
}

/** Returns `Name` or `Parent/Name` of every item, in order. */
async function tree(): Promise<string[]> {
  const rows = await read.selectFrom('menuItems').selectAll().orderBy('order').orderBy('id').execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (id: string | null): string => {
    const row = byId.get(id ?? newId);
    return !row || row.id === newId ? '' : `${pathOf(row.parentId)}/${row.name}`;
  };
  const below = (parentId: string): string[] =>
    rows
      .filter((row) => row.id !== newId && row.parentId === parentId)
      .flatMap((row) => [pathOf(row.id).slice(1), ...below(row.id)]);
  return below(newId);
}

/** The change shows before it is saved: poll the database. */
async function waitForTree(expected: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if (JSON.stringify(await tree()) === JSON.stringify(expected)) return;
    await sleep(100);
  }
  assert.deepEqual(await tree(), expected);
}

const saved = (page: Page, name: string) => page.getByText(`Menu item “${name}” is updated.`).first().waitFor();
const row = (page: Page, name: string) =>
  page.locator('[data-row]', { has: page.getByRole('button', { name: `Move “${name}”` }) });

test('items are dragged before and into others', async () => {
  const page = await openMenu([
    ['One', 0],
    ['Two', 1],
    ['Three', 2],
  ]);
  await axeClean(page);
  const handle = (name: string) => page.getByRole('button', { name: `Move “${name}”` });
  const height = (await row(page, 'One').boundingBox())?.height ?? 0;
  await handle('Three').dragTo(row(page, 'Two'), { targetPosition: { x: 300, y: 4 } });
  await saved(page, 'Three');
  await waitForTree(['One', 'Three', 'Two']);
  await handle('One').dragTo(row(page, 'Two'), { targetPosition: { x: 300, y: height / 2 } });
  await saved(page, 'One');
  await waitForTree(['Three', 'Two', 'Two/One']);
});

test('arrow keys on the handle move an item, and the handle keeps the focus', async () => {
  const page = await openMenu([
    ['One', 0],
    ['Two', 1],
    ['Three', 2],
  ]);
  await page.getByRole('button', { name: 'Move “Three”' }).focus();
  await page.keyboard.press('ArrowUp');
  await saved(page, 'Three');
  await waitForTree(['One', 'Three', 'Two']);
  await page.keyboard.press('ArrowRight');
  await page.locator('li li').getByRole('button', { name: 'Move “Three”' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move “Three”');
  await page.keyboard.press('ArrowLeft');
  await page.locator('li li').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move “Three”');
  await waitForTree(['One', 'Three', 'Two']);
});

test('a name is edited in place: a short one shows an error, Escape cancels, Enter saves', async () => {
  const page = await openMenu([['One', 0]]);
  const name = () => page.getByRole('textbox', { name: 'Name of “One”' });
  await page.getByRole('button', { name: 'Name of “One”' }).click();
  await name().fill('ab');
  await page.keyboard.press('Enter');
  await page.getByText('Menu item name should be between 3 and 40 charactes long').waitFor();
  await page.keyboard.press('Escape');
  await waitForTree(['One']);
  await page.getByRole('button', { name: 'Name of “One”' }).click();
  await name().fill('First of all');
  await page.keyboard.press('Enter');
  await saved(page, 'First of all');
  await waitForTree(['First of all']);
});

test('icon and page are selected from lists; a new item is the first child of its parent and can be named', async () => {
  const page = await openMenu([['One', 0]]);
  await page.getByRole('button', { name: 'Icon of “One”' }).click();
  await axeClean(page);
  await page.getByRole('button', { name: 'calendar', exact: true }).click();
  await saved(page, 'One');
  await page.getByRole('combobox', { name: 'Page of “One”' }).click();
  await page.getByRole('option', { name: 'Calendars' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'One' }).waitFor();
  const [one] = await read.selectFrom('menuItems').selectAll().where('name', '=', 'One').execute();
  assert.equal(one?.icon, 'fa fa-calendar');
  assert.notEqual(one?.pageId, null);
  await page.getByRole('button', { name: 'Add an item below “One”' }).click();
  await page.getByRole('textbox', { name: 'Name of “New menu item”' }).fill('Inside');
  await page.keyboard.press('Enter');
  await saved(page, 'Inside');
  await waitForTree(['One', 'One/Inside']);
});

test('deleting asks by name and includes the items below; undo restores them', async () => {
  const page = await openMenu([
    ['One', 0],
    ['Below', 0, 'One'],
    ['Two', 1],
  ]);
  await page.getByRole('button', { name: 'More for “One”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “One” and the item below it?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Menu item “One” is deleted.').first().waitFor();
  await waitForTree(['Two']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForTree(['One', 'One/Below', 'Two']);
});

test('a failed change shows an error by name, and the tree reverts', async () => {
  const page = await openMenu([
    ['One', 0],
    ['Two', 1],
  ]);
  await page.route('**/api/system/menuitems/Update', (route) => route.abort());
  await page.getByRole('button', { name: 'Move “Two”' }).focus();
  await page.keyboard.press('ArrowUp');
  await page
    .getByText(/Menu item “Two” was not updated\./)
    .first()
    .waitFor();
  await page.waitForFunction(
    () => document.querySelector('[data-row] button')?.getAttribute('aria-label') === 'Move “One”',
  );
  await waitForTree(['One', 'Two']);
});

test('on a phone, nothing scrolls sideways', async () => {
  const page = await openMenu(
    [
      ['A name of as many letters as it may have', 0],
      ['Below of as many letters as it may have.', 0, 'A name of as many letters as it may have'],
    ],
    widths.phone,
  );
  await noHorizontalScroll(page);
  await axeClean(page);
});
