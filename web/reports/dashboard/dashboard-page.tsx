// The first screen after sign-in: today, requests to answer, and the coming days.
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Calendar, type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { allows } from '#contract/lib/may.ts';
import { eventsIn } from '#web/booking/calendar/events/event-in-zone.ts';
import { useLiveCalendars } from '#web/booking/calendar/events/use-live-calendars.ts';
import { instantsOfDays } from '#web/booking/calendar/view/shown-days.ts';
import { TermsModal } from '#web/identity/privacy/terms-modal.tsx';
import { query } from '#web/lib/client/client.ts';
import { displayName, useCurrentUser } from '#web/lib/client/current-user.ts';
import { dateIn, longDay, now, visitorZone, wallOf } from '#web/lib/dates.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { WhenNear } from '#web/lib/ui/when-near.tsx';
import { ComingDays } from './coming-days.tsx';
import classes from './dashboard.module.css';
import { KeyFigures } from './key-figures.tsx';
import { NeedsAnswer } from './needs-answer.tsx';
import { NextAppointment } from './next-appointment.tsx';
import { SetupList } from './setup/setup-list.tsx';
import { useMinute } from './use-minute.ts';

// Loaded after the first paint: what comes today is above it.
const OwnCalendar = lazy(async () => ({ default: (await import('#web/booking/calendar/calendars.ts')).OwnCalendar }));

const DashboardCharts = lazy(async () => ({
  default: (await import('./dashboard-charts.tsx')).DashboardCharts,
}));

/** Number of days shown, including today. */
const days = 7;

export function DashboardPage() {
  const { t } = useTranslation();
  useLiveCalendars();
  const list = useQuery({ ...query(calendars.getAllCalendars, {}), staleTime: 5 * 60_000 });
  const own = list.data?.find((calendar) => calendar.isOwn);
  const hasFigures = allows(useCurrentUser().actions, 'lcladmin');
  // On a phone, today comes first.
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const zone = own?.timeZone ?? visitorZone();
  return (
    <Page
      title={useGreeting(zone)}
      tabTitle={t('app.today')}
      kicker={longDay(now(), zone)}
      actions={
        <Button
          variant="default"
          leftSection={<IconCalendar size={18} stroke={1.75} />}
          renderRoot={(props) => <Link to="/app/user/calendars" {...props} />}
        >
          {t('dashboard.openCalendar')}
        </Button>
      }
    >
      <SetupList />
      {isWide && <KeyFigures />}
      {own && <Week own={own} />}
      {own && (
        <WhenNear className={classes.calendar}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <OwnCalendar own={own} />
          </Suspense>
        </WhenNear>
      )}
      {list.data && !own && (
        <div className={classes.column}>
          <p className={classes.nothing}>{t('calendar.noCalendar')}</p>
          <NeedsAnswer />
        </div>
      )}
      {list.isPending && <LoadingSkeleton />}
      {list.isError && !list.data && <TryAgain onRetry={() => void list.refetch()} />}
      {!isWide && <KeyFigures />}
      {hasFigures && (
        <WhenNear className={classes.figures}>
          <Suspense fallback={<Skeleton height={280} />}>
            <DashboardCharts />
          </Suspense>
        </WhenNear>
      )}
      <TermsModal />
    </Page>
  );
}

function useGreeting(zone: string): string {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const { hour } = wallOf(now(), zone);
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'day' : 'evening';
  return t(`dashboard.greeting.${part}`, { name: user.firstName || displayName(user) });
}

function Week({ own }: { own: Calendar }) {
  const { timeZone: zone } = own;
  const at = useMinute();
  const today = dateIn(at, zone);
  const range = instantsOfDays({ first: today, after: today.add({ days }) }, zone);
  const read = useQuery({
    ...query(calendars.getCalendarEvents, { calendarId: own.id, ...range }),
    refetchOnWindowFocus: true,
  });
  if (read.isPending) return <LoadingSkeleton />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const events = read.data.map(eventsIn(zone));
  const upcoming = events.filter((event) => isUpcoming(event, at));
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <NextAppointment event={upcoming.find((event) => !event.allDay && !isOver(event))} zone={zone} at={at} />
        <NeedsAnswer ownCalendarId={own.id} />
      </div>
      <ComingDays events={upcoming} zone={zone} today={today} days={days} />
    </div>
  );
}

/** Before its time has passed: it is neither now nor next. */
function isOver({ status }: CalendarEvent): boolean {
  return status === 'completed' || status === 'no_show';
}

function isUpcoming(event: CalendarEvent, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(event.end, at) > 0;
}

function LoadingSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.columns} role="status" aria-label={t('app.loading')}>
      <Skeleton height={150} />
      <div className={classes.column}>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} height={52} />
        ))}
      </div>
    </div>
  );
}
