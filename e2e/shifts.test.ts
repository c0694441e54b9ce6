// The shift table: who works when in a week, changed for one day and for every week.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, sizes } from './lib/browser.ts';
import { openAs, setTime, wednesday } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const { company, location, employee: admin } = await buildBusiness(daybook.services, { actions: ['user', 'admin'] });
const second = await buildLocation(daybook.services, company, { name: 'Second floor' });

const week = `/app/company/employees/shifts?week=${wednesday}`;
/** The cell of a person on that Wednesday, or `days` later. */
const cellName = (name: string, days = 0) => {
  const day = wednesday.add({ days }).toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  return new RegExp(`^${name}.*, ${day}`);
};

for (const [width, size] of Object.entries(sizes)) {
  test(`at ${width} px, a shift is changed for one day, then for every week`, async () => {
    const lastName = `Liepa-${width}`;
    await buildEmployee(daybook.services, [location, second], { firstName: 'Ieva', lastName });
    const page = await openAs(daybook, browser, admin, '/app/company/employees', size);
    await page.getByRole('link', { name: 'Shifts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor();
    await page.goto(`${daybook.url}${week}`);
    const cell = (days = 0) => page.getByRole('button', { name: cellName(`Ieva ${lastName}, Second floor`, days) });
    const text = async (days = 0) => (await cell(days).textContent())?.split(': ')[1]?.trim();
    await cell().waitFor();
    assert.equal(await text(), '09:00–18:00');
    await axeBothSchemes(page, 'shifts');

    await cell().click();
    const dialog = page.getByRole('dialog', { name: `Ieva ${lastName}` });
    await setTime(dialog, 'From', '12:00');
    await axeBothSchemes(page, 'shift of a day');
    await dialog.getByRole('button', { name: 'Save the hours' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /12:00–18:00 Exception$/ }).waitFor();
    await axeBothSchemes(page, 'shifts with an exception');
    await page.getByRole('button', { name: 'Next week' }).click();
    await cell(7).waitFor();
    assert.equal(await text(7), '09:00–18:00', 'the other weeks stay');

    await cell(7).click();
    await dialog.getByRole('switch', { name: 'Works on this day' }).click({ force: true });
    await dialog.getByLabel('Every Wednesday').check();
    await dialog.getByRole('button', { name: 'Save the hours' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: cellName(`Ieva ${lastName}, Second floor`, 7) })
      .and(page.locator('[data-off]'))
      .waitFor();
    await page.getByRole('button', { name: 'Previous week' }).click();
    await cell().waitFor();
    assert.equal(await text(), '12:00–18:00 Exception', 'a day of its own stays');
    assert.equal(await text(1), '09:00–18:00', 'the other weekdays stay');
    await cell().click();
    await dialog.getByRole('button', { name: 'Back to the weekly hours' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: cellName(`Ieva ${lastName}, Second floor`) })
      .and(page.locator('[data-off]'))
      .waitFor();
    await page.context().close();
  });
}

for (const [width, size] of Object.entries(sizes)) {
  test(`at ${width} px, breaks are set for every week, and for one day`, async () => {
    const lastName = `Berzs-${width}`;
    const { calendarId } = await buildEmployee(daybook.services, second, { firstName: 'Juris', lastName });
    const page = await openAs(daybook, browser, admin, week, size);
    const cell = (days = 0) => page.getByRole('button', { name: cellName(`Juris ${lastName}`, days) });
    const shows = (text: string, days = 0) => cell(days).filter({ hasText: text }).waitFor();
    const dialog = page.getByRole('dialog', { name: `Juris ${lastName}` });
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save the hours' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await cell().click();
    await dialog.getByRole('button', { name: 'Add a break' }).click();
    await dialog.getByRole('button', { name: 'Add a break' }).click();
    await setTime(dialog, 'Break from', '19:00', 1);
    await setTime(dialog, 'Break until', '19:15', 1);
    await dialog.getByLabel('Every Wednesday').check();
    await dialog.getByRole('button', { name: 'Save the hours' }).click();
    await dialog.getByText('This break is outside the working hours.').waitFor();
    await setTime(dialog, 'Break from', '15:00', 1);
    await setTime(dialog, 'Break until', '15:15', 1);
    await axeBothSchemes(page, 'breaks of a shift');
    await save();
    await shows('Break 12:00–13:00');
    await shows('Break 15:00–15:15');
    await axeBothSchemes(page, 'shifts with breaks');
    const stored = () =>
      daybook.services.database.read
        .selectFrom('breaks')
        .select(['weekday', 'startTime', 'endTime'])
        .where('calendarId', '=', calendarId)
        .orderBy('startTime')
        .execute();
    assert.deepEqual(
      (await stored()).map(({ weekday, startTime, endTime }) => `${weekday} ${startTime}-${endTime}`),
      ['3 12:00:00-13:00:00', '3 15:00:00-15:15:00'],
    );

    await cell().click();
    await dialog.getByRole('button', { name: 'Remove the break 15:00–15:15' }).click();
    await setTime(dialog, 'Break from', '11:00');
    await setTime(dialog, 'Break until', '11:30');
    await save();
    await shows('09:00–11:00 11:30–18:00 Exception');
    assert.equal((await stored()).length, 2, 'the other weeks keep theirs');
    await page.getByRole('button', { name: 'Next week' }).click();
    await shows('Break 15:00–15:15', 7);
    await page.context().close();
  });
}

test('a shift is changed by keyboard alone, and the focus returns to its cell', async () => {
  await buildEmployee(daybook.services, second, { firstName: 'Zane', lastName: 'Zvirbule' });
  const page = await openAs(daybook, browser, admin, week);
  const cell = page.getByRole('button', { name: cellName('Zane Zvirbule') });
  await cell.focus();
  await page.keyboard.press('Enter');
  const works = page.getByRole('dialog').getByRole('switch', { name: 'Works on this day' });
  await hasFocus(works);
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Zane Zvirbule.*Off Exception$/ }).waitFor();
  await hasFocus(page.getByRole('button', { name: /Zane Zvirbule.*Off Exception$/ }));
  await page.context().close();
});
