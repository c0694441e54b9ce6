// SMS from the gateway to the customer: the operator sets and tests a gateway, the company turns reminders on, an
// employee sees what an SMS costs before it is sent, and finds it in the list.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { eventually } from '#server/testing/process.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { navigateTo } from './lib/list.ts';
import { at, calendarPath, eventNamed, openAs } from './lib/staff.ts';

const daybook = await openApp({ PRIVATE_HOSTS: '127.0.0.1' });
const gateway = await openSmsGateway((request) =>
  request.body.includes('+37120000009') ? { status: 400, body: 'Not a subscriber' } : undefined,
);
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => gateway[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('an SMS goes from the calendar over a tested gateway to the customer, at the price that was shown', async () => {
  const { employee, company, location } = await buildBusiness(services, { actions: ['admin', 'sys', 'user'] });
  const administrator = await buildEmployee(services, location, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/system/sms/gateways');
  await page.getByRole('button', { name: 'New SMS gateway' }).first().click();
  const editor = page.getByRole('dialog', { name: 'New SMS gateway' });
  await editor.getByLabel('Domain').waitFor();
  await editor.getByLabel('Key').fill('Own gateway');
  const choose = async (kind: string) => {
    await editor.getByLabel('Kind').click();
    await page.getByRole('option', { name: kind }).click();
  };
  await choose('SMPP link');
  assert.equal(await editor.getByLabel('Port').inputValue(), '2775');
  await editor.getByLabel('System ID').fill('daybook');
  await editor.getByLabel('Coding of texts').waitFor();
  assert.equal(await editor.getByLabel('Domain').count(), 0);
  await axeBothSchemes(page, 'a gateway that is an SMPP link');
  await choose('Vendor with a web service');
  await editor.getByLabel('Vendor').click();
  await page.getByRole('option', { name: 'Vonage' }).click();
  assert.equal(await editor.getByLabel('Host').inputValue(), 'rest.nexmo.com');
  assert.equal(await editor.getByLabel('Path').count(), 0, 'the request of a vendor is known');
  await choose('SMPP link');
  const server = ['Host', 'Port'].map((field) => editor.getByLabel(field).inputValue());
  assert.deepEqual(await Promise.all(server), ['', '2775'], 'no vendor has that link at the same host');
  await choose('Vendor with a web service');
  await editor.getByLabel('Vendor').click();
  await page.getByRole('option', { name: 'Another one' }).click();
  await axeBothSchemes(page, 'a gateway with a request of its own');
  await editor.getByLabel('Host').fill(gateway.host);
  await editor.getByLabel('Port').fill(String(gateway.port));
  await editor.getByRole('switch', { name: /SSL|Encrypted|TLS/ }).uncheck({ force: true });
  await editor.getByLabel('Path').fill('/messages');
  await editor.getByLabel('Identifier in the response').fill('id');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Own gateway” is saved.').first().waitFor();

  await page.getByRole('button', { name: 'Actions for Own gateway' }).click();
  await page.getByRole('menuitem', { name: 'Send a test SMS' }).click();
  const tried = page.getByRole('dialog', { name: 'Test “Own gateway”' });
  await tried.getByLabel('To which number').fill('+371 20000009');
  await tried.getByRole('button', { name: 'Send' }).click();
  await tried.getByText('400 Not a subscriber').waitFor();
  await tried.getByLabel('To which number').fill('+371 20000001');
  await tried.getByRole('button', { name: 'Send' }).click();
  await tried.getByText('The gateway accepted the SMS to +37120000001.').waitFor();
  await axeClean(page, 'a test of a gateway');
  await page.context().close();

  await services.database.write.updateTable('companies').set({ country: 'LV' }).where('id', '=', company.id).execute();
  await sql`update unit_prices set price = 0.045 where company_id = ${company.id}`.execute(services.database.write);
  await sql`insert into deposits (company_id, posted) values (${company.id}, 5)`.execute(services.database.write);
  const customer = { name: 'Mara', eMail: 'mara@example.com', phoneNumber: '20 000 001' };
  await buildEvent(services, employee, { start: at('10:00'), title: 'Massage', ...customer });
  const calendar = await openAs(daybook, browser, employee, calendarPath());
  await eventNamed(calendar, 'Massage').click();
  await calendar.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = calendar.getByRole('dialog', { name: 'Massage' });
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  const shown = calendar.getByRole('dialog', { name: 'SMS to +37120000001' });
  await shown.getByText(/reminds you of/).waitFor();
  const cost = (await shown.getByText(/SMS for €/).textContent()) ?? '';
  assert.match(cost, /^(1 SMS for €0\.045|2 SMS for €0\.09)$/);
  await axeBothSchemes(calendar, 'an SMS before it is sent');
  // Escape closes only the dialog on top, and the focus returns to the button.
  await calendar.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await dialog.locator('button:focus', { hasText: 'Send SMS' }).waitFor();
  await calendar.keyboard.press('Enter');
  await shown.getByRole('button', { name: 'Send SMS' }).click();
  await calendar
    .getByText('The SMS to 20 000 001 is on its way.')
    .or(calendar.getByText('The SMS to +37120000001 is on its way.'))
    .first()
    .waitFor();
  await calendar.context().close();

  const phone = await openAs(daybook, browser, employee, '/app/company/sms/messages', widths.phone);
  await phone.getByText('+37120000001').first().waitFor();
  await noHorizontalScroll(phone);
  await axeClean(phone, 'the SMS of a company');
  await sql`update deliveries set state = 'undelivered' where medium = 'sms'`.execute(services.database.write);
  await phone.reload();
  await phone.getByText('Undelivered').first().waitFor();
  assert.equal(gateway.requests.filter(({ body }) => body.includes('reminds you')).length, 1);

  // The customer stops SMS, and takes it back at the desk.
  const stopped = { companyId: company.id, createdAt: services.clock.now() };
  const { write } = services.database;
  const text = { id: randomUUID(), fromSms: '+37120000001', message: 'Stop', meaning: 'stop' };
  await write
    .insertInto('inboundMessages')
    .values({ ...stopped, ...text })
    .execute();
  await write
    .insertInto('suppressions')
    .values({ ...stopped, medium: 'sms', address: '+37120000001', reason: 'stop', evidence: 'Stop' })
    .execute();
  await navigateTo(phone, '/app/company/sms/received');
  await phone.getByText('No more SMS').first().waitFor();
  await noHorizontalScroll(phone);
  await axeBothSchemes(phone, 'received SMS');
  await phone.context().close();
  const desk = await openAs(daybook, browser, administrator, '/app/company/email/suppressed-addresses');
  await desk.getByRole('button', { name: 'Actions for +37120000001' }).click();
  await desk.getByRole('menuitem', { name: 'Allow again' }).click();
  const why = desk.getByRole('dialog', { name: 'Allow SMS to +37120000001 again' });
  await why.getByRole('button', { name: 'Allow again' }).click();
  await why.locator('[aria-invalid=true]').waitFor();
  await axeBothSchemes(desk, 'a stopped number');
  await why.getByLabel('Why may SMS be sent again?').fill('Asked at the desk');
  await why.getByRole('button', { name: 'Allow again' }).click();
  await desk.getByText('Messages to +37120000001 are sent again.').first().waitFor();
  await desk.getByText('Unsubscribed').first().waitFor();
  await axeClean(desk, 'suppressed addresses');
});

test('a company sees what SMS cost before it turns reminders by SMS on', async () => {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  await sql`update company_terms set sms_cost = 0.045 where company_id = ${company.id}`.execute(
    services.database.write,
  );
  const page = await openAs(daybook, browser, employee, '/app/company/details');
  const part = page.locator('#company-sms');
  await part.getByText('Each SMS costs €0.045', { exact: false }).waitFor();
  await part.getByRole('switch', { name: 'Remind customers by SMS' }).check({ force: true });
  await part.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings of SMS are saved.').first().waitFor();
  const row = await services.database.read
    .selectFrom('companies')
    .select(['smsReminders', 'smsCountries'])
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, { smsReminders: true, smsCountries: [] });
});

test('a campaign by SMS is written with what it costs, sent over the gateway, and counted', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await verifyCompany(services, company);
  const { write } = services.database;
  const sending = { host: gateway.host, port: gateway.port, path: '/messages', idPath: 'id' };
  await write
    .insertInto('smsGateways')
    .values({ id: randomUUID(), key: 'For campaigns', kind: 'http', ssl: false, ...sending, purposes: ['campaign'] })
    .execute();
  // Equal hours are none: the test runs at any time.
  const always = { quietFrom: 0, quietUntil: 0 };
  await write
    .updateTable('companies')
    .set({ country: 'LV', ...always })
    .where('id', '=', company.id)
    .execute();
  await sql`update unit_prices set price = 0.05 where company_id = ${company.id}`.execute(write);
  await sql`update company_terms set sms_cost = 0.05 where company_id = ${company.id}`.execute(write);
  await sql`insert into deposits (company_id, posted) values (${company.id}, 5)`.execute(write);
  for (const number of ['+37120000301', '+37120000302']) {
    const { id: contactId } = await buildContact(services, company, { phoneNumber: number });
    await sql`update contacts set phone_key = ${number} where id = ${contactId}`.execute(write);
    const consent = { companyId: company.id, contactId, channel: 'sms', isGiven: true, source: 'staff' } as const;
    await recordConsent({ ...services, db: write } as never, { ...consent, userId: null, shownText: '' });
  }
  const page = await openAs(daybook, browser, employee, '/app/company/marketing/sms', widths.phone);
  await page.getByText('There are no campaigns.').waitFor();
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await dialog.getByLabel('Name').fill('Autumn');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('A cut for half the price');
  await dialog.getByText('Cost now: at most €0.10 for 2 customers', { exact: false }).waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'editor of a campaign by SMS');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Autumn” is saved.').first().waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Start “Autumn”?' })
    .getByRole('button', { name: 'Start', exact: true })
    .click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await runCampaigns(services);
  const arrived = () => gateway.requests.filter(({ body }) => body.includes('A cut for half the price')).length === 2;
  await eventually('both customers have the SMS', arrived);
  await page.reload();
  // Both are the whole audience, and were sent.
  const progress = page.locator('dl', { has: page.getByText('Audience', { exact: true }) }).first();
  await progress.filter({ hasText: /^Audience2Sent2$/ }).waitFor();
  await axeBothSchemes(page, 'campaigns by SMS');
  await page.context().close();
});
