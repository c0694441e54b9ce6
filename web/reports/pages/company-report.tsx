// All figures of the company on one page, by location.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyReport as Answer, reports } from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Chart } from '#web/lib/ui/chart/chart.tsx';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import { FiguresTable } from './figures-table.tsx';
import { sumOf } from './points.ts';
import { ReportFrame } from './report-frame.tsx';
import { formatCount, periodName, summaryOf } from './summary.tsx';

export function CompanyReport() {
  const { t } = useTranslation();
  return <ReportFrame title={t('reportPage.title.company')}>{(days) => <Company days={days} />}</ReportFrame>;
}

const figures = ['events', 'eMails', 'sms', 'calculated', 'realized'] as const;
type Figure = (typeof figures)[number];
const formats: Record<Figure, (value: number) => string> = {
  events: formatCount,
  eMails: formatCount,
  sms: formatCount,
  calculated: (value) => formatEuro(value),
  realized: (value) => formatEuro(value),
};

function Company({ days }: { days: { start: string; end: string } }) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(reports.getCompany, days), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={340} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const { current, previous, locations } = read.data;
  const table = (side: 'current' | 'previous') => (
    <FiguresTable
      id={`company-${side}`}
      title={periodName(side === 'current' ? current : previous)}
      nameLabel={t('reportPage.location')}
      columns={figures.map((key) => ({ key, label: t(`reportPage.figure.${key}`), format: formats[key] }))}
      rows={locations.map(({ id, name, [side]: values }) => ({
        key: id ?? '',
        name: name || t('reportPage.noLocation'),
        values,
      }))}
      hasTotal
      fileName={`${t('reportPage.title.company')} ${periodName(side === 'current' ? current : previous)}`}
    />
  );
  return (
    <>
      {table('current')}
      {(['events', 'realized'] as const).map((figure) => (
        <LocationChart key={figure} answer={read.data} figure={figure} />
      ))}
      {table('previous')}
    </>
  );
}

function LocationChart({ answer, figure }: { answer: Answer; figure: Figure }) {
  const { t } = useTranslation();
  const { current, previous, locations } = answer;
  const sum = (side: 'current' | 'previous') => sumOf(locations.map((one) => ({ y: one[side][figure] })));
  const [now, before] = [sum('current'), sum('previous')];
  const title = t('reportPage.figureByLocation', { figure: t(`reportPage.figure.${figure}`) });
  const isEmpty = now === 0 && before === 0;
  return (
    <Chart
      title={title}
      summary={isEmpty ? t('reportPage.nothing') : summaryOf(now, before, previous, formats[figure])}
      kind="bars"
      nameLabel={t('reportPage.location')}
      series={[
        { name: periodName(current), look: 'main' },
        { name: periodName(previous), look: 'before' },
      ]}
      points={locations.map(({ id, name, current: values, previous: others }) => ({
        key: id ?? '',
        label: shortened(name || '–'),
        name: name || t('reportPage.noLocation'),
        values: [values[figure], others[figure]],
      }))}
      isWhole={figure === 'events'}
      format={formats[figure]}
      fileName={`${title} ${current.start} ${current.end}`}
      empty={isEmpty ? <span /> : undefined}
    />
  );
}

/** Fits below a bar. */
function shortened(name: string): string {
  return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}
