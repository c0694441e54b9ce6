// Checks of every list screen: open, search, add, edit, cancel an edit, delete and restore a record.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axeClean, noHorizontalScroll } from './browser.ts';

export interface EditableList {
  /** The heading. */
  title: string;
  /** The primary action and the editor's input, by label. The first field is the record's title. */
  add: { button: string; fields: Record<string, string>; choose?: Record<string, string> };
  /** A field to change afterwards. */
  edit?: { field: string; value: string };
}

/** Waits for the list and checks it with axe. */
export async function expectList(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByRole('button', { name: 'Export' }).waitFor();
  await noHorizontalScroll(page);
  const [needed, there] = await page.evaluate(() => {
    const table = document.querySelector('main table');
    return [table?.scrollWidth ?? 0, table?.closest('.mantine-ScrollArea-viewport')?.clientWidth ?? innerWidth];
  });
  assert.ok(Number(needed) <= Number(there), `${title}: columns of ${needed} px in ${there} px`);
  await axeClean(page);
}

export async function searchFor(page: Page, words: string): Promise<void> {
  const search = page.getByRole('textbox', { name: 'Search', exact: true });
  await search.fill(words);
  await search.press('Enter');
  // The rows that stay move up when the others go: a click would miss them.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
}

/** A list with records from elsewhere. */
export interface SeededList {
  title: string;
  /** Search text that finds a record, and text in its row. */
  search: string;
  row: string;
  /** A record has a page in place of a dialog. */
  hasPage?: true;
  /** A field of the editor, by label, and its new value; a switch is toggled. */
  edit?: { field: string | RegExp; value?: string };
}

/** Navigates like a link, without a reload. */
export function navigateTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState({}, '', to), path);
}

/** Finds and opens a record. If it can be changed, cancels one change and saves another. */
export async function checkRecord(page: Page, { title, search, row, hasPage, edit }: SeededList): Promise<void> {
  await expectList(page, title);
  // Rows of the search before may match too; wait for those of the answer.
  const answered = page.waitForResponse(/\/GetPaginated\?(.*&)?Search=[^&]/);
  await searchFor(page, search);
  await answered;
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
  assert.match(page.url(), /search=/);
  const found = page.locator('tr[data-row]').filter({ hasText: row }).first();
  await found.press('Enter');
  if (hasPage) {
    await page.waitForURL(/\/[0-9a-f-]{36}$/);
    await page.getByRole('main').getByRole('textbox').first().waitFor();
    await axeClean(page, `${title}: a record`);
    await page.goBack();
    await found.waitFor();
    return;
  }
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await axeClean(page, `${title}: a record`);
  if (!edit) {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    return;
  }
  const change = async (value: string) => {
    const input = dialog.getByLabel(edit.field).first();
    if (edit.value === undefined) await input.click({ force: true });
    else await input.fill(value);
  };
  await change(`${edit.value} `);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await found.press('Enter');
  await change(edit.value ?? '');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('is saved.').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens the editor of a new record, checks it and cancels. */
export async function checkEditor(page: Page, { title, add }: EditableList): Promise<void> {
  await expectList(page, title);
  await page.getByRole('button', { name: add.button }).first().click();
  const dialog = page.getByRole('dialog', { name: add.button });
  await dialog.getByRole('button', { name: 'Save' }).waitFor();
  await axeClean(page, `${title}: the editor`);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Adds and finds a record, edits it, cancels an edit, deletes and restores it. */
export async function checkList(page: Page, { title, add, edit }: EditableList): Promise<void> {
  await expectList(page, title);
  const [name = ''] = Object.values(add.fields);
  await page.getByRole('button', { name: add.button }).first().click();
  const dialog = page.getByRole('dialog', { name: add.button });
  await dialog.waitFor();
  await axeClean(page, `${title}: the editor`);
  await dialog
    .getByLabel(Object.keys(add.fields)[0] ?? '')
    .first()
    .fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Fill in this field.').first().waitFor();
  for (const [label, value] of Object.entries(add.fields))
    await dialog.getByLabel(label, { exact: false }).first().fill(value);
  for (const [label, value] of Object.entries(add.choose ?? {})) {
    await dialog.getByRole('combobox', { name: label }).fill(value);
    await page.getByRole('option', { name: value }).first().click();
  }
  await dialog
    .getByLabel(Object.keys(add.fields)[0] ?? '')
    .first()
    .press('Control+Enter');
  await page.getByText(`“${name}” is saved.`).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });

  await searchFor(page, name);
  const row = page.getByRole('button', { name, exact: true });
  await row.waitFor();
  const finalName = edit?.value ?? name;
  await row.click();
  const editor = page.getByRole('dialog', { name });
  if (edit) {
    await editor.getByLabel(edit.field).first().fill(edit.value);
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('is saved.').first().waitFor();
    await editor.waitFor({ state: 'hidden' });
    await searchFor(page, finalName);
    await page.getByRole('button', { name: finalName, exact: true }).click();
  }
  const reopened = page.getByRole('dialog', { name: finalName });
  await reopened
    .getByLabel(Object.keys(add.fields)[0] ?? '')
    .first()
    .fill('Typed and left');
  await reopened.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await reopened.waitFor({ state: 'hidden' });

  await deleteRow(page, finalName);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: finalName, exact: true }).waitFor();
  await deleteRow(page, finalName);
}

async function deleteRow(page: Page, called: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${called}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: `Delete “${called}”?` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing matches your search or period.').waitFor();
  assert.equal(await page.getByRole('button', { name: called, exact: true }).count(), 0);
}
