// Offers goods that need no search: products with a key, and the visits of today that are not paid.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sumOfEuros } from '#contract/lib/money.ts';
import { type Goods, tills } from '#contract/till/tills.ts';
import { query } from '#web/lib/client/client.ts';
import { timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './goods.module.css';

interface Props {
  registerId: string;
  /** Parts of visits that are in a basket. */
  taken: readonly (string | null)[];
  onAdd(goods: readonly Goods[]): void;
}

export function QuickGoods({ registerId, taken, onAdd }: Props) {
  const { t } = useTranslation();
  const read = useQuery(query(tills.find, { registerId, words: '' }));
  if (read.isPending) return <Skeleton height={160} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const products = read.data.filter(({ kind }) => kind === 'product');
  const parts = read.data.filter(({ kind, id }) => kind === 'visit' && !taken.includes(id));
  const visits = [...Map.groupBy(parts, ({ visitId, id }) => visitId ?? id).values()].map((visit) =>
    visit.toSorted((one, other) => String(one.start).localeCompare(String(other.start))),
  );
  return (
    <>
      <h2 className={classes.heading}>{t('till.screen.quickKeys')}</h2>
      {products.length === 0 && <p className={classes.quiet}>{t('till.screen.noQuickKeys')}</p>}
      <ul className={classes.keys}>
        {products.map((product) => (
          <li key={product.id}>
            <button type="button" className={classes.key} onClick={() => onAdd([product])}>
              <span className={classes.keyName}>{product.name}</span>
              <span className="figures">{formatEuro(product.price)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2 className={classes.heading}>{t('till.screen.unpaidToday')}</h2>
      {visits.length === 0 && <p className={classes.quiet}>{t('till.screen.nothingUnpaid')}</p>}
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <li key={visit[0]?.visitId ?? visit[0]?.id}>
            <VisitKey parts={visit} onAdd={() => onAdd(visit)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function VisitKey({ parts, onAdd }: { parts: readonly Goods[]; onAdd: () => void }) {
  const starts = parts.flatMap(({ start, timeZone }) => (start && timeZone ? [timeOf(start, timeZone)] : []));
  return (
    <button type="button" className={classes.visit} onClick={onAdd}>
      <span className="figures">{starts.toSorted()[0]}</span>
      <span className={classes.visitName}>
        {parts[0]?.note}
        <span className={classes.note}>{parts.map(({ name }) => name).join(', ')}</span>
      </span>
      <span className="figures">{formatEuro(sumOfEuros(parts.map(({ price }) => price)))}</span>
    </button>
  );
}
