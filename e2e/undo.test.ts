// Browser tests of undoing what the event dialog has saved, while the mail about it waits.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { at, eventNamed, openAs, setTime, toastOf, undoBeside } from './lib/staff.ts';

const daybook = await openApp({ UNDO_SECONDS: '30' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** The bookings: calendar, title, time, occupied time, price and customer of every event that takes time. */
async function booked({ companyId }: { companyId: string }) {
  const rows = await services.database.read
    .selectFrom('appointments as a')
    .innerJoin('events as e', (join) => join.onRef('e.companyId', '=', 'a.companyId').onRef('e.id', '=', 'a.id'))
    .select(['a.calendarId', 'a.title', 'a.startAt', 'a.endAt', 'e.occupied', 'a.price', 'a.name', 'a.eMail'])
    .select(['a.description', 'a.allDay'])
    .where('a.companyId', '=', companyId)
    .where('a.isShown', '=', true)
    .orderBy('a.startAt')
    .execute();
  return rows.map((row) => ({ ...row, startAt: String(row.startAt), endAt: String(row.endAt) }));
}

function mails({ companyId }: { companyId: string }) {
  return services.database.read
    .selectFrom('emailMessages')
    .select('subject')
    .where('companyId', '=', companyId)
    .execute();
}

/** Undoes a change, and waits until it is undone. */
async function undo(page: Page, message: RegExp): Promise<void> {
  await undoBeside(page, message);
  await toastOf(page, /The change is undone/)
    .getByRole('button', { name: 'Close this message' })
    .click();
}

async function edit(page: Page, title: string) {
  await eventNamed(page, title).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Save' }).waitFor();
  return dialog;
}

test('a new appointment and its change are undone whole, and the customer hears of nothing', async () => {
  const { anna, path } = await buildSalon(services);
  const page = await openAs(daybook, browser, anna, path);
  const make = async () => {
    await page.getByRole('button', { name: 'New appointment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByLabel('Name').fill('Gatis Krastiņš');
    await dialog.getByLabel('E-mail', { exact: true }).fill('gatis@example.com');
    await setTime(dialog, 'Start time', '10:00');
    await dialog.getByRole('group', { name: 'Service 1' }).getByLabel('Service or title').click();
    await page.getByRole('option', { name: /^Cut/ }).click();
    await dialog.getByRole('button', { name: 'Add a service' }).click();
    await dialog.getByRole('group', { name: 'Service 2' }).getByLabel('Service or title').fill('Col');
    await page.getByRole('option', { name: /^Colour/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await make();
  assert.equal((await booked(anna)).length, 2);
  assert.equal((await mails(anna)).length, 1, 'it waits');
  await axeBothSchemes(page, 'offer to undo');
  await undo(page, /Saved: Gatis Krastiņš.*10:00/);
  assert.deepEqual([await booked(anna), await mails(anna)], [[], []]);
  await eventNamed(page, 'Colour').waitFor({ state: 'detached' });

  await make();
  const before = await booked(anna);
  const dialog = await edit(page, 'Colour');
  await dialog
    .getByRole('group', { name: 'Service 2' })
    .getByRole('button', { name: /Remove/ })
    .click();
  await dialog.getByLabel('Name').fill('Gatis Kalns');
  await setTime(dialog, 'Start time', '15:00');
  await page.setViewportSize(widths.phone.viewport);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await noHorizontalScroll(page);
  await toastOf(page, /Saved: Gatis Kalns/).waitFor();
  const toasts = await page.getByRole('region', { name: 'Alerts' }).boundingBox();
  const button = await page.getByRole('button', { name: 'New appointment' }).boundingBox();
  assert.ok(toasts && button && toasts.y + toasts.height <= button.y, 'no toast covers the button');
  assert.equal((await booked(anna)).length, 1);
  await undo(page, /Saved: Gatis Kalns.*15:00/);
  assert.deepEqual(await booked(anna), before);
  const waiting = await mails(anna);
  assert.deepEqual(
    waiting.map(({ subject }) => /^Confirmed.*10:00/.test(subject)),
    [true],
    'the confirmation alone waits again',
  );
});

test('changed blocked time, and blocked time that became an appointment, return as they were', async () => {
  const { anna, path } = await buildSalon(services);
  await buildEvent(services, anna, { start: at('12:00'), title: 'Lunch' });
  const page = await openAs(daybook, browser, anna, path);
  const before = await booked(anna);
  const dialog = await edit(page, 'Lunch');
  await dialog.getByLabel('Title').fill('Meeting');
  await setTime(dialog, 'Start time', '11:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await undo(page, /Saved: Meeting/);
  assert.deepEqual(await booked(anna), before);

  const again = await edit(page, 'Lunch');
  await again.getByText('Appointment', { exact: true }).click();
  await again.getByLabel('Name').fill('Mara Ozola');
  await again.getByLabel('E-mail', { exact: true }).fill('mara@example.com');
  await again.getByRole('button', { name: 'Save' }).click();
  await again.waitFor({ state: 'detached' });
  assert.equal((await mails(anna)).length, 1);
  await undo(page, /Saved: Mara Ozola/);
  assert.deepEqual([await booked(anna), await mails(anna)], [before, []]);
});

test('an undo that comes after another person’s save is refused with the reason', async () => {
  const { anna, path } = await buildSalon(services);
  const { id } = await buildEvent(services, anna, { start: at('12:00'), title: 'Lunch' });
  const page = await openAs(daybook, browser, anna, path);
  const dialog = await edit(page, 'Lunch');
  await dialog.getByLabel('Title').fill('Meeting');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const other = { title: 'Training', updatedAt: Temporal.Now.instant() };
  await services.database.write.updateTable('events').set(other).where('id', '=', id).execute();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByText('Someone else has saved this record in the meantime.').first().waitFor();
  assert.deepEqual(
    (await booked(anna)).map(({ title }) => title),
    ['Training'],
  );
});
