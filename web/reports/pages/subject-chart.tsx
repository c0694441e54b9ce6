// The chart of a subject with the period before. Each day leads to the rows behind it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Compared, ReportSubject } from '#contract/reports/reports.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Chart } from '#web/lib/ui/chart/chart.tsx';
import { daysOfPoint, pointsLabel, pointsOf, sumOf } from './points.ts';
import classes from './report.module.css';
import type { ReportSearch } from './report-search.ts';
import { figureFormat, periodName, summaryOf } from './summary.tsx';

interface Props {
  compared: Compared;
  title: string;
  level?: 2 | 3;
  action?: ReactNode;
  /** Opens the reasons of a day of incomes. */
  onDay?: ((day: string) => void) | undefined;
  emptyText?: string;
}

export function SubjectChart({ compared, title, level = 2, action, onDay, emptyText }: Props) {
  const { t } = useTranslation();
  const { subject, current, previous, days, previousDays } = compared;
  const format = figureFormat(subject);
  const open = useOpenRows(subject, onDay);
  const [now, before] = [sumOf(days), sumOf(previousDays)];
  // A sum of zero may be a payment and its refund.
  const isEmpty = [...days, ...previousDays].every(({ y }) => y === 0);
  const points = pointsOf([days, previousDays], { weekdays: days.length <= 7 });
  return (
    <Chart
      title={title}
      level={level}
      action={action}
      summary={isEmpty ? (emptyText ?? t('reportPage.nothing')) : summaryOf(now, before, previous, format)}
      kind="bars"
      nameLabel={t(pointsLabel(points))}
      series={[
        { name: periodName(current), look: 'main' },
        { name: periodName(previous), look: 'before' },
      ]}
      points={points}
      isWhole={subject !== 'incomes'}
      format={format}
      fileName={`${title} ${current.start} ${current.end}`}
      onOpen={open}
      rowName={
        open &&
        ((key, name) => (
          <button type="button" className={classes.rowLink} onClick={() => open(key)}>
            {name}
          </button>
        ))
      }
      empty={isEmpty ? <span /> : undefined}
    />
  );
}

/** A month, or another part of the period, leads to its days. */
export function useOpenRange(): (range: { from: string; to: string }) => void {
  const navigate = useNavigate();
  const { location, person }: ReportSearch = useSearch({ strict: false });
  return (range) =>
    void navigate({ to: '.', search: (() => ({ period: 'own', ...range, location, person })) as never });
}

/** Lists that show the messages behind a figure; their pages belong to administrators. */
const listOf: Partial<Record<ReportSubject, string>> = {
  emailMessages: '/app/company/email/messages',
  smsMessages: '/app/company/sms/messages',
};

function useOpenRows(subject: ReportSubject, onDay?: (day: string) => void): ((key: string) => void) | undefined {
  const navigate = useNavigate();
  const { pages } = useCurrentUser();
  const openRange = useOpenRange();
  const { location }: ReportSearch = useSearch({ strict: false });
  const list = listOf[subject];
  const openDay =
    subject === 'calendarEvents'
      ? (date: string) => void navigate({ to: '/app/user/calendars', search: { date, view: 'team', location } })
      : subject === 'incomes'
        ? onDay
        : list && pages.includes(list)
          ? (day: string) => void navigate({ to: list as string, search: { from: day, to: day } as never })
          : undefined;
  return (
    openDay &&
    ((key) => {
      const range = daysOfPoint(key);
      if (range) openRange(range);
      else openDay(key);
    })
  );
}
