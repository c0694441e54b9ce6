// Signing in and out, and returning to the requested page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { languageIds } from '#server/lib/sql/first-data.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

await buildBusiness(daybook.services, { firstName: 'Anna', logIn: 'anna@daybook.test', password: 'a good password' });

test('a wrong password shows an error at its field; the right one leads to the requested page', async () => {
  const page = await browser.visit(`${daybook.url}/app/user/calendars?view=day&date=2026-03-02`);
  await page.waitForURL(/\/user\/login\?to=/);
  await page.getByLabel('E-mail').fill('anna@daybook.test');
  await page.getByLabel('Password', { exact: true }).fill('a bad password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const password = page.getByLabel('Password', { exact: true });
  await page.getByText('Wrong e-mail or password.').waitFor();
  assert.equal(await password.getAttribute('aria-invalid'), 'true');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'anna@daybook.test', 'nothing typed is lost');
  await password.fill('a good password');
  await password.press('Enter');
  await page.waitForURL(`${daybook.url}/app/user/calendars?view=day&date=2026-03-02`);
  await page.getByRole('heading', { name: /2 March 2026/ }).waitFor();
});

test('an incomplete form marks every field and sends nothing', async () => {
  const page = await browser.visit(`${daybook.url}/user/login`);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  assert.equal(await page.getByText('Fill in this field.').count(), 2);
  await hasFocus(page.locator('#login-logIn'));
  assert.equal(sent, 0);
});

test('remember me extends the session beyond the browser, and a signed-in person skips the sign-in page', async () => {
  const page = await browser.visit(`${daybook.url}/user/login?to=https%3A%2F%2Fevil.test%2F`);
  await page.getByLabel('E-mail').fill('anna@daybook.test');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${daybook.url}/app/home`);
  await page.getByRole('heading', { name: /Anna/ }).waitFor();
  const session = (await page.context().cookies()).find((cookie) => cookie.name === 'daybook');
  assert.ok(session && session.expires > Date.now() / 1000 + 29 * 24 * 3600, 'kept for 30 days');
  await page.goto(`${daybook.url}/user/login`);
  await page.waitForURL(`${daybook.url}/app/home`);

  await page.goto(`${daybook.url}/daybook/#/app/home`);
  await page.waitForURL(`${daybook.url}/app/home`);

  // The next morning, any entry only asks for the password.
  await page.goto(`${daybook.url}/robots.txt`);
  const yesterday = Temporal.Now.instant().subtract({ hours: 10 });
  await daybook.services.database.write
    .updateTable('sessions')
    .set({ activeAt: yesterday })
    .where('remembered', '=', true)
    .execute();
  await page.waitForTimeout(daybook.services.config.sessionMemoryMs);
  await page.goto(`${daybook.url}/user/login`);
  await page.getByText('Anna, enter your password to continue where you were.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.waitForURL(`${daybook.url}/app/home`);

  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${daybook.url}/user/login`);
  await page.goto(`${daybook.url}/app/home`);
  await page.waitForURL(/\/user\/login\?to=%2Fapp%2Fhome/);
});

test("the application switches to the account's language at sign-in, everywhere and at once", async () => {
  await buildBusiness(daybook.services, { firstName: 'Uta', logIn: 'uta@daybook.test', password: 'a good password' });
  const uta = daybook.services.database.write.updateTable('users').where('firstName', '=', 'Uta');
  await uta.set({ languageId: languageIds.de }).execute();
  const page = await browser.visit(`${daybook.url}/user/login`);
  await page.getByLabel('E-mail').fill('uta@daybook.test');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /Uta/ }).waitFor();
  await page.getByRole('link', { name: 'Kalender öffnen' }).waitFor();
  assert.equal(await page.getByText(/^(app|calendar|dashboard)\.\w/).count(), 0, 'no words are missing');
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await page.reload();
  await page.getByRole('link', { name: 'Kalender öffnen' }).waitFor();
});

test('after too many attempts, the page says how long to wait', async () => {
  const page = await browser.visit(`${daybook.url}/user/login`);
  await page.getByLabel('E-mail').fill('somebody@daybook.test');
  for (let attempt = 0; attempt < 11; attempt++) {
    await page.getByLabel('Password', { exact: true }).fill(`guess ${attempt}`);
    const answered = page.waitForResponse(/Authenticate/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answered;
  }
  await page.getByText(/Too many attempts\. Try again in (a|\d+) minutes?\./).waitFor();
});

test('axe finds nothing on the page, wide and on a phone, light and dark', async () => {
  for (const size of [widths.wide, widths.phone]) {
    const page = await browser.visit(`${daybook.url}/user/login`, size);
    await page.getByLabel('E-mail').waitFor();
    await axeBothSchemes(page, 'sign-in');
    await page.context().close();
  }
});
