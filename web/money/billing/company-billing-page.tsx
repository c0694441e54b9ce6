// The billing details of the company: its legal name, address, VAT number, and the recipients of its invoices.
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { companyBilling } from '#contract/money/billing.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { BillingForm } from './billing-form.tsx';

export function CompanyBillingPage() {
  const { t } = useTranslation();
  const read = useQuery(query(companyBilling.get, {}));
  const readOnly = !allows(useCurrentUser().actions, companyBilling.update.may);
  const missing = read.data?.missing ?? [];
  return (
    <Page title={t('billing.title')} lead={t('billing.lead')} width="52rem">
      {read.isPending && <Skeleton height={420} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {missing.length > 0 && (
        <Alert color="orange" variant="light" mb="md">
          {t('billing.missing', { fields: missing.map((field) => t(`billing.${field}`)).join(', ') })}
        </Alert>
      )}
      {read.data && <BillingForm details={read.data} readOnly={readOnly} />}
    </Page>
  );
}
