// Texts to begin a campaign with, in the language of the person who writes it.
import type { TFunction } from 'i18next';
import { blockOf, campaignPlaceholders } from '#contract/campaigns/blocks.ts';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import type { CampaignValues } from './campaign-values.ts';

export const startingTexts = ['news', 'freeTimes', 'comeBack', 'greetings'] as const;
export type StartingText = (typeof startingTexts)[number];

/** Texts that invite to a visit end with a service to book. */
const hasService: Record<StartingText, boolean> = { news: false, freeTimes: true, comeBack: true, greetings: false };

/** A name or subject that was already written stays. */
export function beginWith(
  t: TFunction,
  start: StartingText,
  medium: CampaignMedium,
  written: Pick<CampaignValues, 'name' | 'subject'>,
): Pick<CampaignValues, 'name' | 'subject' | 'message' | 'blocks'> {
  const placeholders = Object.fromEntries(campaignPlaceholders.map((name) => [name, `{{${name}}}`]));
  const words = (part: 'subject' | 'heading' | 'text' | 'sms') =>
    t(`campaigns.begin.${start}.${part}`, { ...placeholders, interpolation: { escapeValue: false } });
  const name = written.name || t(`campaigns.begin.${start}.name`);
  if (medium === 'sms') return { name, subject: '', message: words('sms'), blocks: [] };
  const greeting = t('campaigns.begin.greeting', { ...placeholders, interpolation: { escapeValue: false } });
  const blocks = [
    blockOf({ kind: 'heading', text: words('heading') }),
    blockOf({ kind: 'text', text: `${paragraph(greeting)}${paragraph(words('text'))}` }),
    ...(hasService[start] ? [blockOf({ kind: 'service' })] : []),
  ];
  return { name, subject: written.subject || words('subject'), message: '', blocks };
}

function paragraph(text: string): string {
  const element = document.createElement('p');
  element.textContent = text;
  return element.outerHTML;
}
