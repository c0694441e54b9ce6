// The calendars of a person: toolbar, side panel, grid and the dialogs of events. The caller keeps view, day and open
// event.
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Calendar, type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { CallError, query } from '#web/lib/client/client.ts';
import { dateIn, firstWeekday, now, visitorZone, zoneName } from '#web/lib/dates.ts';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './calendar-frame.module.css';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { EventCard } from './event-card/event-card.tsx';
import { EventDialog } from './event-dialog/event-dialog.tsx';
import { newEvent, type Start } from './event-dialog/event-form.ts';
import { cacheMove, type Move, saveMove, shiftEvent, type Times, timesOf } from './events/move-event.ts';
import { useLiveCalendars } from './events/use-live-calendars.ts';
import { useVisitMoves } from './events/use-visit-moves.ts';
import { findOpenHour, maxDays } from './find-open-hour.ts';
import { CalendarGrid, type GridHandle } from './grid/calendar-grid.tsx';
import { nextFreeHour } from './next-free-hour.ts';
import { colourOf } from './side/calendar-colour.ts';
import { CalendarSide } from './side/calendar-side.tsx';
import { useSidePanel } from './side/use-side-panel.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { useContactPrefill } from './use-contact-prefill.ts';
import { useKeyboardMove } from './use-keyboard-move.ts';
import { type CalendarSearch, type CalendarView, isTeamView } from './view/calendar-search.ts';
import { shownDays, toInstants, turnPage } from './view/shown-days.ts';
import { viewTitle } from './view/shown-title.ts';
import { useCalendarView } from './view/use-calendar-view.ts';
import { usePrefetchPages } from './view/use-prefetch-pages.ts';
import { useShownEvents } from './view/use-shown-events.ts';
import { WalkIn } from './walk-in.tsx';

// Most people see one calendar: their page does not load the views of a team.
const TeamView = lazy(async () => ({ default: (await import('./team/team-view.tsx')).TeamView }));

interface Props {
  all: Calendar[];
  search: CalendarSearch;
  onSearch: (next: CalendarSearch, replace: boolean) => void;
  /** In a smaller frame on another page: one's own calendar, without the side panel and the page's keys. */
  isPart?: boolean;
}

export function CalendarFrame({ all, search, onSearch, isPart = false }: Props) {
  const { t } = useTranslation();
  const hasTeam = all.length > 1;
  const { view, views, chooseView } = useCalendarView(search.view, hasTeam);
  const isTeam = isTeamView(view);
  const shown = useMemo(() => chosenCalendars(all, search.calendar), [all, search.calendar]);
  // The first calendar shown sets the hours and the zone of the grid.
  const main = shown[0] as Calendar; // `chosenCalendars` never returns an empty list.
  const [placeZones, setPlaceZones] = useState<ReadonlyMap<string, string>>(new Map());
  // A team at one location is shown in the zone of that location.
  const zone = (isTeam && search.location && placeZones.get(search.location)) || main.timeZone;
  const date = search.date ? Temporal.PlainDate.from(search.date) : dateIn(now(), zone);
  const days = shownDays(view, date, firstWeekday());

  const [card, setCard] = useState<{ id: string; element: HTMLElement }>();
  const [draft, setDraft] = useState<CalendarEvent>();
  /** Values that the draft starts with, beside its time. */
  const [start, setStart] = useState<Start>();
  /** The calendar of the walk-in; undefined while the choice is closed. */
  const [walkIn, setWalkIn] = useState<Calendar>();
  const [dragging, setDragging] = useState(false);
  const side = useSidePanel();
  const grid = useRef<GridHandle>(null);
  useLiveCalendars(dragging);
  const step = useKeyboardMove(zone);
  const { move: changeStatus } = useVisitMoves();
  const onStatus = (event: CalendarEvent, status: VisitStatus) => void changeStatus(event, { status });

  const range = toInstants(days, zone);
  const { events, team, isWaiting, retry } = useShownEvents(shown, range, isTeam);
  const places = team?.flatMap(({ workplaces }) => workplaces) ?? [];
  if (places.some(({ id }) => !placeZones.has(id)))
    setPlaceZones(new Map(places.map(({ id, timeZone }) => [id, timeZone])));
  // Several calendars have no hours in common: the grid then has the weekly ones of the first.
  const openTimes = useQuery({
    ...query(calendars.getOpenTimes, { calendarId: main.id, ...range }),
    enabled: shown.length === 1 && !isTeam,
  }).data;
  // Found in the loaded events: it stays available while its calendar reloads, and with what was typed when another
  // person deletes or moves it.
  const lastOpen = useRef<CalendarEvent>(undefined);
  const found = search.event ? events.find((event) => event.id === search.event) : undefined;
  if (found || !search.event) lastOpen.current = found;
  const open = lastOpen.current?.id === search.event ? lastOpen.current : undefined;
  const cardEvent = card && events.find((event) => event.id === card.id);
  const edges = useMemo(() => {
    if (isTeam) return edgesOf(all, all);
    return shown.length > 1 ? edgesOf(all, shown) : undefined;
  }, [all, shown, isTeam]);

  const updateSearch = (next: Partial<CalendarSearch>, replace = false) => {
    setCard(undefined);
    onSearch({ ...search, ...next }, replace);
  };
  const goToDay = (day: Temporal.PlainDate, next: Partial<CalendarSearch> = {}) =>
    updateSearch({ date: day.equals(dateIn(now(), zone)) ? undefined : day.toString(), ...next });
  const onView = (next: CalendarView) => {
    // The team is shown whole, not only the person whose calendar was open.
    const isJoining = isTeamView(next) && !isTeam && shown.length === 1;
    updateSearch({ view: chooseView(next), ...(isJoining && { calendar: undefined }) });
  };
  const onTurn = (pages: number) => goToDay(turnPage(view, date, pages));
  const onToday = () => updateSearch({ date: undefined });
  const showToday = () => {
    const today = dateIn(now(), zone);
    const { compare } = Temporal.PlainDate;
    if (compare(today, days.first) < 0 || compare(today, days.after) >= 0) onToday();
  };
  const focusedCalendar = () => (isTeam && all.find(({ id }) => id === focusedPerson())) || main;
  /** Where the team is shown, for a person who works there; elsewhere the server chooses. */
  const placeOf = (calendarId: string) =>
    isTeam
      ? team?.find((member) => member.calendarId === calendarId)?.workplaces.find(({ id }) => id === search.location)
      : undefined;
  const createAtFreeHour = (startsWith?: Start) => {
    const calendar = focusedCalendar();
    create(nextFreeHour(days, calendar, events), { calendarId: calendar.id, ...(startsWith && { startsWith }) });
  };
  const onNew = () => createAtFreeHour();
  const onBlock = () => createAtFreeHour({ kind: 'blocked' });
  const onShow = (ids: string[]) => {
    const isDefault = isTeam ? ids.length === 0 : ids.length === 1 && ids[0] === all[0]?.id;
    updateSearch({ calendar: isDefault ? undefined : ids.join(',') });
  };
  const edit = ({ id }: CalendarEvent) => updateSearch({ event: id });
  const openCard = (event: CalendarEvent, element: HTMLElement) => setCard({ id: event.id, element });
  const closeCard = useCallback(() => setCard(undefined), []);
  const onWalkIn = () => setWalkIn(focusedCalendar());
  useCalendarKeys(!isPart, hasTeam, { onToday, onNew, onTurn, onView, onBlock, onWalkIn });
  // On the dashboard few turn the page.
  usePrefetchPages({ view, date, zone, ids: shown.map(({ id }) => id) }, !isWaiting && !isPart);
  useContactPrefill(isWaiting ? undefined : search.contact, (contact) => void startWithContact(contact));

  /** At the next open time, even beyond the days in view, and never at a closed one. */
  async function startWithContact(contact: Partial<CalendarEvent>): Promise<void> {
    const times = await findOpenHour(main).catch(onUnreadable);
    if (!times) {
      if (times === undefined) toast('warning', t('calendar.noOpenHour', { days: maxDays }));
      return updateSearch({ contact: undefined }, true);
    }
    setDraft({ ...newEvent(main.id, zone, times), ...contact });
    const day = dateIn(times.start, zone);
    const isInView =
      Temporal.PlainDate.compare(day, days.first) >= 0 && Temporal.PlainDate.compare(day, days.after) < 0;
    updateSearch({ contact: undefined, ...(!isInView && { date: day.toString() }) }, true);
  }

  function create(
    times: Times,
    { calendarId = main.id, startsWith }: { calendarId?: string; startsWith?: Start } = {},
  ): void {
    setCard(undefined);
    const place = placeOf(calendarId);
    setStart({ ...startsWith, locationId: place?.id });
    const calendar = all.find(({ id }) => id === calendarId);
    setDraft(newEvent(calendarId, place?.timeZone ?? calendar?.timeZone ?? zone, times));
  }
  function move(event: CalendarEvent, to: Move): void {
    setCard(undefined);
    cacheMove(event, to);
    void saveMove(event, to, zone);
  }
  /** The same services by the same people for the same customer, a week later at the same wall time. */
  function bookAgain(event: CalendarEvent, copy: Visit | null): void {
    const week = copy ? { ...event, start: copy.start, end: copy.end } : event;
    const { title, name, eMail, phoneNumber, contactId, description, sendSms } = event;
    const times = shiftEvent(week, { days: 7 }, zone) ?? timesOf(event);
    create(times, { calendarId: event.calendarId, ...(copy && { startsWith: { copy } }) });
    const again = { ...newEvent(event.calendarId, zone, times), name, eMail, phoneNumber, contactId, sendSms };
    setDraft({ ...again, title, description });
  }
  function closeDialog(): void {
    setDraft(undefined);
    setStart(undefined);
    grid.current?.unselect();
    if (search.event) updateSearch({ event: undefined }, true);
  }

  const sideProps = {
    calendars: all,
    shownIds: isTeam && !search.calendar ? [] : shown.map(({ id }) => id),
    onShow,
    isTeam,
    month: { date, shown: days, zone, onChoose: (day: Temporal.PlainDate) => goToDay(day) },
  };
  const dialogEvent = draft ?? open;
  return (
    <div className={isPart ? classes.part : classes.page} data-side={(!isPart && side.isShown) || undefined}>
      <CalendarToolbar
        title={viewTitle(view, date, days)}
        zone={zone === visitorZone() ? undefined : t('calendar.timesIn', { zone: zoneName(zone) })}
        {...{ view, views, onView, onTurn, onToday, onNew, isPart }}
        extra={
          !isPart && (
            <WalkIn
              calendar={walkIn ?? main}
              place={placeOf((walkIn ?? main).id)}
              isNamed={isTeam}
              isOpen={walkIn !== undefined}
              onOpen={(isOpen) => setWalkIn(isOpen ? focusedCalendar() : undefined)}
              onSaved={showToday}
            />
          )
        }
        onSide={isPart ? undefined : side.toggle}
        isSideShown={side.isShown || side.isDrawerOpen}
      />
      {!isPart && side.isShown && (
        <aside className={classes.side} aria-label={t('calendar.options')}>
          <CalendarSide {...sideProps} />
        </aside>
      )}
      <section className={classes.grid} aria-label={t('app.calendar')} aria-busy={isWaiting}>
        {retry && (
          <div className={classes.failed}>
            <TryAgain onRetry={retry} message={t('calendar.notLoaded')} />
          </div>
        )}
        {isTeam ? (
          <Suspense fallback={<CalendarSkeleton />}>
            <TeamView
              {...{ view, date, zone, days, team, isAlone: !hasTeam }}
              chosenIds={search.calendar ? shown.map(({ id }) => id) : undefined}
              locationId={search.location}
              onView={(next, day) => (day ? goToDay(day, { view: next }) : onView(next))}
              onLocation={(location) => updateSearch({ location })}
              onShow={onShow}
              onPerson={(id) => updateSearch({ view: chooseView(view === 'team' ? 'day' : 'week'), calendar: id })}
              onCreate={(times, calendarId) => create(times, { calendarId })}
              onOpenCard={openCard}
              onEdit={edit}
              onMove={move}
              onStep={step}
              onStatus={onStatus}
              onDragging={setDragging}
            />
          </Suspense>
        ) : (
          <CalendarGrid
            ref={grid}
            {...{ view, date, zone, events, edges }}
            businessHours={main.businessHours}
            open={shown.length === 1 ? openTimes : undefined}
            onOpenDay={(day) => goToDay(day, { view: 'day' })}
            onSelect={(times) => create(times)}
            onOpenCard={openCard}
            onEdit={edit}
            onMove={move}
            onStep={step}
            onStatus={onStatus}
            onDragging={setDragging}
          />
        )}
        {isWaiting && events.length === 0 && !retry && <CalendarSkeleton over />}
      </section>
      {card && cardEvent && (
        <EventCard
          key={card.id}
          event={cardEvent}
          element={card.element}
          zone={zone}
          calendarName={edges?.get(cardEvent.calendarId)?.name}
          onEdit={() => edit(cardEvent)}
          onAgain={(visit) => bookAgain(cardEvent, visit)}
          onClose={closeCard}
        />
      )}
      {dialogEvent && (
        <EventDialog key={dialogEvent.id} event={dialogEvent} calendars={all} {...start} onClose={closeDialog} />
      )}
      <Drawer
        opened={side.isDrawerOpen}
        onClose={side.closeDrawer}
        position="right"
        size={320}
        title={t('calendar.options')}
        closeButtonProps={{ 'aria-label': t('app.close') }}
        attributes={plainHeader}
        transitionProps={{ duration: 120 }}
      >
        <CalendarSide {...sideProps} />
      </Drawer>
    </div>
  );
}

/** Returns the visible calendars that the address names, else the first, which is the user's own. */
function chosenCalendars(all: Calendar[], ids: string | undefined): Calendar[] {
  const chosenIds = new Set(ids?.split(','));
  const found = all.filter(({ id }) => chosenIds.has(id));
  return found.length ? found : all.slice(0, 1);
}

function edgesOf(all: Calendar[], shown: Calendar[]) {
  return new Map(shown.map(({ id, name }) => [id, { colour: colourOf(all, id), name }]));
}

/** The calendar of the column or the row that has the focus, in the views of the team. */
function focusedPerson(): string | undefined {
  const { dataset = {} } =
    document.activeElement?.closest<HTMLElement>('[data-column], [data-head], [data-calendar]') ?? {};
  return dataset.column ?? dataset.head ?? dataset.calendar;
}

/** The failure of a call has been shown. */
function onUnreadable(error: unknown): null {
  if (!(error instanceof CallError)) throw error;
  return null;
}
