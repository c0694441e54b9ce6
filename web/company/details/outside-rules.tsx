// Settings of other calendars: how much of an appointment employees may write into them.
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { feedDetails } from '#contract/lib/feed-detail.ts';
import { RulesForm, useRules } from './rules-form.tsx';

export function OutsideRules({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { outsideDetail } = details;
  const { form, state } = useRules(company.setOutsideRules, { outsideDetail }, () => t('otherCalendars.rulesSaved'));
  return (
    <RulesForm id="company-outside" title={t('otherCalendars.rules')} {...{ readOnly, state }}>
      <Radio.Group
        label={t('otherCalendars.rulesDetail')}
        description={t('otherCalendars.rulesHint')}
        {...form.getInputProps('outsideDetail')}
      >
        <Stack gap="sm" mt="xs">
          {feedDetails.map((detail) => (
            <Radio key={detail} value={detail} label={t(`staffFeeds.details.${detail}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </RulesForm>
  );
}
