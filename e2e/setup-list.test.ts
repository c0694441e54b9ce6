// Dialogs of the setup list: another try when loading fails, and no link to a profile that is not published.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

test('a dialog that cannot be loaded offers another try; a profile that is not published is not shared', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['admin'] });
  await daybook.services.database.write
    .updateTable('employees')
    .set({ isProfilePublic: false })
    .where('userId', '=', employee.userId)
    .execute();
  const page = await openAs(daybook, browser, employee, '/app/home', widths.phone);
  const open = (step: string) => page.getByRole('button', { name: new RegExp(`^${step}`) }).click();
  const dialog = page.getByRole('dialog');
  const read = `**/${calendarSetup.getSettings.path}*`;
  await page.route(read, (route) => route.fulfill({ status: 500 }));
  await open('Working hours');
  const again = dialog.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await axeBothSchemes(page, 'setup dialog that cannot be loaded');
  await page.unroute(read);
  await again.click();
  await dialog.getByRole('button', { name: 'Save the hours' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await open('Share your link');
  await dialog.getByText(/is not published yet/).waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Copy the link' }).isDisabled());
  await axeBothSchemes(page, 'share of an unpublished profile');
  await page.context().close();
});
