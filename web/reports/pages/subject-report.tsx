// The reports of appointments, e-mails and SMS.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ReportSubject, reports, type Share } from '#contract/reports/reports.ts';
import { query } from '#web/lib/client/client.ts';
import { RemovablePill } from '#web/lib/ui/form/removable-pill.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { FiguresTable } from './figures-table.tsx';
import classes from './report.module.css';
import { ReportFrame } from './report-frame.tsx';
import type { ReportSearch } from './report-search.ts';
import { SubjectChart } from './subject-chart.tsx';
import { figureFormat, periodName } from './summary.tsx';

export const EventsReport = () => <SubjectReport subject="calendarEvents" hasPeople />;
export const MailReport = () => <SubjectReport subject="emailMessages" />;
export const SmsReport = () => <SubjectReport subject="smsMessages" />;

function SubjectReport({ subject, hasPeople = false }: { subject: ReportSubject; hasPeople?: boolean }) {
  const { t } = useTranslation();
  return (
    <ReportFrame title={t(`reportPage.title.${subject}`)}>
      {(days) => <Figures subject={subject} days={days} hasPeople={hasPeople} />}
    </ReportFrame>
  );
}

interface Props {
  subject: ReportSubject;
  days: { start: string; end: string };
  hasPeople: boolean;
  /** The page has more, which is not narrowed: a frame shows what is. */
  isPart?: boolean;
  onDay?: (day: string) => void;
}

export function Figures({ subject, days, hasPeople, isPart = false, onDay }: Props) {
  const { t } = useTranslation();
  const { location: locationId, person: userId, narrow } = useScope();
  const read = useQuery({
    ...query(reports.getReport, { subject, ...days, locationId, userId }),
    placeholderData: (before) => before,
  });
  if (read.isPending) return <Skeleton height={340} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const report = read.data;
  const format = figureFormat(subject);
  const columns = [
    { key: 'now', label: periodName(report.current), format },
    { key: 'before', label: periodName(report.previous), format },
  ];
  const title = t(`reportPage.title.${subject}`);
  const rowsOf = (shares: readonly Share[], noName: string) =>
    shares.map(({ id, name, y, previous }) => ({
      key: id ?? '',
      name: name || noName,
      values: { now: y, before: previous },
    }));
  const { start, end } = report.current;
  const only = [
    { key: 'location', shares: report.locations, id: locationId },
    { key: 'person', shares: report.people, id: userId },
  ] as const;
  return (
    <div className={classes.report} data-framed={(isPart && (locationId || userId) && true) || undefined}>
      <div className={classes.scope} hidden={!locationId && !userId}>
        {only.map(({ key, shares, id }) => {
          if (!id) return null;
          const name = shares.find((share) => share.id === id)?.name ?? t(`reportPage.${key}`);
          return (
            <RemovablePill
              key={key}
              text={t('reportPage.only', { name })}
              removeLabel={t('reportPage.removeOnly', { name })}
              onRemove={() => narrow({ [key]: undefined })}
            />
          );
        })}
      </div>
      <SubjectChart compared={report} title={title} onDay={onDay} emptyText={t(`reportPage.empty.${subject}`)} />
      <FiguresTable
        id="by-location"
        title={t('reportPage.byLocation')}
        nameLabel={t('reportPage.location')}
        columns={columns}
        rows={rowsOf(report.locations, t('reportPage.noLocation'))}
        onOpen={locationId ? undefined : (location) => narrow({ location })}
        hasTotal
        fileName={`${title} ${start} ${end} ${t('reportPage.byLocation')}`}
      />
      {hasPeople && (
        <FiguresTable
          id="by-person"
          title={t('reportPage.byPerson')}
          nameLabel={t('reportPage.person')}
          columns={columns}
          rows={rowsOf(report.people, t('reportPage.noPerson'))}
          onOpen={userId ? undefined : (person) => narrow({ person })}
          hasTotal
          fileName={`${title} ${start} ${end} ${t('reportPage.byPerson')}`}
        />
      )}
    </div>
  );
}

/** The location and person to which the report is narrowed. */
export function useScope() {
  const { location, person }: ReportSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const narrow = (scope: Pick<ReportSearch, 'location' | 'person'>) =>
    void navigate({
      to: '.',
      search: ((before: ReportSearch) => ({ ...before, ...scope })) as never,
      resetScroll: false,
    });
  return { location, person, narrow };
}
