// Switching the location and impersonating a person, as the application's frame shows them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness, buildEmployee, buildLocation, buildMembership } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const { company, location, employee: admin } = await buildBusiness(daybook.services, { actions: ['user', 'admin'] });
const second = await buildLocation(daybook.services, company, { name: 'Second floor' });
await buildEmployee(daybook.services, location, { firstName: 'Mara', lastName: 'Ozola', actions: ['user'] });

test('changing the location asks first and keeps the location if the answer is no', async () => {
  const page = await openAs(daybook, browser, admin, '/app/home');
  const chooser = page.getByRole('combobox', { name: 'Location' });
  await chooser.selectOption(second.id);
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await chooser.inputValue(), location.id);
  await chooser.selectOption(second.id);
  await page.getByRole('heading', { name: 'Switch to Second floor?' }).waitFor();
  await axeClean(page);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Switch' }).click();
  await loaded;
  await page.getByRole('combobox', { name: 'Location' }).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Location' }).inputValue(), second.id);
});

test('a tab does not continue in a company that another tab has left', async () => {
  const { location: abroad } = await buildBusiness(daybook.services, { actions: ['admin'] });
  await buildMembership(daybook.services, admin, abroad);
  const page = await openAs(daybook, browser, admin, '/app/home');
  // Without storage events, the tab learns of the change only from the server's answers.
  await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true));
  const list = (tab: Page) => tab.getByRole('button', { name: 'Second floor', exact: true });
  await page.goto(`${daybook.url}/app/company/locations`);
  await list(page).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`${daybook.url}/app/company/locations`);
  await list(tab).waitFor();
  const third = await page.context().newPage();
  await third.goto(`${daybook.url}/app/home`);
  await third.getByRole('combobox', { name: 'Location' }).selectOption(abroad.id);
  const followed = tab.waitForURL('**/app/home');
  await third.getByRole('button', { name: 'Switch' }).click();
  await followed;
  await tab.getByRole('combobox', { name: 'Location' }).waitFor();
  assert.equal(await tab.getByRole('combobox', { name: 'Location' }).inputValue(), abroad.id);
  await page.waitForURL('**/app/home');
});

for (const [name, size] of Object.entries(widths)) {
  test(`impersonation is always visible and ends with one click (${name})`, async () => {
    const page = await openAs(daybook, browser, admin, '/app/company/employees', size);
    await page.getByRole('button', { name: /actions.*Mara Ozola|Mara Ozola.*actions/i }).click();
    await page.getByRole('menuitem', { name: 'Act as this person' }).click();
    const arrived = page.waitForEvent('load');
    await page.getByRole('dialog').getByRole('button', { name: 'Act as this person' }).click();
    await arrived;
    const bar = page.getByRole('region', { name: 'Acting as Mara Ozola' });
    await bar.waitFor();
    await page
      .getByText(/Everything you do is recorded/)
      .first()
      .waitFor();
    const top = await page.getByRole('banner').boundingBox();
    const note = await page.getByRole('region', { name: 'Alerts' }).boundingBox();
    const bars = [bar, page.getByRole('navigation', { name: 'Quick access' })];
    for (const one of bars) {
      const box = (await one.isVisible()) ? await one.boundingBox() : undefined;
      const isClear = !box || !note || note.y + note.height <= box.y || note.x + note.width <= box.x;
      assert.ok(isClear, 'the note covers no bar');
    }
    assert.ok(top && note && note.y > 400 && note.x < 20, 'the note stands at the bottom left');
    await page.goto(`${daybook.url}/static/403`);
    await bar.waitFor();
    const stop = bar.getByRole('button', { name: 'Stop' });
    assert.ok(await stop.evaluate((button) => button.scrollWidth <= button.clientWidth));
    await axeBothSchemes(page, 'acting as somebody');
    await page.goto(`${daybook.url}/app/user/my-account#other-calendars`);
    await page
      .getByRole('region', { name: 'Other calendars', exact: true })
      .getByText('This section is not available while you act as another person.')
      .waitFor();
    const loaded = page.waitForEvent('load');
    await stop.click();
    await loaded;
    await page.getByRole('main').waitFor();
    assert.equal(await bar.count(), 0);
  });
}

test('the audit shows the impersonated person and the person who acted', async () => {
  const operator = await buildEmployee(daybook.services, location, { actions: ['sys'] });
  const page = await openAs(daybook, browser, operator, '/app/system/log/user-audit');
  await page.getByText(`(by ${admin.logIn})`).first().waitFor();
});

test('a page without a grant redirects to 403 before it requests data; a grant takes effect at once', async () => {
  const ilze = await buildEmployee(daybook.services, location, { firstName: 'Ilze', actions: ['user'] });
  const page = await openAs(daybook, browser, ilze, '/app/home');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${daybook.url}/app/company/locations`);
  await page.waitForURL(`${daybook.url}/static/403`);
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/api/company')),
    [],
  );

  await page.goto(`${daybook.url}/app/home`);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Today' }).waitFor();
  assert.equal(await menu.getByRole('link', { name: 'Locations' }).count(), 0);
  const { write } = daybook.services.database;
  const granted = await write
    .selectFrom('pages')
    .select('id')
    .where('sRef', '=', '/app/company/locations')
    .executeTakeFirstOrThrow();
  await write
    .insertInto('userPages')
    .values({ companyId: company.id, userId: ilze.userId, pageId: granted.id })
    .execute();
  await menu.getByRole('link', { name: 'Locations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Locations' }).waitFor();
  await write.deleteFrom('userPages').where('userId', '=', ilze.userId).execute();
  await page.waitForURL(`${daybook.url}/static/403`);
});
