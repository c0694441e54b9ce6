// Settings of the desk: whether the staff record the payments of visits.
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { user } from '#contract/identity/sign-in.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { RulesForm, useRules } from './rules-form.tsx';

export function PaymentRules({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { recordsPayments } = details;
  const { form, state } = useRules(company.setPaymentRules, { recordsPayments }, () => {
    // The calendar asks for payments, or no longer does.
    void queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] });
    return t('receipts.rules.saved');
  });
  return (
    <RulesForm id="company-payments" title={t('receipts.rules.title')} {...{ readOnly, state }}>
      <Switch
        label={t('receipts.rules.records')}
        description={t('receipts.rules.recordsHint')}
        disabled={readOnly}
        {...form.getInputProps('recordsPayments', { type: 'checkbox' })}
      />
    </RulesForm>
  );
}
