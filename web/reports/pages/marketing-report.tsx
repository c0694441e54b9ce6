// The messages of campaigns and the visits that they led to, by medium.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { type MarketingPoint, marketingMedia, type ReportPeriod, reports } from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatCount } from '#web/lib/count.ts';
import { Chart } from '#web/lib/ui/chart/chart.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { FiguresTable } from './figures-table.tsx';
import { pointsLabel, pointsOf } from './points.ts';
import classes from './report.module.css';
import { ReportFrame } from './report-frame.tsx';
import { periodName } from './summary.tsx';

export function MarketingReport() {
  const { t } = useTranslation();
  const isAdmin = allows(useCurrentUser().actions, 'admin');
  return (
    // 31 days: specification, "Charts and reports".
    <ReportFrame title={t('reportPage.title.marketing')} firstPeriod="days31">
      {(days) =>
        isAdmin ? (
          marketingMedia.map((medium) => <Medium key={medium} medium={medium} days={days} />)
        ) : (
          <p className={classes.quiet}>{t('reportPage.marketing.onlyAdministrators')}</p>
        )
      }
    </ReportFrame>
  );
}

interface Props {
  medium: 'mail' | 'sms';
  days: { start: string; end: string };
}

const figures = ['sent', 'visited'] as const;

function Medium({ medium, days }: Props) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(reports.getMarketing, { medium, ...days }), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={300} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const { current, previous, points, previousPoints } = read.data;
  const title = t(`reportPage.marketing.${medium}`);
  return (
    <>
      <MarketingChart
        points={points}
        days={current}
        before={{ days: previous, points: previousPoints }}
        title={title}
      />
      {points.length > 0 && (
        <FiguresTable
          id={`campaigns-${medium}`}
          title={t('reportPage.campaigns', { medium: title })}
          nameLabel={t('reportPage.campaign')}
          columns={figures.map((key) => ({ key, label: t(`reportPage.marketing.${key}`), format: formatCount }))}
          rows={byCampaign(points)}
          hasTotal
          fileName={`${title} ${current.start} ${current.end}`}
        />
      )}
    </>
  );
}

interface ChartProps {
  points: readonly MarketingPoint[];
  days: ReportPeriod;
  /** The points of the period before; the dashboard shows none. */
  before?: { days: ReportPeriod; points: readonly MarketingPoint[] };
  title: string;
  level?: 2 | 3;
}

export function MarketingChart({ points, days, before, title, level = 2 }: ChartProps) {
  const { t } = useTranslation();
  const [sent, visited] = [column(points, days, 'sent'), column(points, days, 'visited')];
  const sentBefore = before && column(before.points, before.days, 'sent');
  const isEmpty = points.length === 0 && !before?.points.length;
  const drawn = pointsOf([sent, visited, ...(sentBefore ? [sentBefore] : [])]);
  const total = (key: 'sent' | 'visited', of = points) => formatCount(of.reduce((sum, one) => sum + one[key], 0));
  return (
    <Chart
      title={title}
      level={level}
      summary={isEmpty ? t('reportPage.empty.marketing') : summary()}
      kind="bars"
      nameLabel={t(pointsLabel(drawn))}
      series={[
        { name: t('reportPage.marketing.sent'), look: 'main' },
        { name: t('reportPage.marketing.visited'), look: 'second' },
        ...(before
          ? [
              {
                name: t('reportPage.marketing.sentBefore', { period: periodName(before.days) }),
                look: 'before' as const,
              },
            ]
          : []),
      ]}
      points={drawn}
      isWhole
      format={formatCount}
      fileName={`${title} ${days.start} ${days.end}`}
      empty={isEmpty ? <span /> : undefined}
    />
  );

  function summary(): string {
    const now = t('reportPage.marketing.summary', { sent: total('sent'), visited: total('visited') });
    if (!before) return now;
    const words = { sent: total('sent', before.points), visited: total('visited', before.points) };
    return `${now} ${t('reportPage.marketing.summaryBefore', { ...words, period: periodName(before.days) })}`;
  }
}

function column(points: readonly MarketingPoint[], days: ReportPeriod, key: 'sent' | 'visited') {
  const ofDay = Map.groupBy(points, ({ x }) => x);
  return daysBetween(days).map((x) => ({ x, y: (ofDay.get(x) ?? []).reduce((sum, one) => sum + one[key], 0) }));
}

function byCampaign(points: readonly MarketingPoint[]) {
  return [...Map.groupBy(points, ({ id }) => id)].map(([key, own]) => ({
    key,
    name: own[0]?.name ?? '',
    values: {
      sent: own.reduce((sum, { sent }) => sum + sent, 0),
      visited: own.reduce((sum, { visited }) => sum + visited, 0),
    },
  }));
}

function daysBetween({ start, end }: { start: string; end: string }): string[] {
  const last = Temporal.PlainDate.from(end);
  const days: string[] = [];
  for (
    let day = Temporal.PlainDate.from(start);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    days.push(day.toString());
  }
  return days;
}
