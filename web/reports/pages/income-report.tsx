// Incomes: what customers paid, with estimates for each day, by location and by person.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { type IncomeSums, incomes } from '#contract/reports/incomes.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { DailyIncomes } from './daily-incomes.tsx';
import { FiguresTable } from './figures-table.tsx';
import { IncomeLines, incomeColumns } from './income-lines.tsx';
import { ReasonsDialog } from './reasons-dialog.tsx';
import { ReportFrame } from './report-frame.tsx';
import type { ReportSearch } from './report-search.ts';
import { Figures, useScope } from './subject-report.tsx';

export function IncomeReport() {
  const { t } = useTranslation();
  const isAdmin = allows(useCurrentUser().actions, 'admin');
  const { location, person } = useScope();
  // Only the first chart is narrowed; the others show the whole company.
  const [opened, open] = useState<{ day: string; scope: Pick<ReportSearch, 'location' | 'person'> }>();
  const openDay = (day: string) => open({ day, scope: {} });
  return (
    <ReportFrame title={t('reportPage.title.incomes')}>
      {(days) => (
        <>
          <Figures
            subject="incomes"
            days={days}
            hasPeople={false}
            isPart
            onDay={(day) => open({ day, scope: { location, person } })}
          />
          {isAdmin && <Company days={days} onDay={openDay} />}
          <Grouped days={days} />
          {isAdmin && <DailyIncomes onDay={openDay} />}
          {opened && <ReasonsDialog {...opened} onClose={() => open(undefined)} />}
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

function Grouped({ days }: { days: Range }) {
  const { t } = useTranslation();
  const { narrow } = useScope();
  const read = useQuery({ ...query(incomes.getSums, days), placeholderData: (before) => before });
  if (read.isPending) return <Skeleton height={160} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const table = (rows: IncomeSums['locations'], level: 'location' | 'person', title: string, noName: string) => (
    <FiguresTable
      id={`incomes-${level}`}
      title={title}
      nameLabel={t(level === 'location' ? 'reportPage.location' : 'reportPage.person')}
      columns={incomeColumns.map((key) => ({
        key,
        label: t(`incomes.${key}`),
        format: (value: number) => formatEuro(value),
      }))}
      rows={rows.map(({ id, name, ...values }) => ({ key: id ?? '', name: name || noName, values }))}
      onOpen={(id) => narrow({ [level]: id })}
      hasTotal
      fileName={`${title} ${days.start} ${days.end}`}
    />
  );
  return (
    <>
      {table(read.data.locations, 'location', t('incomes.byLocation'), t('reportPage.noLocation'))}
      {table(read.data.people, 'person', t('incomes.perPerson'), t('reportPage.noPerson'))}
      {read.data.registers.length > 0 && <Registers rows={read.data.registers} days={days} />}
    </>
  );
}

function Registers({ rows, days }: { rows: IncomeSums['registers']; days: Range }) {
  const { t } = useTranslation();
  const title = t('incomes.byRegister');
  return (
    <FiguresTable
      id="incomes-register"
      title={title}
      nameLabel={t('incomes.register')}
      columns={[{ key: 'realized', label: t('incomes.realized'), format: (value) => formatEuro(value) }]}
      rows={rows.map(({ id, name, location, realized }) => ({
        // A register that was moved has a row for each location.
        key: `${id} ${location}`,
        name: `${name}, ${location}`,
        values: { realized },
      }))}
      hasTotal
      fileName={`${title} ${days.start} ${days.end}`}
    />
  );
}
