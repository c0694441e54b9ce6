// A day of the team: one column of hours for each person, under their portraits.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { type Move, shiftEvent, timesOf } from '#web/booking/calendar/events/move-event.ts';
import { dateIn, now, timeOf } from '#web/lib/dates.ts';
import { dragChip } from './chip-drag.ts';
import { dragEnd, dragEvent, dragRange } from './day-drag.ts';
import { clickedTimes, type DayScale, dayScale, instantAt, minuteHeight, minuteOfDay } from './day-scale.ts';
import { freeTimes } from './first-free-time.ts';
import { NowLine } from './now-line.tsx';
import { TeamColumn } from './team-column.tsx';
import classes from './team-day.module.css';
import { TeamHeads } from './team-heads.tsx';
import type { ShownPerson } from './team-people.ts';
import { usePointerDrag } from './use-pointer-drag.ts';
import { type TeamActions, useTeamSheet } from './use-team-sheet.ts';

interface Props extends TeamActions {
  people: readonly ShownPerson[];
  date: Temporal.PlainDate;
  zone: string;
}

export function TeamDay(props: Props) {
  const { people, zone, onPerson } = props;
  const day = props.date.toString();
  const date = useMemo(() => Temporal.PlainDate.from(day), [day]);
  const scale = useMemo(() => dayScale(date, zone), [date, zone]);
  const head = useRef<HTMLDivElement>(null);
  const { refs, eventAt, handlers } = useTeamSheet({
    ...{ people, actions: props, onStep: step, onClickFree, timesAt },
  });
  const { scroller, sheet, ghost } = refs;
  useFirstHour(scroller, people, scale, date, zone);

  usePointerDrag(scroller, {
    pick(target, x, y) {
      if (!sheet.current || !ghost.current) return undefined;
      const on = { sheet: sheet.current, ghost: ghost.current, scale, zone };
      const found = eventAt(target);
      if (!target.closest('[data-column]'))
        return found?.event.isEditable ? dragWholeDay(on, found, { x, y }) : undefined;
      if (!found) return () => dragRange(on, { x, y }, (calendarId, times) => props.onCreate(times, calendarId));
      if (!found.event.isEditable) return undefined;
      const drop = (move: Move) => props.onDrop(found.event, move);
      if (target.closest('[data-resize]')) return () => dragEnd(on, { ...found, from: { x, y } }, drop);
      return () => dragEvent(on, { ...found, from: { x, y } }, drop);
    },
    onDragging: props.onDragging,
    inset: () => ({ top: head.current?.offsetHeight ?? 0, left: head.current?.offsetWidth ?? 0 }),
  });

  /** All-day events are dragged along the heads. */
  function dragWholeDay(
    on: { sheet: HTMLElement; ghost: HTMLElement },
    { event, element }: { event: CalendarEvent; element: HTMLElement },
    from: { x: number; y: number },
  ) {
    return () =>
      dragChip({ ...on, cells: '[data-head]', isSticky: true }, { element, from }, ({ dataset }) =>
        props.onDrop(event, { ...timesOf(event), calendarId: dataset.head ?? event.calendarId }),
      );
  }

  function onClickFree(target: Element, clientY: number): void {
    const at = timesAt(target, clientY);
    if (at) props.onCreate(at.times, at.calendarId);
  }

  function timesAt(target: Element, clientY: number) {
    const calendarId = target.closest<HTMLElement>('[data-new]')?.dataset.new;
    const person = people.find(({ member }) => member.calendarId === calendarId);
    const column = target.closest<HTMLElement>('[data-column]');
    if (person && calendarId) return { calendarId, times: freeTimes(person, scale) };
    if (!column) return undefined;
    const minute = (clientY - column.getBoundingClientRect().top) / minuteHeight;
    return { calendarId: column.dataset.column ?? '', times: clickedTimes(scale, minute) };
  }

  /** Alt with an arrow key moves the focused event in time or to the next person; with Shift as well its end. */
  function step(event: CalendarEvent, key: string, resize: boolean): void {
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const times = !event.allDay && shiftEvent(event, { minutes: key === 'ArrowUp' ? -15 : 15 }, zone, resize);
      if (times) props.onStep(event, times);
      return;
    }
    const index = people.findIndex(({ member }) => member.calendarId === event.calendarId);
    const other = people[index + (key === 'ArrowLeft' ? -1 : 1)]?.member;
    if (other && !resize) props.onDrop(event, { ...timesOf(event), calendarId: other.calendarId }, true);
  }

  const hours = Array.from({ length: Math.ceil(scale.minutes / 60) }, (_, hour) => hour * 60);
  const isToday = date.equals(dateIn(now(), zone));
  const printed = useMemo(() => printedHours(people, scale), [people, scale]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        ref={sheet}
        className={classes.sheet}
        style={
          {
            '--people': people.length,
            '--day': `${scale.minutes * minuteHeight}px`,
            '--printed-from': `${printed.from * minuteHeight}px`,
            '--printed-to': `${printed.to * minuteHeight}px`,
          } as object
        }
        {...handlers}
      >
        <div ref={head} className={classes.corner} />
        <TeamHeads {...{ people, date, zone, onPerson }} />
        <div className={classes.axis} aria-hidden="true">
          {hours.slice(1).map((minute) => (
            <span
              key={minute}
              className={classes.hour}
              data-screen-only={minute < printed.from || minute > printed.to || undefined}
              style={{ insetBlockStart: minute * minuteHeight }}
            >
              {timeOf(instantAt(scale, minute), zone).replace(/\s+Uhr$/, '')}
            </span>
          ))}
        </div>
        {people.map((person, index) => (
          <TeamColumn key={person.member.calendarId} {...person} {...{ scale, zone, index }} />
        ))}
        {isToday && <NowLine scale={scale} />}
        <div ref={ghost} className={classes.ghost} hidden aria-hidden="true" />
      </div>
    </div>
  );
}

/** The whole hours that paper shows: those in which someone works or has an event. */
function printedHours(people: readonly ShownPerson[], scale: DayScale): { from: number; to: number } {
  const times = people.flatMap(({ member, open }) => [
    ...(open ?? []),
    ...member.events.filter(({ allDay }) => !allDay),
  ]);
  const within = (minute: number) => Math.min(Math.max(minute, 0), scale.minutes);
  const starts = times.map(({ start }) => within(minuteOfDay(scale, start)));
  const ends = times.map(({ end }) => within(minuteOfDay(scale, end)));
  const from = Math.floor(Math.min(...starts, scale.minutes) / 60) * 60;
  const to = Math.min(Math.ceil(Math.max(...ends, 0) / 60) * 60, scale.minutes);
  return from < to ? { from, to } : { from: 0, to: scale.minutes };
}

/** Scrolls each day to an hour before the first person begins, or to the present. */
function useFirstHour(
  scroller: { current: HTMLElement | null },
  people: readonly ShownPerson[],
  scale: DayScale,
  date: Temporal.PlainDate,
  zone: string,
): void {
  const [shown, setShown] = useState<DayScale>();
  const isReady = people.length > 0;
  useLayoutEffect(() => {
    if (!isReady || shown === scale) return;
    const opening = people.flatMap(({ open }) => open ?? []).map(({ start }) => minuteOfDay(scale, start));
    const first = Math.min(...opening.filter((minute) => minute >= 0), 9 * 60) - 60;
    const present = date.equals(dateIn(now(), zone)) ? minuteOfDay(scale, now().toString()) - 120 : 0;
    // The hour's name stands on its line.
    scroller.current?.scrollTo({ top: Math.max(first, present) * minuteHeight - 12 });
    setShown(scale);
  });
}
