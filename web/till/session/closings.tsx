// The closed sessions of a register, the latest first.
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tills, type ZReport } from '#contract/till/tills.ts';
import { call } from '#web/lib/client/client.ts';
import { minuteOf } from '#web/lib/dates.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './session.module.css';

/** As many as the server returns at once. */
const pageSize = 50;

interface Props {
  registerId: string;
  onOpen(z: ZReport): void;
}

export function Closings({ registerId, onOpen }: Props) {
  const { t } = useTranslation();
  const read = useInfiniteQuery({
    queryKey: [tills.getClosings.path, 'pages', registerId],
    queryFn: ({ signal, pageParam }) =>
      call(tills.getClosings, { registerId, ...(pageParam > 0 && { before: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.number),
    staleTime: 0,
  });
  const closings = read.data?.pages.flat() ?? [];
  if (read.isPending) return <Skeleton height={120} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  if (closings.length === 0) return <p className={classes.quiet}>{t('till.screen.noClosings')}</p>;
  return (
    <>
      <ul className={classes.closings}>
        {closings.map((z) => (
          <li key={z.id}>
            <button type="button" className={classes.closing} onClick={() => onOpen(z)}>
              <strong className="figures">{t('till.screen.zNumber', { number: String(z.number) })}</strong>
              <span className={classes.closingText}>
                {z.closedAt && minuteOf(z.closedAt, z.timeZone)}
                {z.difference !== 0 && (
                  <span className={classes.note}>
                    {t('till.screen.differenceIs', { amount: formatFullEuro(z.difference) })}
                  </span>
                )}
              </span>
              <span className="figures">{formatFullEuro(z.totals.amount)}</span>
            </button>
          </li>
        ))}
      </ul>
      {read.hasNextPage && (
        <Button variant="default" mt="sm" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {t('till.screen.showMore')}
        </Button>
      )}
    </>
  );
}
