// The pages around the product: legal texts, feedback, error pages, and checks of all public pages.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const pages = ['/static/403', '/static/404', '/terms', '/privacy', '/cookies', '/feedback', '/user/login', '/api/docs'];
for (const path of pages) {
  test(`axe finds nothing on ${path}, wide and narrow, light and dark`, async () => {
    for (const screen of Object.values(widths)) {
      const page = await browser.visit(`${daybook.url}${path}`, screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Hundreds of operations, written by one function: the first of each service show what it writes.
      await page.evaluate(() => {
        for (const more of document.querySelectorAll('main section > article ~ article')) more.remove();
      });
      await axeBothSchemes(page, path);
      await page.context().close();
    }
  });
}

test('every unknown address leads to the 404 page', async () => {
  for (const path of ['/nope', '/a/b/c/d', '/app/nope', '/user/nope', '/%F0%9F%98%80/x/y', '/static/500']) {
    const page = await browser.visit(`${daybook.url}${path}`);
    await page.waitForURL(`${daybook.url}/static/404`);
    await page.context().close();
  }
});

test('the alternative address of the privacy policy redirects to its page', async () => {
  const page = await browser.visit(`${daybook.url}/privacy-policy`);
  await page.waitForURL(`${daybook.url}/privacy`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('feedback: missing fields show messages, no input is lost, and a thank-you message appears', async () => {
  const page = await browser.visit(`${daybook.url}/feedback`);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Fill in this field.').first().waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('It is a pleasure to use.');
  await page.getByLabel('Your e-mail').fill('not an address');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('This does not look like an e-mail address.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'It is a pleasure to use.');
  await page.getByLabel('Your e-mail').fill('maria@example.com');
  await page.route('**/api/home/Feedback', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText(/cannot be reached/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'It is a pleasure to use.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you, your feedback has been sent.').first().waitFor();
  const kept = await daybook.services.database.read.selectFrom('feedback').select(['message', 'eMail']).execute();
  assert.deepEqual(kept, [{ message: 'It is a pleasure to use.', eMail: 'maria@example.com' }]);
});

test('feedback opens over the current page, which stays unchanged', async () => {
  const page = await browser.visit(`${daybook.url}/terms`, widths.phone);
  const link = page.getByRole('link', { name: 'Feedback' });
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  const message = dialog.getByLabel('Message');
  await message.waitFor();
  await hasFocus(message);
  await axeBothSchemes(page, 'feedback in a dialog');
  await message.fill('Over the terms.');
  await dialog.getByRole('radio', { name: /not work/ }).check();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await link.click();
  assert.equal(await message.inputValue(), 'Over the terms.', 'what was typed is still there');
  assert.ok(await dialog.getByRole('radio', { name: /not work/ }).isChecked());
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you, your feedback has been sent.').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/terms');
  await link.click();
  assert.equal(await message.inputValue(), '', 'what is sent is not kept');
});

test('the cookie bar asks once a year, and again when its text changes', async () => {
  const context = await browser.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(daybook.url);
  const otherTab = await context.newPage();
  await otherTab.goto(`${daybook.url}/user/login`);
  await otherTab.getByRole('button', { name: 'Got it' }).waitFor();
  const bar = page.getByRole('region', { name: 'Cookies' });
  await bar.waitFor();
  const covered = await bar.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...document.querySelectorAll('a, button, input, select')]
      .filter(
        (other) =>
          !element.contains(other) && other.checkVisibility() && !other.matches(':not(:focus)[href="#content"]'),
      )
      .filter((other) => other.getBoundingClientRect().top < bottom && other.getBoundingClientRect().bottom > top)
      .map(({ outerHTML }) => outerHTML.slice(0, 100));
  });
  assert.deepEqual(covered, [], 'the bar covers nothing that acts');
  await page.getByRole('button', { name: 'Got it' }).click();
  await bar.waitFor({ state: 'detached' });
  await otherTab.evaluate(() => dispatchEvent(new Event('focus')));
  await otherTab.getByRole('button', { name: 'Got it' }).waitFor({ state: 'detached' });
  await otherTab.close();
  const cookie = (await context.cookies()).find(({ name }) => name === 'daybook-cookies');
  assert.ok(cookie && Math.abs(cookie.expires - Date.now() / 1000 - 365 * 24 * 3600) < 3600);
  assert.match(decodeURIComponent(cookie.value), /^1\.en\.20\d\d-/);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Got it' }).count(), 0);
  const { write } = daybook.services.database;
  const text = { kind: 'cookies', language: 'en', html: '<p>One cookie more</p>' };
  await write
    .insertInto('legalTexts')
    .values({ ...text, version: 2 })
    .execute();
  await page.reload();
  const yes = page.getByRole('button', { name: 'Got it' });
  await yes.waitFor();
  // The text changes again while the visitor reads: a notice says so, and the next click accepts the latest version.
  await write
    .insertInto('legalTexts')
    .values({ ...text, version: 3 })
    .execute();
  await yes.click();
  await page
    .getByText(/text has changed|newer version/i)
    .first()
    .waitFor();
  await yes.click();
  await yes.waitFor({ state: 'detached' });
});

test('hash addresses redirect to the same screen', async () => {
  const page = await browser.visit(`${daybook.url}/daybook/#/app/home`);
  await page.waitForURL(/\/user\/login\?to=/);
});
