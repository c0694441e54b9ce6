// Browser tests of the payment at the desk: a visit is completed and paid in three actions, by touch and by keyboard;
// several parts and visits of a customer together; refunds; two presses and two tabs.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, sizes, widths } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { at, calendarPath, eventNamed, openAs, toastOf, undoBeside } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;
const call = caller(daybook.server);

/** Olga has a cut and a colour on that day, and has not paid for the cut two days before. */
async function openDay(options: BrowserContextOptions = widths.wide) {
  const salon = await buildSalon(services);
  const { anna, berta, cut, colour, as } = salon;
  const customer = { name: 'Olga Smirnova', phoneNumber: '+371 20000215', eMail: 'olga@example.com' };
  const { id: contactId } = await buildContact(services, anna, customer);
  const parts = [
    { calendarId: anna.calendarId, serviceId: cut.id, start: at('10:00') },
    { calendarId: berta.calendarId, serviceId: colour.id },
  ];
  const { answer: visit } = await call(visits.insertVisit, { contactId, ...customer, notify: false, parts }, as);
  const known = { userId: null, name: customer.name, contactId, serviceId: cut.id } as const;
  const earlier = await buildEvent(services, anna, { ...known, start: at('15:00', -2), status: 'completed' });
  const page = await openAs(daybook, browser, anna, calendarPath('day'), options);
  return { ...salon, visit, earlier, page };
}

async function stored({ id }: { id: string }) {
  const { read } = services.database;
  const visit = await read.selectFrom('visits').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  const paid = await read
    .selectFrom('receipts as r')
    .innerJoin('receiptPayments as p', 'p.receiptId', 'r.id')
    .select(['p.method', 'p.amount'])
    .where('r.visitId', '=', id)
    .execute();
  return { status: visit.status, paid: paid.map(({ method, amount }) => `${method} ${amount}`) };
}

/** Counts what a person does. */
function counted() {
  let count = 0;
  return {
    tap: async (element: Locator) => {
      count += 1;
      await element.tap();
    },
    press: async (page: Page, key: string) => {
      count += 1;
      await page.keyboard.press(key);
    },
    get count() {
      return count;
    },
  };
}

for (const [width, options] of Object.entries(sizes)) {
  test(`at ${width} px, a visit is completed and paid by three taps`, async () => {
    const { page, visit } = await openDay(options);
    const actions = counted();
    const event = eventNamed(page, 'Olga').first();
    await actions.tap(event);
    const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
    await card.getByText('€85 · 2 services · Not paid').waitFor();
    await card.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await axeBothSchemes(page, 'card with a price');
    await actions.tap(card.getByRole('button', { name: 'Complete' }));
    const dialog = page.getByRole('dialog', { name: 'Complete and pay: Olga Smirnova' });
    await dialog.getByText('Complete, and record €85 as paid by').waitFor();
    await axeBothSchemes(page, 'checkout');
    await actions.tap(dialog.getByRole('button', { name: 'Card', exact: true }));
    await toastOf(page, /Olga Smirnova: completed, €85 recorded/).waitFor();
    assert.ok(actions.count <= 3, `${actions.count} actions`);
    assert.deepEqual(await stored(visit), { status: 'completed', paid: ['card 85'] });
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'a receipt is refunded, never undone');
    await noHorizontalScroll(page);
    await eventNamed(page, 'Olga').first().tap();
    await card.getByText('€85 · 2 services · Paid: €85').waitFor();
    assert.equal(await card.getByRole('button', { name: 'Pay', exact: true }).count(), 0);
    await axeBothSchemes(page, 'card of a paid visit');
    await card.getByRole('button', { name: 'Refund' }).tap();
    const question = page.getByRole('dialog', { name: 'Refund €85?' });
    await question.getByRole('button', { name: 'Refund' }).tap();
    await toastOf(page, /€85 refunded/).waitFor();
    assert.deepEqual(await stored(visit), { status: 'completed', paid: ['card 85', 'card -85'] });
  });

  test(`at ${width} px, a visit is completed and paid by three keys`, async () => {
    const { page, visit } = await openDay(options);
    const actions = counted();
    await eventNamed(page, 'Olga').first().focus();
    await actions.press(page, 'c');
    const dialog = page.getByRole('dialog', { name: 'Complete and pay: Olga Smirnova' });
    // The method that was used last; the first is cash.
    await dialog.locator('button:focus').waitFor();
    await actions.press(page, 'Enter');
    await toastOf(page, /Olga Smirnova: completed, €85 recorded/).waitFor();
    assert.ok(actions.count <= 3);
    assert.deepEqual(await stored(visit), { status: 'completed', paid: ['cash 85'] });
  });
}

test('from the card, by keyboard: parts and visits of a customer are paid together, and one is left out', async () => {
  const { page, visit, earlier } = await openDay();
  await eventNamed(page, 'Olga').first().focus();
  await page.keyboard.press('Space');
  const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
  await card.getByText('Not paid').waitFor();
  await card.getByRole('button', { name: 'Pay', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Payment of Olga Smirnova' });
  const amount = dialog.getByLabel('Amount');
  assert.equal(await amount.inputValue(), '€85.00');
  await dialog.getByRole('checkbox', { name: /^Colour/ }).press('Space');
  await dialog.getByRole('checkbox', { name: /^Cut/ }).last().press('Space');
  assert.equal(await amount.inputValue(), '€50.00');
  await axeBothSchemes(page, 'payment of several visits');
  await amount.fill('48');
  await dialog.getByRole('button', { name: 'Bank transfer' }).press('Enter');
  await toastOf(page, /^€48 recorded/).waitFor();
  // The card is back, with what is open.
  await card.getByText('€85 · 2 services · Paid: €24 · Open: €60').waitFor();
  assert.deepEqual(await stored(visit), { status: 'confirmed', paid: ['transfer 24'] });
  assert.deepEqual(await stored(earlier), { status: 'completed', paid: ['transfer 24'] });
});

test('a visit is completed without a payment, which can be undone; one without a price is not asked about', async () => {
  const { page, visit, anna } = await openDay();
  const event = eventNamed(page, 'Olga').first();
  await event.click();
  await page.getByRole('dialog', { name: 'Olga Smirnova' }).getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('button', { name: 'Complete without payment' }).click();
  await toastOf(page, /Olga Smirnova: Completed/).waitFor();
  assert.deepEqual(await stored(visit), { status: 'completed', paid: [] });
  await undoBeside(page, /Olga Smirnova: Completed/);
  await event.click();
  await page.getByRole('button', { name: 'Has arrived' }).waitFor();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Complete and pay: Olga Smirnova' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await stored(visit), { status: 'confirmed', paid: [] });

  const free = await buildEvent(services, anna, { start: at('13:00'), title: 'Advice', name: 'Zoe' });
  await page.reload();
  await eventNamed(page, 'Zoe').first().focus();
  await page.keyboard.press('c');
  await toastOf(page, /Zoe: Completed/).waitFor();
  assert.deepEqual(await stored(free), { status: 'completed', paid: [] });
});

test('two presses and two tabs record one payment; the second reads that it is paid', async () => {
  const { page, visit, anna } = await openDay();
  const other = await openAs(daybook, browser, anna, calendarPath('day'));
  const pay = async (tab: Page) => {
    await eventNamed(tab, 'Olga').first().focus();
    await tab.keyboard.press('c');
    const dialog = tab.getByRole('dialog', { name: 'Complete and pay: Olga Smirnova' });
    await dialog.getByText('Complete, and record €85 as paid by').waitFor();
    return dialog.getByRole('button', { name: 'Cash' });
  };
  const [first, second] = [await pay(page), await pay(other)];
  await first.dblclick();
  await toastOf(page, /completed, €85 recorded/).waitFor();
  await second.click();
  await toastOf(other, /This visit has already been paid/).waitFor();
  assert.deepEqual(await stored(visit), { status: 'completed', paid: ['cash 85'] });
  assert.equal(await toastOf(page, /already/).count(), 0);
});

test('a person who does one part completes the visit, and takes no payment for the parts of others', async () => {
  const { visit, berta } = await openDay();
  const page = await openAs(daybook, browser, berta, calendarPath('day'));
  await eventNamed(page, 'Olga').first().click();
  const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
  await card.getByRole('button', { name: 'Complete' }).click();
  await toastOf(page, /Olga Smirnova: Completed/).waitFor();
  assert.deepEqual(await stored(visit), { status: 'completed', paid: [] });
  assert.equal((await call(receipts.getOfVisit, { visitId: visit.id })).status, 410);
  await eventNamed(page, 'Olga').first().click();
  await card.getByRole('button', { name: 'Edit' }).waitFor();
  assert.equal(await card.getByRole('button', { name: 'Pay', exact: true }).count(), 0);
});

for (const [width, options] of Object.entries(sizes)) {
  test(`at ${width} px, a company that records no payments is not asked for one, and sees none`, async () => {
    const { page, visit } = await openDay(options);
    await page.goto(`${daybook.url}/app/company/details`);
    const rules = page.getByRole('region', { name: 'Payments at the desk' });
    const records = rules.getByRole('switch', { name: 'Record payments of visits' });
    await records.waitFor();
    assert.ok(await records.isChecked(), 'as before, unless the company says otherwise');
    await records.click({ force: true });
    await axeBothSchemes(page, 'rule for payments');
    await rules.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule for payments is saved.').first().waitFor();
    await page.goto(`${daybook.url}${calendarPath('day')}`);
    const event = eventNamed(page, 'Olga').first();
    const answered = page.waitForResponse((answer) => answer.url().includes(receipts.getOfVisit.path));
    await event.click();
    const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
    await card.getByRole('button', { name: 'Complete' }).waitFor();
    await answered;
    const marks = () => card.getByText(/Not paid|€|Pay/).count();
    assert.equal(await marks(), 0);
    await axeBothSchemes(page, 'card without a payment');
    await card.getByRole('button', { name: 'Complete' }).click();
    await toastOf(page, /Olga Smirnova: Completed/).waitFor();
    assert.deepEqual(await stored(visit), { status: 'completed', paid: [] });
    assert.equal(await page.getByRole('dialog', { name: /Complete and pay/ }).count(), 0);
    await page.goto(`${daybook.url}/app/company/contacts/${visit.contactId}`);
    await page.getByText('Cut').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Pay', exact: true }).count(), 0, 'also on the card of Olga');
    await page.context().close();
  });
}
