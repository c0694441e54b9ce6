// What stands where events will: grey blocks, so that nothing jumps when they come.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './calendar-skeleton.module.css';

/** Percent from the top, and high, of the blocks in each of seven columns. */
const blocks = [
  [
    [12, 9],
    [34, 14],
  ],
  [[20, 12]],
  [
    [8, 7],
    [28, 9],
    [52, 12],
  ],
  [[16, 16]],
  [
    [10, 9],
    [40, 9],
  ],
  [[24, 12]],
  [],
] as const;

/** `over` lies over the grid that is there already. */
export function CalendarSkeleton({ over }: { over?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} data-over={over || undefined} role="status" aria-label={t('app.loading')}>
      {blocks.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
        <div key={index} className={classes.column}>
          {column.map(([top, height]) => (
            <Skeleton key={top} pos="absolute" top={`${top}%`} height={`${height}%`} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
