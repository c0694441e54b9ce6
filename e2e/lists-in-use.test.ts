// Lists in use: selection, keyboard, filters, switches, and editors that two people have open.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildBusiness, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, openBrowser, widths } from './lib/browser.ts';
import { searchFor } from './lib/list.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;
const { company, employee } = await buildBusiness(services, { actions: ['admin', 'sys'] });
await setTerms(services, { maxLocations: 100 });

test('rows are selected and deleted together, on a phone too', async () => {
  await buildLocation(services, company, { name: 'Fir' });
  await buildLocation(services, company, { name: 'Fig' });
  const page = await openAs(daybook, browser, employee, '/app/company/locations?search=name:fi', widths.phone);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(Delete|Restore)/.test(request.url())) calls.push(request.url().split('/').at(-1) ?? '');
  });
  await page.getByRole('checkbox', { name: 'Select Fir' }).check();
  await page.getByRole('checkbox', { name: 'Select Fig' }).check();
  const chosen = page.getByRole('status').filter({ hasText: '2 rows selected' });
  await axeClean(page, 'cards that are chosen');
  await chosen.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 records?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 records are deleted.').first().waitFor();
  await page.getByText('Nothing matches your search or period.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('checkbox', { name: 'Select Fig' }).waitFor();
  assert.deepEqual(calls, ['DeleteMany', 'RestoreMany']);
  await page.context().close();
});

test('only rows that are shown stay selected, and the last page gives way to the one before', async () => {
  const palms = ['Quay palm A', 'Quay palm B', 'Quay palm C'];
  const others = Array.from({ length: 8 }, (_, index) => `Quay ${index}`);
  for (const name of [...palms, ...others]) await buildLocation(services, company, { name });
  const page = await openAs(daybook, browser, employee, '/app/company/locations?search=name:quay&order=Name');
  await page.getByLabel('Rows per page').selectOption('10');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const chosen = page.getByRole('status').filter({ hasText: 'selected' });
  await chosen.filter({ hasText: '10 rows' }).waitFor();
  await searchFor(page, 'name:quay palm');
  await chosen.filter({ hasText: '2 rows' }).waitFor();
  await chosen.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 records?' });
  assert.deepEqual(await question.getByRole('listitem').allTextContents(), palms.slice(0, 2));
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await page.getByText('1–10 of 11').waitFor();
  assert.equal(await chosen.count(), 0);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.getByText('11–11 of 11').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await chosen.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('1–10 of 10').waitFor();
  assert.doesNotMatch(page.url(), /page=/);
  // The first click on another head begins with A; the head says how the list is sorted.
  await page.locator('th[aria-sort=ascending]').getByText('Name', { exact: true }).waitFor();
  await page.locator('th[data-accessor=name]').click();
  await page.locator('th[aria-sort=descending]').getByText('Name', { exact: true }).waitFor();
  await page.locator('th[data-accessor=country]').click();
  await page.locator('th[aria-sort=ascending]').getByText('Country').waitFor();
  assert.equal(await page.locator('th[aria-sort]').count(), 1);
  await axeClean(page, 'a sorted list');
  await page.context().close();
});

test('arrow keys move through a list, Enter opens, Escape closes, and the address holds the state', async () => {
  await buildLocation(services, company, { name: 'Alder' });
  await buildLocation(services, company, { name: 'Birch' });
  const page = await openAs(daybook, browser, employee, '/app/company/locations?order=Name');
  await page.getByRole('button', { name: 'Alder', exact: true }).waitFor();
  await page.locator('tr[data-row]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Birch' }).waitFor();
  assert.match(page.url(), /open=/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // The focus returns to the row.
  await page.locator('tr[data-row]:focus').filter({ hasText: 'Birch' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const alder = page.getByRole('dialog', { name: 'Alder' });
  const name = alder.getByLabel('Name').first();
  await name.fill('Older');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  await name.fill('Alder');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await searchFor(page, 'name:alder');
  await page.getByText('Name: alder').waitFor();
  await page.getByRole('button', { name: 'Birch', exact: true }).waitFor({ state: 'hidden' });
  assert.match(page.url(), /search=/);
  await page.reload();
  await page.getByText('Name: alder').waitFor();
  await page.getByRole('button', { name: 'Alder', exact: true }).waitFor();
  await page.context().close();
});

test('changes in quick succession all reach the address', async () => {
  await buildLocation(services, company, { name: 'Marram' });
  await buildLocation(services, company, { name: 'Marsh' });
  const page = await openAs(daybook, browser, employee, '/app/company/locations');
  await page.getByRole('button', { name: 'Marram', exact: true }).waitFor();
  // In one task: the page renders nothing between these changes.
  await page.evaluate(() => {
    const search = document.querySelector<HTMLInputElement>('main search input');
    search?.focus();
    document.execCommand('insertText', false, 'name:mar,');
    document.querySelector<HTMLElement>('th[data-accessor=name]')?.click();
  });
  await page.waitForURL((address) => address.searchParams.has('search') && address.searchParams.has('order'));
  await page.getByText('Name: mar').waitFor();
  await page.locator('tr[data-row]:first-of-type').filter({ hasText: 'Marsh' }).waitFor();
  await page.context().close();
});

/** Holds the next request to an address. Returns a function that waits for the request and resolves to its release. */
async function holdNext(page: Page, address: string): Promise<() => Promise<() => void>> {
  const release = Promise.withResolvers<void>();
  const came = Promise.withResolvers<() => void>();
  await page.route(
    address,
    async (route) => {
      came.resolve(release.resolve);
      await release.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return () => came.promise;
}

test('input during a slow save is not lost', async () => {
  const page = await openAs(daybook, browser, employee, '/app/company/locations?open=new');
  const editor = page.getByRole('dialog', { name: 'New location' });
  await editor.getByLabel('Name').first().fill('Dune');
  await editor.getByLabel('Name in the address').fill('dune');
  await editor.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Riga');
  await page.getByRole('option', { name: 'Europe/Riga' }).first().click();
  const asked = await holdNext(page, '**/locations/Insert');
  await editor.getByRole('button', { name: 'Save' }).click();
  const discard = await asked();
  await editor.getByRole('combobox', { name: 'Country' }).fill('Latvia');
  discard();
  await page.getByText('“Dune” is saved.').first().waitFor();
  const goesOn = page.getByRole('dialog', { name: 'Dune' });
  assert.equal(await goesOn.getByRole('combobox', { name: 'Country' }).inputValue(), 'Latvia');
  await goesOn.getByRole('button', { name: 'Save' }).click();
  await goesOn.waitFor({ state: 'hidden' });
  const saved = await services.database.read
    .selectFrom('locations')
    .select('country')
    .where('name', '=', 'Dune')
    .execute();
  assert.deepEqual(saved, [{ country: 'Latvia' }]);
});

test('leaving asks about input made during a save, and only about that', async () => {
  const { id } = await buildLocation(services, company, { name: 'Egret', address: 'Reed Road 1' });
  await services.database.write.updateTable('locations').set({ country: 'Estonia' }).where('id', '=', id).execute();
  const page = await openAs(daybook, browser, employee, `/app/company/locations?open=${id}`);
  const editor = page.getByRole('dialog', { name: 'Egret' });
  const [country, address] = [
    editor.getByRole('combobox', { name: 'Country' }),
    editor.getByLabel('Address', { exact: true }),
  ];
  const cancel = editor.getByRole('button', { name: 'Cancel', exact: true });
  async function saveAndType(field: Locator, value: string): Promise<void> {
    const asked = await holdNext(page, '**/locations/Update');
    await editor.getByRole('button', { name: 'Save' }).click();
    const discard = await asked();
    await field.fill(value);
    discard();
    await editor.locator('button[type=submit]:not([data-loading])').waitFor();
  }
  await country.fill('Latvia');
  await saveAndType(country, 'Estonia');
  await cancel.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await country.fill('Finland');
  await saveAndType(address, 'Reed Road 2');
  await address.fill('Reed Road 1');
  await cancel.click();
  await editor.waitFor({ state: 'hidden' });
  await page.context().close();
});

test('the second person to save chooses only between values that both have changed, and loses no input', async () => {
  const { id } = await buildLocation(services, company, { name: 'Cedar' });
  const page = await openAs(daybook, browser, employee, `/app/company/locations?open=${id}`);
  const editor = page.getByRole('dialog', { name: 'Cedar' });
  await editor.getByRole('combobox', { name: 'Country' }).fill('Estonia');
  // While the save is on its way: earlier, the page would be told of the change, and show it without a save.
  await page.route(
    '**/locations/Update',
    async (route) => {
      await services.database.write
        .updateTable('locations')
        .set({ address: 'Other Road 1', country: 'Finland' })
        .where('id', '=', id)
        .execute();
      await route.continue();
    },
    { times: 1 },
  );
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByText('Someone else has saved this in the meantime.').waitFor();
  await editor.getByText('Country: now “Finland”, yours “Estonia”').waitFor();
  assert.equal(await editor.getByRole('button', { name: /^Keep mine/ }).count(), 1);
  assert.equal(await editor.getByLabel('Address', { exact: true }).inputValue(), 'Other Road 1');
  await axeClean(page, 'an editor that two changed');
  assert.equal(await editor.getByRole('combobox', { name: 'Country' }).inputValue(), 'Estonia');
  await editor.getByRole('button', { name: 'Keep mine' }).click();
  await page.context().setOffline(true);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();
  assert.equal(await editor.getByRole('combobox', { name: 'Country' }).inputValue(), 'Estonia');
  await page.context().setOffline(false);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Cedar” is saved.').first().waitFor();
  const saved = await services.database.read
    .selectFrom('locations')
    .select(['country', 'address'])
    .where('id', '=', id)
    .executeTakeFirst();
  assert.deepEqual(saved, { country: 'Estonia', address: 'Other Road 1' });
  await page.context().close();
});

test('when the session ends while a person is typing, they sign in over the page and the save goes on', async () => {
  const password = 'a good password';
  const { company: own, employee: typist } = await buildBusiness(services, { actions: ['admin'], password });
  const { id } = await buildLocation(services, own, { name: 'Gorse' });
  const page = await openAs(daybook, browser, typist, `/app/company/locations?open=${id}`);
  const editor = page.getByRole('dialog', { name: 'Gorse' });
  await editor.getByRole('combobox', { name: 'Country' }).fill('Latvia');
  await page.context().clearCookies();
  await editor.getByRole('button', { name: 'Save' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill('a bad password');
  await axeClean(page, 'signing in over the page');
  await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ended.getByText('Wrong e-mail or password.').waitFor();
  await ended.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('“Gorse” is saved.').first().waitFor();
  await ended.waitFor({ state: 'hidden' });
  const saved = await services.database.read.selectFrom('locations').select('country').where('id', '=', id).execute();
  assert.deepEqual(saved, [{ country: 'Latvia' }]);
  await page.context().close();
});

test('a range is chosen by one click, and today is marked in the month', async () => {
  const page = await openAs(daybook, browser, employee, '/app/system/log/user-audit');
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.locator('[data-today][data-highlight-today]').waitFor();
  await axeClean(page, 'the ranges');
  await page.getByRole('button', { name: 'Last 7 days', exact: true }).click();
  await page.getByRole('button', { name: 'Period: Last 7 days' }).waitFor();
  assert.match(page.url(), /from=.*to=/);
  await page.getByRole('button', { name: 'Period: Last 7 days' }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Period: All' }).waitFor();
  await page.context().close();
});

for (const [width, options] of Object.entries(widths)) {
  test(`a list is filtered by its columns, ${width}; the address holds the filters, and one click clears them`, async () => {
    const page = await openAs(daybook, browser, employee, '/app/system/table-settings', options);
    const row = (name: string) => page.getByRole('button', { name, exact: true });
    await row('companies').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Filter' });
    await panel.getByLabel('Record changes').selectOption('No');
    await row('companies').waitFor({ state: 'detached' });
    await panel.getByLabel('Table').fill('open');
    await panel.getByLabel('Table').press('Enter');
    await row('calendars').waitFor({ state: 'detached' });
    await axeClean(page, `the filters, ${width}`);
    await page.keyboard.press('Escape');
    await page.reload();
    await row('opening_hours').waitFor();
    await page.getByText('Table: open').waitFor();
    await page.getByRole('button', { name: '2 filters' }).click();
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Clear the filters' }).click();
    await row('companies').waitFor();
    await page.context().close();
  });
}

test('a switch toggled twice before the first answer saves its last state', async () => {
  const id = randomUUIDv7();
  const [periodStart, periodEnd] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
  await services.database.write
    .insertInto('banners')
    .values({ id, title: 'Wavering', periodStart, periodEnd })
    .execute();
  const page = await openAs(daybook, browser, employee, '/app/system/banners?search=wavering');
  const active = page.getByRole('switch', { name: 'Active: Wavering' });
  const shows = (checked: boolean) => page.getByRole('switch', { name: 'Active: Wavering', checked }).waitFor();
  await shows(false);
  const sent: string[] = [];
  let answerFirst = () => {};
  const asked = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/api/system/banners/Update', async (route) => {
    sent.push(route.request().postData() ?? '');
    if (sent.length === 1) await asked;
    await route.continue();
  });
  const answered = (count: number) =>
    page.waitForResponse((answer) => answer.url().endsWith('/Update') && --count === 0);
  await active.click({ force: true });
  await shows(true);
  await active.click({ force: true });
  await shows(false);
  const second = answered(2);
  answerFirst();
  assert.equal((await second).status(), 200);
  // Toggle again, after the list may have reloaded.
  const [third] = await Promise.all([answered(1), active.click({ force: true })]);
  assert.equal(third.status(), 200);
  assert.equal(sent.length, 3);
  await shows(true);
  const kept = await services.database.read
    .selectFrom('banners')
    .select('active')
    .where('id', '=', id)
    .executeTakeFirst();
  assert.equal(kept?.active, true);
  assert.equal(await page.getByText('could not be saved').count(), 0);
  await page.context().close();
});

test("others' changes appear at once in the list and in an open editor, and no input is lost", async () => {
  const { id } = await buildLocation(services, company, { name: 'Dogwood' });
  const { id: other } = await buildLocation(services, company, { name: 'Elder' });
  const locations = (values: object, which = id) =>
    services.database.write.updateTable('locations').set(values).where('id', '=', which).execute();
  const page = await openAs(daybook, browser, employee, '/app/company/locations?order=Name');
  await page.getByRole('button', { name: 'Dogwood', exact: true }).waitFor();
  await locations({ name: 'Elderflower' }, other);
  await page.getByRole('button', { name: 'Elderflower', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Dogwood', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Dogwood' });
  await locations({ country: 'Estonia' });
  await editor.getByText('Someone else has just changed this.').waitFor();
  assert.equal(await editor.getByRole('combobox', { name: 'Country' }).inputValue(), 'Estonia');
  await editor.getByLabel('Address', { exact: true }).fill('Typed Road 1');
  await editor.getByRole('combobox', { name: 'Country' }).fill('Sweden');
  await locations({ country: 'Finland' });
  await editor.getByText('Country: now “Finland”, yours “Sweden”').waitFor();
  await editor.getByRole('button', { name: 'Keep mine' }).click();
  await services.database.write.deleteFrom('locations').where('id', '=', id).execute();
  await editor.getByText('Someone else has deleted this.').waitFor();
  assert.equal(await editor.getByLabel('Address', { exact: true }).inputValue(), 'Typed Road 1');
  await editor.getByRole('button', { name: 'Insert again' }).click();
  await editor.waitFor({ state: 'hidden' });
  const again = await services.database.read
    .selectFrom('locations')
    .select(['country', 'address'])
    .where('name', '=', 'Dogwood')
    .executeTakeFirst();
  assert.deepEqual(again, { country: 'Sweden', address: 'Typed Road 1' });
  await page.context().close();
});

test('rows are 44 px high, or 36 px where the person chose it; the choice and folded headings are remembered', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['admin', 'sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/general-stuff');
  const row = page.locator('tr[data-row]').first();
  await row.waitFor();
  const height = async () => (await row.boundingBox())?.height ?? 0;
  assert.ok(Math.abs((await height()) - 44) < 2, `${await height()}`);
  await axeBothSchemes(page, 'list comfortable');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('radiogroup', { name: 'Row height' }).getByText('Compact').click();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => (document.querySelector('tr[data-row]')?.clientHeight ?? 99) < 38);
  await axeBothSchemes(page, 'list compact');

  const menu = page.getByRole('navigation', { name: 'Menu' });
  const site = menu.getByRole('button', { name: 'Public site' });
  const records = menu.getByRole('button', { name: 'Logs and audits' });
  assert.equal(await site.getAttribute('aria-expanded'), 'true', 'the heading of the current page');
  assert.equal(await menu.getByRole('link', { name: 'User audit' }).count(), 0);
  await records.focus();
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'User audit' }).waitFor();
  await page.reload();
  await row.waitFor();
  assert.ok(Math.abs((await height()) - 36) < 2);
  await menu.getByRole('link', { name: 'User audit' }).waitFor();
  await records.click();
  await menu.getByRole('link', { name: 'User audit' }).waitFor({ state: 'detached' });
  await page.goto(`${daybook.url}/app/system/log/user-audit`);
  await menu.getByRole('link', { name: 'User audit' }).waitFor();
});
