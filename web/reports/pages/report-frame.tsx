// The frame of a report: its title, the choice of the period, and printing.
import { Button, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayRange } from '#web/lib/dates.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import classes from './report.module.css';
import { type ChosenPeriod, daysOf, isTooLong, type ReportSearch, reportPeriods } from './report-search.ts';
import { useToday } from './use-today.ts';

interface Props {
  title: string;
  /** The period with which the report begins. */
  firstPeriod?: ChosenPeriod;
  children(days: { start: string; end: string }): ReactNode;
}

export function ReportFrame({ title, firstPeriod = 'month', children }: Props) {
  const { t } = useTranslation();
  const search: ReportSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { location, person } = search;
  const change = (next: ReportSearch) =>
    void navigate({
      to: '.',
      search: (() => ({ ...next, location, person })) as never,
      replace: true,
      resetScroll: false,
    });
  const { period = firstPeriod } = search;
  const days = daysOf({ ...search, period }, useToday());
  return (
    <Page
      title={title}
      kicker={dayRange(days.start, days.end)}
      actions={
        <Button
          className={classes.screenOnly}
          variant="default"
          leftSection={<IconPrinter size={17} stroke={1.75} />}
          onClick={() => window.print()}
        >
          {t('reportPage.print')}
        </Button>
      }
    >
      <div className={classes.periods}>
        <PeriodChoice
          value={period}
          onChange={(next) =>
            change(next === 'own' ? { period: next, from: days.start, to: days.end } : { period: next })
          }
        />
        {period === 'own' && <OwnPeriod days={days} onChange={change} />}
      </div>
      <div className={classes.report}>{children(days)}</div>
    </Page>
  );
}

function PeriodChoice({ value, onChange }: { value: ChosenPeriod; onChange(period: ChosenPeriod): void }) {
  const { t } = useTranslation();
  const isWide = useMediaQuery('(min-width: 36em)', true, { getInitialValueInEffect: false });
  const data = reportPeriods.map((period) => ({ value: period, label: t(`reportPage.period.${period}`) }));
  const label = t('reportPage.periodLabel');
  if (isWide) {
    return (
      <SegmentedControl
        aria-label={label}
        data={data}
        value={value}
        onChange={(period) => onChange(period as ChosenPeriod)}
      />
    );
  }
  return (
    <Select
      aria-label={label}
      data={data}
      value={value}
      allowDeselect={false}
      onChange={(period) => period && onChange(period as ChosenPeriod)}
    />
  );
}

function OwnPeriod({ days, onChange }: { days: { start: string; end: string }; onChange(search: ReportSearch): void }) {
  const { t } = useTranslation();
  const [typed, type] = useState(days);
  function choose(next: { start: string; end: string }): void {
    type(next);
    if (next.start && next.end && !isTooLong(next.start, next.end))
      onChange({ period: 'own', from: next.start, to: next.end });
  }
  const error = typed.start && typed.end && isTooLong(typed.start, typed.end) && t('reports.tooLong');
  return (
    <>
      <DayField
        label={t('reportPage.from')}
        size="sm"
        value={typed.start}
        onChange={(start) => choose({ ...typed, start })}
      />
      <DayField
        label={t('reportPage.to')}
        size="sm"
        value={typed.end}
        error={error}
        onChange={(end) => choose({ ...typed, end })}
      />
    </>
  );
}
