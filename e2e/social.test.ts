// Sign-in by another site, through a real local provider that stands in for Google.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openProvider } from '#server/testing/servers/oidc.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';

let site = '';
const provider = await openProvider('anna@elsewhere.example', () => site);
const daybook = await openApp(provider.env);
site = daybook.url;
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => provider[Symbol.asyncDispose]());

const password = 'a good password';

/** Signs in at the provider and consents. The provider then remembers the browser. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an account is connected by its password, signs in with one click, and is disconnected again', async () => {
  await buildBusiness(daybook.services, { firstName: 'Anna', logIn: 'anna@daybook.test', password });
  const page = await browser.visit(`${daybook.url}/user/login?to=%2Fapp%2Fuser%2Fcalendars`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInAtProvider(page, 'anna-there');
  await page.getByText(/No account is connected to your Google account yet/).waitFor();
  await axeBothSchemes(page, 'unknown there');
  await page.getByLabel('E-mail').fill('anna@daybook.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${daybook.url}/app/user/calendars`);
  await page.getByText('Your Google account is connected.').first().waitFor();

  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${daybook.url}/user/login`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(`${daybook.url}/app/home`);

  await page.goto(`${daybook.url}/app/user/my-account#sites`);
  await page.getByRole('button', { name: 'Disconnect Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Google is disconnected.').first().waitFor();
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(/social=connected/);
  await page.getByText('Your Google account is connected.').waitFor();
  await page.getByRole('button', { name: 'Disconnect Google' }).waitFor();
  await axeBothSchemes(page, 'connected sites');
});

test('a new person registers by it on a phone and gets a company without a password or an e-mail', async () => {
  provider.person.email = 'rosa@elsewhere.example';
  provider.person.given_name = 'Rosa';
  const page = await browser.visit(`${daybook.url}/user/register?planNumber=2`, widths.phone);
  await page.getByLabel('Company name').fill('Salon Rosa');
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
  await axeBothSchemes(page, 'register with another site');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInAtProvider(page, 'rosa-there');
  await page.waitForURL(`${daybook.url}/app/home`);
  await page.getByRole('heading', { name: /, Rosa$/ }).waitFor();
  const company = await daybook.services.database.read
    .selectFrom('companies')
    .select('name')
    .where('name', '=', 'Salon Rosa')
    .executeTakeFirst();
  assert.ok(company);
});
