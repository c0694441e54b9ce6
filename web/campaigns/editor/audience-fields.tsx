// Whom a campaign addresses, with the number of customers while the conditions are being typed.
import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import { type CampaignMedium, marketing } from '#contract/campaigns/campaigns.ts';
import { query } from '#web/lib/client/client.ts';
import { plainDay } from '#web/lib/dates.ts';
import { languageOptions } from '#web/lib/grid/format-value.ts';
import formClasses from '#web/lib/ui/form.module.css';
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
  const named = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const select = (field: Lists, label: string, data: { value: string; label: string }[]) => (
    <MultiSelect
      label={label}
      data={data}
      value={[...audience[field]]}
      error={errorOf(field)}
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
      error={errorOf(field)}
      min={field.endsWith('Days') ? 1 : 0}
      max={field.endsWith('Days') ? 3650 : 10_000}
      allowDecimal={false}
      hideControls
      disabled={readOnly}
      onChange={(next) => set({ [field]: next === '' ? null : Number(next) })}
    />
  );
  return (
    <div>
      <p className={classes.hint}>{t('campaigns.who.lead')}</p>
      <AudienceCount medium={medium} campaignId={campaignId} audience={audience} />
      <div className={formClasses.fields}>
        {select('locationIds', t('campaigns.who.locations'), named(choices?.locations))}
        {select('calendarIds', t('campaigns.who.calendars'), named(choices?.calendars))}
        {select('serviceIds', t('campaigns.who.services'), named(choices?.services))}
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
        {select('campaignIds', t('campaigns.who.campaigns'), named(choices?.campaigns))}
      </div>
    </div>
  );
}

function AudienceCount({ medium, campaignId, audience }: Pick<Props, 'medium' | 'campaignId' | 'audience'>) {
  const { t } = useTranslation();
  const count = useAudienceCount({ medium, campaignId, audience });
  return (
    <div className={classes.count} role="status" aria-busy={count === undefined}>
      <strong>{t('campaigns.who.reached', { reached: count?.reached ?? '…' })}</strong>
      {count && (count.leftOut.length > 0 || count.notAgreed > 0) && (
        <ul>
          {count.leftOut.map(({ reason, count: of }) => (
            <li key={reason}>
              {t(`campaigns.reason.${reason}`)}: <span className="figures">{of}</span>
            </li>
          ))}
          {count.notAgreed > 0 && <li>{t('campaigns.who.notAgreed', { notAgreed: count.notAgreed })}</li>}
        </ul>
      )}
    </div>
  );
}

function months(): { value: string; label: string }[] {
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: plainDay(`2026-${String(index + 1).padStart(2, '0')}-01`, { month: 'long' }),
  }));
}
