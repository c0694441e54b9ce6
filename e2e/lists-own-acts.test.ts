// Actions of lists other than add and edit: preview, reset, run now; and the dialogs they open.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { buildBusiness, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { samples } from '#server/testing/lists/list-samples.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser } from './lib/browser.ts';
import { chooseBerlin, openPicker } from './lib/picker.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('an operator changes and resets the text of an e-mail, previews it, finds it when sent, and runs a job', async () => {
  const business = await buildBusiness(services, { actions: ['admin', 'sys'] });
  await samples.companyEmailMessages?.seed?.(services as TestApp, business); // Uses only the services of a test app.
  await addNewJobs(services.database.write);
  const go = (path: string) => page.goto(`${daybook.url}${path}`);

  const words = '/app/system/email/message-templates?search=key:mail.hello,language:english&order=Key';
  const page = await openAs(daybook, browser, business.employee, words);
  const open = page.getByRole('button', { name: 'mail.hello', exact: true });
  await open.click();
  const editor = page.getByRole('dialog', { name: 'mail.hello' });
  const template = editor.getByRole('textbox', { name: /^Wording/ });
  await template.fill('Good day,');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor
    .getByText(/\{\{visitor\}\}/, { exact: false })
    .first()
    .waitFor();
  await template.fill('Good day {{visitor}},');
  await editor.getByText('Good day Mara,').waitFor();
  await axeBothSchemes(page, 'words of mails with their preview');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Actions for mail.hello · English' }).click();
  await page.getByRole('menuitem', { name: 'Reset' }).click();
  const question = page.getByRole('dialog', { name: 'Reset “mail.hello”?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await services.database.read.selectFrom('messageTemplates').select('key').execute()).length, 1);
  await page.getByRole('button', { name: 'Actions for mail.hello · English' }).click();
  await page.getByRole('menuitem', { name: 'Reset' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('is reset.').first().waitFor();
  assert.deepEqual(await services.database.read.selectFrom('messageTemplates').select('key').execute(), []);

  await go('/app/company/email/templates');
  await page.locator('tr[data-row]').first().press('Enter');
  assert.equal(await page.locator('tr[data-row]').count(), 9, 'one row for each kind');
  await page.getByText('With sample data, in the language of the text.').waitFor();
  const languages = page.getByRole('dialog').getByRole('group', { name: 'Language' });
  await languages.getByRole('button', { name: 'German' }).click();
  await languages.getByRole('button', { name: 'German', pressed: true }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.locator('iframe').waitFor();
  const [subject, seen] = [await page.getByLabel('Subject').boundingBox(), await preview.boundingBox()];
  assert.ok(subject && seen && seen.x >= subject.x + subject.width, 'the preview stands beside the text');
  await axeBothSchemes(page, 'a mail text with its preview');

  await go('/app/company/sms/templates');
  await page.locator('tr[data-row]').first().press('Enter');
  const sms = page.getByRole('dialog');
  await sms.getByText(/\d+ characters · sent as [12] SMS/).waitFor();
  await axeBothSchemes(page, 'an SMS text with its preview');
  await sms.getByLabel('Message').fill('{{when}}, {{secret}}');
  await sms.getByText('{{secret}} cannot be used here.').waitFor();

  await go('/app/company/email/messages');
  await page.locator('tr[data-row]').first().press('Enter');
  await page.getByRole('dialog').locator('iframe').waitFor();
  await axeBothSchemes(page, 'a mail that was sent');

  await go('/app/system/jobs');
  await page.getByRole('button', { name: 'Actions for tidy' }).click();
  await page.getByRole('menuitem', { name: 'Run now' }).click();
  await page.getByText('“tidy” is starting.').first().waitFor();
  // Requesting a run is not a change that conflicts with an open editor.
  await page.getByRole('button', { name: 'tidy', exact: true }).click();
  const job = page.getByRole('dialog', { name: 'tidy' });
  await job.getByLabel('Timeout').fill('7');
  await job.getByLabel('Next start after').fill('6');
  await axeBothSchemes(page, 'a job');
  await job.getByRole('button', { name: 'Save' }).click();
  await job.waitFor({ state: 'hidden' });
  const kept = await services.database.read
    .selectFrom('jobs')
    .select(['timeOutSeconds', 'nextStartSeconds', 'runAskedAt'])
    .where('name', '=', 'tidy')
    .executeTakeFirstOrThrow();
  assert.deepEqual([kept.timeOutSeconds, kept.nextStartSeconds], [420, 3_600]);
  assert.ok(kept.runAskedAt);

  const before = { id: business.company.id, title: 'Spring offer', active: false };
  await services.database.write
    .insertInto('dataAudits')
    .values({
      id: randomUUIDv7(),
      createdAt: services.clock.now(),
      companyId: null,
      tableName: 'banners',
      method: 'Update',
      userName: 'anna@daybook.test',
      actorName: 'anna@daybook.test',
      before: JSON.stringify(before),
      after: JSON.stringify({ ...before, active: true }),
    })
    .execute();
  await go('/app/system/log/data-audit?search=table:banners');
  await page.getByRole('button', { name: 'banners', exact: true }).click();
  const audit = page.getByRole('dialog', { name: 'banners · Changed' });
  await audit.getByRole('row', { name: 'Active Changed No Yes' }).waitFor();
  await audit.getByText('Unchanged fields: 2').waitFor();
  await axeBothSchemes(page, 'a change of a record, before and after');
  await page.context().close();
});

test('choosing a place for a company saves at once, and other input is saved afterwards', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin', 'sys'] });
  const page = await openAs(daybook, browser, employee, `/app/system/company-management?open=${company.id}`);
  const editor = page.getByRole('dialog', { name: company.name });
  await editor.getByLabel('Country').fill('Estonia');
  // Let the live update arrive before the answer to the call that caused it.
  const told = page.waitForResponse(/companies\/GetById/);
  await page.route(/UpdateGeoLocation/, async (route) => {
    const answer = await route.fetch();
    await told;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.fulfill({ response: answer });
  });
  // Let the list reload end after the next save is sent, and before its answer.
  const sent = page.waitForRequest(/companies\/Update$/);
  await page.route(/companies\/GetPaginated/, async (route) => {
    await sent;
    await route.continue();
  });
  await page.route(/companies\/Update$/, async (route) => {
    const answer = await route.fetch();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#edit-address')?.value);
    await route.fulfill({ response: answer });
  });
  const picker = await openPicker(page);
  await chooseBerlin(page);
  await picker.getByRole('button', { name: 'Use this place' }).click();
  await page.getByText(`The place of “${company.name}” is saved.`).first().waitFor();
  const read = () =>
    services.database.read
      .selectFrom('companies')
      .select(['country', 'address', 'geolocationId'])
      .where('id', '=', company.id)
      .executeTakeFirstOrThrow();
  const { geolocationId, country } = await read();
  assert.ok(geolocationId);
  assert.notEqual(country, 'Estonia');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'hidden' });
  const { address, ...saved } = await read();
  assert.deepEqual(saved, { country: 'Estonia', geolocationId });
  assert.match(address ?? '', /^Berlin, .*Germany$/);
  await page.context().close();
});

test("a location beyond the plan's limit is rejected at its name, and cannot be restored after deletion", async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await buildLocation(services, company, { name: 'Alder' });
  await setTerms(services, { maxLocations: 2 }, company.id);
  const page = await openAs(daybook, browser, employee, '/app/company/locations?open=new');
  const editor = page.getByRole('dialog', { name: 'New location' });
  await editor.getByLabel('Name').first().fill('Birch');
  await editor.getByLabel('Name in the address').fill('birch');
  await editor.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Riga');
  await page.getByRole('option', { name: 'Europe/Riga' }).first().click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByText('Your plan is limited to 2 locations.').waitFor();
  await editor.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Alder' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Alder” is deleted.').first().waitFor();
  await buildLocation(services, company, { name: 'Cedar' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('“Alder” could not be restored. Your plan is limited to 2 locations.').first().waitFor();
  await page.context().close();
});
