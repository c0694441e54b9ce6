// Adds a campaign by SMS to a demo company, with what came of it: receipts, answers, a STOP, bookings and their income.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { audienceOf } from '#server/campaigns/audience/read-audience.ts';
import { renderSms } from '#server/campaigns/content/render-sms.ts';
import { linkPositions } from '#server/campaigns/response/link-positions.ts';
import { newMessageToken, visitUrl } from '#server/campaigns/response/links.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';
import { addResults } from './add-campaign-results.ts';

const sentDaysAgo = 11;

const accepted = '201 {"status":"queued"}';
/** Outcomes of the SMS, in turn. */
const outcomes = [
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'sent', answers: [accepted] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'undelivered', answers: [accepted, 'Receipt: undelivered'] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'failed', answers: ['400 {"message":"The number is not in use"}'] },
] as const;

/** Answers of the first recipients. */
const answers = [
  { message: 'Lovely, I have booked!', meaning: '' },
  { message: 'STOP', meaning: 'stop' },
  { message: 'Also on Saturdays?', meaning: '' },
];

interface Recipient {
  contactId: string;
  address: string;
  language: string;
  basis: string;
  leftOut: string | null;
  name: string;
}

export async function addSmsCampaign(context: ServiceContext, companyId: string): Promise<void> {
  const { db, clock, publicUrl } = context;
  const id = randomUUIDv7();
  const sentAt = clock.now().subtract({ hours: 24 * sentDaysAgo });
  const name = 'A free hour this week';
  const { companyName, path } = await factsOf(context, companyId);
  const message = `{{name}}, some hours have become free this week: ${publicUrl}${path} – {{company}}`;
  await db
    .insertInto('campaigns')
    .values({
      ...{ companyId, id, medium: 'sms', name, message, audience: '{}', timeZone: 'Europe/Riga' },
      ...{ periodStart: sentAt, periodEnd: sentAt.add({ hours: 72 }), snapshotAt: sentAt, createdAt: sentAt },
    })
    .execute();
  const { urls } = renderSms(message, { language: 'en', fields: {}, linkTo: (url) => url });
  const positions = await linkPositions(db, { companyId, id }, urls);
  const audience = audienceOf({ companyId, medium: 'sms', audience: readAudience({}), campaignId: id, now: sentAt });
  const { rows } = await sql<Recipient>`
    select a.*, c.name from (${audience}) a join contacts c on c.company_id = ${companyId} and c.id = a.contact_id
    order by a.address`.execute(db);
  for (const [index, { name: contactName, ...recipient }] of rows.entries()) {
    const values = { companyId, id: randomUUIDv7(), campaignId: id, ...recipient, createdAt: sentAt };
    if (recipient.leftOut !== null) {
      await db.insertInto('campaignRecipients').values(values).execute();
      continue;
    }
    const token = newMessageToken();
    const deliveryId = randomUUIDv7();
    const visit = visitUrl(context, token);
    const { text } = renderSms(message, {
      language: recipient.language || 'en',
      fields: { name: contactName, company: companyName, stop: visit },
      linkTo: (url) => `${visit}/${positions.get(url) ?? 0}`,
    });
    const outcome = outcomes[index % outcomes.length] ?? outcomes[0];
    const settledAt = sentAt.add({ minutes: index });
    await db
      .insertInto('deliveries')
      .values({
        ...{
          id: deliveryId,
          companyId,
          medium: 'sms',
          queue: 'sms:campaign',
          lane: 'turn',
          laneKey: id,
          guarantee: 'once',
        },
        ...{ address: recipient.address, state: outcome.state, attempts: 1, parts: smsParts(text).parts },
        ...{
          causeKind: 'campaign.sms',
          causeKey: `${id}:${recipient.contactId}`,
          answer: outcome.answers.at(-1) ?? '',
        },
        ...{ dueAt: sentAt, settledAt, createdAt: sentAt, reason: outcome.state === 'failed' ? 'refused' : '' },
      })
      .execute();
    await db
      .insertInto('smsMessages')
      .values({
        ...{ id: deliveryId, companyId, toSms: recipient.address, typed: recipient.address },
        ...{ subject: name, message: text, createdAt: sentAt },
      })
      .execute();
    for (const [step, answer] of outcome.answers.entries()) {
      const createdAt = settledAt.add({ seconds: 20 * step });
      await db
        .insertInto('deliveryAttempts')
        .values({ id: randomUUIDv7(), deliveryId, companyId, answer, outcome: outcome.state, createdAt })
        .execute();
    }
    const day =
      outcome.state === 'failed' ? null : sql<string>`wall_time(${settledAt}::timestamptz, 'Europe/Riga')::date`;
    await db
      .insertInto('campaignRecipients')
      .values({
        ...{ ...values, deliveryId, tokenHash: hashToken(token), day: day as never },
        sentAt: outcome.state === 'failed' ? null : settledAt,
      })
      .execute();
  }
  await addAnswers(context, companyId, id, sentAt);
  await addResults(context, companyId, id, sentAt);
}

/** The name of the company, and the public page of one of its people. */
async function factsOf({ db }: ServiceContext, companyId: string): Promise<{ companyName: string; path: string }> {
  const { rows } = await sql<{ companyName: string; path: string }>`
    select c.name as company_name, '/' || l.url_name as path from companies c
    join locations l on l.company_id = c.id where c.id = ${companyId} order by l.created_at, l.id limit 1`.execute(db);
  return rows[0] ?? { companyName: '', path: '/' };
}

async function addAnswers(
  { db }: ServiceContext,
  companyId: string,
  campaignId: string,
  sentAt: Temporal.Instant,
): Promise<void> {
  const reached = await db
    .selectFrom('campaignRecipients as r')
    .innerJoin('deliveries as d', 'd.id', 'r.deliveryId')
    .select('r.address')
    .where('r.companyId', '=', companyId)
    .where('r.campaignId', '=', campaignId)
    .where('d.state', '=', 'delivered')
    .orderBy('r.address', 'desc')
    .limit(answers.length)
    .execute();
  for (const [index, { address }] of reached.entries()) {
    const answer = answers[index];
    if (!answer) continue;
    const createdAt = sentAt.add({ minutes: 25 + 70 * index });
    await db
      .insertInto('inboundMessages')
      .values({ id: randomUUIDv7(), companyId, fromSms: address, ...answer, createdAt })
      .execute();
    if (answer.meaning !== 'stop') continue;
    await sql`
      insert into suppressions (company_id, medium, address, reason, evidence, created_at)
      values (${companyId}, 'sms', ${address}, 'stop', ${answer.message}, ${createdAt}) on conflict do nothing`.execute(
      db,
    );
    await sql`
      update campaign_recipients set unsubscribed_at = ${createdAt}
      where company_id = ${companyId} and campaign_id = ${campaignId} and address = ${address}`.execute(db);
  }
}
