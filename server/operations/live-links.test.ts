// Tests that the tokens of links in messages leave the database in these messages alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { emailCampaigns, smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { company as companyCalls } from '#contract/company/details.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { privacy } from '#contract/identity/privacy.ts';
import { user } from '#contract/identity/sign-in.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { companyProblems, systemProblems } from '#contract/messaging/problems.ts';
import { companySmsMessages, systemSmsMessageLogs, systemSmsMessages } from '#contract/messaging/sms.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { queueReminderSms } from '#server/booking/notifications/queue-appointment-sms.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { makeInvoiceFiles } from '#server/money/invoices/pdf/invoice-files.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { addTextable, agreeToMails } from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { storedMails, storedSms } from '#server/testing/clients/stored-messages.ts';
import { readArchive } from '#server/testing/files/archive-contents.ts';
import { archiveOf } from '#server/testing/files/restores.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

test('a token of a link leaves in its message alone, and no table has it once that was sent', async () => {
  await using app = await testApp();
  const { write } = app.database;
  // As a customer of the company too: the download has what she was sent.
  const { company, employee, location } = await buildBusiness(app, {
    actions: ['user', 'admin', 'sys'],
    logIn: 'mara@example.test',
  });
  const headers = await signIn(app, employee);
  await queueEverything(app, { company, employee, location, headers });

  const tokens = await tokensIn(app);
  assert.deepEqual([...new Set(tokens.values())].sort(), [
    'appointment 22',
    'appointment 43',
    'campaign mail',
    'campaign sms',
    'company 43',
    'invite 43',
    'invoice',
    'recover 43',
    'verify 43',
  ]);
  const assertNone = (way: string, text: string) => {
    for (const [token, purpose] of tokens) assert.ok(!text.includes(token), `${purpose}: ${way}`);
  };
  const assertNoneLeaves = async () => {
    for (const { operations } of lists) {
      assertNone(operations.getPaginated.path, (await app.call(operations.getPaginated, {}, headers)).body);
      const file = await app.server.inject({ url: `/${operations.export.path}`, headers });
      assert.equal(file.statusCode, 200, file.body);
      assertNone(operations.export.path, file.body);
    }
    const { contents } = await readArchive(app, await archiveOf(app, company.id));
    for (const [name, entry] of contents) assertNone(`${name} of the archive`, entry.toString());
    const download = await app.server.inject({ url: `/${privacy.downloadData.path}`, headers });
    assert.equal(download.statusCode, 200, download.body);
    const record = unzip(download.rawPayload).get('data.json')?.toString() ?? '';
    assert.match(record, /"mails"/);
    assertNone('the privacy download', record);
    return contents;
  };

  for (const [table, text] of await tableTexts(app)) assertNone(table, text);
  await assertNoneLeaves();

  await sql`
    insert into delivery_attempts (id, delivery_id, company_id, answer, created_at)
    select gen_random_uuid(), id, company_id, '250 OK', created_at from deliveries`.execute(write);
  await write.updateTable('deliveries').set({ state: 'sent', settledAt: app.clock.now(), price: null }).execute();
  for (const [table, text] of await tableTexts(app, { withLinks: true })) assertNone(table, text);
  const contents = await assertNoneLeaves();
  assert.match(String(contents.get('tables/email_messages.jsonl')), /\/user\/verify-company\/\*\*\*/);
});

const lists = [
  ...[companyEmailMessages, systemEmailMessages, systemEmailMessageLogs],
  ...[companySmsMessages, systemSmsMessages, systemSmsMessageLogs],
  ...[companyProblems, systemProblems],
];

type Built = Awaited<ReturnType<typeof buildBusiness>>;

/** A message with a link of every purpose. */
async function queueEverything(
  app: TestApp,
  { company, employee, location, headers }: Built & { headers: { cookie: string } },
): Promise<void> {
  const { write } = app.database;
  const within = <T>(act: (tx: ServiceContext) => Promise<T>) => transaction({ ...app, db: write }, act);
  const event = await buildEvent(app, employee, {
    ...{ start: '2026-03-03T08:00:00Z', status: 'requested', userId: null },
    ...{ eMail: employee.logIn, phoneNumber: '+37120000999' },
  });
  const visit = { companyId: company.id, id: event.id };
  await within((tx) => queueAppointmentMail(tx, 'request', visit));
  await verifyCompany(app, company);
  await addTextable(app, company.id, 1);
  await within((tx) => queueReminderSms(tx, visit));

  const contact = await buildContact(app, company, { name: 'Lena', eMail: 'lena@example.test' });
  await agreeToMails(app, company.id, contact.id);
  const url = 'https://example.test/offer';
  const campaign = await buildCampaign(app, company, { blocks: [{ kind: 'button', text: 'Book', url }] });
  assert.equal((await app.call(emailCampaigns.send, { id: campaign.id }, headers)).status, 200);
  await write.insertInto('smsGateways').values({ id: randomUUID(), key: 'Kept', kind: 'file', host: '' }).execute();
  const texts = await buildCampaign(app, company, { medium: 'sms' });
  await app.call(smsCampaigns.update, { id: texts.id, message: `Hello {{name}}, see ${url}.` }, headers);
  assert.equal((await app.call(smsCampaigns.send, { id: texts.id }, headers)).status, 200);
  await runCampaigns(app, { duration: 0 });

  const seller = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', vatId: 'LV1' };
  await write.updateTable('seller').set(seller).execute();
  await buildInvoice(app, company);
  await makeInvoiceFiles(app);

  const colleague = await buildEmployee(app, location, { isEMailVerified: false });
  await app.call(user.sendVerification, {}, await signIn(app, colleague));
  await app.call(user.resetPassword, { eMail: employee.logIn });
  await app.call(companyUsers.invite, { eMail: 'new@example.test' }, headers);
  const changed = { name: 'Salon', address: '', country: 'Latvia', eMail: 'bank@example.test' };
  const updated = await app.call(companyCalls.update, changed, headers);
  assert.equal(updated.status, 200, updated.body);
  await app.call(companyCalls.sendVerification, {}, headers);
}

/** The tokens of links that messages have, with their purposes: those whose hashes are stored. */
async function tokensIn(app: TestApp): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: Buffer; purpose: string }>`
    select token_hash as hash, purpose from action_links
    union all select token_hash, 'invoice' from invoice_links
    union all select r.token_hash, 'campaign ' || c.medium from campaign_recipients r
      join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id where r.token_hash is not null`.execute(
    app.database.read,
  );
  const purposes = new Map(rows.map(({ hash, purpose }) => [hash.toString('hex'), purpose]));
  const messages = JSON.stringify([await storedMails(app), await storedSms(app)]);
  const found = new Map<string, string>();
  for (const [token] of messages.matchAll(/[\w-]{22,}/g)) {
    const purpose = purposes.get(hashToken(token).toString('hex'));
    if (purpose) found.set(token, /^(invoice|campaign)/.test(purpose) ? purpose : `${purpose} ${token.length}`);
  }
  return found;
}

/** The rows of every table, also audits and logs; of messages that wait, without the tokens that wait with them. */
async function tableTexts(app: TestApp, { withLinks = false } = {}): Promise<[string, string][]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'testing') order by 1, 2`.execute(app.database.write);
  const texts: [string, string][] = [];
  for (const { schema, name } of rows) {
    const row = name === 'deliveries' && !withLinks ? sql`to_jsonb(t) - 'links'` : sql`to_jsonb(t)`;
    const { rows: found } = await sql<{ text: string }>`
      select coalesce(string_agg((${row})::text, e'\n'), '') as text from ${sql.id(schema, name)} t`.execute(
      app.database.write,
    );
    texts.push([name, found[0]?.text ?? '']);
  }
  return texts;
}
