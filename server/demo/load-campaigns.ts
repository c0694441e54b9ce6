// Two campaigns of a demo company with what came of them, and one that is being written.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Block } from '#contract/campaigns/blocks.ts';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { audienceOf } from '#server/campaigns/audience/read-audience.ts';
import { blockFacts } from '#server/campaigns/content/block-facts.ts';
import { plainHtml } from '#server/campaigns/content/campaign-content.ts';
import { renderCampaignMail } from '#server/campaigns/content/render-mail.ts';
import { textBlock } from '#server/campaigns/content/text-block.ts';
import { linkPositions } from '#server/campaigns/response/link-positions.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { parseSender } from '#server/lib/one-line.ts';
import { storeContent } from '#server/messaging/mail/shared-content.ts';
import { addResults } from './add-campaign-results.ts';

interface Written {
  name: string;
  subject: string;
  blocks: Block[];
  audience: object;
  /** Days before the present; none: it was not sent yet. */
  sentDaysAgo?: number;
}

const block = (fields: Partial<Block>): Block => ({ ...textBlock(''), ...fields });

export async function addCampaigns(context: ServiceContext, companyId: string): Promise<void> {
  const { db, clock } = context;
  await sql`
    insert into marketing_settings (company_id, customers_by_mail, declared_at)
    values (${companyId}, true, ${clock.now().subtract({ hours: 24 * 90 })})`.execute(db);
  const { rows } = await sql<{ serviceId: string; calendarId: string }>`
    select p.service_id, p.calendar_id from service_people p
    join services s on s.company_id = p.company_id and s.id = p.service_id
    join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
    join employees m on m.company_id = k.company_id and m.user_id = k.user_id and m.is_profile_public and m.is_calendar_public
    where p.company_id = ${companyId} order by s.position, m.url_name limit 1`.execute(db);
  const { serviceId = null, calendarId = null } = rows[0] ?? {};
  const campaigns: Written[] = [
    {
      name: 'Colours of the season',
      subject: '{{name}}, new colours have arrived',
      blocks: [
        block({ kind: 'heading', text: 'New colours have arrived' }),
        textBlock(
          '<p>Hello {{name}},</p><p>softer shades, less ammonia, and a little time for you. <b>Until the end of the month</b> the advice before a colour is free.</p>',
        ),
        block({ kind: 'service', serviceId, calendarId }),
        block({ kind: 'divider' }),
        block({ kind: 'person', calendarId }),
      ],
      audience: {},
      sentDaysAgo: 19,
    },
    {
      name: 'We miss you',
      subject: 'It has been a while, {{name}}',
      blocks: [
        textBlock(
          '<p>Hello {{name}},</p><p>your last visit was some time ago. Choose a time that suits you; we keep your notes.</p>',
        ),
        block({ kind: 'service', serviceId, calendarId }),
      ],
      audience: { minVisits: 2 },
      sentDaysAgo: 6,
    },
    {
      name: 'Gift vouchers',
      subject: 'A present that always fits',
      blocks: [
        block({ kind: 'heading', text: 'A present that always fits' }),
        textBlock('<p>Ask for a voucher at your next visit.</p>'),
      ],
      audience: { minVisits: 1 },
    },
  ];
  for (const campaign of campaigns) await addCampaign(context, companyId, campaign);
}

async function addCampaign(context: ServiceContext, companyId: string, written: Written): Promise<void> {
  const { db, clock, publicUrl, config } = context;
  const { name, subject, blocks, audience, sentDaysAgo } = written;
  const id = randomUUIDv7();
  const sentAt = clock.now().subtract({ hours: 24 * (sentDaysAgo ?? 0) });
  await db
    .insertInto('campaigns')
    .values({
      companyId,
      id,
      medium: 'mail',
      name,
      subject,
      blocks: JSON.stringify(blocks),
      message: plainHtml(blocks),
      audience: JSON.stringify(audience),
      timeZone: 'Europe/Riga',
      periodStart: sentAt,
      periodEnd: sentAt.add({ hours: 72 }),
      snapshotAt: sentDaysAgo === undefined ? null : sentAt,
      createdAt: sentAt,
    })
    .execute();
  if (sentDaysAgo === undefined) return;
  const facts = await blockFacts(context, companyId, blocks);
  const rendering = { facts, language: 'en', publicUrl };
  const content = { name: subject, subject, blocks, text: '' };
  const { links } = renderCampaignMail(content, { ...rendering, linkTo: (url) => url });
  const urls = links.map(({ url }) => url);
  const positions = await linkPositions(db, { companyId, id }, urls);
  const mail = renderCampaignMail(content, { ...rendering, linkTo: (url) => `{{visit}}/${positions.get(url) ?? 0}` });
  const causeKey = `campaign:${id}:en`;
  const contentId = await storeContent(db, {
    companyId,
    causeKey,
    html: mail.html,
    plain: mail.plain,
    createdAt: sentAt,
  });
  const recipients = audienceOf({
    companyId,
    medium: 'mail',
    audience: readAudience(audience),
    campaignId: id,
    now: sentAt,
  });
  const sender = parseSender(config.mailFrom);
  const tokens = sql`translate(encode(substr(sha256(convert_to(r.id::text, 'UTF8')), 1, 16), 'base64'), '+/=', '-_')`;
  await sql`
    insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, language, basis, left_out, delivery_id,
      sent_at, day, created_at)
    select ${companyId}, gen_random_uuid(), ${id}, a.contact_id, a.address, a.language, a.basis, a.left_out,
      case when a.left_out is null then gen_random_uuid() end, case when a.left_out is null then ${sentAt}::timestamptz end,
      case when a.left_out is null then wall_time(${sentAt}::timestamptz, 'Europe/Riga')::date end, ${sentAt}
    from (${recipients}) a`.execute(db);
  await sql`
    insert into deliveries (id, company_id, medium, queue, lane, lane_key, guarantee, address, state, due_at, attempts, cause_kind,
      cause_key, settled_at, created_at, reason)
    select r.delivery_id, r.company_id, 'mail', 'mail:campaign', 'turn', ${id}, 'once', r.address,
      case when row_number() over (order by r.address) % 29 = 7 then 'failed' else 'sent' end, ${sentAt}, 1, 'campaign.mail',
      ${`${id}:`} || r.contact_id, ${sentAt}, ${sentAt}, case when row_number() over (order by r.address) % 29 = 7 then 'refused' else '' end
    from campaign_recipients r where r.company_id = ${companyId} and r.campaign_id = ${id} and r.delivery_id is not null`.execute(
    db,
  );
  await sql`
    insert into email_messages (id, company_id, from_e_mail, from_name, reply_to, to_e_mail, subject, html, plain, message_id,
      content_id, beginning, fields, created_at)
    select r.delivery_id, r.company_id, ${sender.address}, ${facts.company.name}, ${facts.company.eMail}, r.address,
      replace(${subject}, '{{name}}', c.name), '', '', '<' || r.delivery_id || '@demo>', ${contentId}::uuid,
      left(folded(left(replace(${mail.plain.slice(0, 1_000)}, '{{name}}', c.name), 200)), 100),
      jsonb_build_object('name', c.name, 'company', ${facts.company.name}::text,
        'visit', ${`${publicUrl}/v/`} || ${tokens}, 'unsubscribe', ${`${publicUrl}/marketing/unsubscribe/`} || ${tokens}), ${sentAt}
    from campaign_recipients r join contacts c on c.company_id = r.company_id and c.id = r.contact_id
    where r.company_id = ${companyId} and r.campaign_id = ${id} and r.delivery_id is not null`.execute(db);
  await sql`
    update campaign_recipients r set token_hash = sha256(convert_to(${tokens}, 'UTF8')),
      sent_at = case when d.state = 'sent' then r.sent_at end, day = case when d.state = 'sent' then r.day end
    from deliveries d where r.company_id = ${companyId} and r.campaign_id = ${id} and d.id = r.delivery_id`.execute(db);
  await addResults(context, companyId, id, sentAt);
}
