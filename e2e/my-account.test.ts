// The account page: changes, their effect on public pages, and confirmations.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { at, openAs, setTime } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

/** Returns the first public slot of that Wednesday, as an instant. */
/** The start of the first free time, in UTC. */
async function firstSlot({ locationUrlName, urlName }: BuiltEmployee): Promise<string> {
  const asked = new URLSearchParams({ locationUrlName, userUrlName: urlName, start: at('00:00'), end: at('23:59') });
  const answer = await fetch(`${daybook.url}/api/publiccalendars/GetSlots?${asked}`);
  const { Slots } = (await answer.json()) as { Slots: { Start: string }[] };
  return Temporal.Instant.from(Slots[0]?.Start ?? '').toString();
}

test('details, language, switches and picture are changed, and failed changes revert', async () => {
  const { employee, location } = await buildBusiness(daybook.services, { firstName: 'Anna', actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  const first = page.getByLabel('First name');
  await first.waitFor();
  await axeBothSchemes(page, 'profile');

  await first.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Fill in this field.').waitFor();
  await first.fill('Annabella');
  await page.getByRole('link', { name: 'Hours and services' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();

  await page.route('**/api/user/SetCalendarPublicState', (route) => route.abort());
  const calendar = page.getByRole('switch', { name: 'Public calendar' });
  await calendar.click();
  await page.getByText('The visibility of the calendar could not be changed.').first().waitFor();
  assert.ok(await calendar.isChecked());
  await page.getByRole('switch', { name: 'Public profile' }).click();
  const seen = await page.getByRole('link', { name: 'View public profile' }).getAttribute('href');
  assert.equal(seen, `/${location.urlName}/${employee.urlName}`);

  const bytes = await sharp({ create: { width: 1300, height: 900, channels: 3, background: '#c8401f' } })
    .png()
    .toBuffer();
  const choose = page.getByLabel('Choose a picture');
  const small = await sharp(bytes).resize(500, 500).png().toBuffer();
  await choose.setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: small });
  await page.getByText('This picture is too small.').waitFor();
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
  const crop = page.getByRole('dialog', { name: 'Choose the part that is shown' });
  const use = crop.getByRole('button', { name: 'Use this picture' });
  await crop.getByRole('slider').press('ArrowRight');
  await axeBothSchemes(page, 'crop');
  await shot(page, 'crop');
  await use.click();
  await page.getByText('Your picture is saved.').first().waitFor();

  await page.getByRole('main').getByLabel('Language', { exact: true }).selectOption({ label: 'Deutsch' });
  await first.press('Control+Enter');
  await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
  await page.getByText('Ihre Angaben sind gespeichert.').first().waitFor();
  const saved = await daybook.services.database.read
    .selectFrom('users as u')
    .innerJoin('employees as e', 'e.userId', 'u.id')
    .innerJoin('languages as l', 'l.id', 'u.languageId')
    .innerJoin('files as f', 'f.id', 'e.pictureId')
    .select(['u.firstName', 'e.isProfilePublic', 'e.isCalendarPublic', 'l.key', 'f.width', 'f.height'])
    .where('u.id', '=', employee.userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(saved, {
    firstName: 'Annabella',
    isProfilePublic: false,
    isCalendarPublic: true,
    key: 'de',
    width: 640,
    height: 640,
  });

  // The session is not locked in fact: the lock screen checks and leads back.
  const atLock = page.waitForRequest(/GetLock/);
  await page.route('**/api/file/UploadImage', (route) =>
    route.fulfill({ status: 410, json: { Code: 'error.locked' } }),
  );
  await page
    .locator('#pictures input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
  await atLock;
});

test('hours, days off and services change the times that visitors can book, on a phone too', async () => {
  const { location, company } = await buildBusiness(daybook.services);
  const second = await buildLocation(daybook.services, company);
  const employee = await buildEmployee(daybook.services, [location, second]);
  const page = await openAs(daybook, browser, employee, '/app/user/my-account#hours', widths.phone);
  assert.equal(await firstSlot(employee), at('09:00'));
  await setTime(page, 'Wednesday, from', '19:00');
  await page.getByRole('button', { name: 'Save the hours' }).click();
  await page.getByText('The end must be after the start.').waitFor();
  await axeBothSchemes(page, 'hours');
  await noHorizontalScroll(page);
  await setTime(page, 'Wednesday, from', '11:30');
  const where = page.getByRole('main').getByLabel('Location', { exact: true });
  await where.selectOption({ label: second.name });
  await page.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await where.inputValue(), location.id);
  await page.getByRole('button', { name: 'Save the hours' }).click();
  await page.getByText('The working hours are saved.').first().waitFor();
  assert.equal(await firstSlot(employee), at('11:30'));

  await page.getByRole('button', { name: 'Add days' }).click();
  const days = page.getByRole('dialog', { name: 'New days' });
  await days.getByLabel('First day').fill(at('12:00').slice(0, 10));
  await days.getByRole('switch', { name: 'Open at other hours' }).check();
  await axeBothSchemes(page, 'days');
  await days.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await setTime(days, 'From', '15:00');
  await setTime(days, 'Until', '18:00');
  await days.getByLabel('Until: minutes').blur();
  await days.getByRole('button', { name: 'Add days' }).click();
  await days.waitFor({ state: 'detached' });
  assert.equal(await firstSlot(employee), at('15:00'));
  await page.getByRole('button', { name: /^Change Wed/ }).click();
  const changed = page.getByRole('dialog');
  await changed.getByRole('button', { name: 'Add hours' }).click();
  await changed.getByRole('button', { name: 'Save' }).click();
  await changed.getByText('Fill in this field.').first().waitFor();
  await setTime(changed, 'From', '08:00', 1);
  await setTime(changed, 'Until', '10:00', 1);
  await changed.getByLabel('Until: minutes').nth(1).blur();
  await axeBothSchemes(page, 'changed days');
  await changed.getByRole('button', { name: 'Save' }).click();
  await changed.waitFor({ state: 'detached' });
  assert.equal(await firstSlot(employee), at('08:00'));
  await page.getByRole('button', { name: /^Remove Wed/ }).click();
  await page.getByText('Every day follows the weekly hours.').waitFor();

  await page.getByRole('button', { name: 'Add a service' }).click();
  const service = page.getByRole('dialog', { name: 'New service' });
  await service.getByLabel('Name').fill('Haircut');
  await service.getByLabel('Price').fill('35');
  await service.getByRole('button', { name: 'Save' }).click();
  await page.getByText('30 min · €35').waitFor();
  await page.getByRole('button', { name: 'Delete “Haircut”' }).click();
  await page.getByRole('dialog', { name: 'Delete “Haircut”?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Without services, visitors book a plain time slot.').waitFor();
});

test('other browsers are signed out, the password changes, and leaving the company asks first', async () => {
  const { location, company } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const leaver = await buildEmployee(daybook.services, location, { password: 'correct horse' });
  const elsewhere = await signIn(daybook.services, leaver);
  const page = await openAs(daybook, browser, leaver, '/app/user/my-account#security');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed in here only.').first().waitFor();
  const gone = await fetch(`${daybook.url}/api/user/GetCurrent`, { headers: elsewhere });
  assert.equal(gone.status, 410);
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Repeat the new password').fill('battery staples');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The passwords do not match.').waitFor();
  await page.getByLabel('Repeat the new password').fill('battery staple');
  await page.getByLabel('Current password').fill('correct horse');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('Your password is changed.').first().waitFor();

  await page.goto(`${daybook.url}/app/user/my-account#privacy`);
  await page.reload();
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await axeBothSchemes(page, 'devices, company and data');
  assert.equal(await page.getByRole('link', { name: 'Change the company details' }).count(), 0, 'only for admins');
  await page.getByRole('button', { name: 'Leave the company' }).click();
  const asked = page.getByRole('dialog', { name: `Leave ${company.name}?` });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(`You work for ${company.name}.`).waitFor();
  await page.getByRole('button', { name: 'Leave the company' }).click();
  await asked.getByRole('button', { name: 'Leave the company' }).click();
  await page.waitForURL(`${daybook.url}/`);
});
