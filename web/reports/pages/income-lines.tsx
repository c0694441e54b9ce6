// Incomes by day: estimated, calculated and realized.
import { useTranslation } from 'react-i18next';
import type { Income } from '#contract/reports/incomes.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Chart } from '#web/lib/ui/chart/chart.tsx';
import { daysOfPoint, pointsLabel, pointsOf, sumOf } from './points.ts';
import classes from './report.module.css';
import { useOpenRange } from './subject-chart.tsx';
import { useToday } from './use-today.ts';

export const incomeColumns = ['estimated', 'calculated', 'realized'] as const;

interface Props {
  rows: readonly Income[];
  title: string;
  level?: 2 | 3;
  onDay?: (day: string) => void;
}

export function IncomeLines({ rows, title, level = 2, onDay }: Props) {
  const { t } = useTranslation();
  const openRange = useOpenRange();
  const today = useToday().toString();
  // Days ahead have only an estimate.
  const columns = incomeColumns.map((key) =>
    rows.filter(({ date }) => key === 'estimated' || date <= today).map((row) => ({ x: row.date, y: row[key] })),
  );
  const sums = columns.map((days) => formatEuro(sumOf(days)));
  const isEmpty = columns.every((days) => days.every(({ y }) => y === 0));
  const looks = { estimated: 'before', calculated: 'second', realized: 'main' } as const;
  const points = pointsOf(columns, { weekdays: rows.length <= 7 });
  return (
    <Chart
      title={title}
      level={level}
      summary={
        isEmpty
          ? t('reportPage.empty.incomes')
          : [
              t('incomes.summary', { estimated: sums[0], calculated: sums[1], realized: sums[2] }),
              <span key="terms" className={classes.terms}>
                {t('incomes.terms')}
              </span>,
            ]
      }
      kind="lines"
      nameLabel={t(pointsLabel(points))}
      series={incomeColumns.map((key) => ({ name: t(`incomes.${key}`), look: looks[key] }))}
      points={points}
      isWhole={false}
      format={(value) => formatEuro(value)}
      fileName={`${title} ${rows[0]?.date ?? ''} ${rows.at(-1)?.date ?? ''}`}
      onOpen={
        onDay &&
        ((key) => {
          const range = daysOfPoint(key);
          if (range) openRange(range);
          else onDay(key);
        })
      }
      empty={isEmpty ? <span /> : undefined}
    />
  );
}
