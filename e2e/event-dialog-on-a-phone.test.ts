// The event dialog on a phone: the usual appointment is made and changed without scrolling, and the other fields stand
// behind one button that says which they are.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildContact } from '#server/testing/build/contact.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, sizes } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { calendarPath, eventNamed, openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** Fails unless all of them are on the screen, above the buttons that end the dialog. */
async function isOnFirstScreen(page: Page, dialog: Locator, fields: Record<string, Locator>): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {};
  const save = await dialog.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  assert.ok(save && save.y + save.height <= height, `Save: ${JSON.stringify(save)}`);
  const foot = await dialog.locator('[data-sticky]').boundingBox();
  for (const [name, field] of Object.entries(fields)) {
    const box = await field.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= (foot?.y ?? 0), `${name}: ${JSON.stringify({ box, foot })}`);
  }
}

for (const width of [390, 360] as const) {
  test(`at ${width} px, an appointment of a known customer is made on the first screen; More names what it holds`, async () => {
    const { anna, berta, colour } = await buildSalon(services);
    await buildContact(services, anna, { name: 'Gatis Krastiņš', eMail: 'gatis@example.com', phoneNumber: '' });
    const page = await openAs(daybook, browser, anna, calendarPath('day'), sizes[width]);
    await page.getByRole('button', { name: 'New appointment' }).tap();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    const fields = {
      search: dialog.getByLabel('Find a customer'),
      name: dialog.getByLabel('Name'),
      service: dialog.getByLabel('Service or title'),
      person: dialog.getByLabel('Done by'),
      day: dialog.locator('#event-startDay'),
      start: dialog.getByLabel('Start time: hours'),
      end: dialog.getByLabel('End time: hours'),
    };
    const more = dialog.getByRole('button', { name: 'More' });
    const first = width === 390 ? { ...fields, more } : fields;
    await axeBothSchemes(page, `a new appointment at ${width} px`);
    await isOnFirstScreen(page, dialog, first);
    await fields.search.fill('gatis');
    await page.getByRole('option', { name: /Gatis/ }).tap();
    await fields.service.fill('col');
    await page.getByRole('option', { name: 'Colour' }).tap();
    await fields.person.selectOption(berta.calendarId);
    await dialog.getByText('45 min · €60').waitFor();
    const { name, ...chosen } = first;
    await name.waitFor({ state: 'detached' });
    await isOnFirstScreen(page, dialog, chosen);
    const behind = ['Name', 'Phone', 'E-mail', 'Minutes', 'Price', 'Description', 'Buffer before', 'Buffer after'];
    const said = (await more.textContent()) ?? '';
    for (const label of behind) {
      assert.ok(said.includes(label), `“${said}” names ${label}`);
      assert.equal(await dialog.getByLabel(label, { exact: true }).count(), 0, label);
    }
    await axeBothSchemes(page, `an appointment at ${width} px`);

    await more.focus();
    await page.keyboard.press('Enter');
    for (const label of behind) await dialog.getByLabel(label, { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await hasFocus(name);
    assert.equal(await dialog.getByLabel('E-mail', { exact: true }).inputValue(), 'gatis@example.com');
    await dialog.getByLabel('Price').fill('55');
    await dialog.getByLabel('Description').fill('With the dog');
    await axeBothSchemes(page, `more of an appointment at ${width} px`);
    await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
    await dialog.waitFor({ state: 'detached' });
    const visit = await services.database.read
      .selectFrom('visits')
      .innerJoin('visitParts as p', 'p.visitId', 'visits.id')
      .select(['visits.name', 'visits.eMail', 'p.serviceId', 'p.price'])
      .where('visits.companyId', '=', anna.companyId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      { ...visit, price: Number(visit.price) },
      {
        ...{ name: 'Gatis Krastiņš', eMail: 'gatis@example.com' },
        ...{ serviceId: colour.id, price: 55 },
      },
    );

    // A note is read without opening anything.
    await page.getByRole('button', { name: 'Next day' }).waitFor();
    await page.goto(`${daybook.url}${calendarPath('day')}&calendar=${berta.calendarId}`);
    await eventNamed(page, 'Gatis').first().tap();
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    const opened = page.getByRole('dialog', { name: 'Colour' });
    assert.equal(await opened.getByLabel('Description').inputValue(), 'With the dog');
    await axeBothSchemes(page, `a saved appointment at ${width} px`);
  });
}

test('on a phone, a wrong field behind More is shown and focused, and stays while it is mended', async () => {
  const { anna } = await buildSalon(services);
  const page = await openAs(daybook, browser, anna, calendarPath('day'), sizes[390]);
  await page.getByRole('button', { name: 'New appointment' }).tap();
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.getByLabel('Name').fill('Zane Vītola');
  const more = dialog.getByRole('button', { name: 'More' });
  await more.tap();
  const eMail = dialog.getByLabel('E-mail', { exact: true });
  await eMail.fill('zane');
  await more.tap();
  await eMail.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.getByText('This does not look like an e-mail address.').waitFor();
  await hasFocus(eMail);
  await page.keyboard.press('End');
  await page.keyboard.type('@example.com');
  await hasFocus(eMail);
  assert.equal(await eMail.inputValue(), 'zane@example.com');
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.waitFor({ state: 'detached' });
});
