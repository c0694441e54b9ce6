// The grid of the days in view, or the columns and rows of the team, with what may be done to an event there.
import { useQuery } from '@tanstack/react-query';
import { lazy, type Ref, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { query } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './calendar-frame.module.css';
import type { CalendarNavigation } from './calendar-navigation.ts';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import { useCompletion } from './event-card/use-completion.tsx';
import { cacheMove, type Move, saveMove, type Times } from './events/move-event.ts';
import { useLiveCalendars } from './events/use-live-calendars.ts';
import { useVisitMoves } from './events/use-visit-moves.ts';
import { CalendarGrid, type GridHandle } from './grid/calendar-grid.tsx';
import { type MenuTime, TimeMenu } from './not-free/time-menu.tsx';
import { useKeyboardMove } from './use-keyboard-move.ts';
import { isTeamView } from './view/calendar-search.ts';
import type { CalendarContents } from './view/use-calendar-contents.ts';

// Most people see one calendar: their page does not load the views of a team.
const TeamView = lazy(async () => ({ default: (await import('./team/team-view.tsx')).TeamView }));

interface Props {
  gridRef: Ref<GridHandle>;
  contents: CalendarContents;
  navigation: CalendarNavigation;
  onCreate: (times: Times, calendarId?: string) => void;
  onOpenCard: (event: CalendarEvent, element: HTMLElement) => void;
  onCloseCard: () => void;
  onEdit: (event: CalendarEvent) => void;
}

export function CalendarBody({ gridRef, contents, navigation, onCreate, onOpenCard, onCloseCard, onEdit }: Props) {
  const { t } = useTranslation();
  const { view, date, zone, days, range, shown, main, events, outside, edges, team, isTeam, isWaiting, retry } =
    contents;
  const { updateSearch, goToDay, onView, onShow } = navigation;
  const [dragging, setDragging] = useState(false);
  const [menu, setMenu] = useState<MenuTime>();
  const menuOpener = useRef<Element>(null);
  useLiveCalendars(dragging);
  const moving = { zone, people: contents.all, onAsking: setDragging };
  const step = useKeyboardMove(moving);
  const { move: changeStatus } = useVisitMoves();
  const completion = useCompletion();
  // Several calendars have no hours in common: the grid then has the weekly ones of the first.
  const openTimes = useQuery({
    ...query(calendars.getOpenTimes, { calendarId: main.id, ...range }),
    enabled: shown.length === 1 && !isTeam,
  }).data;

  function move(event: CalendarEvent, to: Move): void {
    onCloseCard();
    cacheMove(event, to);
    void saveMove(event, to, moving);
  }
  const actions = {
    onOpenCard,
    onEdit,
    onMove: move,
    onStep: step,
    onStatus: (event: CalendarEvent, status: VisitStatus) =>
      void (status === 'completed' ? completion.complete(event) : changeStatus(event, { status })),
    onDragging: setDragging,
    onMenu(at: MenuTime) {
      onCloseCard();
      menuOpener.current = document.activeElement;
      setMenu(at);
    },
  };

  return (
    <section className={classes.grid} aria-label={t('app.calendar')} aria-busy={isWaiting}>
      {retry && (
        <div className={classes.failed}>
          <TryAgain onRetry={retry} message={t('calendar.notLoaded')} />
        </div>
      )}
      {isTeamView(view) ? (
        <Suspense fallback={<CalendarSkeleton />}>
          <TeamView
            {...{ view, date, zone, days, team, onShow, onCreate }}
            {...actions}
            isAlone={!contents.hasTeam}
            chosenIds={contents.chosenIds}
            locationId={contents.locationId}
            onView={(next, day) => (day ? goToDay(day, { view: next }) : onView(next))}
            onLocation={(location) => updateSearch({ location })}
            onPerson={(id) =>
              updateSearch({ view: contents.chooseView(view === 'team' ? 'day' : 'week'), calendar: id })
            }
          />
        </Suspense>
      ) : (
        <CalendarGrid
          ref={gridRef}
          {...{ view, date, zone, events, outside, edges }}
          ownId={contents.all.find(({ isOwn }) => isOwn)?.id}
          {...actions}
          businessHours={main.businessHours}
          open={shown.length === 1 ? openTimes : undefined}
          onOpenDay={(day) => goToDay(day, { view: 'day' })}
          onSelect={(times) => onCreate(times)}
          onMenu={({ event, ...at }) => actions.onMenu({ ...at, calendarId: event?.calendarId ?? main.id })}
        />
      )}
      {isWaiting && events.length === 0 && !retry && <CalendarSkeleton over />}
      {completion.dialog}
      {menu && (
        <TimeMenu
          key={`${menu.calendarId} ${menu.times.start}`}
          at={menu}
          {...{ zone }}
          calendars={contents.all}
          onNew={() => {
            setMenu(undefined);
            onCreate(menu.times, menu.calendarId);
          }}
          onEvent={(id) => {
            setMenu(undefined);
            updateSearch({ event: id });
          }}
          onClose={() => {
            setMenu(undefined);
            if (menuOpener.current instanceof HTMLElement) menuOpener.current.focus();
          }}
        />
      )}
    </section>
  );
}
