// An administrator makes backups of the company, downloads them, and hears why one cannot be downloaded.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeWaitingBackups } from '#server/operations/backups/make-backups.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('a click makes a backup, whose archive is downloaded; a reason is said when it cannot be', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/data-backup');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('The backup is being made.').first().waitFor();
  await page.getByRole('row').getByText('Waiting').first().waitFor();
  await makeWaitingBackups(services);
  const link = page.getByRole('row').getByRole('button', { name: 'Download' });
  await link.waitFor();
  await axeBothSchemes(page, 'backups');
  const [downloaded] = await Promise.all([page.waitForEvent('download'), link.click()]);
  assert.match(downloaded.suggestedFilename(), /\.zip$/);
  for await (const key of services.files.keys()) await services.files.remove(key);
  await link.click();
  await page.getByText('The backup was not downloaded. The file has been removed.').first().waitFor();
  assert.equal(new URL(page.url()).pathname, '/app/company/data-backup');

  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByLabel('Every day').check();
  await page.setViewportSize(widths.phone.viewport);
  await noHorizontalScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The schedule was saved.').first().waitFor();
});

test('an upload that is refused says why, and the same file can be chosen again', async () => {
  const { employee } = await buildBusiness(services, { actions: ['sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/restore');
  const refusal = { Code: 'list.restores.tooMany', Message: 'Too many archives are waiting. Delete some first.' };
  await page.route(/restores\/Insert/i, (route) =>
    route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify(refusal) }),
  );
  const input = page.locator('input[type=file]');
  const file = { name: 'salon.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') };
  await input.setInputFiles(file);
  await page.getByText(`The archive was not uploaded. ${refusal.Message}`).first().waitFor();
  await page.unroute(/restores\/Insert/i);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await input.inputValue(), '', 'the next choice is a change, also of the same file');
  await input.setInputFiles(file);
  await page.getByText('The archive is being checked.').first().waitFor();
});

test('a dialog whose session ends keeps its input, and the save goes on after signing in again', async () => {
  const password = 'a good password';
  const { company, employee } = await buildBusiness(services, { actions: ['admin'], password });
  const page = await openAs(daybook, browser, employee, '/app/company/data-backup');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByLabel('Every day').check();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('The schedule was saved.').first().waitFor();
  const { every } = await services.database.read
    .selectFrom('backupSchedules')
    .select('every')
    .where('companyId', '=', company.id)
    .executeTakeFirstOrThrow();
  assert.equal(every, 'daily');
});
