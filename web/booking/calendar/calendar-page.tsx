// The signed-in user's calendars. The address holds view, day, calendars and the open event.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/booking/calendar.ts';
import { query } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { CalendarFrame } from './calendar-frame.tsx';
import classes from './calendar-page.module.css';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import type { CalendarSearch } from './view/calendar-search.ts';

export function CalendarPage() {
  const { t } = useTranslation();
  useTitle(t('app.calendar'));
  const navigate = useNavigate();
  const search: CalendarSearch = useSearch({ strict: false });
  const list = useQuery({ ...query(calendars.getAllCalendars, {}), staleTime: 5 * 60_000 });
  if (list.data && list.data.length > 0) {
    return (
      <CalendarFrame
        all={list.data}
        search={search}
        onSearch={(next, replace) => void navigate({ to: '/app/user/calendars', search: next, replace })}
      />
    );
  }
  if (list.data) return <p className={classes.note}>{t('calendar.noCalendar')}</p>;
  if (list.isError) {
    return (
      <div className={classes.note}>
        <TryAgain onRetry={() => void list.refetch()} />
      </div>
    );
  }
  return <CalendarSkeleton />;
}
