// Connecting printers in the browser: the package that an administrator downloads, and what Reset asks.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
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

test('the address of a printer is shown once, and the dialog says whether printers can ask it', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id, name } = await buildDevice(services, employee);
  await services.database.write.updateTable('devices').set({ connection: 'star' }).where('id', '=', id).execute();
  const page = await openAs(daybook, browser, employee, '/app/company/listing/printers');
  // The first answer is that of an installation without HTTPS.
  for (const [answer, words] of [
    [undefined, /no HTTPS address/],
    [{ Problem: 'certificate' }, /is not of a public authority/],
    [{ Problem: 'redirects' }, /The address redirects/],
    ['none', /could not be checked now/],
  ] as const) {
    await page.unrouteAll();
    if (answer)
      await page.route(/\/CheckAddress/i, (route) =>
        answer === 'none' ? route.abort() : route.fulfill({ json: answer }),
      );
    await page.reload();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Connect' }).click();
    const dialog = page.getByRole('dialog', { name: `Connect “${name}”` });
    await dialog.getByRole('status').getByText(words).waitFor();
    assert.match(await dialog.getByLabel('Address').inputValue(), /\/api\/hooks\/star\/[\w-]{43}$/);
    if (answer === 'none') await axeBothSchemes(page, 'the address of a printer');
  }
});

test('a cash register prints its test page, and is ready once a person has seen it', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id, name } = await buildDevice(services, { ...employee, kind: 'register' });
  const page = await openAs(daybook, browser, employee, '/app/company/cash-registers');
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const queued = page.waitForResponse((answer) => answer.url().endsWith('/PrintTestPage'));
  await choose('Print a test page');
  assert.equal((await queued).status(), 200);
  const confirmed = page.waitForResponse((answer) => answer.url().endsWith('/Confirm'));
  await choose('The test page is on paper');
  assert.equal((await confirmed).status(), 204);
  const { isConfirmed } = await services.database.read
    .selectFrom('devices')
    .select('isConfirmed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(isConfirmed, true);
});

test('a person chooses their default printer in their menu, also on a phone', async () => {
  const { employee } = await buildBusiness(services, { actions: ['user'] });
  const first = await buildDevice(services, employee);
  const second = await buildDevice(services, employee);
  const chosen = async () =>
    (
      await services.database.read
        .selectFrom('userDevices')
        .select('deviceId')
        .where('userId', '=', employee.userId)
        .executeTakeFirst()
    )?.deviceId;
  for (const [at, { id, name }] of [
    ['wide', first],
    ['phone', second],
  ] as const) {
    const page = await openAs(daybook, browser, employee, '/app/home', widths[at]);
    await page.getByRole('button', { name: /your account/ }).click();
    const choice = page.getByRole('menuitemradio', { name });
    await choice.waitFor();
    assert.equal(await choice.getAttribute('aria-checked'), 'false');
    await axeBothSchemes(page, 'the menu of a person');
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/printers/SetDefault'));
    await choice.click();
    await saved;
    assert.equal(await chosen(), id);
    await page.context().close();
  }
});

test('what prints by itself is switched beside the printer of its type, and the page says why nothing comes', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/listing/type-printers');
  const slips = page.getByRole('switch', { name: 'Print by itself when an appointment is confirmed' });
  const days = page.getByRole('switch', { name: 'Print by itself when the location opens' });
  await slips.waitFor();
  assert.equal(await slips.isChecked(), false);
  const why = page.getByText('no printer of this location is ready');
  assert.equal(await why.count(), 0);
  await slips.click();
  await why.waitFor();
  await days.click();
  await page.getByText('Appointment slip, Day list: no printer of this location is ready').waitFor();
  assert.equal(await why.count(), 1, 'said once');
  await axeBothSchemes(page, 'what prints by itself');
  for (const [at, width] of [
    ['wide', 1280],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/by-itself-${at}.png`, fullPage: true });
  }
  await buildDevice(services, employee);
  await services.database.write
    .updateTable('devices')
    .set({ isConfirmed: true })
    .where('companyId', '=', employee.companyId)
    .execute();
  await page.reload();
  await slips.waitFor();
  assert.deepEqual([await slips.isChecked(), await days.isChecked(), await why.count()], [true, true, 0]);
});

for (const size of ['wide', 'phone'] as const) {
  test(`an operator writes the template of a type as text beside its paper: ${size}`, async () => {
    const { employee } = await buildBusiness(services, { actions: ['sys'] });
    const page = await openAs(daybook, browser, employee, '/app/system/listing/types', widths[size]);
    const key = `flyer${size === 'wide' ? 'A' : 'B'}`;
    await page.getByRole('button', { name: 'New type of paper' }).click();
    const editor = page.getByRole('dialog', { name: 'New type of paper' });
    await editor.getByLabel('Key').fill(key);
    const text = editor.getByRole('textbox', { name: 'Template text' });
    await text.and(page.locator(':enabled')).waitFor();
    assert.match(await text.inputValue(), /\{\{/, 'the template that is delivered');
    const papers = editor.locator('figure img');
    const former = await papers.first().getAttribute('src');
    await text.fill('# Hello\n{{ nothing }}');
    await editor.getByRole('alert').getByText('nothing', { exact: false }).waitFor();
    assert.equal(await papers.count(), 0, 'a template with a problem has no paper');
    await axeBothSchemes(page, 'the text of a template with a problem');
    // Saved at once: the text that was typed last is stored before.
    await text.fill('# Hello\n{{ text }}');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.waitFor({ state: 'detached' });
    const { fileId } = await services.database.read
      .selectFrom('listingTypes')
      .select('fileId')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const body = await services.files.read(fileId ?? assert.fail('no file'));
    assert.equal(body && (await textOf(body)), '# Hello\n{{ text }}');
    await page.getByRole('button', { name: key, exact: true }).click();
    const again = page.getByRole('dialog', { name: key });
    const shown = again.getByRole('textbox', { name: 'Template text' });
    await shown.and(page.locator(':enabled')).waitFor();
    assert.equal(await shown.inputValue(), '# Hello\n{{ text }}');
    assert.notEqual(await again.locator('figure img').first().getAttribute('src'), former);
    const widthsOfPapers = () =>
      again.locator('figure img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
    while ((await widthsOfPapers()).includes(0)) await page.waitForTimeout(50);
    assert.deepEqual(await widthsOfPapers(), [384, 576]);
    await axeBothSchemes(page, 'the text of a template');
    if (process.env.SHOTS) await again.screenshot({ path: `${process.env.SHOTS}/template-${size}.png` });
  });
}
