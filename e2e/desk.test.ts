// Browser tests of the desk: appointments of several services and people, walk-ins, blocked time, keys.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visits } from '#contract/booking/visits.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { at, calendarPath, drag, eventNamed, openAs, setTime, timeIn, undoBeside, zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

function visitsOf({ companyId }: { companyId: string }) {
  return services.database.read
    .selectFrom('visits')
    .selectAll()
    .where('companyId', '=', companyId)
    .orderBy('startAt')
    .execute();
}

function eventsOf({ calendarId }: { calendarId: string }) {
  return services.database.read
    .selectFrom('appointments')
    .selectAll()
    .where('calendarId', '=', calendarId)
    .where('isShown', '=', true)
    .orderBy('startAt')
    .execute();
}

const timeOf = (instant: Temporal.Instant | null | undefined) =>
  instant?.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' });

/** Saves screenshots where SHOTS says, at every width, light and dark. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const before = page.viewportSize();
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}

test('an appointment is made by customer and services: two people, one visit; then it is edited', async () => {
  const desk = await buildSalon(services);
  const { anna, berta } = desk;
  const contact = await buildContact(services, anna, { name: 'Gatis Krastiņš', eMail: 'gatis@example.com' });
  const page = await openAs(daybook, browser, anna, desk.path);
  await page.getByRole('button', { name: 'New appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await buildContact(services, anna, { name: 'Sanita Rudzīte', phoneNumber: '+371 20000333' });
  await dialog.getByLabel('Find a customer').fill('sani');
  await page.getByRole('option', { name: /Sanita/ }).click();
  // Another choice takes the place of the first.
  await dialog.getByLabel('Find a customer').fill('gat');
  await page.getByRole('option', { name: /Gatis.*no visit yet/ }).click();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Gatis Krastiņš');
  assert.equal(await dialog.getByLabel('Phone').inputValue(), '');
  await setTime(dialog, 'Start time', '10:00');
  const first = dialog.getByRole('group', { name: 'Service 1' });
  await first.getByLabel('Service or title').click();
  await page.getByRole('option', { name: /^Cut/ }).click();
  await dialog.getByRole('button', { name: 'Add a service' }).click();
  const second = dialog.getByRole('group', { name: 'Service 2' });
  await second.getByLabel('Service or title').fill('Col');
  await page.getByRole('option', { name: /^Colour/ }).click();
  // The person who does it, with their own minutes and price.
  assert.equal(await second.getByLabel('Done by').inputValue(), berta.calendarId);
  assert.equal(await second.getByLabel('Minutes').inputValue(), '45');
  await second.getByText(/10:30\s–\s11:15/).waitFor();
  assert.equal(await timeIn(dialog, 'End time'), '11:15');
  assert.ok(await dialog.getByLabel('Tell Gatis Krastiņš by e-mail').isChecked());
  await axeBothSchemes(page, 'dialog of two services');
  await shoot(page, 'desk-new');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [visit] = await visitsOf(anna);
  assert.deepEqual([visit?.contactId, visit?.source], [contact.id, 'staff']);
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('gatis@example.com'));
  assert.match(mail.subject ?? '', /^Confirmed/);

  await eventNamed(page, 'Colour').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edited = page.getByRole('dialog', { name: 'Colour' });
  await edited.getByRole('group', { name: 'Service 1' }).getByLabel('Minutes').fill('60');
  await edited.getByText(/11:00\s–\s11:45/).waitFor();
  await edited.getByLabel('Tell Gatis Krastiņš by e-mail').uncheck();
  assert.equal(await edited.getByRole('link', { name: 'Open customer' }).count(), 1);
  await shoot(page, 'desk-edit');
  await edited.getByRole('button', { name: 'Save' }).click();
  await edited.waitFor({ state: 'detached' });
  const [cut] = await eventsOf(anna);
  const [colour] = await eventsOf(berta);
  assert.deepEqual([timeOf(cut?.endAt), timeOf(colour?.startAt), Number(colour?.price)], ['11:00', '11:00', 60]);
});

test('a person who does not do the service is asked about; another person’s save is merged, and a conflict shown', async () => {
  const desk = await buildSalon(services);
  const { anna, cut, colour } = desk;
  const call = caller(daybook.server);
  const part = { calendarId: anna.calendarId, serviceId: cut.id, start: at('10:00') };
  const { answer: visit } = await call(visits.insertVisit, { name: 'Sanita', notify: false, parts: [part] }, desk.as);
  const page = await openAs(daybook, browser, anna, desk.path);
  await eventNamed(page, 'Sanita').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cut' });
  await dialog.getByLabel('Name').fill('Sanita R.');
  await dialog.getByLabel('Description').fill('Mine');
  const parts = visit.parts.map(({ eventId }) => ({ ...part, eventId }));
  const theirs = { id: visit.id, version: visit.version, parts, name: 'Sanita', phoneNumber: '+371 20000111' };
  assert.equal((await call(visits.updateVisit, { ...theirs, description: 'Theirs' }, desk.as)).status, 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Theirs', { exact: false }).first().waitFor();
  assert.equal(
    await dialog.getByRole('textbox', { name: 'Phone' }).inputValue(),
    '+371 20000111',
    'only they have changed it',
  );
  await axeBothSchemes(page, 'conflict of a visit');
  await shoot(page, 'desk-conflict');
  await dialog.getByRole('button', { name: 'Keep mine: Description' }).click();
  await dialog.getByLabel('Service or title').fill('Colour');
  await dialog.getByLabel('Done by').selectOption(anna.calendarId);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: /does not do “Colour”/ });
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await eventsOf(anna);
  assert.deepEqual(
    [saved?.name, saved?.phoneNumber, saved?.description, saved?.serviceId],
    ['Sanita R.', '+371 20000111', 'Mine', colour.id],
  );
});

test('a drag asks whether the customer is told; silence and putting back send nothing', async () => {
  const { anna } = await buildSalon(services);
  const customer = { name: 'Vija Saulīte', eMail: 'vija@example.com' };
  const { id } = await buildEvent(services, anna, { start: at('10:00'), title: 'Facial', ...customer });
  const page = await openAs(daybook, browser, anna, calendarPath('day'));
  const down = async () => {
    const event = page.locator(`[data-event="${id}"]`).first();
    await event.scrollIntoViewIfNeeded();
    await drag(page, event, { x: 30, y: 10 }, { x: 0, y: 88 });
  };
  const question = page.getByRole('dialog', { name: 'New time for “Vija Saulīte, Facial”?' });
  const mailsTo = () =>
    services.database.read.selectFrom('emailMessages').selectAll().where('toEMail', '=', customer.eMail).execute();
  await down();
  await question.waitFor();
  await shoot(page, 'desk-tell');
  await question.getByRole('button', { name: 'Put it back' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(timeOf((await eventsOf(anna))[0]?.startAt), '10:00');
  await down();
  await question.getByRole('button', { name: 'Save, do not tell' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.notEqual(timeOf((await eventsOf(anna))[0]?.startAt), '10:00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByText(/^Moved back to/)
    .first()
    .waitFor();
  assert.equal((await mailsTo()).length, 0, 'the customer hears of neither');
  await page.locator(`[data-event="${id}"]`).first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await question.getByRole('button', { name: 'Save and tell' }).click();
  // The first that they hear of the visit.
  const mail = await daybook.mail.next(({ subject }) => /^Confirmed/.test(subject ?? ''));
  assert.ok(mail.envelope.to.includes(customer.eMail));
});

test('an employee who cancels one part of a visit reads of the others, which end with it, and can undo that', async () => {
  const salonOfTwo = await buildSalon(services);
  const { anna, berta, cut, colour, as } = salonOfTwo;
  const parts = [
    { calendarId: anna.calendarId, serviceId: cut.id, start: at('10:00') },
    { calendarId: berta.calendarId, serviceId: colour.id },
  ];
  const call = caller(daybook.server);
  await call(visits.insertVisit, { name: 'Vija Saulīte', eMail: 'vija@example.com', notify: false, parts }, as);
  const page = await openAs(daybook, browser, anna, salonOfTwo.path);
  await page.locator('[aria-busy=false]').waitFor();
  const [first] = await eventsOf(anna);
  await page.locator(`[data-event="${first?.id}"]`).first().click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cut' }).getByRole('button', { name: 'Cancel the appointment' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the appointment of Vija Saulīte?' });
  await question.getByText('All of these parts are cancelled.').waitFor();
  await question.getByText(/^Colour, Berta Liepa, .*10:30/).waitFor();
  await shoot(page, 'desk-cancel-parts');
  await question.getByRole('button', { name: 'Without an e-mail' }).click();
  await page.locator(`[data-event="${first?.id}"]`).first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator(`[data-event="${first?.id}"]`).first().waitFor();
  const [visit] = await visitsOf(anna);
  assert.equal(visit?.status, 'confirmed');
  assert.equal((await eventsOf(berta)).length, 1);
});

test('in the team, a walk-in goes to the person whose column has the focus', async () => {
  const { anna, berta, colour } = await buildSalon(services);
  const page = await openAs(daybook, browser, anna, '/app/user/calendars?view=team');
  await page.locator('[aria-busy=false]').waitFor();
  await page.locator(`[data-head="${berta.calendarId}"]`).getByRole('button').first().focus();
  await page.keyboard.press('w');
  const menu = page.getByRole('menu', { name: 'Walk-in' });
  await menu.getByRole('menuitem', { name: new RegExp(`^${colour.name}`) }).click();
  await page
    .getByText(/^Walk-in: Colour, Berta Liepa/)
    .first()
    .waitFor();
  assert.equal((await eventsOf(berta)).length, 1);
  assert.equal((await eventsOf(anna)).length, 0);
});

test('a walk-in takes one tap or two keys; keys take a visit through its day', async () => {
  const { anna } = await buildSalon(services);
  const page = await openAs(daybook, browser, anna, '/app/user/calendars?view=day');
  await page.locator('[aria-busy=false]').waitFor();
  await page.keyboard.press('w');
  await page.getByRole('menuitem', { name: /^No service, 30 minutes, Berta/ }).waitFor();
  await shoot(page, 'desk-walk-in');
  await page.getByRole('menuitem', { name: new RegExp(`^Cut, ${anna.firstName}`) }).click();
  await page
    .getByText(/^Walk-in: Cut, /)
    .first()
    .waitFor();
  const [visit] = await visitsOf(anna);
  assert.deepEqual(
    [visit?.status, visit?.source, Number(visit?.startAt.epochMilliseconds) % 300_000],
    ['arrived', 'walk_in', 0],
  );
  const event = page.locator(`[data-event]`).filter({ hasText: 'Cut' }).first();
  const statusIs = async (status: string) => {
    for (let tries = 0; (await visitsOf(anna))[0]?.status !== status; tries++) {
      assert.ok(tries < 100, `not ${status}`);
      await page.waitForTimeout(50);
    }
  };
  await event.focus();
  await page.keyboard.press('s');
  await statusIs('started');
  await event.click();
  const card = page.getByRole('dialog', { name: 'Cut' });
  await card.getByRole('button', { name: 'Edit' }).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Complete without payment' }).click();
  await statusIs('completed');
  await shoot(page, 'desk-card');
});

test('time is blocked in one click and freed again; an appointment is booked again a week later', async () => {
  const { anna, cut, as } = await buildSalon(services);
  const call = caller(daybook.server);
  const parts = [{ calendarId: anna.calendarId, serviceId: cut.id, start: at('10:00') }];
  await call(visits.insertVisit, { name: 'Ilze', eMail: 'ilze@example.com', notify: false, parts }, as);
  const page = await openAs(daybook, browser, anna, calendarPath('day'));
  await eventNamed(page, 'Ilze').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Book again' }).click();
  const again = page.getByRole('dialog', { name: 'New appointment' });
  assert.equal(await again.getByLabel('Name').inputValue(), 'Ilze');
  await again.getByRole('button', { name: 'Save' }).click();
  await again.waitFor({ state: 'detached' });
  const booked = await visitsOf(anna);
  assert.deepEqual(
    booked.map(({ startAt }) => startAt.toString()),
    [at('10:00'), at('10:00', 7)].map((time) => Temporal.Instant.from(time).toString()),
  );
  assert.equal(booked[1]?.contactId, booked[0]?.contactId);

  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog', { name: 'New blocked time' });
  await dialog.getByRole('radio', { name: 'Blocked time' }).waitFor({ state: 'attached' });
  assert.ok(await dialog.getByRole('radio', { name: 'Blocked time' }).isChecked());
  await axeBothSchemes(page, 'dialog of blocked time');
  await shoot(page, 'desk-blocked');
  await hasFocus(dialog.getByLabel('Title'));
  await page.keyboard.type('Inventory');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const [stock] = await eventsOf(anna).then((events) => events.filter(({ title }) => title === 'Inventory'));
  assert.deepEqual([stock?.type, stock?.visitId], ['danger', null]);
  await page.getByRole('button', { name: 'New appointment' }).click();
  const free = page.getByRole('dialog', { name: 'New appointment' });
  await free.getByRole('button', { name: 'Block this time' }).click();
  await free.waitFor({ state: 'detached' });
  await eventNamed(page, 'Blocked').waitFor();
  await undoBeside(page, /is blocked/);
  await eventNamed(page, 'Blocked').waitFor({ state: 'detached' });
});

test('a new customer is entered in place on a phone', async () => {
  const { anna } = await buildSalon(services);
  const page = await openAs(daybook, browser, anna, calendarPath('day'), widths.phone);
  await page.getByRole('button', { name: 'New appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.getByLabel('Find a customer').fill('Zane Vītola');
  await page.getByRole('option', { name: 'New customer “Zane Vītola”' }).click();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Zane Vītola');
  await dialog.getByLabel('Phone').fill('+371 20000222');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [visit] = await visitsOf(anna);
  assert.deepEqual(
    [visit?.name, visit?.phoneNumber, Boolean(visit?.contactId)],
    ['Zane Vītola', '+371 20000222', true],
  );
});
