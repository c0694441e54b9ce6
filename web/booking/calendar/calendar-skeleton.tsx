// Placeholder blocks that avoid a layout shift when the events arrive.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './calendar-skeleton.module.css';

/** Top and height (%) of the blocks in each of the seven columns. */
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

/** `over` places the skeleton on top of a visible grid. */
export function CalendarSkeleton({ over }: { over?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} data-over={over || undefined} role="status" aria-label={t('app.loading')}>
      {blocks.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are constant.
        <div key={index} className={classes.column}>
          {column.map(([top, height]) => (
            <Skeleton key={top} pos="absolute" top={`${top}%`} height={`${height}%`} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
