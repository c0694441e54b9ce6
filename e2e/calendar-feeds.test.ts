// Subscribing to a calendar in the browser: of a person, of a location, and of a customer's appointment.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';
import { at, openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** The address on the page, on the port of this test. */
async function addressOf(page: Page): Promise<string> {
  const address = await page.getByLabel('Address of the calendar').inputValue();
  assert.match(address, /\/feeds\/[\w-]{43}\.ics$/);
  const link = await page.getByRole('link', { name: 'Open in your calendar' }).getAttribute('href');
  assert.equal(link, address.replace(/^http:/, 'webcal:'));
  await page.getByRole('img', { name: 'QR code of the calendar’s address' }).waitFor();
  return `${daybook.url}${new URL(address).pathname}`;
}

const statusOf = async (address: string) => (await fetch(address)).status;

for (const [name, width] of Object.entries(widths)) {
  test(`a person makes an address for their phone by the keyboard, and ends it (${name})`, async () => {
    const { employee } = await buildBusiness(services, { actions: ['user'], firstName: 'Anna' });
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#more', width);
    const section = page.getByRole('region', { name: 'Calendar on your phone' });
    await section.getByText('No calendar reads this yet.').waitFor();
    await axeBothSchemes(page, 'no feed');
    await section.getByRole('button', { name: 'New address' }).press('Enter');
    const middle = section.getByRole('radio', { name: 'Services and places', exact: true });
    await hasFocus(middle);
    await middle.press('ArrowDown');
    await section
      .getByRole('radio', { name: 'Customers, services and places' })
      .and(page.locator(':checked'))
      .waitFor();
    await axeBothSchemes(page, 'what a feed shows');
    await section.getByRole('button', { name: 'Make the address' }).press('Enter');
    await section.getByText('This address is shown only now.').waitFor();
    const address = await addressOf(page);
    await axeBothSchemes(page, 'the address of a feed');
    assert.equal(await statusOf(address), 200);
    await section.getByRole('button', { name: 'Done' }).press('Enter');
    await page.reload();
    await section.getByText(/Last read/).waitFor();
    assert.equal(await page.getByLabel('Address of the calendar').count(), 0);
    await axeBothSchemes(page, 'a feed in the list');
    await section.getByRole('button', { name: /^End the address made/ }).press('Enter');
    const question = page.getByRole('dialog', { name: 'End the subscription?' });
    await question.getByRole('button', { name: 'End the subscription' }).click();
    await section.getByText('No calendar reads this yet.').waitFor();
    assert.equal(await statusOf(address), 404);
  });
}

test('a list of addresses that is not loaded can be loaded again', async () => {
  const { employee } = await buildBusiness(services, { actions: ['user'] });
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.route('**/api/feeds/GetAll', (route) => route.abort());
  await page.goto(`${daybook.url}/app/user/my-account#more`);
  const section = page.getByRole('region', { name: 'Calendar on your phone' });
  const again = section.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/api/feeds/GetAll');
  await again.click();
  await section.getByText('No calendar reads this yet.').waitFor();
});

test('an administrator makes an address for all that takes place at a location', async () => {
  const { employee, location } = await buildBusiness(services, { actions: ['admin'] });
  await buildEvent(services, employee, { start: at('10:00'), title: 'Meeting' });
  const page = await openAs(daybook, browser, employee, '/app/company/locations');
  await page.getByRole('button', { name: `Actions for ${location.name}` }).click();
  await page.getByRole('menuitem', { name: 'Calendar on your phone' }).click();
  const dialog = page.getByRole('dialog', { name: `Calendar on your phone: ${location.name}` });
  await dialog.getByRole('button', { name: 'New address' }).click();
  await dialog.getByRole('button', { name: 'Make the address' }).click();
  await dialog.getByText('This address is shown only now.').waitFor();
  await axeBothSchemes(page, 'the address of a location');
  assert.match(await (await fetch(await addressOf(page))).text(), /SUMMARY:Busy/);
});

for (const [name, width] of Object.entries(widths)) {
  test(`a local administrator makes and ends addresses of their locations alone (${name})`, async () => {
    const { company, location } = await buildBusiness(services, { actions: ['admin'] });
    const other = await buildLocation(services, company, { name: 'Elsewhere' });
    const local = await buildEmployee(services, location, { actions: ['user', 'lcladmin'] });
    await buildEvent(services, await buildEmployee(services, location), { start: at('10:00'), title: 'Meeting' });
    const page = await openAs(daybook, browser, local, '/app/user/my-account#calendar-feeds', width);
    const section = page.getByRole('region', { name: 'Your locations' });
    const open = section.getByRole('button', { name: `Addresses of ${location.name}` });
    await section.getByText('Addresses: 0').waitFor();
    assert.equal(await page.getByText(other.name).count(), 0);
    await axeBothSchemes(page, 'the locations of a local administrator');
    await open.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Calendar on your phone: ${location.name}` });
    await dialog.getByRole('button', { name: 'New address' }).press('Enter');
    await dialog.getByRole('button', { name: 'Make the address' }).press('Enter');
    await dialog.getByText('This address is shown only now.').waitFor();
    const address = await addressOf(page);
    assert.match(await (await fetch(address)).text(), /SUMMARY:Busy/);
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await axeBothSchemes(page, 'a feed of a location');
    await dialog.getByRole('button', { name: /^End the address made/ }).press('Enter');
    await page
      .getByRole('dialog', { name: 'End the subscription?' })
      .getByRole('button', { name: 'End the subscription' })
      .press('Enter');
    await dialog.getByText('No calendar reads this yet.').waitFor();
    assert.equal(await statusOf(address), 404);
    await page.keyboard.press('Escape');
    await hasFocus(open);
  });
}

for (const [name, width] of Object.entries(widths)) {
  test(`a customer subscribes to their appointments before they take the file (${name})`, async () => {
    const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
    const eMail = 'mara@example.org';
    const contact = await buildContact(services, employee, { name: 'Mara', eMail });
    const visit = (start: string) =>
      buildEvent(services, employee, { start, title: 'Cut', name: 'Mara', eMail, contactId: contact.id });
    const { id } = await visit(at('10:00'));
    await visit(at('10:00', 1));
    const actionHash = newToken();
    await services.database.write
      .insertInto('actionLinks')
      .values({
        ...{ companyId: company.id, visitId: id, eMail, purpose: 'appointment', expiresAt: at('10:00') },
        tokenHash: hashToken(actionHash),
      })
      .execute();
    const page = await browser.visit(`${daybook.url}/appointment/${actionHash}/confirm`, width);
    const section = page.getByRole('region', { name: 'Calendar on your phone' });
    await section.getByRole('button', { name: 'Subscribe' }).click();
    const one = await addressOf(page);
    await axeBothSchemes(page, 'the subscription of a customer');
    assert.equal((await (await fetch(one)).text()).match(/BEGIN:VEVENT/g)?.length, 1);
    await section.getByRole('radio', { name: /^All your appointments with/ }).click();
    await page.waitForFunction(
      (former) =>
        (document.querySelector('input[readonly]') as HTMLInputElement | null)?.value.endsWith(former) === false,
      new URL(one).pathname,
    );
    const all = await addressOf(page);
    assert.equal((await (await fetch(all)).text()).match(/BEGIN:VEVENT/g)?.length, 2);
    await section.getByRole('button', { name: 'End the subscription' }).click();
    const confirm = section.getByRole('group', { name: 'End the subscription?' });
    await confirm.getByRole('button', { name: 'Keep it' }).click();
    await section.getByRole('button', { name: 'End the subscription' }).click();
    await axeBothSchemes(page, 'the question before a subscription ends');
    await confirm.getByRole('button', { name: 'End the subscription' }).click();
    await section.getByRole('button', { name: 'Subscribe' }).waitFor();
    assert.deepEqual([await statusOf(all), await statusOf(one)], [404, 200]);
  });
}

test('the sections of feeds fit in German and Latvian', async () => {
  for (const [locale, title] of [
    ['de-DE', 'Kalender auf Ihrem Handy'],
    ['lv-LV', 'Kalendārs jūsu tālrunī'],
  ] as const) {
    const { employee, location } = await buildBusiness(services, { actions: ['user'] });
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#more', { ...widths.phone, locale });
    const section = page.getByRole('region', { name: title });
    await section.getByRole('button').click();
    await section.getByRole('radio').first().waitFor();
    await section.getByRole('button').first().click();
    await section.locator('svg[role="img"]').waitFor();
    await axeBothSchemes(page, `feeds in ${locale}`);
    const local = await buildEmployee(services, location, { actions: ['user', 'lcladmin'] });
    const places = await openAs(daybook, browser, local, '/app/user/my-account#more', { ...widths.phone, locale });
    await places.locator('#calendar-feeds').getByText(location.name, { exact: true }).scrollIntoViewIfNeeded();
    await axeBothSchemes(places, `locations of a local administrator in ${locale}`);
  }
});
