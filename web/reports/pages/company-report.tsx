// All figures of the company on one page, by location.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ReportPeriod, reports } from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { FiguresTable } from './figures-table.tsx';
import { LocationBars } from './location-bars.tsx';
import { ReportFrame } from './report-frame.tsx';
import { periodName } from './summary.tsx';

export function CompanyReport() {
  const { t } = useTranslation();
  return <ReportFrame title={t('reportPage.title.company')}>{(days) => <Company days={days} />}</ReportFrame>;
}

/** Shows the appointments of a location, by day and person. */
const eventsPage = '/app/company/reports/calendar-events';

const figures = ['events', 'eMails', 'sms', 'estimated', 'calculated', 'realized'] as const;
type Figure = (typeof figures)[number];
const formats: Record<Figure, (value: number) => string> = {
  events: formatCount,
  eMails: formatCount,
  sms: formatCount,
  estimated: (value) => formatEuro(value),
  calculated: (value) => formatEuro(value),
  realized: (value) => formatEuro(value),
};

function Company({ days }: { days: { start: string; end: string } }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pages } = useCurrentUser();
  const read = useQuery({ ...query(reports.getCompany, days), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={340} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const { current, previous, locations, marketing } = read.data;
  const open =
    (period: ReportPeriod) =>
    (location: string): void =>
      void navigate({ to: eventsPage, search: { period: 'own', from: period.start, to: period.end, location } });
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
      onOpen={pages.includes(eventsPage) ? open(side === 'current' ? current : previous) : undefined}
      hasTotal
      fileName={`${t('reportPage.title.company')} ${periodName(side === 'current' ? current : previous)}`}
    />
  );
  return (
    <>
      {table('current')}
      {(['events', 'realized'] as const).map((figure) => (
        <LocationBars
          key={figure}
          title={t('reportPage.figureByLocation', { figure: t(`reportPage.figure.${figure}`) })}
          shares={locations.map(({ id, name, current: now, previous: before }) => ({
            id,
            name,
            y: now[figure],
            previous: before[figure],
          }))}
          current={current}
          previous={previous}
          isWhole={figure === 'events'}
          format={formats[figure]}
        />
      ))}
      {table('previous')}
      {marketing.length > 0 && (
        <FiguresTable
          id="company-marketing"
          title={t('reportPage.title.marketing')}
          nameLabel={t('reportPage.title.marketing')}
          columns={(['current', 'previous'] as const).flatMap((side) =>
            (['sent', 'visited'] as const).map((key) => ({
              key: `${side} ${key}`,
              label: `${t(`reportPage.marketing.${key}`)}, ${periodName(side === 'current' ? current : previous)}`,
              format: formatCount,
            })),
          )}
          rows={marketing.map(({ medium, current: now, previous: before }) => ({
            key: medium,
            name: t(`reportPage.marketing.${medium}`),
            values: {
              'current sent': now.sent,
              'current visited': now.visited,
              'previous sent': before.sent,
              'previous visited': before.visited,
            },
          }))}
          fileName={`${t('reportPage.title.marketing')} ${periodName(current)}`}
        />
      )}
    </>
  );
}
