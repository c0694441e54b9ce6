// The domains that mail is sent from, for the operator.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemSenderDomains } from '#contract/messaging/sender-domains.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './domain-records.module.css';
import { DomainRecords, RecordsSkeleton } from './domain-records.tsx';
import { SelectorField } from './selector-field.tsx';

export function SystemDomainsPage() {
  const { t } = useTranslation();
  const [chosen, choose] = useState<string>();
  const [selector, setSelector] = useState('');
  const domains = useQuery(query(systemSenderDomains.getAll, {}));
  const domain = chosen ?? domains.data?.[0]?.domain ?? '';
  const checked = useQuery({
    ...query(systemSenderDomains.check, { domain, selector }),
    enabled: domain !== '',
  });
  return (
    <Page title={t('domains.systemTitle')} lead={t('domains.lead')} width="52rem">
      <div className={classes.choice}>
        <Select
          label={t('domains.domain')}
          searchable
          allowDeselect={false}
          value={domain || null}
          nothingFoundMessage={t('grid.nothing')}
          data={(domains.data ?? []).map(({ domain: value, source, company }) => ({
            value,
            label: `${value} · ${company ?? t(`domains.source.${source}`)}`,
          }))}
          onChange={(value) => choose(value ?? undefined)}
        />
        <SelectorField onChange={setSelector} />
      </div>
      {(checked.isPending || domains.isPending) && !domains.isError && <RecordsSkeleton />}
      {(domains.isError || checked.isError) && (
        <TryAgain onRetry={() => void (domains.isError ? domains.refetch() : checked.refetch())} />
      )}
      {checked.data && <DomainRecords records={checked.data.records} />}
    </Page>
  );
}
