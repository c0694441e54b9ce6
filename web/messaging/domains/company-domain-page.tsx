// The domain of the company's verified address.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companySenderDomain } from '#contract/messaging/sender-domains.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './domain-records.module.css';
import { DomainRecords, RecordsSkeleton } from './domain-records.tsx';
import { SelectorField } from './selector-field.tsx';

export function CompanyDomainPage() {
  const { t } = useTranslation();
  const [selector, setSelector] = useState('');
  const checked = useQuery(query(companySenderDomain.check, { selector }));
  return (
    <Page
      title={
        checked.data?.domain ? t('domains.companyTitle', { domain: checked.data.domain }) : t('domains.title.page')
      }
      lead={t('domains.lead')}
      width="52rem"
    >
      {checked.isPending && <RecordsSkeleton />}
      {checked.isError && !checked.data && <TryAgain onRetry={() => void checked.refetch()} />}
      {checked.data?.domain === '' && (
        <p>
          {t('domains.unverified')}{' '}
          <Anchor renderRoot={(props) => <Link to="/app/company/details" {...props} />}>{t('domains.verify')}</Anchor>
        </p>
      )}
      {checked.data?.domain && (
        <>
          <div className={classes.choice}>
            <SelectorField onChange={setSelector} />
          </div>
          <DomainRecords records={checked.data.records} />
        </>
      )}
    </Page>
  );
}
