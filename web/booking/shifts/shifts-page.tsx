// The shifts of a week: a row for each person and location, a cell for each day, which opens for changes.
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ShiftRow, shiftDays } from '#contract/booking/calendar-setup.ts';
import { EmployeesTabs } from '#web/identity/grants/rights-tabs.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { dayRange, firstWeekday } from '#web/lib/dates.ts';
import { ListPage } from '#web/lib/grid/list-page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import type { OpenCell } from './shift-cell.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { ShiftCards, ShiftTable } from './shift-table.tsx';
import classes from './shifts.module.css';
import { shiftsQuery } from './shifts-query.ts';

export function ShiftsPage() {
  const { t } = useTranslation();
  useTitle(t('shifts.title'));
  const { actions } = useCurrentUser();
  const isAdmin = actions.includes('admin') || actions.includes('sys');
  const { week } = useSearch({ from: '/app/company/employees/shifts' });
  const navigate = useNavigate();
  const start = startOfWeek(week ? Temporal.PlainDate.from(week) : Temporal.Now.plainDateISO());
  const read = useQuery({ ...shiftsQuery(start.toString()), placeholderData: keepPreviousData });
  const isPhone = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState<OpenCell>();
  const show = (day: Temporal.PlainDate | undefined) =>
    void navigate({ to: '/app/company/employees/shifts', search: { week: day?.toString() } });
  const Rows = isPhone ? ShiftCards : ShiftTable;
  return (
    <>
      {isAdmin && <EmployeesTabs />}
      <ListPage
        title={t('shifts.title')}
        actions={
          <div className={classes.paging}>
            <span className={classes.week} aria-live="polite">
              {dayRange(start, start.add({ days: shiftDays - 1 }))}
            </span>
            <div className={classes.steps}>
              <Button variant="default" size="sm" onClick={() => show(undefined)}>
                {t('calendar.today')}
              </Button>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('calendar.previous.week')}
                onClick={() => show(start.subtract({ days: shiftDays }))}
              >
                <IconChevronLeft size={18} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('calendar.next.week')}
                onClick={() => show(start.add({ days: shiftDays }))}
              >
                <IconChevronRight size={18} />
              </ActionIcon>
            </div>
          </div>
        }
      >
        <p className={classes.hint}>{t('shifts.hint')}</p>
        {read.isError && <TryAgain onRetry={() => void read.refetch()} />}
        {read.isPending && <Skeleton height={320} role="status" aria-label={t('app.loading')} />}
        {read.data && read.data.length === 0 && <p className={classes.hint}>{t('shifts.none')}</p>}
        {read.data && read.data.length > 0 && (
          <div data-stale={read.isPlaceholderData || undefined}>
            <Rows rows={read.data} labelOf={labelOf(read.data)} onOpen={setOpen} />
          </div>
        )}
      </ListPage>
      {open && <ShiftDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function startOfWeek(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: (day.dayOfWeek - firstWeekday() + 7) % 7 });
}

/** Names the location of a row where not all rows have the same. */
function labelOf(rows: readonly ShiftRow[]): (row: ShiftRow) => string | undefined {
  const isOne = new Set(rows.map(({ locationId }) => locationId)).size === 1;
  return ({ location }) => (isOne ? undefined : location);
}
