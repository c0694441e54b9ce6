// Connecting printers in the browser: the package that an administrator downloads, and what Reset asks.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('an administrator downloads the agent of a printer, and resets the printer after a question', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id, name } = await buildDevice(services, employee);
  const page = await openAs(daybook, browser, employee, '/app/company/listing/printers');
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const settingsOf = async (act: () => Promise<unknown>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), act()]);
    assert.equal(file.suggestedFilename(), `${name}.zip`);
    const contents = unzip(await readFile(await file.path()));
    return JSON.parse(String(contents.get('daybook-agent/agent.json')));
  };
  const first = await settingsOf(() => choose('Download the agent'));
  assert.equal(first.device, id);
  await page.getByText('The package works once, within 24 hours.').first().waitFor();

  await choose('Reset');
  const question = page.getByRole('dialog', { name: `Reset “${name}”?` });
  await question.getByText('Its key ends at once').waitFor();
  await axeBothSchemes(page, 'the question before a printer is reset');
  const second = await settingsOf(() => question.getByRole('button', { name: 'Reset' }).click());
  assert.notEqual(second.code, first.code);

  await services.database.write.updateTable('devices').set({ connection: 'browser' }).where('id', '=', id).execute();
  await page.reload();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Make it my default' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Reset' }).count(), 0, 'nothing to connect');
});
