// The values of the editor's form: from a campaign, for the call that saves it, and as text where two people changed
// them.
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block } from '#contract/campaigns/blocks.ts';
import type { Campaign, CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { minuteOf } from '#web/lib/dates.ts';
import { describeAudience } from './describe-audience.ts';

export interface CampaignValues {
  name: string;
  subject: string;
  message: string;
  text: string;
  blocks: Block[];
  audience: Audience;
  periodStart: string;
  periodEnd: string;
}

export function campaignValues({
  name,
  subject,
  message,
  text,
  blocks,
  audience,
  periodStart,
  periodEnd,
}: Campaign): CampaignValues {
  return { name, subject, message, text, blocks, audience, periodStart, periodEnd };
}

/** For the call that saves the campaign. The message of an e-mail is made from its blocks. */
export function inputOf(medium: CampaignMedium, { message, blocks, ...values }: CampaignValues) {
  return medium === 'mail' ? { ...values, blocks } : { ...values, message };
}

export const fieldLabels = {
  name: 'campaigns.edit.name',
  subject: 'campaigns.edit.subject',
  message: 'campaigns.edit.message',
  text: 'campaigns.edit.message',
  blocks: 'campaigns.edit.message',
  audience: 'campaigns.edit.tabAudience',
  periodStart: 'campaigns.edit.periodStart',
  periodEnd: 'campaigns.edit.periodEnd',
} as const satisfies Record<keyof CampaignValues, string>;

export function formatOf(field: keyof CampaignValues, zone: string): (value: unknown) => string {
  return field === 'audience' ? audienceText : (value) => textOf(value, zone);
}

/** A contested audience was changed on its tab, which has loaded the choices. */
function audienceText(value: unknown): string {
  return describeAudience(value as Audience, queryClient.getQueryData(query(marketing.getChoices, {}).queryKey));
}

/** The beginning of a text, or of those in blocks; times as people read them. */
function textOf(value: unknown, zone: string): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? minuteOf(value, zone) : cut(value);
  return Array.isArray(value) ? cut((value as Block[]).map(({ text }) => text.replace(/<[^>]*>/g, ' ')).join(' ')) : '';
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
