// The seller's details: who runs the installation, and where companies transfer money to.
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { payeeFields, seller } from '#contract/money/seller.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { SellerForm } from './seller-form.tsx';

export function SellerPage() {
  const { t } = useTranslation();
  const read = useQuery(query(seller.get, {}));
  const missing = read.data ? payeeFields.filter((field) => read.data[field] === '') : [];
  return (
    <Page title={t('seller.title')} lead={t('seller.lead')} width="52rem">
      {read.isPending && <Skeleton height={420} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {missing.length > 0 && (
        <Alert color="orange" variant="light" mb="md">
          {t('seller.missing', { fields: missing.map((field) => t(`seller.${field}`)).join(', ') })}
        </Alert>
      )}
      {read.data && <SellerForm details={read.data} />}
    </Page>
  );
}
