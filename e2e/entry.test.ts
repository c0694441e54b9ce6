// Ways to get an account: registration, links in e-mails, a forgotten password, an invitation, the first operator.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSetUpLink } from '#server/identity/sign-up/set-up.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const setUpAddress = (await createSetUpLink(daybook.services)) ?? '';
const { employee: admin, company } = await buildBusiness(daybook.services, { actions: ['user', 'admin'] });

/** Waits for the latest e-mail to an address and returns its link. */
async function linkMailedTo(eMail: string): Promise<string> {
  for (let wait = 0; wait < 100; wait++) {
    const mails = daybook.mail.mails.filter(({ envelope }) => envelope.to.includes(eMail));
    const link = /https?:\/\/\S+\/user\/\w+\/[\w-]{43}/.exec(mails[0]?.text ?? '')?.[0];
    if (link) return link;
    await sleep(100);
  }
  throw new Error(`No link was mailed to ${eMail}.`);
}

test('an unknown plan falls back to the first one', async () => {
  const page = await browser.visit(`${daybook.url}/user/register?planNumber=9`);
  assert.ok(await page.getByRole('radio').first().isChecked());
});

test('a company registers from a plan, and the link of its mail verifies the address and signs in', async () => {
  const page = await browser.visit(daybook.url, widths.wide);
  await page.getByRole('link', { name: 'Choose House' }).click();
  await page.waitForURL(/\/user\/register\?planNumber=2/);
  assert.ok(await page.getByRole('radio', { name: /House/ }).isChecked());
  await axeClean(page);
  await page.getByRole('button', { name: 'Create the account' }).click();
  assert.equal(await page.getByText('Fill in this field.').count(), 2);
  const name = page.getByLabel('Company name');
  await page.getByText('Enter the name of your company.').waitFor();
  for (const [typed, words] of [
    ['   ', 'Enter the name of your company.'],
    ['***', 'Use at least one letter or digit.'],
    ['Salon '.repeat(20), 'Use at most 100 characters.'],
  ] as const) {
    await name.fill(typed);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText(words).waitFor();
  }
  await name.fill('Salon Rosa');
  await page.getByLabel('E-mail').fill('rosa@salon.example');
  await page.getByLabel('Password', { exact: true }).fill('password123');
  await page.getByText('Verified').waitFor();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByText(/password is too common/).waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'rosa@salon.example', 'nothing typed is lost');
  await page.getByLabel('Password', { exact: true }).fill('a wall of seven roses');
  await page.getByText('Verified').waitFor();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const link = await linkMailedTo('rosa@salon.example');
  await page.goto(link);
  await page.getByText('One click verifies rosa@salon.example').waitFor();
  await axeClean(page);
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await page.waitForURL(/\/app\/home/);
  const { eMailVerifiedAt } = await daybook.services.database.read
    .selectFrom('users')
    .select('eMailVerifiedAt')
    .where('logIn', '=', 'rosa@salon.example')
    .executeTakeFirstOrThrow();
  assert.ok(eMailVerifiedAt);
  const again = await browser.visit(`${daybook.url}/healthz`);
  const errors: string[] = [];
  again.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await again.goto(link);
  await again.getByText('This link was already used or has expired.').waitFor();
  assert.deepEqual(errors, [], 'a used link is no error of the page');
});

test("a forgotten password is replaced through the e-mail's link", async () => {
  await buildBusiness(daybook.services, { logIn: 'lost@salon.example', password: 'what was it again' });
  const page = await browser.visit(`${daybook.url}/user/login`, widths.phone);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await axeClean(page);
  await page.getByLabel('E-mail').fill('lost@salon.example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(/an e-mail is on its way/).waitFor();
  const link = await linkMailedTo('lost@salon.example');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('now I remember');
  await page.getByLabel('Repeat the new password').fill('now I forgot');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('The passwords do not match.').waitFor();
  await axeClean(page);
  await noHorizontalScroll(page);
  await page.getByLabel('Repeat the new password').fill('now I remember');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText(/You are signed out everywhere/).waitFor();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('once more please');
  await page.getByLabel('Repeat the new password').fill('once more please');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText(/was already used or has expired/).waitFor();
});

test('an invitation is accepted by a new person and by one who is signed in', async () => {
  const staff = await openAs(daybook, browser, admin, '/app/home');
  const invite = (eMail: string) =>
    staff.evaluate(
      (address) =>
        fetch('/api/company/users/Invite', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ EMail: address }),
        }).then(({ status }) => status),
      eMail,
    );
  assert.equal(await invite('new@salon.example'), 204);
  const page = await browser.visit(await linkMailedTo('new@salon.example'), widths.phone);
  await page.getByRole('heading', { name: company.name }).waitFor();
  await axeClean(page);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('New password', { exact: true }).fill('a bowl of lemons');
  await page.getByLabel('Repeat the new password').fill('a bowl of lemons');
  await page.getByRole('button', { name: `Join ${company.name}` }).click();
  await page.getByText(`You now work for ${company.name}.`).waitFor();

  const { employee: other } = await buildBusiness(daybook.services, { logIn: 'known@salon.example' });
  assert.equal(await invite('known@salon.example'), 204);
  const link = await linkMailedTo('known@salon.example');
  // The administrator opens the link: the page explains, and leads to sign-in as the invited person.
  await staff.goto(link);
  await staff.getByRole('button', { name: `Join ${company.name}` }).click();
  await staff.getByText('This invitation was sent to another address.').waitFor();
  await axeClean(staff);
  await staff.getByRole('button', { name: 'Sign in as known@salon.example' }).click();
  await staff.getByText('Sign in to accept the invitation.').waitFor();
  assert.equal(await staff.getByLabel('E-mail').inputValue(), 'known@salon.example');
  const known = await openAs(daybook, browser, other, new URL(link).pathname.replace('/invite/', '/login/'));
  await known.getByRole('button', { name: `Join ${company.name}` }).click();
  await known.waitForURL(/\/app\/home/);
  await known.goto(link);
  await known.getByText(/was already used or has expired/).waitFor();
});

test('the link of the empty installation creates the first operator', async () => {
  const page = await browser.visit(setUpAddress.replace(/^https?:\/\/[^/]+/, daybook.url));
  await page.getByLabel('First name').fill('Olga');
  await page.getByText('the company is called Daybook', { exact: false }).waitFor();
  await page.getByLabel('E-mail').fill('operator@example.org');
  await page.getByLabel('New password', { exact: true }).fill('the keys of the house');
  await page.getByLabel('Repeat the new password').fill('the keys of the house');
  await axeClean(page);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.waitForURL(/\/app\/home/);
  await page.getByRole('heading', { level: 1, name: /Olga/ }).waitFor();
  await page.goto(setUpAddress.replace(/^https?:\/\/[^/]+/, daybook.url));
  await page.getByText(/was already used, or there is a newer one/).waitFor();
});
