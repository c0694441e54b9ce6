// Companies that send campaigns, and their sending.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type CampaignFigures, emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { campaignMayStillSend } from '#server/campaigns/sending/may-still-send.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { campaignWhenSent } from '#server/campaigns/sending/when-sent.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import type { Services } from '#server/lib/context.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { buildBusiness, verifyCompany } from './business.ts';
import { buildContact } from './contact.ts';
import { signIn } from './sign-in.ts';

export const campaignCauses = { mayStillSend: campaignMayStillSend, whenSent: campaignWhenSent };

/** Runs the job and the outbox until nothing changes any more. */
export async function sendCampaigns(app: TestApp): Promise<void> {
  const outbox = openMessaging(app, campaignCauses);
  // The first round may only send what was queued before.
  for (let idle = 0; idle < 2; ) {
    const { queued, ended } = await runCampaigns(app, { duration: 0 });
    await outbox.drain();
    idle = queued === 0 && ended === 0 ? idle + 1 : 0;
  }
  await outbox.close();
}

/** A company that may send, with an administrator. */
export async function sendingCompany(app: TestApp) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  return { company, employee, headers: await signIn(app, employee) };
}

/** Customers who agreed, as an import would add them. */
export async function addSubscribers(app: Services, companyId: string, count: number): Promise<void> {
  await sql`
    with added as (
      insert into contacts (company_id, id, name, e_mail, created_at)
      select ${companyId}, gen_random_uuid(), 'Customer ' || n, 'customer-' || n || '@example-' || n % 7 || '.test', ${app.clock.now()}
      from generate_series(1, ${count}::integer) n returning company_id, id)
    insert into consents (company_id, id, contact_id, channel, is_given, source, created_at, proved_at)
    select company_id, gen_random_uuid(), id, 'email', true, 'import', ${app.clock.now()}, null from added`.execute(
    app.database.write,
  );
}

/** Records that a customer agreed to e-mails, or no longer does. */
export async function agreeToMails(app: TestApp, companyId: string, contactId: string, isGiven = true): Promise<void> {
  await recordConsent(
    { ...app, db: app.database.write },
    { companyId, contactId, channel: 'email', isGiven, source: 'staff', userId: null, shownText: '' },
  );
}

/** The figures of a campaign, whose parts must be its audience. */
export async function campaignFigures(app: TestApp, headers: { cookie: string }, id: string): Promise<CampaignFigures> {
  const { answer } = await app.call(emailCampaigns.getById, { id }, headers);
  const { figures } = answer;
  const { sent, waiting, failed, uncertain, stopped, leftOut } = figures;
  assert.equal(sent + waiting + failed + uncertain + stopped + leftOut, figures.audience, 'the parts are the audience');
  return figures;
}

/** Customers in Latvia who agreed to SMS; returns their numbers. */
export async function addTextable(app: TestApp, companyId: string, count: number): Promise<string[]> {
  const { write } = app.database;
  await write
    .updateTable('companies')
    .set({ country: 'Latvia', smsCountries: ['LV'] })
    .where('id', '=', companyId)
    .execute();
  const numbers = Array.from({ length: count }, (_, nth) => `+3712${String(1_000_000 + nth)}`);
  for (const phoneNumber of numbers) {
    const { id: contactId } = await buildContact(app, { id: companyId }, { name: 'Customer', phoneNumber });
    await write.updateTable('contacts').set({ phoneKey: phoneNumber }).where('id', '=', contactId).execute();
    const consent = { companyId, contactId, channel: 'sms', isGiven: true, source: 'staff' } as const;
    await recordConsent({ ...app, db: write }, { ...consent, userId: null, shownText: '' });
  }
  return numbers;
}
