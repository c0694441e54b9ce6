// Browser tests of paper: a slip in the print dialog of the browser, on a printer, and again; the queue.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { papers } from '#contract/booking/papers.ts';
import { handOver } from '#server/devices/jobs/hand-over.ts';
import { settleJob } from '#server/devices/jobs/settle-job.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, sizes } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { at, calendarPath, eventNamed, openAs, toastOf } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** Olga has a cut on that day; the page counts the print dialogs that it would open. */
async function openDay(options: BrowserContextOptions) {
  const salon = await buildSalon(services);
  const { anna, cut } = salon;
  await buildEvent(services, anna, {
    name: 'Olga Smirnova',
    serviceId: cut.id,
    start: at('10:00'),
    status: 'confirmed',
  });
  const page = await openAs(daybook, browser, anna, calendarPath('day'), options);
  await page.evaluate(() => {
    const printed: string[] = [];
    Object.assign(window, { printed });
    const { append } = HTMLElement.prototype;
    HTMLElement.prototype.append = function (this: HTMLElement, ...nodes: (Node | string)[]) {
      append.apply(this, nodes);
      for (const node of nodes) {
        if (!(node instanceof HTMLIFrameElement) || !node.contentWindow) continue;
        const { contentWindow: view } = node;
        view.print = () => printed.push(`${view.document.images[0]?.naturalWidth} ${view.document.title}`.trim());
      }
    };
  });
  return { ...salon, page };
}

const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed: string[] }).printed);

for (const [width, options] of Object.entries(sizes)) {
  test(`at ${width} px, a slip is printed by the dialog of the browser, and a person says that it is on paper`, async () => {
    const { page } = await openDay(options);
    await eventNamed(page, 'Olga').first().click();
    const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
    await card.getByRole('button', { name: 'More' }).click();
    await card.getByRole('menuitem', { name: 'Print slip' }).click();
    const where = page.getByRole('dialog', { name: 'Where shall it be printed?' });
    const inBrowser = where.getByRole('button', { name: 'Print dialog of this browser' });
    // A dialog has its name only once it is there.
    await inBrowser.waitFor();
    await axeBothSchemes(page, 'choice of the printer');
    await inBrowser.click();
    const paper = page.getByRole('dialog', { name: /^Olga Smirnova, 10:00/ });
    await paper.getByRole('img', { name: /The paper “Olga Smirnova/ }).waitFor();
    await axeBothSchemes(page, 'paper');
    await noHorizontalScroll(page);
    await paper.getByRole('button', { name: 'Print', exact: true }).click();
    await paper.getByText('Is it on paper?').waitFor();
    assert.deepEqual(await printed(page), ['576']);
    await paper.getByRole('button', { name: 'Yes' }).click();
    await toastOf(page, /Printed/).waitFor();
    const job = await services.database.read.selectFrom('printJobs').select(['state', 'deviceId']).execute();
    assert.deepEqual(job.at(-1), { state: 'printed', deviceId: null });
    await page.context().close();
  });
}

test('a card that is closed while its slip is prepared still asks where to print it', async () => {
  const { page } = await openDay(sizes[1280]);
  const isSent = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  await page.route(`**/${papers.printSlip.path}`, async (route) => {
    isSent.resolve();
    await mayGoOn.promise;
    await route.continue();
  });
  await eventNamed(page, 'Olga').first().click();
  const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
  await card.getByRole('button', { name: 'More' }).click();
  await card.getByRole('menuitem', { name: 'Print slip' }).click();
  await isSent.promise;
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  mayGoOn.resolve();
  const where = page.getByRole('dialog', { name: 'Where shall it be printed?' });
  await where.getByRole('button', { name: 'Print dialog of this browser' }).waitFor();
  await page.keyboard.press('Escape');
  await where.waitFor({ state: 'detached' });
  assert.equal(await card.count(), 0, 'the card stays closed');
  await page.context().close();
});

test('a slip is sent to the only printer, the person hears what became of it, and prints a copy', async () => {
  const { page, anna } = await openDay(sizes[1280]);
  const device = await buildDevice(services, anna);
  await services.database.write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', device.id).execute();
  const asking = { companyId: anna.companyId, id: device.id };
  const printSlip = async () => {
    await eventNamed(page, 'Olga').first().click();
    const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
    await card.getByRole('button', { name: 'More' }).click();
    await card.getByRole('menuitem', { name: 'Print slip' }).click();
  };
  await printSlip();
  await toastOf(page, new RegExp(`Sent to ${device.name}`)).waitFor();
  assert.ok(await handOver(services, asking));
  await settleJob(services, asking, { job: 'handed', outcome: 'printed' });
  await toastOf(page, new RegExp(`Printed on ${device.name}`)).waitFor();
  await page.keyboard.press('Escape');
  await printSlip();
  const again = page.getByRole('dialog', { name: /^Print “Olga Smirnova.*again\?$/ });
  await again.getByText(/The next paper says that it is copy 1\./).waitFor();
  await axeBothSchemes(page, 'copy');
  await again.getByRole('button', { name: 'Print again' }).click();
  await again.waitFor({ state: 'detached' });
  await toastOf(page, new RegExp(`Sent to ${device.name}`)).waitFor();
  assert.ok(await handOver(services, asking));
  await settleJob(services, asking, { job: 'handed', outcome: 'failed', reason: 'paperOut' });
  await toastOf(page, /Not printed: The printer has no paper\./).waitFor();
  await page.context().close();
});

test('the queue says what waits and why, and cancels it; a person settles what is uncertain', async () => {
  const { page, anna } = await openDay(sizes[390]);
  const device = await buildDevice(services, anna);
  const place = { companyId: anna.companyId, locationId: anna.locationId, deviceId: device.id, createdBy: anna.userId };
  const waiting = await buildPaper(services, { ...place, title: 'Slip of Zane', minutes: 60 });
  const { write } = services.database;
  const createdAt = services.clock.now().subtract({ minutes: 7 });
  await write.updateTable('printJobs').set({ createdAt }).where('id', '=', waiting.id).execute();
  await write.updateTable('deviceStates').set({ fault: 'coverOpen' }).where('deviceId', '=', device.id).execute();
  await buildPaper(services, { ...place, title: 'Slip of Ilze', state: 'uncertain' });
  await page.goto(`${daybook.url}/app/user/prints`);
  const notice = page.getByRole('status').filter({ hasText: 'waits for' });
  await notice.getByText(`1 paper waits for “${device.name}”`).waitFor();
  await notice.getByText('Its cover is open. The oldest has waited for 7 minutes.').waitFor();
  await axeBothSchemes(page, 'queue');
  await noHorizontalScroll(page);
  await page
    .getByRole('button', { name: /Slip of Ilze/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'It was printed' }).click();
  await notice.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
  await notice.waitFor({ state: 'detached' });
  const states = await write
    .selectFrom('printJobs')
    .select(['title', 'state'])
    .where('deviceId', '=', device.id)
    .execute();
  assert.deepEqual(states.map(({ title, state }) => `${title} ${state}`).sort(), [
    'Slip of Ilze printed',
    'Slip of Zane cancelled',
  ]);
  await page.context().close();
});

test('papers that are late are said on every page, to people who may cancel them', async () => {
  const { employee, location } = await buildBusiness(services, { actions: ['admin'] });
  const device = await buildDevice(services, employee);
  const { id } = await buildPaper(services, { ...employee, deviceId: device.id, title: 'Slip of Zane', minutes: 60 });
  const createdAt = services.clock.now().subtract({ minutes: 7 });
  await services.database.write.updateTable('printJobs').set({ createdAt }).where('id', '=', id).execute();
  const page = await openAs(daybook, browser, employee, '/app/company/contacts');
  const notice = page.getByRole('status').filter({ hasText: `1 paper waits for “${device.name}”` });
  await notice.waitFor();
  await axeBothSchemes(page, 'late papers above a page');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await noHorizontalScroll(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/late-${width}.png` });
  }
  await page.goto(`${daybook.url}/app/user/prints`);
  await notice.waitFor();
  assert.equal(await notice.count(), 1, 'once on the page of the queue');
  await notice.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
  await notice.waitFor({ state: 'detached' });

  // A colleague whose paper it is not.
  const colleague = await buildEmployee(services, location, { actions: ['user'] });
  await buildPaper(services, { ...employee, deviceId: device.id, minutes: 60 });
  await services.database.write.updateTable('printJobs').set({ createdAt }).where('deviceId', '=', device.id).execute();
  const theirs = await openAs(daybook, browser, colleague, '/app/home');
  const { Length: none } = await theirs
    .waitForResponse((answer) => answer.url().endsWith('/printjobs/GetWaiting'))
    .then(async (answer) => ({ Length: ((await answer.json()) as unknown[]).length }));
  assert.equal(none, 0);
});
