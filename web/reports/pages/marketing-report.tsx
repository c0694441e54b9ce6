// The messages of campaigns and the visits that they led to, by medium.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type MarketingPoint, reports } from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { Chart } from '#web/lib/ui/chart/chart.tsx';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import { FiguresTable } from './figures-table.tsx';
import { pointsOf } from './points.ts';
import { ReportFrame } from './report-frame.tsx';
import { formatCount } from './summary.tsx';

export function MarketingReport() {
  const { t } = useTranslation();
  return (
    <ReportFrame title={t('reportPage.title.marketing')}>
      {(days) => (
        <>
          <Medium medium="mail" days={days} />
          <Medium medium="sms" days={days} />
        </>
      )}
    </ReportFrame>
  );
}

interface Props {
  medium: 'mail' | 'sms';
  days: { start: string; end: string };
}

function Medium({ medium, days }: Props) {
  const { t } = useTranslation();
  const operation = medium === 'mail' ? reports.getEmailMarketing : reports.getSmsMarketing;
  const read = useQuery({ ...query(operation, days), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={300} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const title = t(`reportPage.marketing.${medium}`);
  return (
    <>
      <MarketingChart points={read.data} days={days} title={title} />
      {read.data.length > 0 && (
        <FiguresTable
          id={`campaigns-${medium}`}
          title={t('reportPage.campaigns', { medium: title })}
          nameLabel={t('reportPage.campaign')}
          columns={(['sent', 'visited'] as const).map((key) => ({
            key,
            label: t(`reportPage.marketing.${key}`),
            format: formatCount,
          }))}
          rows={byCampaign(read.data)}
          hasTotal
          fileName={`${title} ${days.start} ${days.end}`}
        />
      )}
    </>
  );
}

export function MarketingChart({
  points,
  days,
  title,
  level = 2,
}: {
  points: readonly MarketingPoint[];
  days: { start: string; end: string };
  title: string;
  level?: 2 | 3;
}) {
  const { t } = useTranslation();
  const column = (key: 'sent' | 'visited') => {
    const sums = Map.groupBy(points, ({ x }) => x);
    return daysBetween(days).map((x) => ({ x, y: (sums.get(x) ?? []).reduce((sum, one) => sum + one[key], 0) }));
  };
  const [sent, visited] = [column('sent'), column('visited')];
  const total = (values: readonly { y: number }[]) => values.reduce((sum, { y }) => sum + y, 0);
  const isEmpty = points.length === 0;
  return (
    <Chart
      title={title}
      level={level}
      summary={
        isEmpty
          ? t('reportPage.empty.marketing')
          : t('reportPage.marketing.summary', { sent: formatCount(total(sent)), visited: formatCount(total(visited)) })
      }
      kind="bars"
      nameLabel={t('reportPage.dayColumn')}
      series={[
        { name: t('reportPage.marketing.sent'), look: 'main' },
        { name: t('reportPage.marketing.visited'), look: 'second' },
      ]}
      points={pointsOf([sent, visited])}
      isWhole
      format={formatCount}
      fileName={`${title} ${days.start} ${days.end}`}
      empty={isEmpty ? <span /> : undefined}
    />
  );
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
