// A figure of each location as bars, beside that of the period before.
import { useTranslation } from 'react-i18next';
import type { ReportPeriod, Share } from '#contract/reports/reports.ts';
import { Chart } from '#web/lib/ui/chart/chart.tsx';
import { sumOf } from './points.ts';
import { periodName, summaryOf } from './summary.tsx';

interface Props {
  title: string;
  level?: 2 | 3;
  shares: readonly Share[];
  current: ReportPeriod;
  previous: ReportPeriod;
  /** Counts have no fractions. */
  isWhole?: boolean;
  format(value: number): string;
}

export function LocationBars({ title, level = 2, shares, current, previous, isWhole = false, format }: Props) {
  const { t } = useTranslation();
  const [now, before] = [sumOf(shares), sumOf(shares.map(({ previous: y }) => ({ y })))];
  const isEmpty = shares.every(({ y, previous: other }) => y === 0 && other === 0);
  return (
    <Chart
      title={title}
      level={level}
      summary={isEmpty ? t('reportPage.nothing') : summaryOf(now, before, previous, format)}
      kind="bars"
      nameLabel={t('reportPage.location')}
      series={[
        { name: periodName(current), look: 'main' },
        { name: periodName(previous), look: 'before' },
      ]}
      points={shares.map(({ id, name, y, previous: other }) => ({
        key: id ?? '',
        label: shortened(name || '–'),
        name: name || t('reportPage.noLocation'),
        values: [y, other],
      }))}
      isWhole={isWhole}
      format={format}
      fileName={`${title} ${current.start} ${current.end}`}
      empty={isEmpty ? <span /> : undefined}
    />
  );
}

/** Fits below a bar. */
function shortened(name: string): string {
  return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}
