// The details of the company that its receipts state.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyReceiptDetails } from '#contract/company/receipt-details.ts';
import { allows } from '#contract/lib/may.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { ReceiptDetailsForm } from './receipt-details-form.tsx';

export function ReceiptDetailsPage() {
  const { t } = useTranslation();
  const read = useQuery(query(companyReceiptDetails.get, {}));
  const readOnly = !allows(useCurrentUser().actions, companyReceiptDetails.update.may);
  return (
    <Page title={t('receiptDetails.title')} lead={t('receiptDetails.lead')} width="52rem">
      {read.isPending && <Skeleton height={360} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <ReceiptDetailsForm details={read.data} readOnly={readOnly} />}
    </Page>
  );
}
