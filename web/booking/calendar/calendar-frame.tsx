// The calendars of a person: toolbar, side panel, grid and the dialogs of events. The caller stores view, day and open
// event.
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import { dateIn, now, visitorZone, zoneName } from '#web/lib/dates.ts';
import { CalendarBody } from './calendar-body.tsx';
import classes from './calendar-frame.module.css';
import { calendarNavigation } from './calendar-navigation.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { EventCard } from './event-card/event-card.tsx';
import { EventDialog } from './event-dialog/event-dialog.tsx';
import { focusedCalendar } from './focused-calendar.ts';
import type { GridHandle } from './grid/calendar-grid.tsx';
import { CalendarSide } from './side/calendar-side.tsx';
import { OptionsDrawer } from './side/options-drawer.tsx';
import { PrintDay } from './side/print-day.tsx';
import { PrintNote } from './side/print-note.tsx';
import { useSidePanel } from './side/use-side-panel.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { useNewEvent } from './use-new-event.ts';
import { useOpenEvent } from './use-open-event.ts';
import type { CalendarSearch } from './view/calendar-search.ts';
import { viewTitle } from './view/shown-title.ts';
import { useCalendarContents } from './view/use-calendar-contents.ts';
import { usePrefetchPages } from './view/use-prefetch-pages.ts';
import { WalkIn } from './walk-in.tsx';

// Most people see one calendar: their page does not load what belongs to a team.
const TeamLocation = lazy(async () => ({ default: (await import('./team/team-location.tsx')).TeamLocation }));

interface Props {
  all: Calendar[];
  search: CalendarSearch;
  onSearch: (next: CalendarSearch, replace: boolean) => void;
  /** In a smaller frame on another page: one's own calendar, without the side panel and the page's keys. */
  isPart?: boolean;
}

export function CalendarFrame({ all, search, onSearch, isPart = false }: Props) {
  const { t } = useTranslation();
  const contents = useCalendarContents(all, search);
  const { hasTeam, view, views, isSmall, isTeam, shown, zone, date, days, events, isWaiting } = contents;
  const [card, setCard] = useState<{ id: string; element: HTMLElement }>();
  const closeCard = useCallback(() => setCard(undefined), []);
  /** The calendar of the walk-in; undefined while the choice is closed. */
  const [walkIn, setWalkIn] = useState<Calendar>();
  const side = useSidePanel();
  const grid = useRef<GridHandle>(null);

  const navigation = calendarNavigation(contents, search, (next, replace) => {
    closeCard();
    onSearch(next, replace);
  });
  const { updateSearch, goToDay, onToday, onTurn, onView, onShow, showToday } = navigation;
  const created = useNewEvent(contents, navigation, { contactId: search.contact, onCreate: closeCard });
  const open = useOpenEvent(search.event, events);
  const cardEvent = card && events.find((event) => event.id === card.id);
  const dialogEvent = created.draft ?? open;

  const onNew = () => created.createAtFreeHour();
  const onBlock = () => created.createAtFreeHour('blocked');
  const onWalkIn = () => setWalkIn(focusedCalendar(contents) ?? contents.main);
  const edit = ({ id }: CalendarEvent) => updateSearch({ event: id });
  useCalendarKeys(!isPart, hasTeam, { onToday, onNew, onTurn, onView, onBlock, onWalkIn });
  // On the dashboard few turn the page.
  usePrefetchPages({ view, date, zone, ids: shown.map(({ id }) => id) }, !isWaiting && !isPart);

  function closeDialog(): void {
    created.discard();
    grid.current?.unselect();
    if (search.event) updateSearch({ event: undefined }, true);
  }

  const options = (
    <CalendarSide
      calendars={all}
      shownIds={isTeam && !search.calendar ? [] : shown.map(({ id }) => id)}
      onShow={onShow}
      isTeam={isTeam}
      place={
        isSmall && isTeam && contents.team ? (
          <Suspense>
            <TeamLocation
              team={contents.team}
              chosenId={contents.locationId}
              onChoose={(location) => updateSearch({ location })}
            />
          </Suspense>
        ) : undefined
      }
      month={{ date, shown: days, zone, onChoose: (day) => goToDay(day) }}
    >
      {days.first.add({ days: 1 }).equals(days.after) && (
        <PrintDay date={date} calendarId={isTeam || shown.length !== 1 ? null : (shown[0]?.id ?? null)} />
      )}
      <PrintNote />
    </CalendarSide>
  );
  return (
    <div className={isPart ? classes.part : classes.page} data-side={(!isPart && side.isShown) || undefined}>
      <CalendarToolbar
        title={viewTitle(view, date, days, isSmall && !isPart ? 'short' : 'long')}
        zone={zone === visitorZone() ? undefined : t('calendar.timesIn', { zone: zoneName(zone) })}
        today={dateIn(now(), zone).day}
        {...{ view, views, isSmall, onView, onTurn, onToday, onNew, isPart }}
        extra={!isPart && <WalkIn contents={contents} chosen={walkIn} onChoose={setWalkIn} onSaved={showToday} />}
        onSide={isPart ? undefined : side.toggle}
        isSideShown={side.isShown || side.isDrawerOpen}
      />
      {!isPart && side.isShown && (
        <aside className={classes.side} aria-label={t('calendar.options')}>
          {options}
        </aside>
      )}
      <CalendarBody
        gridRef={grid}
        {...{ contents, navigation }}
        onCreate={(times, calendarId) => created.create(times, { calendarId })}
        onOpenCard={(event, element) => setCard({ id: event.id, element })}
        onCloseCard={closeCard}
        onEdit={edit}
      />
      {card && cardEvent && (
        <EventCard
          key={card.id}
          event={cardEvent}
          element={card.element}
          zone={zone}
          isSheet={isSmall}
          calendarName={contents.edges?.get(cardEvent.calendarId)?.name}
          onEdit={() => edit(cardEvent)}
          onAgain={(visit) => created.bookAgain(cardEvent, visit)}
          onClose={closeCard}
        />
      )}
      {dialogEvent && (
        <EventDialog
          key={dialogEvent.id}
          event={dialogEvent}
          calendars={all}
          {...created.start}
          onClose={closeDialog}
        />
      )}
      <OptionsDrawer side={side}>{options}</OptionsDrawer>
    </div>
  );
}
