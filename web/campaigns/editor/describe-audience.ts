// The conditions of an audience in words.
import i18next from 'i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import { plainDay } from '#web/lib/dates.ts';
import { languageOptions } from '#web/lib/grid/format-value.ts';
import { type CampaignChoices, choiceOptions } from './choices.ts';

/** `With an appointment at: Harbour; Appointments, at least: 3`. */
export function describeAudience(audience: Audience, choices: CampaignChoices | undefined): string {
  const { t } = i18next;
  const named = (
    ids: readonly string[],
    list: readonly { id: string; name: string }[] | undefined,
    missing = t('campaigns.who.deleted'),
  ) => {
    const options = choiceOptions(list, ids, missing);
    return options.filter(({ value }) => ids.includes(value)).map(({ label }) => label);
  };
  const month = (number: number) => plainDay(`2026-${String(number).padStart(2, '0')}-01`, { month: 'long' });
  const conditions: [label: string, values: readonly (string | number | null)[]][] = [
    [t('campaigns.who.locations'), named(audience.locationIds, choices?.locations)],
    [t('campaigns.who.calendars'), named(audience.calendarIds, choices?.calendars, t('campaigns.who.formerEmployee'))],
    [t('campaigns.who.services'), named(audience.serviceIds, choices?.services)],
    [t('campaigns.who.tags'), audience.tags],
    [t('campaigns.who.awayDays'), [audience.awayDays]],
    [t('campaigns.who.withinDays'), [audience.withinDays]],
    [t('campaigns.who.minVisits'), [audience.minVisits]],
    [t('campaigns.who.maxVisits'), [audience.maxVisits]],
    [t('campaigns.who.future'), audience.future === 'any' ? [] : [t(`campaigns.who.futureOption.${audience.future}`)]],
    [t('campaigns.who.languages'), languageOptions(audience.languages).map(({ label }) => label)],
    [t('campaigns.who.birthdayMonths'), audience.birthdayMonths.map(month)],
    [t('campaigns.who.campaigns'), named(audience.campaignIds, choices?.campaigns, t('campaigns.who.earlierCampaign'))],
  ];
  return (
    conditions
      .map(([label, values]) => [label, values.filter((value) => value !== null).join(', ')] as const)
      .filter(([, text]) => text)
      .map(([label, text]) => `${label}: ${text}`)
      .join('; ') || t('campaigns.who.everyone')
  );
}
