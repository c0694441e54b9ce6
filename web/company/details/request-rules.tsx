// Settings of requests: who confirms them, and when unused ones expire.
import { NumberInput, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { numberRange } from '#web/lib/forms/field-rules.ts';
import classes from './company-details.module.css';
import { RulesForm, useRules } from './rules-form.tsx';

export function RequestRules({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { confirmsRequests, requestHours } = details;
  const initial = { confirmsRequests, requestHours };
  const { form, state } = useRules(company.setRequestRules, initial, () => t('requests.rules.saved'));
  const isOurs = form.values.confirmsRequests;
  return (
    <RulesForm id="company-requests" title={t('requests.rules.title')} {...{ readOnly, state }}>
      <Radio.Group
        label={t('requests.rules.who')}
        value={isOurs ? 'company' : 'customer'}
        onChange={(value) => form.setFieldValue('confirmsRequests', value === 'company')}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="customer" label={t('requests.rules.customer')} description={t('requests.rules.customerHint')} />
          <Radio value="company" label={t('requests.rules.company')} description={t('requests.rules.companyHint')} />
        </Stack>
      </Radio.Group>
      {!isOurs && (
        <NumberInput
          className={classes.hours}
          label={t('requests.rules.hours')}
          description={t('requests.rules.hoursHint')}
          {...numberRange(company.setRequestRules, 'requestHours')}
          clampBehavior="blur"
          hideControls
          {...form.getInputProps('requestHours')}
        />
      )}
    </RulesForm>
  );
}
