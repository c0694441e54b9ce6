// The till in the browser: selling by keyboard and scanner, baskets of two tabs, a lost network, refunds and closings.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { tills } from '#contract/till/tills.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(async () => {
  await browser[Symbol.asyncDispose]();
  await daybook[Symbol.asyncDispose]();
});
const call = caller(daybook.server);
const { services } = daybook;
const barcode = '4751234567890';

/** A salon with a register, shampoo with a quick key, and a visit of Mara today with two parts. */
async function shop(options: { isOpen?: boolean; mode?: 'plain' | 'beside' } = {}) {
  const business = await buildBusiness(services, { actions: ['user', 'admin'] });
  const { company, location, employee } = business;
  const till = await buildTill(services, { companyId: company.id, locationId: location.id, ...options });
  const shampoo = await buildProduct(services, { companyId: company.id, barcode });
  await sql`update products set has_key = true where company_id = ${company.id}`.execute(services.database.write);
  const as = await signIn(services, employee);
  const contact = await buildContact(services, company, { name: 'Mara' });
  const cut = await buildService(services, employee, { name: 'Cut', price: 40, minutes: 30 });
  const beard = await buildService(services, employee, { name: 'Beard', price: 25, minutes: 30 });
  const noon = services.clock.now().toZonedDateTimeISO(employee.timeZone).with({ hour: 12, minute: 0, second: 0 });
  const start = noon.toInstant().toString();
  const { calendarId } = employee;
  const { answer: visit } = await call(
    visits.insertVisit,
    {
      ...{ contactId: contact.id, name: 'Mara', acceptClosed: true },
      parts: [
        { calendarId, serviceId: cut.id, start },
        { calendarId, serviceId: beard.id },
      ],
    },
    as,
  );
  const open = (size: BrowserContextOptions = widths.wide) =>
    openAs(daybook, browser, employee, '/app/user/till', size);
  const getReceipts = async () =>
    (await call(tills.getReceipts, { registerId: till.registerId }, as)).answer.map(({ number, amount, payments }) => ({
      ...{ number, amount },
      methods: payments.map(({ method }) => method),
    }));
  return { ...business, ...till, as, shampoo, contact, visit, open, getReceipts };
}

const searchOf = (page: Page) => page.getByRole('combobox', { name: 'Barcode, product, service or customer' });

/** As a scanner does: digits at once, then Enter. */
async function scan(page: Page, code = barcode): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

const lineOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Lines' }).getByRole('listitem').filter({ hasText: name });

test('a day by keyboard alone: open, scan, sell, count and close', async () => {
  const { open, getReceipts } = await shop({ isOpen: false });
  const page = await open();
  await page.getByRole('heading', { name: /is closed/ }).waitFor();
  await hasFocus(page.getByLabel('Opening cash'));
  await axeBothSchemes(page, 'till closed');
  // A comma begins the cents, too.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100,50');
  await page.keyboard.press('Enter');
  await hasFocus(searchOf(page));
  await page.getByRole('button', { name: 'Shampoo' }).waitFor();
  await axeBothSchemes(page, 'till empty');

  await scan(page);
  await lineOf(page, 'Shampoo').waitFor();
  await hasFocus(searchOf(page));
  await scan(page, `2*${barcode}`);
  await lineOf(page, '3 × €12.50').waitFor();
  await page.keyboard.press('-');
  await lineOf(page, '2 × €12.50').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await hasFocus(dialog.getByLabel('Given'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('30');
  await dialog.getByText('€5.00', { exact: true }).waitFor();
  await axeBothSchemes(page, 'till payment');
  await page.keyboard.press('Enter');
  const sold = page.getByRole('dialog', { name: 'Sold' });
  await sold.getByText('Receipt 1').waitFor();
  assert.equal(await sold.locator('[data-change]').textContent(), '€5.00');
  await axeBothSchemes(page, 'till sold');
  await hasFocus(sold.getByRole('button', { name: 'Next sale' }));
  await page.keyboard.press('Enter');
  await hasFocus(searchOf(page));
  assert.deepEqual(await getReceipts(), [{ number: 1, amount: 25, methods: ['cash'] }]);

  await page.getByRole('tab', { name: 'Cash and closings' }).click();
  await page.getByText('€125.50').waitFor();
  await axeBothSchemes(page, 'till X');
  await page.getByRole('button', { name: 'Cash out' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('20');
  await page.getByRole('dialog').getByLabel('Reason').fill('To the bank');
  await page.keyboard.press('Enter');
  await page.getByText('To the bank').waitFor();
  await page.getByRole('button', { name: 'Count and close' }).click();
  const closing = page.getByRole('dialog', { name: /^Close / });
  await closing.getByRole('button', { name: 'Count by notes and coins' }).click();
  assert.equal(await closing.getByText('€105.50').count(), 0, 'counted blind');
  await closing.getByLabel('€100', { exact: true }).fill('1');
  await closing.getByLabel('€5', { exact: true }).fill('1');
  await axeBothSchemes(page, 'till count');
  await closing.getByRole('button', { name: 'Close the till' }).click();
  const z = page.getByRole('dialog', { name: 'Z 1' });
  await z.getByText('There is less cash than expected.').waitFor();
  await z.getByText('-€0.50').first().waitFor();
  assert.equal(await page.getByText('There was an error').count(), 0, 'a closed register has no X');
  await axeBothSchemes(page, 'till Z');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Z 1/ }).waitFor();
  assert.deepEqual(await verifyBooks(services.database), []);
});

test('an amount that is typed while the browser is busy is the one that was typed', async () => {
  const { open, as, registerId } = await shop({ isOpen: false });
  const page = await open();
  // Keys come before timers on a busy machine: here, each timer runs after the next key.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    window.setTimeout = ((act: TimerHandler, delay = 0, ...rest: unknown[]) =>
      set(act, Math.max(delay, 100), ...rest)) as typeof setTimeout;
  });
  await page.reload();
  const cash = page.getByLabel('Opening cash');
  await hasFocus(cash);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100,50', { delay: 70 });
  await page.keyboard.press('Enter');
  await hasFocus(searchOf(page));
  const { answer } = await call(tills.getX, { registerId }, as);
  assert.equal(answer.openingCash, 100.5);
});

test('a visit with a discount is paid by two methods, and partly refunded', async () => {
  const { open, getReceipts, visit, as } = await shop();
  const page = await open();
  await page.getByRole('button', { name: /Mara.*Cut, Beard/ }).click();
  await lineOf(page, 'Cut').waitFor();
  await lineOf(page, 'Beard').waitFor();
  await page.getByRole('button', { name: 'Shampoo' }).click();
  await lineOf(page, 'Shampoo').waitFor();
  await page.keyboard.press('F9');
  await page.getByRole('dialog').getByText('%', { exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Discount' }).fill('10');
  await page.keyboard.press('Enter');
  await page.getByText('€69.75').first().waitFor();
  await page.getByRole('button', { name: 'Discount 10% (€7.75)' }).waitFor();
  await axeBothSchemes(page, 'till full basket');
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await dialog.getByText('Card', { exact: true }).click();
  await dialog.getByLabel('Amount').fill('50');
  await dialog.getByRole('button', { name: 'Add €50.00, Card' }).click();
  await dialog.getByText('Cash', { exact: true }).click();
  await dialog.getByRole('button', { name: '€20.00' }).click();
  await dialog.getByRole('button', { name: 'Pay €69.75' }).click();
  await page.getByRole('dialog', { name: 'Sold' }).getByText('€0.25', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(await getReceipts(), [{ number: 1, amount: 69.75, methods: ['card', 'cash'] }]);
  assert.equal((await call(receipts.getOfVisit, { visitId: visit.id }, as)).answer.due, 0);

  await page.getByRole('tab', { name: 'Receipts' }).click();
  await page.getByRole('button', { name: /Mara/ }).click();
  await page.getByRole('dialog').getByText('Discount 10%').first().waitFor();
  await axeBothSchemes(page, 'till receipt with a share');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: /^Refund €/ });
  await refund.getByRole('checkbox', { name: 'Cut' }).click();
  await refund.getByRole('checkbox', { name: 'Beard' }).click();
  await axeBothSchemes(page, 'till refund');
  await refund.getByRole('button', { name: 'Refund €11.25' }).click();
  await page.getByRole('dialog', { name: 'Receipt 2' }).getByText('-€11.25').first().waitFor();
  await axeBothSchemes(page, 'till receipt of a refund');
  assert.deepEqual(await verifyBooks(services.database), []);
});

test('baskets survive a reload, and two tabs of a register see the same ones', async () => {
  const { open } = await shop();
  const [one, other] = [await open(), await open()];
  await hasFocus(searchOf(one));
  await hasFocus(searchOf(other));
  const saved = one.waitForResponse((answer) => answer.url().endsWith('/tills/SaveBasket'));
  await scan(one);
  await saved;
  await other.getByRole('button', { name: 'Basket 1 €12.50' }).or(other.getByText('€12.50').nth(1)).first().waitFor();
  await one.reload();
  await lineOf(one, 'Shampoo').waitFor();
  await other.getByRole('navigation', { name: 'Open baskets' }).getByRole('button', { name: '€12.50' }).click();
  await lineOf(other, 'Shampoo').waitFor();
  const changed = other.waitForResponse((answer) => answer.url().endsWith('/tills/SaveBasket'));
  await other.getByRole('button', { name: 'One more of Shampoo' }).click();
  await changed;
  await lineOf(one, '2 × €12.50').waitFor();
  // A line that was removed by mistake.
  await one.getByRole('button', { name: 'Remove Shampoo' }).click();
  await one.getByText('The basket is empty.').waitFor();
  await one.getByRole('button', { name: 'Undo' }).click();
  await lineOf(one, '2 × €12.50').waitFor();
});

test('of two screens that change a basket at once, the later one says so and loads it again', async () => {
  const { open } = await shop();
  const [one, other] = [await open(), await open()];
  await hasFocus(searchOf(one));
  const saved = one.waitForResponse((answer) => answer.url().endsWith('/tills/SaveBasket'));
  await scan(one);
  await saved;
  await other.getByRole('navigation', { name: 'Open baskets' }).getByRole('button', { name: '€12.50' }).click();
  const held = Promise.withResolvers<void>();
  await one.route('**/tills/SaveBasket', async (route) => {
    await held.promise;
    await route.continue();
  });
  const sent = one.waitForRequest((request) => request.url().endsWith('/tills/SaveBasket'));
  await one.getByRole('button', { name: 'One more of Shampoo' }).click();
  await sent;
  const changed = other.waitForResponse((answer) => answer.url().endsWith('/tills/SaveBasket'));
  await other.getByRole('button', { name: 'One more of Shampoo' }).click({ clickCount: 2 });
  await changed;
  const refused = one.waitForResponse((answer) => answer.url().endsWith('/tills/SaveBasket'));
  held.resolve();
  assert.equal((await refused).status(), 409);
  await one.getByText('This basket was changed or sold at another screen. It was loaded again.').first().waitFor();
  await lineOf(one, '3 × €12.50').waitFor();
  await lineOf(other, '3 × €12.50').waitFor();
});

test('without a network a sale says that it is not booked, and is booked once', async () => {
  const { open, getReceipts } = await shop();
  const page = await open();
  await hasFocus(searchOf(page));
  await scan(page);
  await lineOf(page, 'Shampoo').waitFor();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await page.route('**/tills/Sell', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Pay €12.50' }).click();
  await dialog.getByText('Not booked').waitFor();
  await axeBothSchemes(page, 'till not booked');
  await page.unroute('**/tills/Sell');
  // The answer is lost: the sale is stored.
  await page.route('**/tills/Sell', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Try again: €12.50' }).click();
  while ((await getReceipts()).length === 0) await page.waitForTimeout(50);
  await dialog.getByText('Not booked').waitFor();
  await page.unroute('**/tills/Sell');
  await dialog.getByRole('button', { name: 'Try again: €12.50' }).click();
  await page.getByRole('dialog', { name: 'Sold' }).getByText('Receipt 1').waitFor();
  assert.equal((await getReceipts()).length, 1);
});

test('beside a fiscal device the number of its receipt is entered, on a phone', async () => {
  const { open } = await shop({ mode: 'beside' });
  const page = await open(widths.phone);
  await page.getByText('Records only, beside a fiscal device.').waitFor();
  await page.getByRole('button', { name: 'Shampoo' }).tap();
  await axeBothSchemes(page, 'till on a phone');
  await page.getByRole('button', { name: 'Pay', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await dialog.waitFor();
  await axeBothSchemes(page, 'till payment on a phone');
  await dialog.getByText('Card', { exact: true }).tap();
  await dialog.getByRole('button', { name: 'Pay €12.50' }).tap();
  const sold = page.getByRole('dialog', { name: 'Sold' });
  await sold.getByLabel('Number of the fiscal receipt').fill('EKA 17/204');
  await sold.getByRole('button', { name: 'Save the number' }).tap();
  await page.getByText('The number is saved.').first().waitFor();
  await axeBothSchemes(page, 'till sold beside on a phone');
  await sold.getByRole('button', { name: 'Next sale' }).tap();
  await page.getByRole('tab', { name: 'Receipts' }).tap();
  await page.getByRole('button', { name: /Card/ }).waitFor();
  await noHorizontalScroll(page);
});

test('without a register the page says what to do', async () => {
  const { employee } = await buildBusiness(services, { actions: ['user', 'admin'] });
  const page = await openAs(daybook, browser, employee, '/app/user/till');
  await page.getByText('There is no cash register at your locations yet.').waitFor();
  await page.getByRole('link', { name: 'Cash registers' }).last().waitFor();
  await axeBothSchemes(page, 'till without registers');
});

for (const [language, names] of [
  ['de', { pay: 'Bezahlen', cash: 'Bargeld und Abschlüsse', close: 'Zählen und schließen' }],
  ['lv', { pay: 'Maksāt', cash: 'Nauda un slēgšanas', close: 'Skaitīt un slēgt' }],
] as const) {
  test(`on the screen of a till the words fit: ${language}`, async () => {
    const { open } = await shop({ mode: 'beside' });
    const page = await open({ viewport: { width: 1024, height: 768 }, hasTouch: true, locale: language });
    await page.getByRole('button', { name: /Mara/ }).click();
    await page.getByRole('button', { name: 'Shampoo' }).first().click();
    await lineOf(page, 'Shampoo')
      .or(page.getByRole('listitem').filter({ hasText: 'Shampoo' }))
      .first()
      .waitFor();
    const pay = page.getByRole('button', { name: names.pay, exact: true });
    const box = await pay.boundingBox();
    assert.ok(box && box.y + box.height <= 768, 'the button is in view');
    await axeBothSchemes(page, `till in ${language}`);
    await pay.click();
    await axeBothSchemes(page, `till payment in ${language}`);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: names.cash }).click();
    await page.getByRole('button', { name: names.close }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await axeBothSchemes(page, `till X in ${language}`);
  });
}
