// The first hour of an owner: from an empty installation, by registration and the setup list, to the first booking of a
// visitor. With MEASURE=1, starts the product with `npm start` and prints the seconds of each part since then.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataFolder, run } from '#server/testing/process.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { openApp } from './lib/app.ts';
import { card, confirmLink, holdTime, typeDetails } from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';

const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
const began = performance.now();
const daybook = await (process.env.MEASURE ? start() : openApp());
after(() => daybook[Symbol.asyncDispose]());

/** As an operator starts it: its own PostgreSQL in a new folder, no demo, a mail server. */
async function start() {
  await using parts = new AsyncDisposableStack();
  const folder = parts.use(await dataFolder());
  const mail = parts.use(await openSmtpReceiver());
  const env = { DATA_DIR: folder.path, DEMO: '0', SMTP_URL: mail.url, MAP_STYLE_URL: 'http://localhost:9/style.json' };
  const { url, stop } = await run(env, 'npm');
  // Not killed: npm passes on only signals that it can catch.
  parts.defer(async () => void (await stop()));
  const kept = parts.move();
  return { url, mail, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const measured = (part: string) => {
  if (process.env.MEASURE) console.log(`${((performance.now() - began) / 1000).toFixed(1)} s: ${part}`);
};

test('an owner registers, sets the business up, and a visitor books', async () => {
  measured('the product runs');
  const page = await browser.visit(daybook.url, widths.wide);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Company name').fill('Salon Rosa');
  await page.getByLabel('E-mail').fill('rosa@salon.example');
  await page.getByLabel('Password', { exact: true }).fill('a wall of seven roses');
  await page.getByText('Verified').waitFor();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('rosa@salon.example'));
  measured('the mail arrived');
  await page.goto(/http:\S+\/user\/login\/[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  const list = page.getByRole('region', { name: 'Set up your company' });
  await list.getByText('0 of 8 done').waitFor();
  await axeBothSchemes(page, 'setup list');
  measured('signed in by the link');

  const step = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const dialog = page.getByRole('dialog');
  await step('Name and address');
  await dialog.getByLabel('First name').fill('Rosa');
  await dialog.getByLabel('Last name').fill('Kalniņa');
  await dialog.getByLabel('Postal address').fill('Brīvības iela 1, Rīga');
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Latv');
  await page.getByRole('option', { name: 'Latvia' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await list.getByText('1 of 8 done').waitFor();
  await step('Place on the map');
  // The typed address is searched for: only its town is known, until the house is clicked on the map.
  await page.getByRole('option', { name: 'Brīvības iela 1, Riga, Latvia' }).click();
  await dialog.getByText('Only the town was found').waitFor();
  await axeBothSchemes(page, 'a place of which only the town is known');
  await dialog.getByRole('button', { name: 'Use the centre of the map' }).click();
  await dialog.getByText('Only the town was found').waitFor({ state: 'detached' });
  await dialog.getByRole('status').getByText('Brīvības iela 1, Riga, Latvia').waitFor();
  await dialog.getByRole('button', { name: 'Use this place' }).click();
  await list.getByText('2 of 8 done').waitFor();
  await step('Working hours');
  await dialog.getByRole('button', { name: 'Save the hours' }).click();
  await list.getByText('3 of 8 done').waitFor();
  await step('Publish the profile');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const bookable = page.getByRole('region', { name: 'Visitors can book you' });
  await bookable.getByText('4 of 8 done').waitFor();
  await bookable.getByRole('button', { name: /^Share your link/ }).click();
  const url = await dialog.getByLabel('Address of your profile').inputValue();
  assert.equal(new URL(url).pathname, '/salon-rosa/rosa-kalnina');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the QR code' }).click();
  assert.equal((await download).suggestedFilename(), 'rosa-kalnina.svg');
  await page.keyboard.press('Escape');
  await bookable.getByText('5 of 8 done').waitFor();
  measured('set up and published');

  const visitor = await browser.visit(url, widths.phone);
  const directions = await visitor.getByRole('link', { name: 'Directions' }).getAttribute('href');
  assert.equal(new URL(directions ?? '').searchParams.get('to'), 'Brīvības iela 1, Rīga');
  // The first time can begin in this very minute, and late in the day few are left.
  await card(visitor).locator('[data-start]').last().click();
  await typeDetails(visitor, 'maria@example.com');
  await holdTime(visitor);
  await visitor.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await visitor.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const confirmation = await daybook.mail.next(({ envelope }) => envelope.to.includes('maria@example.com'));
  await visitor.goto(confirmLink(confirmation.text ?? ''));
  await visitor.getByRole('button', { name: 'Confirm the appointment' }).click();
  await visitor.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
  measured('a visitor booked and confirmed');

  await bookable.getByRole('button', { name: 'Close the setup list' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'The coming days' }).waitFor();
  assert.equal(await bookable.count(), 0, 'closed for good');
});
