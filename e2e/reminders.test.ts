// The bell and the history of reminders.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { remind } from '#server/messaging/feed/remind.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

async function personWith(count: number) {
  const { employee } = await buildBusiness(daybook.services);
  const { companyId, userId } = employee;
  const work = { ...daybook.services, db: daybook.services.database.write };
  for (let number = 1; number <= count; number++) {
    const link = number === count ? '/app/user/calendars' : '';
    const text = `Confirmed by the customer: Mara Ozola, Haircut, number ${number}`;
    await remind(work, { companyId, userId, type: 'calendarEvent', text, link });
  }
  return employee;
}

test('the bell counts new reminders, shows 5, then 10, and a click opens the target of a reminder', async () => {
  const page = await openAs(daybook, browser, await personWith(14), '/app/home');
  await page.getByRole('button', { name: 'Notifications, 14 new' }).click();
  const entries = page.getByRole('dialog').getByRole('button', { name: /Confirmed by the customer/ });
  await entries.first().waitFor();
  assert.equal(await entries.count(), 5);
  await axeClean(page, 'bell');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bell.png` });
  await page.getByRole('button', { name: 'Show more' }).click();
  await entries.nth(9).waitFor();
  assert.equal(await entries.count(), 10);
  await page.getByRole('button', { name: /number 14/ }).click();
  await page.waitForURL(/\/app\/user\/calendars/);
  await page.getByRole('button', { name: 'Notifications, 13 new' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('There is nothing new.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});

test('the history loads older reminders while scrolling; a failed page stops it until the person retries', async () => {
  const page = await openAs(daybook, browser, await personWith(30), '/app/home', {
    ...widths.phone,
    colorScheme: 'dark',
  });
  let asked = 0;
  await page.route(/GetPaginatedByCreatedAndUser.*pageNr=2/i, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Notifications, 30 new' }).click();
  await page.getByRole('button', { name: 'All notifications' }).click();
  const panel = page.getByRole('dialog', { name: 'All notifications' });
  const entries = panel.getByRole('listitem');
  await entries.nth(11).waitFor();
  await entries.nth(11).scrollIntoViewIfNeeded();
  const again = panel.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await entries.first().scrollIntoViewIfNeeded();
  await entries.nth(11).scrollIntoViewIfNeeded();
  assert.deepEqual([await entries.count(), asked], [12, 1], 'nothing is asked for after the failure');
  await axeClean(page, 'history');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/history.png` });
  await noHorizontalScroll(page);
  await again.click();
  await entries.nth(23).scrollIntoViewIfNeeded();
  await entries.nth(29).waitFor();
  assert.equal(await entries.count(), 30);
  await entries.first().getByRole('button').click();
  await page.waitForURL(/\/app\/user\/calendars/);
});
