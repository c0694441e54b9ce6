// Key figures of the company, for its administrators.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './company-figures.module.css';

export function CompanyFigures() {
  const { actions } = useCurrentUser();
  return actions.includes('admin') || actions.includes('sys') ? <Figures /> : null;
}

function Figures() {
  const { t } = useTranslation();
  const { companyName } = useCurrentUser();
  const read = useQuery(query(company.get, {}));
  const own = read.data;
  const ofMax = (number: number, max: number) => t('dashboard.ofMost', { number, most: max });
  return (
    <section className={classes.figures} aria-labelledby="company-figures" aria-busy={read.isPending}>
      <h2 id="company-figures" className={classes.title}>
        {companyName}
      </h2>
      {read.isPending && <Skeleton height={64} />}
      {read.isError && !own && <TryAgain onRetry={() => void read.refetch()} />}
      {own && (
        <dl className={classes.list}>
          <Figure name={t('dashboard.balance')} value={formatEuro(own.additionalBalance)} />
          <Figure name={t('dashboard.locations')} value={ofMax(own.activeLocations, own.maxLocations)} />
          <Figure name={t('dashboard.people')} value={ofMax(own.activeUsers, own.maxUsers)} />
        </dl>
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
