// An administrator shares the page of a location, and shows its booking form on the company's website.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { card } from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { openOtherSite } from './lib/other-site.ts';
import { openAs, toastOf } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
const site = await openOtherSite();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => site[Symbol.asyncDispose]());
const { services } = daybook;

for (const [width, screen] of Object.entries(widths)) {
  test(`the code of the share panel works on the website that it names, on a ${width} screen`, async () => {
    const { employee, location } = await buildBusiness(services, { actions: ['admin'], firstName: 'Anna' });
    await buildService(services, employee, { name: 'Cut', minutes: 60 });
    const page = await openAs(daybook, browser, employee, '/app/company/locations', screen);
    await page.getByRole('button', { name: `Actions for ${location.name}` }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: `Share: ${location.name}` });
    const link = dialog.getByLabel('Address of the page');
    assert.equal(await link.inputValue(), `${daybook.url}/${location.urlName}`);
    await dialog.getByRole('img', { name: 'QR code of the page' }).waitFor();
    await dialog.getByText('Until then, the form does not appear there.').waitFor();
    await previewedForm(page).waitFor();
    await previewedForm(page).locator('[data-start]').first().waitFor();
    assert.equal(await isInView(link), true, 'the preview does not scroll the panel');
    await axeBothSchemes(page, 'share');

    const sites = dialog.getByLabel('Websites that may show the form');
    const save = dialog.getByRole('button', { name: 'Save' });
    for (const wrong of ['http://salon.example', 'https://*.salon.example', 'https://salon.example/book']) {
      await sites.fill(`${site.origin}\n${wrong}`);
      await save.click();
      await dialog.getByText(`${wrong}: Enter an address such as`).waitFor();
      await sites.and(page.locator(':focus')).waitFor();
    }
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/share-refused-${width}.png` });
    await sites.fill(`${site.origin}/`);
    await save.press('Enter');
    await toastOf(page, /The websites are saved/).waitFor();
    assert.equal(await sites.inputValue(), site.origin);

    // The preview is the code at work.
    const preview = previewOf(page);
    const form = previewedForm(page);
    await form.waitFor();
    await dialog.locator('iframe').scrollIntoViewIfNeeded();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/share-preview-${width}.png` });
    await dialog.getByRole('radio', { name: 'With a button that opens the form' }).check();
    await preview.getByRole('link', { name: 'Book an appointment' }).click();
    await form.waitFor();
    await dialog.getByRole('radio', { name: 'With your own links, which open the form' }).check();
    const code = await dialog.getByLabel('Code for your website').inputValue();
    await dialog.getByRole('button', { name: 'Copy the code' }).click();
    await toastOf(page, /The code is copied/).waitFor();
    await axeBothSchemes(page, 'share-website');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    site.body = `<h1>Welcome</h1>${code}`;
    const website = await browser.visit(site.origin, { ...screen, ignoreHTTPSErrors: true });
    await website.getByRole('link', { name: 'Book an appointment' }).click();
    const frame = await (await website.locator('iframe').elementHandle())?.contentFrame();
    assert.ok(frame);
    await card(frame).waitFor();
    const shared = await services.database.read
      .selectFrom('locations')
      .select('isUrlNameKept')
      .where('id', '=', location.id)
      .executeTakeFirstOrThrow();
    assert.equal(shared.isUrlNameKept, true, 'a shared address does not follow the name any more');
  });
}

const previewOf = (page: Page) => page.frameLocator('iframe[title="Preview"]');
const previewedForm = (page: Page) =>
  previewOf(page).frameLocator('iframe').getByRole('region', { name: 'Book a time' });

/** Whether a person sees its middle. */
const isInView = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element === document.elementFromPoint(left + width / 2, top + height / 2);
  });

test('a location without a page says why, and offers nothing to share', async () => {
  const { company, location } = await buildBusiness(services);
  const other = await buildLocation(services, company, { name: 'Empty' });
  const admin = await buildEmployee(services, location, { actions: ['admin'] });
  const page = await openAs(daybook, browser, admin, '/app/company/locations');
  await page.getByRole('button', { name: `Actions for ${other.name}` }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share: Empty' });
  await dialog.getByText('There is no page yet.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Copy the link' }).isDisabled(), true);
  assert.equal(await dialog.getByText('On your website').count(), 0);
});

test('the share panel is read in German and Latvian', async () => {
  for (const [locale, title, website] of [
    ['de-DE', 'Teilen', 'Auf Ihrer Website'],
    ['lv-LV', 'Kopīgot', 'Jūsu tīmekļa vietnē'],
  ] as const) {
    const { employee, location } = await buildBusiness(services, { actions: ['admin'] });
    for (const screen of Object.values(widths)) {
      const page = await openAs(daybook, browser, employee, '/app/company/locations', { ...screen, locale });
      await page
        .getByRole('button', { name: new RegExp(location.name) })
        .last()
        .click();
      await page.getByRole('menuitem', { name: title }).click();
      await page.getByRole('heading', { name: website }).waitFor();
      await axeBothSchemes(page, `share-${locale}`);
      await page.close();
    }
  }
});
