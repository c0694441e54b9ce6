// Campaigns: the list of four, the editor by keyboard alone, refusals, the test page, and unsubscribing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { addSubscribers } from '#server/testing/build/send-campaigns.ts';
import { person } from '#server/testing/build/sent-campaign.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('a new campaign leaves the list when it is cancelled, and is written, moved and saved by keyboard alone', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await verifyCompany(services, company);
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email');
  await page.getByText('There are no campaigns.').waitFor();
  const add = page.getByRole('button', { name: 'New campaign' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByLabel('Name').waitFor();
  await page.getByText('Not saved yet').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('There are no campaigns.').waitFor();
  assert.equal(await page.getByText('Not saved yet').count(), 0);

  await add.focus();
  await page.keyboard.press('Enter');
  const name = dialog.getByLabel('Name');
  await hasFocus(name);
  // Without a name, nothing is sent.
  await page.keyboard.press('Control+Enter');
  await dialog.locator('[aria-invalid=true]').waitFor();
  await page.keyboard.type('Spring');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Spring is here');
  for (const [kind, text] of [
    ['Heading', 'Welcome'],
    ['Text', 'Come again.'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add a block' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menu] :focus').waitFor({ state: 'attached' });
    await page.getByRole('menuitem', { name: kind, exact: true }).focus();
    await page.keyboard.press('Enter');
    const field = dialog.getByRole('textbox', { name: kind, exact: true });
    // Until the editor of a text takes the focus, its block has it, and passes it on with the first letter.
    await page.locator('li:focus, [role=textbox]:focus, input:focus').first().waitFor({ state: 'attached' });
    await field.waitFor();
    await page.keyboard.type(text);
    await hasFocus(field);
  }
  await dialog.getByRole('button', { name: 'Move up: Text 2' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('listitem', { name: 'Text 1' }).waitFor();
  await axeBothSchemes(page, 'campaign editor');
  await dialog.getByRole('tab', { name: 'Audience' }).click();
  await dialog.getByText('Reached now: 0').waitFor();
  await axeBothSchemes(page, 'campaign audience');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await dialog.locator('iframe').contentFrame().getByText('Come again.').waitFor();
  await page.route(`**${emailCampaigns.insert.path}`, async (route) => {
    await sleep(600);
    await route.continue();
  });
  // Once, however often it is asked for while it is being saved; and nothing asks whether to leave.
  for (const key of ['Control+Enter', 'Control+Enter', 'Escape', 'Control+Enter']) {
    await page.keyboard.press(key);
    await sleep(100);
  }
  await page.getByText('“Spring” is saved.').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal((await services.database.read.selectFrom('campaigns').select('id').execute()).length, 1);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  // Without a question first.
  await page.getByText("The campaign “Spring” can't be started. Its audience is empty").first().waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  const { blocks } = await services.database.read.selectFrom('campaigns').select('blocks').executeTakeFirstOrThrow();
  assert.deepEqual(
    (blocks as unknown as { kind: string }[]).map(({ kind }) => kind),
    ['text', 'heading'],
  );
  await page.context().close();
});

test('a campaign begins with a text, is sent to its writer unsaved, and keeps what is typed at once into a new block', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await verifyCompany(services, company);
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email');
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  const begin = dialog.getByRole('button', { name: 'We miss you' });
  await begin.focus();
  await page.keyboard.press('Enter');
  await hasFocus(dialog.getByLabel('Subject'));
  assert.equal(await begin.count(), 0);
  assert.equal(await dialog.getByLabel('Name').first().inputValue(), 'We miss you');
  assert.equal(await dialog.getByLabel('Subject').inputValue(), '{{name}}, it has been a while');
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).getByText('Hello {{name}},').waitFor();
  await axeBothSchemes(page, 'campaign begun with a text');

  // Nothing waits until the editor of the text has loaded.
  await dialog.getByRole('button', { name: 'Add a block' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menu] :focus').waitFor({ state: 'attached' });
  await page.getByRole('menuitem', { name: 'Text', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Parking is free.');
  const added = dialog.getByRole('textbox', { name: 'Text', exact: true }).last();
  await hasFocus(added);
  await added.getByText('Parking is free.', { exact: true }).waitFor();

  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Send to me' }).click();
  await page.getByText(`It is on its way to ${employee.logIn}.`).first().waitFor();
  const mail = await daybook.mail.next(({ subject }) => subject === 'Alex Example, it has been a while');
  assert.match(mail.text ?? '', /Hello Alex Example,[\s\S]*Parking is free\./);
  const own = services.database.read.selectFrom('campaigns').select('id').where('companyId', '=', company.id);
  assert.deepEqual(await own.execute(), []);
  await page.context().close();
});

test('names go where the caret is, conditions that exclude each other say so, and the zone of the period is named', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const path = '/app/company/marketing/email';
  const page = await openAs(daybook, browser, employee, path, { timezoneId: 'America/New_York' });
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByText(/^Times in Eastern European/).waitFor();
  assert.match((await dialog.getByLabel('Starts').textContent()) ?? '', /, 00:00$/);
  const subject = dialog.getByLabel('Subject');
  await subject.fill('Hello there');
  await subject.evaluate((field: HTMLInputElement) => field.setSelectionRange(6, 6));
  await dialog.getByLabel('Insert').first().click();
  await page.getByRole('option', { name: "Customer's name" }).click();
  assert.equal(await subject.inputValue(), 'Hello {{name}}there');
  await dialog.getByRole('tab', { name: 'Audience' }).click();
  await dialog.getByLabel('Appointments, at least').fill('10');
  await dialog.getByLabel('Appointments, at most').fill('5');
  await dialog.getByText('No customer meets both this and the condition before it.').waitFor();
  await dialog.getByLabel('Not here for at least (days)').fill('5000');
  await dialog.getByText('Must be at most 3650.').waitFor();
  await page.context().close();
});

test('Escape closes the address of a link, not the editor, also before the address has the focus', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email');
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
  await hasFocus(dialog.getByRole('textbox', { name: 'Text', exact: true }));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  const address = page.getByLabel('Address', { exact: true });
  await address.waitFor();
  await page.keyboard.press('Escape');
  await address.waitFor({ state: 'detached' });
  await page.clock.resume();
  assert.equal(await page.getByRole('dialog').count(), 1);
  await page.context().close();
});

test('a campaign whose answer was lost is added once, however often it is saved', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email');
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByLabel('Name').fill('Autumn');
  await page.route(
    `**${emailCampaigns.insert.path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Autumn');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Autumn” is saved.').first().waitFor();
  const { read } = services.database;
  const added = await read.selectFrom('campaigns').select('id').where('companyId', '=', company.id).execute();
  assert.equal(added.length, 1);
  await page.context().close();
});

test('a wrong link is said beside its field, on its tab, and a grant of the page shows campaigns without changing them', async () => {
  const { company, location, employee } = await buildBusiness(services, { actions: ['admin'] });
  const plain = { url: '', alt: '', pictureId: null, serviceId: null, calendarId: null };
  const { name } = await buildCampaign(services, company, {
    blocks: [
      { kind: 'columns', left: [], right: [{ ...plain, kind: 'button', text: 'Book', url: 'www.example.com' }] },
      { kind: 'button', text: 'More', url: '/salon' },
    ],
  });
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email');
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('tab', { name: 'Audience' }).click();
  await dialog.getByLabel('Appointments, at least').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const link = dialog.getByRole('listitem', { name: 'Two columns 1' }).getByLabel('Leads to');
  await dialog.locator('[aria-invalid=true]').waitFor();
  await hasFocus(link);
  await link.fill('https://www.example.com/book');
  await dialog.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await page.getByText(`“${name}” is saved.`).first().waitFor();
  await page.context().close();

  const reader = await buildEmployee(services, location);
  const { rows } = await sql<{ id: string }>`select id from pages where s_ref = '/app/company/marketing/email'`.execute(
    services.database.write,
  );
  await sql`insert into user_pages (company_id, user_id, page_id)
    values (${company.id}, ${reader.userId}, ${rows[0]?.id})`.execute(services.database.write);
  const readers = await openAs(daybook, browser, reader, '/app/company/marketing/email');
  const card = readers.getByRole('listitem', { name });
  await card.getByRole('button', { name: 'Show' }).click();
  await readers.getByRole('dialog', { name }).getByLabel('Name').waitFor();
  assert.equal(await readers.getByRole('button', { name: /^(Save|Start|Send now|New campaign)$/ }).count(), 0);
  await readers.context().close();
});

test('a service that was deleted is marked in the audience, which is counted again without it', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildService(services, employee);
  const { name } = await buildCampaign(services, company, { audience: { serviceIds: [id] } });
  await services.database.write.deleteFrom('services').where('id', '=', id).execute();
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email', widths.phone);
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('tab', { name: 'Audience' }).click();
  await dialog.getByText('This was deleted. Remove it, or choose another.').waitFor();
  await dialog.getByText('Deleted', { exact: true }).waitFor();
  await dialog.getByText('Reached now: –').waitFor();
  await axeBothSchemes(page, 'campaign audience with a deleted service');
  await dialog.getByRole('tab', { name: 'Content' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // The tab with what is wrong opens.
  const service = dialog.getByRole('combobox', { name: 'Who had the service' });
  await hasFocus(service);
  await page.keyboard.press('Backspace');
  await dialog.getByText('Reached now: 0').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`“${name}” is saved.`).first().waitFor();
  await page.context().close();
});

test('adding, moving and removing blocks by keyboard keeps the focus in the list, in columns too', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email');
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  const list = dialog.getByRole('list', { name: 'Blocks of the message' });
  const adder = (within: Locator) => within.getByRole('button', { name: 'Add a block' });
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  };
  const choose = async (kind: string) => {
    // The menu takes the focus shortly after it has opened.
    await page.locator('[role=menu] :focus').waitFor({ state: 'attached' });
    await press(page.getByRole('menuitem', { name: kind, exact: true }));
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  await press(adder(dialog).last());
  await choose('Two columns');
  const columns = list.getByRole('listitem', { name: /^Two columns/ });
  await hasFocus(adder(columns).first());

  // In the left column, with keys that the outer list has as well.
  await page.keyboard.press('Enter');
  await choose('Text');
  await hasFocus(columns.getByRole('textbox', { name: 'Text' }));
  await page.keyboard.type('Left');
  await press(adder(columns).first());
  await choose('Picture');
  await hasFocus(columns.getByRole('button', { name: 'Choose a picture' }));
  await press(columns.getByRole('button', { name: 'Move up: Picture 2' }));
  await hasFocus(columns.getByRole('listitem', { name: 'Picture 1' }));
  await press(columns.getByRole('button', { name: 'Move down: Picture 1' }));
  await hasFocus(columns.getByRole('listitem', { name: 'Picture 2' }));

  await press(adder(dialog).last());
  await choose('Divider');
  await hasFocus(list.getByRole('listitem', { name: 'Divider 2' }));
  await press(adder(dialog).last());
  await choose('Heading');
  await hasFocus(list.getByRole('textbox', { name: 'Heading' }));
  await press(list.getByRole('button', { name: 'Move up: Heading 3' }));
  await hasFocus(list.getByRole('button', { name: 'Move up: Heading 2' }));
  await page.keyboard.press('Enter');
  await hasFocus(list.getByRole('listitem', { name: 'Heading 1' }));
  await press(list.getByRole('button', { name: 'Move up: Two columns 2' }));
  await hasFocus(columns);

  // A block with content is removed after a question.
  await press(columns.getByRole('button', { name: 'Remove: Text 1' }));
  const question = page.getByRole('dialog', { name: 'Remove “Text 1”?' });
  await hasFocus(question.getByRole('button', { name: 'Cancel' }));
  await press(question.getByRole('button', { name: 'Remove', exact: true }));
  await hasFocus(columns.getByRole('button', { name: 'Remove: Picture 1' }));
  await page.keyboard.press('Enter');
  await hasFocus(adder(columns).first());
  await press(list.getByRole('button', { name: 'Remove: Divider 3' }));
  await hasFocus(list.getByRole('button', { name: 'Remove: Heading 2' }));
  await page.keyboard.press('Enter');
  await hasFocus(list.getByRole('button', { name: 'Remove: Two columns 1' }));
  await page.keyboard.press('Enter');
  await hasFocus(adder(dialog));
  await page.context().close();
});

test('four campaigns load at a time, a page that fails stops loading, and a campaign is started, stopped and deleted', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await verifyCompany(services, company);
  const contact = await buildContact(services, company, { eMail: 'mara@example.test' });
  await sql`insert into consents (company_id, id, contact_id, channel, is_given, source, created_at, proved_at)
    values (${company.id}, gen_random_uuid(), ${contact.id}, 'email', true, 'staff', now(), now())`.execute(
    services.database.write,
  );
  for (let n = 1; n <= 10; n++) await buildCampaign(services, company, { name: `Campaign number ${n}` });
  // While one runs, the list is read again every few seconds.
  const setRunning = (isRunning: boolean) =>
    sql`update campaigns set started = ${isRunning} where company_id = ${company.id} and name = 'Campaign number 9'`.execute(
      services.database.write,
    );
  await setRunning(true);
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email', widths.phone);
  let failing = true;
  let failures = 0;
  await page.route(/emailcampaigns\/GetPaginated.*PageNr=2/i, (route) => {
    if (failing) failures++;
    return failing ? route.fulfill({ status: 500, body: '{}' }) : route.continue();
  });
  await page
    .getByRole('heading', { name: /^Campaign number/ })
    .nth(3)
    .waitFor();
  await page
    .getByRole('heading', { name: /^Campaign number/ })
    .nth(3)
    .scrollIntoViewIfNeeded();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  for (let reads = 0; reads < 2; reads++) await page.waitForResponse(/emailcampaigns\/GetPaginated.*PageNr=1/i);
  await again.waitFor();
  assert.equal(failures, 1, 'nothing tries again by itself');
  await setRunning(false);
  assert.equal(await page.getByRole('heading', { name: /^Campaign number/ }).count(), 4);
  failing = false;
  await again.click();
  await page
    .getByRole('heading', { name: /^Campaign number/ })
    .nth(7)
    .waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'campaigns');
  const card = page.getByRole('listitem', { name: 'Campaign number 10' });
  await card.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start “Campaign number 10”?' });
  await question.getByText('Now: 1.').waitFor();
  await question.getByRole('button', { name: 'Start', exact: true }).click();
  await card.getByText('Started', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('Not running').waitFor();
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a campaign beyond the limit of the day says so before it is sent, while it waits, and in its audience', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await verifyCompany(services, company);
  await addSubscribers(services, company.id, 3);
  const update = services.database.write.updateTable('companies').where('id', '=', company.id);
  await update.set({ campaignMailsPerDay: 2 }).execute();
  await buildCampaign(services, company, { name: 'Spring' });
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email', widths.phone);
  const card = page.getByRole('listitem', { name: 'Spring' });
  await card.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Spring' });
  await editor.getByRole('tab', { name: 'Audience' }).click();
  await editor.getByText('Messages that leave today: 2 of 2 a day; the rest follow on the next days.').waitFor();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Send now' }).click();
  const question = page.getByRole('dialog', { name: 'Send “Spring” now?' });
  await question.getByText('Customers: 3. Messages that leave today: 2; the rest follow on the next days.').waitFor();
  await question.getByRole('button', { name: 'Send now' }).click();
  await card.getByText('Being sent').waitFor();
  await runCampaigns(services, { duration: 0 });
  await card.getByRole('listitem').filter({ hasText: 'Waits for the limit of the day: 1' }).waitFor();
  await card.getByText('2 of 2 campaign e-mails of the day are used.').waitFor();
  await noHorizontalScroll(page);
  await page.context().close();
});

test('results name their share of what was sent, say what counts, and are none before anything was sent', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await verifyCompany(services, company);
  await addSubscribers(services, company.id, 3);
  const { id } = await buildCampaign(services, company, { name: 'Spring' });
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/email', widths.phone);
  const card = page.getByRole('listitem', { name: 'Spring' });
  const editor = page.getByRole('dialog', { name: 'Spring' });
  const openResults = async () => {
    await card.getByRole('button', { name: 'Spring', exact: true }).click();
    await editor.getByRole('tab', { name: 'Results' }).click();
  };
  await openResults();
  await editor.getByText('Nothing has been sent yet, so there are no results.').waitFor();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await card.getByText('Being sent').waitFor();
  await runCampaigns(services, { duration: 0 });
  const { write } = services.database;
  await sql`update deliveries set state = 'sent' where company_id = ${company.id} and queue = 'mail:campaign'`.execute(
    write,
  );
  const recipients = await services.database.read
    .selectFrom('campaignRecipients')
    .select('deliveryId')
    .where('campaignId', '=', id)
    .execute();
  assert.equal(recipients.length, 3);
  await sql`update deliveries set state = 'undelivered' where id = ${recipients[0]?.deliveryId}`.execute(write);
  await sql`update campaign_recipients set unsubscribed_at = now() where delivery_id = ${recipients[1]?.deliveryId}`.execute(
    write,
  );
  await page.reload();
  const results = card.getByLabel('What came of it');
  const said = async () =>
    (await results.locator('div').allTextContents()).map((text) => text.replaceAll('\u00A0', ' '));
  await results.getByText('Delivered').waitFor();
  assert.deepEqual(await said(), [
    'Delivered266.6%',
    'People who followed a link00%',
    'People who booked00%',
    'Bookings0',
    'Income€0',
    'Unsubscribed133.3%',
    'Opened by mail filters0',
  ]);
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'results of a campaign');
  await openResults();
  await editor.getByText('is not counted: programs load pictures').waitFor();
  await editor.getByText('Percentages are of the messages sent: 3.').waitFor();
  await axeBothSchemes(page, 'results in the editor');
});

test('the test page shows every variant to the company alone, and a recipient unsubscribes by a click', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildCampaign(services, company, { name: 'Autumn' });
  const page = await openAs(daybook, browser, employee, `/Marketing/Test/?Id=${id}`);
  await page.getByRole('heading', { name: 'Test of “Autumn”' }).waitFor();
  for (const variant of ['Desktop', 'Phone', 'Dark', 'Pictures off', 'Plain text']) {
    await page.getByRole('heading', { name: variant }).waitFor();
  }
  await axeBothSchemes(page, 'campaign test');
  await page.context().close();
  const stranger = await browser.visit(`${daybook.url}/Marketing/Test/?Id=${id}`);
  await stranger
    .getByRole('heading', { name: /does not exist|Sign in/ })
    .first()
    .waitFor();
  assert.equal(await stranger.getByText('Autumn').count(), 0);
  await stranger.context().close();

  const contact = await buildContact(services, company, { eMail: 'mara@example.test' });
  const token = 'abcdefghijkLMNOPQRSTUV';
  await sql`insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, token_hash, created_at)
    values (${company.id}, gen_random_uuid(), ${id}, ${contact.id}, 'mara@example.test', ${hashToken(token)}, now())`.execute(
    services.database.write,
  );
  const visitor = await browser.visit(`${daybook.url}/marketing/unsubscribe/${token}`, widths.phone);
  await visitor.getByRole('heading', { name: `Messages from ${company.name}` }).waitFor();
  await axeBothSchemes(visitor, 'unsubscribe');
  const count = async () =>
    (await services.database.read.selectFrom('suppressions').select('id').where('companyId', '=', company.id).execute())
      .length;
  assert.equal(await count(), 0, 'opening it changes nothing');
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await visitor.getByText('You will receive no more of these messages.').waitFor();
  assert.equal(await count(), 1);
  await visitor.getByRole('button', { name: 'Subscribe again' }).click();
  await visitor.getByText('You receive these messages again.').waitFor();
  assert.equal(await count(), 0);
});

test('a page says where a link leads, and follows it by one button; an ended link says so', async () => {
  const { company } = await buildBusiness(services, { linksLeadDirectly: false });
  const { id } = await buildCampaign(services, company);
  const contact = await buildContact(services, company, { eMail: 'mara@example.test' });
  const token = 'bcdefghijkLMNOPQRSTUVW';
  // Another site for the browser, and the same server.
  const target = `${daybook.url.replace('localhost', '127.0.0.1')}/terms`;
  const { write } = services.database;
  await sql`insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, token_hash, created_at, sent_at, day)
    values (${company.id}, gen_random_uuid(), ${id}, ${contact.id}, 'mara@example.test', ${hashToken(token)}, now(),
      now() - interval '1 hour', current_date)`.execute(write);
  await sql`insert into campaign_links (company_id, campaign_id, position, url)
    values (${company.id}, ${id}, 0, ${target})`.execute(write);
  // The browser of tests names itself as one that programs drive.
  const userAgent = person['user-agent'];
  const visitor = await browser.visit(`${daybook.url}/v/${token}/0`, { ...widths.phone, userAgent });
  await visitor.getByRole('heading', { name: `Link from ${company.name}` }).waitFor();
  await visitor.getByText(target).waitFor();
  await axeBothSchemes(visitor, 'where a link leads');
  await visitor.getByRole('button', { name: /^Continue to 127\.0\.0\.1/ }).click();
  await visitor.waitForURL(target);
  const visits = await services.database.read
    .selectFrom('campaignVisits')
    .select('isPerson')
    .where('campaignId', '=', id)
    .execute();
  assert.deepEqual(visits, [{ isPerson: true }]);
  await sql`update campaigns set ended_at = now() - interval '91 days' where id = ${id}`.execute(write);
  await visitor.goto(`${daybook.url}/v/${token}/0`);
  await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor();
  await axeBothSchemes(visitor, 'an ended link');
});
