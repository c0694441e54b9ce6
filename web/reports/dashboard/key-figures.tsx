// Key figures beside today: appointments and incomes of the week, and for administrators those of the company.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { allows } from '#contract/lib/may.ts';
import { reports } from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './key-figures.module.css';

export function KeyFigures() {
  const { actions } = useCurrentUser();
  if (!allows(actions, 'lcladmin')) return null;
  return <Figures isAdmin={allows(actions, 'admin')} />;
}

function Figures({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation();
  const { companyName } = useCurrentUser();
  const week = useQuery(query(reports.getWeek, {}));
  const own = useQuery({ ...query(company.get, {}), enabled: isAdmin });
  const isPending = week.isPending || (isAdmin && own.isPending);
  const failed = [week, own].filter((read) => read.isError && !read.data);
  const ofMax = (number: number, max: number) => t('dashboard.ofMost', { number, most: max });
  return (
    <section className={classes.figures} aria-labelledby="key-figures" aria-busy={isPending}>
      <h2 id="key-figures" className="unseen">
        {companyName}
      </h2>
      {isPending && <Skeleton height={72} radius={8} />}
      {failed.length > 0 && <TryAgain onRetry={() => void Promise.all(failed.map((read) => read.refetch()))} />}
      {!isPending && failed.length === 0 && (
        <dl className={classes.list}>
          {week.data && (
            <>
              <Figure
                name={t('dashboard.weekEvents')}
                value={formatCount(week.data.current.events)}
                before={formatCount(week.data.previous.events)}
              />
              <Figure
                name={t('dashboard.weekIncomes')}
                value={formatEuro(week.data.current.incomes)}
                before={formatEuro(week.data.previous.incomes)}
              />
            </>
          )}
          {own.data && (
            <>
              <Figure name={t('dashboard.balance')} value={formatEuro(own.data.additionalBalance)} />
              <Figure name={t('dashboard.locations')} value={ofMax(own.data.activeLocations, own.data.maxLocations)} />
              <Figure name={t('dashboard.people')} value={ofMax(own.data.activeUsers, own.data.maxUsers)} />
            </>
          )}
        </dl>
      )}
    </section>
  );
}

function Figure({ name, value, before }: { name: string; value: string; before?: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        {value}
        {before !== undefined && <span className={classes.before}>{t('dashboard.lastWeek', { value: before })}</span>}
      </dd>
    </div>
  );
}
