// Browser tests of visits: their states at the desk, and an appointment that its customer moves.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import {
  at,
  buildHairdresser,
  chooseHaircut,
  confirmLink,
  holdTime,
  pick,
  profileUrl,
  typeDetails,
} from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { calendarPath, at as onWednesday, openAs, undoBeside } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

const statusOf = async (id: string) =>
  (await services.database.read.selectFrom('visits').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

test('a visit is taken through its day by buttons; a mistake is undone; an end says why', async () => {
  const { employee: anna, company } = await buildBusiness(services, { hours: [[3, '09:00', '18:00'] as const] });
  const mara = { name: 'Mara Ozola', eMail: 'mara@example.com' };
  const { id: contactId } = await buildContact(services, company, mara);
  const { id } = await buildEvent(services, anna, { start: onWednesday('10:00'), title: 'Cut', contactId, ...mara });
  const page = await openAs(daybook, browser, anna, calendarPath());
  await page.locator(`[data-event="${id}"]`).first().click();
  const card = page.getByRole('dialog', { name: 'Mara Ozola' });
  await card.getByRole('button', { name: 'Has arrived' }).click();
  await card.getByText('Arrived', { exact: true }).waitFor();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  assert.equal(await statusOf(id), 'arrived');
  await undo.click();
  // A click outside closes the card.
  await card.waitFor({ state: 'detached' });
  await page.locator(`[data-event="${id}"]`).first().click();
  await card.getByText('Confirmed', { exact: true }).waitFor();
  await axeBothSchemes(page, 'card of a visit');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/visit-card.png` });
  await card.getByRole('link', { name: 'Open customer' }).click();
  await page.locator('[aria-current]', { hasText: 'Cut' }).waitFor();
  await page.goBack();
  await page.locator(`[data-event="${id}"]`).first().click();
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the appointment' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the appointment of Mara Ozola?' });
  await question.getByLabel('Reason for the customer').fill('Anna is ill.');
  await question.getByRole('button', { name: 'Cancel the appointment' }).click();
  await page.locator(`[data-event="${id}"]`).first().waitFor({ state: 'detached' });
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(mara.eMail));
  assert.match(mail.subject ?? '', /cancelled/i);
  assert.equal(await statusOf(id), 'cancelled');
});

test('requests stand on the dashboard until they are answered; the menu counts them', async () => {
  const { employee: anna } = await buildBusiness(services, { actions: ['admin'] });
  const ask = (name: string, time: string, more: object = {}) =>
    buildEvent(services, anna, {
      start: onWednesday(time),
      title: 'Cut',
      status: 'requested',
      userId: null,
      name,
      eMail: `${name.toLowerCase().replace(' ', '.')}@example.com`,
      ...more,
    });
  const mara = await ask('Mara Ozola', '10:00');
  const lena = await ask('Lena Kalna', '12:00', { phoneNumber: '+371 20000002' });
  await ask('Ieva Liepa', '14:00', { status: 'expired' });
  const { write } = services.database;
  await write.updateTable('visits').set({ endedAt: Temporal.Now.instant() }).where('status', '=', 'expired').execute();
  const page = await openAs(daybook, browser, anna, '/app/home');
  const list = page.getByRole('region', { name: 'Needs an answer' });
  await list.getByText('Lena Kalna').waitFor();
  const home = page.getByRole('link', { name: /2 requests need an answer/ });
  await home.first().waitFor();
  await axeBothSchemes(page, 'requests');
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/requests-dark.png` });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: `${process.env.SHOTS}/requests.png` });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.screenshot({ path: `${process.env.SHOTS}/requests-phone.png`, fullPage: true });
    await page.setViewportSize(widths.wide.viewport);
  }
  const saved = page.waitForResponse(/ChangeStatus/);
  await list.getByRole('button', { name: 'Confirm: Mara Ozola' }).click();
  await list.getByText('Mara Ozola').waitFor({ state: 'detached' });
  await saved;
  assert.equal(await statusOf(mara.id), 'confirmed');
  await list.getByRole('button', { name: 'Decline: Lena Kalna' }).click();
  const question = page.getByRole('dialog', { name: 'Decline the request of Lena Kalna?' });
  await question.getByLabel('Reason for the customer').fill('We are closed then.');
  await question.getByRole('button', { name: 'Decline' }).click();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('lena.kalna@example.com'));
  assert.match(mail.text ?? '', /./);
  assert.equal(await statusOf(lena.id), 'declined');
  await list.getByText('Nothing is waiting for an answer.').waitFor();
  await home.first().waitFor({ state: 'detached' });
  await list.getByRole('button', { name: 'Take it anyway: Ieva Liepa' }).click();
  await list.getByText('Ieva Liepa').waitFor({ state: 'detached' });
  await undoBeside(page, /Ieva Liepa: Confirmed/);
  await list.getByRole('button', { name: 'Take it anyway: Ieva Liepa' }).click();
  await ask('Zane Zariņa', '16:00');
  await list.getByText('Zane Zariņa').waitFor();
});

test('a customer moves their appointment by the link of the mail, on a phone', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(10));
  await typeDetails(page, 'moves@example.com');
  await holdTime(page);
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('moves@example.com'));
  await page.goto(confirmLink(mail.text));
  await page.getByRole('button', { name: 'Confirm the appointment' }).click();
  await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
  await page.getByRole('button', { name: 'Move it to another time' }).click();
  const moving = page.getByRole('heading', { name: 'Move the appointment' });
  await moving.waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Move it to another time' }).waitFor();
  await page.goForward();
  await moving.waitFor();
  await page.locator('[data-start]').first().waitFor();
  await axeBothSchemes(page, 'move');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/move.png`, fullPage: true });
  // In the evening one time of the day may be left.
  const chosen = page.locator('[data-start]').last();
  const start = (await chosen.getAttribute('data-start')) ?? '';
  await chosen.click();
  await page.getByRole('button', { name: /^Move to / }).click();
  await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
  const { startAt } = await services.database.read
    .selectFrom('visits')
    .select('startAt')
    .where('eMail', '=', 'moves@example.com')
    .executeTakeFirstOrThrow();
  assert.ok(startAt.equals(start), `${startAt}`);
});
