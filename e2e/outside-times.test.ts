// When people are busy elsewhere, in the browser: grey in the calendar, and the reason why a time is not free.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { replaceOutsideTimes } from '#server/booking/outside-times/replace-outside-times.ts';
import type { BuiltEmployee } from '#server/testing/build/business.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { at, calendarPath, openAs, wednesday } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** `days`: how many days after its start a time ends. */
function busy({ companyId, calendarId }: BuiltEmployee, ...times: [start: string, end: string, days?: number][]) {
  return replaceOutsideTimes(services.database.write, {
    ...{ companyId, calendarId, sourceId: randomUUID() },
    times: times.map(([start, end, days]) => ({
      start: Temporal.Instant.from(at(start)),
      end: Temporal.Instant.from(at(end, days)),
    })),
  });
}

const grey = (page: Page, text: string) => page.getByText(text, { exact: false }).first();

for (const [size, width] of Object.entries(widths)) {
  test(`the views show when people are busy elsewhere, and new times appear by themselves (${size})`, async () => {
    const { anna, berta, path } = await buildSalon(services);
    await busy(anna, ['10:00', '12:00']);
    await busy(berta, ['13:00', '14:30']);
    await buildEvent(services, anna, { start: Temporal.Instant.from(at('11:00')), title: 'Cut', name: 'Sanita' });
    const page = await openAs(daybook, browser, anna, calendarPath('day'), width);
    await grey(page, 'Outside').waitFor();
    await axeBothSchemes(page, 'outside times in a day');
    await busy(anna, ['15:00', '16:00']);
    await page.getByText('Outside').nth(1).waitFor();

    await page.goto(`${daybook.url}${path}`);
    await page.getByText(/Busy elsewhere, Berta/).waitFor();
    await page.goto(`${daybook.url}/app/user/calendars?view=team&date=${wednesday}`);
    await page.locator('[data-outside]').filter({ hasText: 'Busy elsewhere' }).waitFor();
    assert.equal(await page.locator('[data-outside]').filter({ hasText: 'Outside' }).count(), 2);
    await axeBothSchemes(page, 'outside times of the team');
    await page.goto(`${daybook.url}/app/user/calendars?view=teamWeek&date=${wednesday}`);
    await page
      .locator('[data-outside]')
      .filter({ hasText: /^Outside 10:00 – 12:00, 15:00 – 16:00$/ })
      .waitFor();
    // A time of several days: its middle is a whole day.
    await busy(anna, ['22:00', '10:00', 2]);
    const parts = page.locator('[data-outside]').filter({ hasText: 'Outside' });
    await parts.filter({ hasText: /^Outside All day$/ }).waitFor();
    await parts.filter({ hasText: /^Outside 00:00 – 10:00$/ }).waitFor();
    await axeBothSchemes(page, 'outside times of the team in a week');

    await page.goto(`${daybook.url}${calendarPath('month')}`);
    const dayOf = (days: number) => page.locator(`[role=cell][data-date="${wednesday.add({ days })}"]`);
    const linkOf = (days: number, text: string) => dayOf(days).getByRole('link', { name: `, ${text}` });
    await linkOf(0, 'Outside 10:00 – 12:00, 15:00 – 16:00, 22:00 – 00:00').waitFor();
    await linkOf(1, 'Outside All day').waitFor();
    await linkOf(2, 'Outside 00:00 – 10:00').waitFor();
    assert.equal(await dayOf(3).getByRole('link', { name: 'Outside' }).count(), 0);
    assert.equal(await dayOf(1).locator('[data-mark]').count(), 1);
    assert.equal(await page.locator('[data-mark]').count(), 3);
    await axeBothSchemes(page, 'outside times in a month');
  });
}

test('staff read that the person is busy elsewhere, and are asked before they book over it', async () => {
  const { anna } = await buildSalon(services);
  await busy(anna, ['10:00', '12:00']);
  const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`);
  const column = page.locator(`[data-column="${anna.calendarId}"]`);
  await column.locator('[data-outside]').waitFor();
  await column.locator('[data-outside]').scrollIntoViewIfNeeded();
  const { y = 0, x = 0 } = (await column.locator('[data-outside]').boundingBox()) ?? {};
  await page.mouse.click(x + 40, y + 60, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Why is this not free?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why is this not free?' });
  await dialog.getByText(/is busy elsewhere, as another calendar says/).waitFor();
  await dialog.getByText('10:00 – 12:00').waitFor();
  await axeBothSchemes(page, 'a time that is not free because of another calendar');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.mouse.click(x + 40, y + 60);
  const appointment = page.getByRole('dialog', { name: 'New appointment' });
  await appointment.getByLabel('Name').fill('Sanita');
  await appointment.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/This overlaps “Busy elsewhere”/).waitFor();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.locator('[data-event]').filter({ hasText: 'Sanita' }).waitFor();
});
