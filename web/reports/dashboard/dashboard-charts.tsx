// The figures of the dashboard: comparisons by week and month, incomes by person and location, and marketing.
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Compared,
  type Dashboard,
  type ReportPeriod,
  type ReportSubject,
  reports,
} from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { DailyIncomes } from '#web/reports/pages/daily-incomes.tsx';
import { FiguresTable } from '#web/reports/pages/figures-table.tsx';
import { IncomeLines } from '#web/reports/pages/income-lines.tsx';
import { LocationBars } from '#web/reports/pages/location-bars.tsx';
import { MarketingChart } from '#web/reports/pages/marketing-report.tsx';
import { ReasonsDialog } from '#web/reports/pages/reasons-dialog.tsx';
import { SubjectChart } from '#web/reports/pages/subject-chart.tsx';
import { periodName } from '#web/reports/pages/summary.tsx';
import { useToday } from '#web/reports/pages/use-today.ts';
import classes from './dashboard-charts.module.css';

type Span = 'week' | 'month';

export function DashboardCharts() {
  const { t } = useTranslation();
  const read = useQuery(query(reports.getDashboard, {}));
  const [span, setSpan] = useState<Span>('week');
  const [day, openDay] = useState<string>();
  const figures = read.data;
  const isEmpty = figures && [...figures.weeks, ...figures.months].every(hasNothing);
  return (
    <section className={classes.charts} aria-labelledby="dashboard-figures" aria-busy={read.isPending}>
      <div className={classes.head}>
        <h2 id="dashboard-figures" className={classes.title}>
          {t('dashboard.charts.figures')}
        </h2>
        {figures && !isEmpty && (
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.charts.periodLabel')}
            data={(['week', 'month'] as const).map((value) => ({ value, label: t(`dashboard.charts.${value}`) }))}
            value={span}
            onChange={(value) => setSpan(value as Span)}
          />
        )}
      </div>
      {read.isPending && <Skeleton height={280} />}
      {read.isError && !figures && <TryAgain onRetry={() => void read.refetch()} />}
      {isEmpty && <NothingYet />}
      {figures && !isEmpty && <Charts figures={figures} span={span} onDay={openDay} />}
      {day && <ReasonsDialog day={day} onClose={() => openDay(undefined)} />}
    </section>
  );
}

function hasNothing({ days, previousDays }: Compared): boolean {
  return [...days, ...previousDays].every(({ y }) => y === 0);
}

function NothingYet() {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <svg width="132" height="56" aria-hidden="true">
        {[18, 30, 24, 40, 34, 50, 44].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
          <rect key={index} x={index * 19} y={56 - height} width="13" height={height} rx="2" />
        ))}
      </svg>
      <p className={classes.emptyTitle}>{t('dashboard.charts.emptyTitle')}</p>
      <p>{t('dashboard.charts.emptyText')}</p>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={17} stroke={1.75} />}
        renderRoot={(props) => <Link to="/app/user/calendars" {...props} />}
      >
        {t('dashboard.charts.emptyAction')}
      </Button>
    </div>
  );
}

const pageOf: Record<ReportSubject, string> = {
  calendarEvents: '/app/company/reports/calendar-events',
  emailMessages: '/app/company/reports/email',
  smsMessages: '/app/company/reports/sms',
  incomes: '/app/company/reports/Income',
};

function Charts({ figures, span, onDay }: { figures: Dashboard; span: Span; onDay(day: string): void }) {
  const { t } = useTranslation();
  const { companyIncomes, eMailMarketing, smsMarketing } = figures;
  const days = figures[span];
  const compared = span === 'week' ? figures.weeks : figures.months;
  const campaigns = [
    { medium: 'mail' as const, points: eMailMarketing },
    { medium: 'sms' as const, points: smsMarketing },
  ];
  const today = useToday();
  const last31 = { start: today.subtract({ days: 30 }).toString(), end: today.toString() };
  return (
    <>
      <div className={classes.grid}>
        {compared.map((one) => (
          <SubjectChart
            key={`${one.subject} ${span}`}
            compared={one}
            level={3}
            title={t(`reportPage.title.${one.subject}`)}
            action={<ReportLink subject={one.subject} span={span} />}
            onDay={onDay}
            emptyText={t(`reportPage.empty.${one.subject}`)}
          />
        ))}
        {companyIncomes && (
          <IncomeLines
            key={span}
            level={3}
            rows={companyIncomes.filter(({ date }) => date >= days.start && date <= days.end)}
            title={t('dashboard.charts.company')}
            onDay={onDay}
          />
        )}
        {campaigns.map(
          ({ medium, points }) =>
            companyIncomes && (
              <MarketingChart
                key={medium}
                level={3}
                points={points}
                days={last31}
                title={t(`reportPage.marketing.${medium}`)}
              />
            ),
        )}
      </div>
      <div className={classes.grid}>
        <Shares
          id="incomes-of-people"
          title={t('dashboard.charts.perUser')}
          nameLabel={t('reportPage.person')}
          noName={t('reportPage.noPerson')}
          shares={figures.people}
          now={figures.week}
          before={figures.weeks[0]?.previous}
        />
        <LocationBars
          key={span}
          level={3}
          title={t(`dashboard.charts.byLocation.${span}`)}
          shares={figures.locations[span]}
          current={days}
          previous={compared[0]?.previous ?? days}
          format={(value) => formatEuro(value)}
        />
      </div>
      {companyIncomes && <DailyIncomes onDay={onDay} />}
    </>
  );
}

function ReportLink({ subject, span }: { subject: ReportSubject; span: Span }) {
  const { t } = useTranslation();
  const { pages } = useCurrentUser();
  const page = pageOf[subject];
  if (!pages.includes(page)) return null;
  const search = { period: span };
  return (
    <Link
      className={classes.link}
      to={page as string}
      search={search as never}
      aria-label={`${t('dashboard.charts.details')}: ${t(`reportPage.title.${subject}`)}`}
    >
      {t('dashboard.charts.details')}
    </Link>
  );
}

interface SharesProps {
  id: string;
  title: string;
  nameLabel: string;
  noName: string;
  shares: Dashboard['people'];
  now: ReportPeriod;
  before: ReportPeriod | undefined;
}

function Shares({ id, title, nameLabel, noName, shares, now, before }: SharesProps) {
  const format = (value: number) => formatEuro(value);
  return (
    <FiguresTable
      id={id}
      title={title}
      nameLabel={nameLabel}
      columns={[
        { key: 'now', label: periodName(now), format },
        ...(before ? [{ key: 'before', label: periodName(before), format }] : []),
      ]}
      rows={shares.map(({ id, name, y, previous }) => ({
        key: id ?? '',
        name: name || noName,
        values: { now: y, before: previous },
      }))}
      hasTotal
      fileName={`${title} ${now.start} ${now.end}`}
    />
  );
}
