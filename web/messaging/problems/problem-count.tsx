// The number of messages that did not arrive, beside the menu item that leads to them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProblemList } from '#contract/messaging/problems.ts';
import { query } from '#web/lib/client/client.ts';
import classes from './problem-count.module.css';

/** Above this the exact number says no more. */
const maxCount = 99;
/** No live change reports a message that failed (ms). */
const interval = 120_000;

export const countQuery = (list: ProblemList) =>
  queryOptions({
    ...query(list.operations.count, {}),
    queryKey: [list.operations.count.path],
    staleTime: 60_000,
    refetchInterval: interval,
  });

export function ProblemCount({ list }: { list: ProblemList }) {
  const { t } = useTranslation();
  const { count = 0 } = useQuery(countQuery(list)).data ?? {};
  if (count === 0) return null;
  return (
    <span data-count className={classes.count}>
      <span aria-hidden="true">{count > maxCount ? `${maxCount}+` : count}</span>
      <span className="unseen">{t('list.problems.count', { count })}</span>
    </span>
  );
}
