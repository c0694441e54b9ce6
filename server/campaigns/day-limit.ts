// How many messages of campaigns a company may send in a day, and how many of them are left.
import { sql } from 'kysely';
import type { LimitOfDay } from '#contract/campaigns/audience.ts';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import type { Db } from '#server/db/pool.ts';
import { campaignMailsOfDay } from '#server/messaging/mail/limit-campaign-mails.ts';
import { campaignsPerDay, smsOfDay, smsRules } from '#server/messaging/sms/queue-sms.ts';

export async function readDayLimit(
  db: Db,
  { companyId, medium }: { companyId: string; medium: CampaignMedium },
  at: Temporal.Instant,
): Promise<LimitOfDay> {
  const { perDay, used } = medium === 'mail' ? await readMails(db, companyId, at) : await readSms(db, companyId, at);
  return { perDay, left: Math.max(0, perDay - used) };
}

async function readMails(db: Db, companyId: string, at: Temporal.Instant): Promise<{ perDay: number; used: number }> {
  const { rows } = await sql<{ perDay: number; used: number }>`
    select campaign_mails_per_day as per_day, ${campaignMailsOfDay(sql`id::text`, at)} as used
    from companies where id = ${companyId}`.execute(db);
  return rows[0] ?? { perDay: 0, used: 0 };
}

async function readSms(db: Db, companyId: string, at: Temporal.Instant): Promise<{ perDay: number; used: number }> {
  const [{ perDay }, used] = [await smsRules(db, companyId, at), await smsOfDay(db, companyId, at)];
  return { perDay: campaignsPerDay(perDay), used };
}
