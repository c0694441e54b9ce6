// The first hour without a mail server: no page says that an e-mail was sent, at every step until there is a server.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createSetUpLink } from '#server/identity/sign-up/set-up.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { card, holdTime, typeDetails } from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());

/** Words of a page that promise an e-mail. */
const promise = /we have sent|is on its way|you get an e-mail|will get an e-mail|e-mail leaves/i;

async function promisesNothing(page: Page): Promise<void> {
  assert.deepEqual(await page.getByText(promise).filter({ visible: true }).allTextContents(), []);
}

for (const [name, view] of Object.entries(widths)) {
  test(`without a mail server, each step of the first hour says so: ${name}`, async () => {
    await using daybook = await openApp({ SMTP_URL: '', PRIVATE_HOSTS: '127.0.0.1' });
    const page = await setUp(daybook, view);
    await publish(page);
    await bookWithoutMail(daybook, view);
    await readProblems(page, daybook);
    await register(daybook, view);
    await colleagueKnowsWhomToAsk(daybook, view);
    await addServer(page, daybook);
  });
}

type Daybook = Awaited<ReturnType<typeof openApp>>;

const list = (page: Page) => page.locator('section').filter({ has: page.getByText(/of 9 done/) });
const step = (page: Page, name: string) =>
  list(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** The operator agrees to the terms that they run, and is signed in at once. */
async function setUp(daybook: Daybook, view: BrowserContextOptions): Promise<Page> {
  const page = await browser.visit((await createSetUpLink(daybook.services)) ?? '', view);
  await page.getByText('you agree to the terms').waitFor();
  await axeBothSchemes(page, 'setup form');
  await page.getByLabel('First name').fill('Olga');
  await page.getByLabel('Last name').fill('Kirsh');
  await page.getByLabel('E-mail').fill('olga@salon.example');
  await page.getByLabel('New password', { exact: true }).fill('a wall of seven roses');
  await page.getByLabel('Repeat the new password').fill('a wall of seven roses');
  await page.getByLabel('Your first company').fill('Salon Olga');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await list(page).getByText('0 of 9 done').waitFor();
  await page.getByRole('region', { name: 'E-mail is not set up.' }).waitFor();
  assert.equal(await list(page).getByRole('listitem').first().getByText('Mail server').count(), 1);
  assert.equal(await page.getByRole('dialog').count(), 0, 'the terms are not asked again');
  await promisesNothing(page);
  await axeBothSchemes(page, 'setup list without a mail server');
  return page;
}

async function publish(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await step(page, 'Name and address');
  await dialog.getByLabel('Postal address').fill('Brīvības iela 1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await list(page).getByText('1 of 9 done').waitFor();
  await step(page, 'Working hours');
  await dialog.getByRole('button', { name: 'Save the hours' }).click();
  await list(page).getByText('2 of 9 done').waitFor();
  await step(page, 'Publish the profile');
  await axeBothSchemes(page, 'publishing');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await list(page).getByText('3 of 9 done').waitFor();
}

async function bookWithoutMail(daybook: Daybook, view: BrowserContextOptions): Promise<void> {
  const visitor = await browser.visit(`${daybook.url}/salon-olga/olga-kirsh`, view);
  // The first time can begin in this very minute, and late in the day few are left.
  await card(visitor).locator('[data-start]').last().click();
  await typeDetails(visitor, 'maria@example.com');
  await visitor.getByText('you send your request in the next step').waitFor();
  await visitor.getByLabel('Phone').fill('+371 20000000');
  assert.equal(await visitor.getByText(/SMS/).count(), 0, 'no SMS can be sent');
  await holdTime(visitor);
  await visitor.getByText('No e-mail can be sent from here yet').waitFor();
  assert.equal(await visitor.getByText(/SMS/).count(), 0, 'no SMS can be sent');
  await promisesNothing(visitor);
  await axeBothSchemes(visitor, 'a held time without a mail server');
  await visitor.getByRole('button', { name: 'Send the request' }).click();
  await visitor.getByRole('heading', { name: 'Salon Olga has your request' }).waitFor();
  await promisesNothing(visitor);
  await axeBothSchemes(visitor, 'a request without a mail server');
  await visitor.context().close();
}

/** The request waits for staff, and its mail is a problem. */
async function readProblems(page: Page, daybook: Daybook): Promise<void> {
  await page.goto(`${daybook.url}/app/home`);
  await page.getByText('Maria Kalniņa').first().waitFor();
  await page.goto(`${daybook.url}/app/system/problems`);
  await page.getByText('maria@example.com').first().waitFor();
  await page.getByText('Stored, not sent: no mail server').first().waitFor();
  await axeBothSchemes(page, 'problems without a mail server');
  await page.goto(`${daybook.url}/app/company/marketing/email`);
  await page.getByText('No mail server takes campaign e-mails').waitFor();
  await page.goto(`${daybook.url}/app/company/employees/invitations`);
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('the e-mail is stored, not sent').waitFor();
  await dialog.getByLabel('E-mail').fill('emma@salon.example');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('region', { name: 'Alerts' }).getByText('the e-mail is stored, not sent').first().waitFor();
  await promisesNothing(page);
}

async function register(daybook: Daybook, view: BrowserContextOptions): Promise<void> {
  const visitor = await browser.visit(`${daybook.url}/user/register`, view);
  await visitor.getByLabel('Company name').fill('Salon Rosa');
  await visitor.getByLabel('E-mail').fill('rosa@salon.example');
  await visitor.getByLabel('Password', { exact: true }).fill('a wall of seven roses');
  await visitor.getByText('Verified').waitFor();
  await visitor.getByRole('button', { name: 'Create the account' }).click();
  await visitor.getByRole('heading', { name: 'You can sign in now' }).waitFor();
  await promisesNothing(visitor);
  await visitor.goto(`${daybook.url}/user/recover`);
  await visitor.getByText('no link would arrive').waitFor();
  await axeBothSchemes(visitor, 'recovery without a mail server');
  await visitor.context().close();
}

async function colleagueKnowsWhomToAsk(daybook: Daybook, view: BrowserContextOptions): Promise<void> {
  const location = await daybook.services.database.read
    .selectFrom('locations as l')
    .innerJoin('companies as c', 'c.id', 'l.companyId')
    .select(['l.companyId', 'l.id', 'l.urlName', 'l.name', 'l.timeZone', 'l.geolocationId'])
    .where('c.name', '=', 'Salon Olga')
    .executeTakeFirstOrThrow();
  const colleague = await buildEmployee(daybook.services, location, { firstName: 'Emma', actions: ['user', 'admin'] });
  const page = await openAs(daybook, browser, colleague, '/app/home', view);
  await page.getByText('Ask Olga Kirsh to set up a mail server.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Mail server/ }).count(), 0);
  await axeBothSchemes(page, 'bar without a mail server');
  await page.context().close();
}

/** A server that refuses the test is not used; the one that accepts it ends the bar. */
async function addServer(page: Page, daybook: Daybook): Promise<void> {
  await page.goto(`${daybook.url}/app/home`);
  await step(page, 'Mail server');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('9');
  await dialog.getByRole('switch', { name: 'Encrypted (TLS)' }).uncheck({ force: true });
  await dialog.getByText('Most providers refuse this sender').waitFor();
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await dialog.getByText(/ECONNREFUSED/).waitFor();
  await axeBothSchemes(page, 'a mail server that does not answer');
  assert.equal((await daybook.services.database.read.selectFrom('smtpSettings').execute()).length, 0);
  await dialog.getByLabel('Port').fill(new URL(daybook.mail.url).port);
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await daybook.mail.next(({ envelope }) => envelope.to.includes('olga@salon.example'));
  await list(page).getByText('4 of 9 done').waitFor();
  await page.getByRole('region', { name: 'E-mail is not set up.' }).waitFor({ state: 'detached' });
}
