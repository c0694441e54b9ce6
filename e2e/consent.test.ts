// Terms, privacy bar, download of personal data and deletion of an account.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

test('the terms cover the dashboard until the person agrees; then the privacy bar asks once', async () => {
  const { employee } = await buildBusiness(daybook.services, { agreed: false, actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/home', widths.phone);
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await terms.getByText('What this service does').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  assert.ok(await terms.isVisible());
  await axeClean(page, 'terms');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/terms.png` });
  await noHorizontalScroll(page);
  await page.goto(`${daybook.url}/app/user/my-account`);
  const bar = page.getByRole('region', { name: 'Privacy' });
  await bar.waitFor();
  await page.goto(`${daybook.url}/app/home`);
  await terms.waitFor();
  assert.ok(await bar.isHidden());
  await terms.getByRole('button', { name: 'I agree' }).click();
  await terms.waitFor({ state: 'detached' });
  await bar.waitFor();
  await axeClean(page, 'privacy bar');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bar.png` });
  await bar.getByRole('button', { name: 'Accept' }).click();
  await bar.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Active locations').waitFor();
  assert.equal(await terms.count(), 0);
  assert.equal(await bar.count(), 0);
});

test('a person downloads their data and deletes their account', async () => {
  const { location } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const logIn = 'walburga@daybook.test';
  const leaver = await buildEmployee(daybook.services, location, { logIn, password: 'correct horse' });
  const page = await openAs(daybook, browser, leaver, '/app/home');
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Your data' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  assert.match(file.suggestedFilename(), /^daybook-walburga@daybook\.test-\d{4}-\d\d-\d\d\.zip$/);
  const data =
    unzip(await readFile(await file.path()))
      .get('data.json')
      ?.toString() ?? '';
  assert.equal(JSON.parse(data).users[0].log_in, logIn);
  await page.route('**/api/user/CheckDownload', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { Code: 'error.tooMany', Message: '' } }),
  );
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByText('Too many attempts. Try again in 10 minutes.').waitFor();
  await axeClean(page, 'your data');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/data.png` });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const yes = dialog.getByRole('button', { name: 'Delete my account' });
  await yes.click();
  await dialog.getByText('Type your e-mail address exactly as it is shown.').waitFor();
  await dialog.getByLabel(/Type walburga/).fill(logIn);
  await dialog.getByLabel('Your password').fill('wrong horse');
  await yes.click();
  await dialog.getByText('Wrong password.').waitFor();
  await axeClean(page, 'delete the account');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/delete.png` });
  await dialog.getByLabel('Your password').fill('correct horse');
  await yes.click();
  await page.waitForURL(`${daybook.url}/`);
  await page.getByText('Your account is deleted.').first().waitFor();
  await page.goto(`${daybook.url}/app/home`);
  await page.waitForURL(/\/user\/login/);
});

test("feedback is sent from the user's menu; unsent input stays for that person only", async () => {
  const { employee } = await buildBusiness(daybook.services, { logIn: 'rosa@daybook.test', password: 'correct horse' });
  const page = await openAs(daybook, browser, employee, '/app/home');
  const menu = page.getByRole('button', { name: /your account/ });
  const item = page.getByRole('menuitem', { name: 'Send feedback' });
  await menu.click();
  assert.ok(((await item.boundingBox())?.height ?? 0) > 32, 'as roomy as when one comes by signing in');
  await item.click();
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  const message = dialog.getByLabel('Message');
  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  async function openAgain(): Promise<string> {
    await menu.click();
    await item.click();
    return message.inputValue();
  }
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('Fill in this field.').waitFor();
  await message.fill('The ribbon is lovely.');
  await axeClean(page, 'feedback');
  await close();
  assert.equal(await openAgain(), 'The ribbon is lovely.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you, your feedback has been sent.').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await openAgain(), '', 'what is sent is not kept');

  await message.fill('For nobody else.');
  await close();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').fill('rosa@daybook.test');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  assert.equal(await openAgain(), '');
});

test('publishing a text creates a version: the old one stays readable, and people who agreed to it are asked again', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['admin', 'sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/legal-texts?search=terms', widths.wide);
  await page.getByRole('button', { name: 'Terms and conditions, English', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Terms and conditions, English' });
  await editor.getByText(/\d people agreed/).waitFor();
  // Formatted by the editor, or written as HTML; both pass the sanitizer.
  const written = editor.getByRole('textbox', { name: /^Text/ });
  await editor.getByText('HTML', { exact: true }).click();
  await written.fill('<h2>All new</h2><p>Read <b>this</b>.</p><script>1</script>');
  await editor.getByRole('radiogroup').getByText('Text', { exact: true }).click();
  await written.getByRole('heading', { name: 'All new' }).waitFor();
  await written.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'List', exact: true }).click();
  await hasFocus(written);
  await page.keyboard.type('First');
  await editor.getByRole('region', { name: 'Preview' }).getByRole('listitem').waitFor();
  await axeBothSchemes(page, 'the editor of a legal text');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Terms and conditions, English', exact: true }).click();
  await editor.getByText('Version 1').click();
  await editor.getByText('What this service does').waitFor();
  await page.goto(`${daybook.url}/app/home`);
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await terms.getByText('All new').waitFor();
  await page.context().close();
});
