// Variants and extras of a service: an administrator writes them, a visitor and staff choose them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

for (const [kind, width] of [
  ['a wide screen', widths.wide],
  ['a phone', widths.phone],
] as const) {
  test(`an administrator adds, sorts and switches off variants and extras, on ${kind}`, async () => {
    const { services } = daybook;
    const { employee } = await buildBusiness(services, { actions: ['admin'] });
    const { id } = await buildService(services, employee, { name: 'Haircut' });
    const page = await openAs(daybook, browser, employee, '/app/company/services', width);
    await page.getByRole('main').getByRole('button', { name: 'Haircut', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Haircut' });
    const variants = dialog.getByRole('region', { name: 'Variants' });
    const extras = dialog.getByRole('region', { name: 'Extras' });
    await variants.getByRole('button', { name: 'Add a variant' }).click();
    // The new row has the focus.
    await page.keyboard.type('Short hair');
    await variants.getByRole('button', { name: 'Add a variant' }).click();
    await page.keyboard.type('Long hair');
    const long = variants.getByRole('group', { name: 'Long hair' });
    await long.getByLabel('More minutes').fill('15');
    await long.getByLabel('Surcharge').fill('10.5');
    await variants.getByRole('button', { name: 'Move “Long hair”', exact: true }).press('ArrowUp');
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const added = extras.getByRole('group', { name: 'New extra' });
    await added.getByLabel('Description').and(page.locator('[aria-invalid="true"]')).waitFor();
    await axeBothSchemes(page, `options of a service on ${kind}`);
    await noHorizontalScroll(page);
    await added.getByLabel('Description').fill('Wash');
    const wash = extras.getByRole('group', { name: 'Wash' });
    await wash.getByLabel('At most').fill('3');
    await wash.getByLabel('Can be booked').uncheck();
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await extras.getByRole('button', { name: 'Remove “New extra”' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = await services.database.read
      .selectFrom('serviceOptions')
      .select(['kind', 'name', 'minutes', 'price', 'maxCount', 'isActive'])
      .where('serviceId', '=', id)
      .orderBy('position')
      .execute();
    assert.deepEqual(stored, [
      { kind: 'variant', name: 'Long hair', minutes: 15, price: 10.5, maxCount: 1, isActive: true },
      { kind: 'variant', name: 'Short hair', minutes: 0, price: 0, maxCount: 1, isActive: true },
      { kind: 'extra', name: 'Wash', minutes: 0, price: 0, maxCount: 3, isActive: false },
    ]);
    await page.context().close();
  });
}
