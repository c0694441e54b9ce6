// Incomes: what customers paid, with estimates for each day, by location and by person.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { type Income, incomes } from '#contract/reports/incomes.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import { DailyIncomes } from './daily-incomes.tsx';
import { FiguresTable } from './figures-table.tsx';
import { IncomeLines, incomeColumns } from './income-lines.tsx';
import { ReasonsDialog } from './reasons-dialog.tsx';
import { ReportFrame } from './report-frame.tsx';
import { Figures } from './subject-report.tsx';

export function IncomeReport() {
  const { t } = useTranslation();
  const isAdmin = allows(useCurrentUser().actions, 'admin');
  const [day, openDay] = useState<string>();
  return (
    <ReportFrame title={t('reportPage.title.incomes')}>
      {(days) => (
        <>
          <Figures subject="incomes" days={days} hasPeople={false} onDay={openDay} />
          {isAdmin && <Company days={days} onDay={openDay} />}
          {isAdmin && <Grouped level="location" days={days} />}
          <Grouped level="person" days={days} />
          {isAdmin && <DailyIncomes onDay={openDay} />}
          {day && <ReasonsDialog day={day} onClose={() => openDay(undefined)} />}
        </>
      )}
    </ReportFrame>
  );
}

interface Range {
  start: string;
  end: string;
}

function Company({ days, onDay }: { days: Range; onDay(day: string): void }) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(incomes.getByCompany, days), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={300} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  return <IncomeLines rows={read.data} title={t('incomes.byDay')} onDay={onDay} />;
}

function Grouped({ level, days }: { level: 'location' | 'person'; days: Range }) {
  const { t } = useTranslation();
  const operation = level === 'location' ? incomes.getByLocation : incomes.getPerUser;
  const read = useQuery({ ...query(operation, days), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={160} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const title = t(level === 'location' ? 'incomes.byLocation' : 'incomes.perPerson');
  const keyOf = (row: Income) => (level === 'location' ? row.locationId : row.userId) ?? '';
  const noName = t(level === 'location' ? 'reportPage.noLocation' : 'reportPage.noPerson');
  const rows = [...Map.groupBy(read.data, keyOf)].map(([key, own]) => ({
    key,
    name: own[0]?.[level === 'location' ? 'location' : 'userName'] || noName,
    values: Object.fromEntries(incomeColumns.map((column) => [column, sum(own, column)])),
  }));
  return (
    <FiguresTable
      id={`incomes-${level}`}
      title={title}
      nameLabel={t(level === 'location' ? 'reportPage.location' : 'reportPage.person')}
      columns={incomeColumns.map((key) => ({
        key,
        label: t(`incomes.${key}`),
        format: (value: number) => formatEuro(value),
      }))}
      rows={rows}
      hasTotal
      fileName={`${title} ${days.start} ${days.end}`}
    />
  );
}

function sum(rows: readonly Income[], column: (typeof incomeColumns)[number]): number {
  return Math.round(rows.reduce((total, row) => total + row[column] * 100, 0)) / 100;
}
