// The sheet that the day and the week of the team have in common: its events, its focus, and the keys on an event.
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { type Move, type Times, timesOf } from '#web/booking/calendar/events/move-event.ts';
import { statusForKey } from '#web/booking/calendar/events/status-keys.ts';
import { useRestoredFocus } from '#web/booking/calendar/grid/use-restored-focus.ts';
import type { MenuTime } from '#web/booking/calendar/not-free/time-menu.tsx';
import type { ShownPerson } from './team-people.ts';
import { useStops } from './use-stops.ts';

export interface TeamActions {
  onPerson: (calendarId: string) => void;
  onCreate: (times: Times, calendarId: string) => void;
  onOpenCard: (event: CalendarEvent, element: HTMLElement) => void;
  onEdit: (event: CalendarEvent) => void;
  /** Saves after one question, at once or when no further step follows. */
  onDrop: (event: CalendarEvent, move: Move, isStep?: boolean) => void;
  /** Moved one step by keyboard; more steps may follow. */
  onStep: (event: CalendarEvent, move: Move) => void;
  onStatus: (event: CalendarEvent, status: VisitStatus) => void;
  onDragging: (dragging: boolean) => void;
  onMenu: (at: MenuTime) => void;
}

interface Options {
  people: readonly ShownPerson[];
  actions: TeamActions;
  /** Alt with an arrow key on an event that may be changed; with Shift as well. */
  onStep: (event: CalendarEvent, key: string, withShift: boolean) => void;
  /** A click beside the events. */
  onClickFree: (target: Element, clientY: number) => void;
  /** The person and the times of a place beside the events; undefined where the sheet has none. */
  timesAt?: (target: Element, clientY: number) => Pick<MenuTime, 'calendarId' | 'times'> | undefined;
}

export function useTeamSheet({ people, actions, onStep, onClickFree, timesAt }: Options) {
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const events = useMemo(() => people.flatMap(({ member }) => member.events), [people]);
  const byId = useRef(new Map<string, CalendarEvent>());
  byId.current = useMemo(() => new Map(events.map((event) => [event.id, event])), [events]);
  const focus = useRestoredFocus(events);
  const stops = useStops(sheet);

  /** The event whose element contains `target`. */
  const eventAt = (target: Element) => {
    const element = target.closest<HTMLElement>('[data-event]');
    const event = element && byId.current.get(element.dataset.event ?? '');
    return event ? { event, element } : undefined;
  };

  function onClick({ target, clientY }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    const found = eventAt(target);
    if (found) actions.onOpenCard(found.event, found.element);
    else onClickFree(target, clientY);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const found = event.target instanceof Element ? eventAt(event.target)?.event : undefined;
    const status = found && statusForKey(found, event);
    const isStep = found && event.altKey && /^Arrow/.test(event.key);
    if (!found || !(status || isStep || event.key === 'Enter')) {
      stops.onKey(event);
      return;
    }
    event.preventDefault();
    // The page has shortcuts of its own: an arrow key would turn it.
    if (status || isStep) event.stopPropagation();
    if (status) actions.onStatus(found, status);
    else if (!isStep) actions.onEdit(found);
    else if (found.isEditable) onStep(found, event.key, event.shiftKey);
  }

  /** A right click, the menu key, or a long press on an event that cannot be dragged. */
  function onContextMenu(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const found = eventAt(event.target)?.event;
    const at = found ? { calendarId: found.calendarId, times: timesOf(found) } : timesAt?.(event.target, event.clientY);
    if (!at) return;
    event.preventDefault();
    actions.onMenu({ ...at, x: event.clientX, y: event.clientY });
  }

  return {
    refs: { scroller, sheet, ghost },
    eventAt,
    handlers: {
      onClick,
      onContextMenu,
      onKeyDown,
      onBlur: focus.handlers.onBlur,
      onPointerDown: focus.handlers.onPointerDown,
      onFocus(event: FocusEvent): void {
        stops.onFocus(event);
        focus.handlers.onFocus(event);
      },
    },
  };
}
