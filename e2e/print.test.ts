// Tests of what is printed: dark on white in both schemes, and no sheet without a word.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { readPdf } from '#server/testing/pdf/read-pdf.ts';
import { openApp } from './lib/app.ts';
import { axeClean, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** Of A4 without margins, in CSS pixels. */
const paper = { width: 794, height: 1123 };

/** Fails for dark paper, for text that it swallows, and for sheets that only space has made. */
async function assertPrints(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(paper);
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  assert.equal(scheme, 'light', where);
  await axeClean(page, `${where} on paper`, { runOnly: ['color-contrast'] });
  // A sheet that ends with the page: with the padding of its card below the last line of text. Parts that load late
  // have no text before.
  let { end, bottom } = await measure(page);
  for (let tries = 0; bottom - end > 40 && tries < 100; tries++) {
    await page.waitForTimeout(100);
    ({ end, bottom } = await measure(page));
  }
  assert.ok(bottom - end <= 40, `${where}: ${bottom - end} px below the last line`);
  const height = `${Math.max(Math.ceil(bottom), 400)}px`;
  const printed = await readPdf(await page.pdf({ width: `${paper.width}px`, height, printBackground: true }));
  assert.deepEqual(
    printed.pages.filter((text) => text.trim() === ''),
    [],
    `${where}: empty sheets`,
  );
  // The head of a long table is repeated, which needs room.
  if (end < paper.height) assert.equal(printed.pages.length, 1, where);
}

/** The lower edges of the last line of text and of the page (px). */
function measure(page: Page): Promise<{ end: number; bottom: number }> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let last = 0;
    while (texts.nextNode()) {
      if (!texts.currentNode.textContent?.trim()) continue;
      range.selectNodeContents(texts.currentNode);
      last = Math.max(last, range.getBoundingClientRect().bottom + scrollY);
    }
    return { end: last, bottom: document.body.getBoundingClientRect().bottom + scrollY };
  });
}

test('an invoice and reports are printed light in the dark scheme, without an empty last sheet', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await buildInvoice(services, company, { cents: 2_900 });
  const file = await services.database.read.selectFrom('invoiceFiles').select('id').executeTakeFirstOrThrow();
  for (const [where, path, heading, size] of [
    ['invoice of a phone', `/Pdf?Id=${file.id}`, 'Invoice INV-000001', widths.phone],
    ['invoice', `/Pdf?Id=${file.id}`, 'Invoice INV-000001', widths.wide],
    ['report', '/app/company/reports/company', 'All figures', widths.wide],
    ['incomes', '/app/company/reports/Income', 'Incomes', widths.wide],
  ] as const) {
    const page = await openAs(daybook, browser, employee, path, { ...size, colorScheme: 'dark' });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
    await assertPrints(page, where);
    await page.context().close();
  }
});

test('a browser that shows the PDF in the page prints the invoice itself', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildInvoice(services, company, { cents: 2_900 });
  const file = await services.database.read
    .selectFrom('invoiceFiles')
    .select('id')
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  const page = await openAs(daybook, browser, employee, '/app/company/invoices');
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  await page.goto(`${daybook.url}/Pdf?Id=${file.id}`);
  const total = page.getByRole('row', { name: /^Total €29\.00$/ });
  await page.locator('iframe').waitFor();
  assert.equal(await total.count(), 0);
  await page.emulateMedia({ media: 'print' });
  await total.waitFor();
  assert.equal(await page.locator('iframe').isVisible(), false);
  await page.context().close();
});

test('the day of the team is printed from the first to the last hour of work, without buttons', async () => {
  const { location, employee } = await buildBusiness(services, { actions: ['admin'], firstName: 'Anna' });
  const colleague = await buildEmployee(services, location, { firstName: 'Boris' });
  const harbour = await buildLocation(services, { id: employee.companyId }, { name: 'Harbour' });
  await buildEmployee(services, harbour, { firstName: 'Chris' });
  const monday = Temporal.Now.plainDateISO().with({ day: 15 }).add({ months: 1 });
  const day = monday.add({ days: (8 - monday.dayOfWeek) % 7 });
  const at = (time: string) => day.toZonedDateTime({ timeZone: employee.timeZone, plainTime: time }).toInstant();
  await buildEvent(services, employee, { start: at('09:00'), title: 'Early cut', name: 'Liga' });
  await buildEvent(services, colleague, { start: at('17:00'), title: 'Late cut', name: 'Juris' });
  const page = await openAs(daybook, browser, employee, `/app/user/calendars?view=team&date=${day}`);
  await page.getByText('Liga').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(paper);
  const visible = page.getByRole('button').filter({ visible: true });
  const names = await visible.evaluateAll((buttons) => buttons.map((button) => button.textContent));
  assert.deepEqual(
    names.filter((name) => /today|new appointment|walk-in/i.test(name ?? '')),
    [],
  );
  const heads = await page
    .locator('[data-head]')
    .evaluateAll((found) => found.map((head) => head.getBoundingClientRect()));
  assert.equal(heads.length, 3);
  const place = page.getByRole('combobox', { name: 'Location' }).and(page.locator('main select'));
  assert.equal(await place.evaluate((select) => getComputedStyle(select).borderTopStyle), 'none');
  assert.equal(await place.locator('xpath=..').locator('[data-position=right]').isVisible(), false);
  assert.ok(
    heads.every(({ right }) => right <= paper.width + 1),
    'every person is on the paper',
  );
  const top = async (text: string) => (await page.getByText(text).first().boundingBox())?.y ?? 0;
  const first = (await top('Liga')) - Math.max(...heads.map(({ bottom }) => bottom));
  assert.ok(first >= 0 && first < 60, `the first appointment begins ${first} px below the heads`);
  const printed = await readPdf(await page.pdf({ format: 'A4' }));
  assert.equal(printed.pages.length, 1);
  assert.match(printed.pages[0] ?? '', /Liga[\s\S]*Juris|Juris[\s\S]*Liga/);
});
