// Fields of an audience, with the number of customers while the conditions are being typed.
import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { CallError, query } from '#web/lib/client/client.ts';
import { plainDay } from '#web/lib/dates.ts';
import { toFormPath } from '#web/lib/forms/server-messages.ts';
import { languageOptions } from '#web/lib/grid/format-value.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { AudienceCountLine } from './audience-count.tsx';
import { choiceOptions } from './choices.ts';
import classes from './editor.module.css';
import { useAudienceCount } from './use-audience-count.ts';

interface Props {
  medium: CampaignMedium;
  campaignId: string | undefined;
  audience: Audience;
  readOnly: boolean;
  errorOf(field: keyof Audience): ReactNode;
  onChange(audience: Audience): void;
}

type Lists = 'locationIds' | 'calendarIds' | 'serviceIds' | 'campaignIds' | 'tags' | 'languages';
type Numbers = 'awayDays' | 'withinDays' | 'minVisits' | 'maxVisits';

export function AudienceFields({ medium, campaignId, audience, readOnly, errorOf, onChange }: Props) {
  const { t } = useTranslation();
  const choices = useQuery({ ...query(marketing.getChoices, {}), staleTime: 60_000 }).data;
  const set = (fields: Partial<Audience>) => onChange({ ...audience, ...fields });
  const counted = useAudienceCount({ medium, campaignId, audience });
  /** Conditions that cannot be counted, for example because they refer to a deleted record. */
  const wrong = counted.error instanceof CallError && counted.error.status === 417 ? counted.error.messages : undefined;
  const problemOf = (field: keyof Audience) =>
    wrong?.find(({ key }) => toFormPath(marketing.countAudience, key).startsWith(`audience.${field}`))?.message;
  const select = (field: Lists, label: string, data: { value: string; label: string }[]) => (
    <MultiSelect
      label={label}
      data={data}
      value={[...audience[field]]}
      error={errorOf(field) ?? problemOf(field)}
      searchable
      clearable
      disabled={readOnly}
      onChange={(next) => set({ [field]: next })}
    />
  );
  const number = (field: Numbers, label: string) => (
    <NumberInput
      label={label}
      value={audience[field] ?? ''}
      error={
        errorOf(field) ??
        problemOf(field) ??
        (contradicts(audience, field) ? t('campaigns.who.contradicts') : undefined)
      }
      // A wrong number stays, and is said to be wrong.
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      disabled={readOnly}
      onChange={(next) => set({ [field]: next === '' ? null : Number(next) })}
    />
  );
  return (
    <div>
      <p className={classes.hint}>{t('campaigns.who.lead')}</p>
      <AudienceCountLine counted={counted} isWrong={wrong !== undefined} />
      <div className={formClasses.fields}>
        {select(
          'locationIds',
          t('campaigns.who.locations'),
          choiceOptions(choices?.locations, audience.locationIds, t('campaigns.who.deleted')),
        )}
        {select(
          'calendarIds',
          t('campaigns.who.calendars'),
          choiceOptions(choices?.calendars, audience.calendarIds, t('campaigns.who.formerEmployee')),
        )}
        {select(
          'serviceIds',
          t('campaigns.who.services'),
          choiceOptions(choices?.services, audience.serviceIds, t('campaigns.who.deleted')),
        )}
        {select(
          'tags',
          t('campaigns.who.tags'),
          (choices?.tags ?? []).map((tag) => ({ value: tag, label: tag })),
        )}
        {number('awayDays', t('campaigns.who.awayDays'))}
        {number('withinDays', t('campaigns.who.withinDays'))}
        {number('minVisits', t('campaigns.who.minVisits'))}
        {number('maxVisits', t('campaigns.who.maxVisits'))}
        <Select
          label={t('campaigns.who.future')}
          data={(['any', 'with', 'without'] as const).map((value) => ({
            value,
            label: t(`campaigns.who.futureOption.${value}`),
          }))}
          value={audience.future}
          allowDeselect={false}
          disabled={readOnly}
          onChange={(next) => set({ future: (next ?? 'any') as Audience['future'] })}
        />
        {select('languages', t('campaigns.who.languages'), languageOptions(choices?.languages ?? []))}
        <MultiSelect
          label={t('campaigns.who.birthdayMonths')}
          data={months()}
          value={audience.birthdayMonths.map(String)}
          error={errorOf('birthdayMonths')}
          clearable
          disabled={readOnly}
          onChange={(next) => set({ birthdayMonths: next.map(Number) })}
        />
        {select(
          'campaignIds',
          t('campaigns.who.campaigns'),
          choiceOptions(choices?.campaigns, audience.campaignIds, t('campaigns.who.earlierCampaign')),
        )}
      </div>
    </div>
  );
}

/** True for the second of two conditions that no customer meets together. */
function contradicts({ awayDays, withinDays, minVisits, maxVisits }: Audience, field: Numbers): boolean {
  return (
    (field === 'withinDays' && awayDays !== null && withinDays !== null && withinDays <= awayDays) ||
    (field === 'maxVisits' && minVisits !== null && maxVisits !== null && maxVisits < minVisits)
  );
}

function months(): { value: string; label: string }[] {
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: plainDay(`2026-${String(index + 1).padStart(2, '0')}-01`, { month: 'long' }),
  }));
}
