// A week of the team: one row for each person, one column for each day, the events as lines.
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { eventHeading, spokenEvent } from '#web/booking/calendar/events/event-text.ts';
import { TypeIcon } from '#web/booking/calendar/events/event-type.tsx';
import { type Move, shiftEvent, timesOf } from '#web/booking/calendar/events/move-event.ts';
import grid from '#web/booking/calendar/grid/calendar-grid.module.css';
import dayHeader from '#web/booking/calendar/grid/day-header.module.css';
import type { ShownDays } from '#web/booking/calendar/view/shown-days.ts';
import { dateIn, longDay, now, plainDay, timeOf } from '#web/lib/dates.ts';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import { dragChip } from './chip-drag.ts';
import { timesOnDay } from './day-scale.ts';
import { freeTimes } from './first-free-time.ts';
import { isWholeDay } from './place-events.ts';
import type { ShownPerson } from './team-people.ts';
import classes from './team-week.module.css';
import { usePointerDrag } from './use-pointer-drag.ts';
import { type TeamActions, useTeamSheet } from './use-team-sheet.ts';
import { chipsOf, type WeekDay, weekCell, weekDays } from './week-cells.ts';

interface Props extends TeamActions {
  people: readonly ShownPerson[];
  days: ShownDays;
  zone: string;
  onDay: (date: Temporal.PlainDate) => void;
}

export function TeamWeek(props: Props) {
  const { people, zone, onDay, onPerson } = props;
  const { t } = useTranslation();
  const [first, after] = [props.days.first.toString(), props.days.after.toString()];
  const days = useMemo(
    () => weekDays(Temporal.PlainDate.from(first), Temporal.PlainDate.from(after), zone),
    [first, after, zone],
  );
  const corner = useRef<HTMLTableCellElement>(null);
  const { refs, eventAt, handlers } = useTeamSheet({ people, actions: props, onStep: step, onClickFree });
  const { scroller, sheet, ghost } = refs;

  usePointerDrag(scroller, {
    pick(target, x, y) {
      const found = eventAt(target);
      if (!found?.event.isEditable || !sheet.current || !ghost.current) return undefined;
      const on = { sheet: sheet.current, ghost: ghost.current, cells: '[data-date]' };
      const from = found.element.closest<HTMLElement>('[data-date]')?.dataset.date ?? '';
      return () =>
        dragChip(on, { element: found.element, from: { x, y } }, ({ dataset }) => {
          const by = Temporal.PlainDate.from(from).until(dataset.date ?? from, { largestUnit: 'day' }).days;
          move(found.event, by, dataset.calendar);
        });
    },
    onDragging: props.onDragging,
    inset: () => ({ top: corner.current?.offsetHeight ?? 0, left: corner.current?.offsetWidth ?? 0 }),
  });

  /** Keeps the time on the clock. */
  function move(event: CalendarEvent, byDays: number, calendarId = event.calendarId, isStep = false): void {
    const times = byDays ? shiftEvent(event, { days: byDays }, zone) : timesOf(event);
    if (!times) return;
    const to: Move = calendarId === event.calendarId ? times : { ...times, calendarId };
    props.onDrop(event, to, isStep);
  }

  function onClickFree(target: Element): void {
    const cell = target.closest<HTMLElement>('[data-date]');
    if (cell && target.closest('[data-new]')) create(cell);
    else if (cell) onDay(Temporal.PlainDate.from(cell.dataset.date ?? first));
  }

  function create({ dataset }: HTMLElement): void {
    const day = days.find(({ date }) => date.toString() === dataset.date);
    const person = people.find(({ member }) => member.calendarId === dataset.calendar);
    if (day && person) props.onCreate(freeTimes(person, day.scale), person.member.calendarId);
  }

  /** Alt with an arrow key moves the focused event to the next day, or to the person above or below. */
  function step(event: CalendarEvent, key: string): void {
    const byDays = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (byDays) move(event, byDays, event.calendarId, true);
    if (byDays) return;
    const index = people.findIndex(({ member }) => member.calendarId === event.calendarId);
    const other = people[index + (key === 'ArrowUp' ? -1 : 1)]?.member;
    if (other) move(event, 0, other.calendarId, true);
  }

  const today = dateIn(now(), zone);
  return (
    <div ref={scroller} className={classes.scroller}>
      <div ref={sheet} className={classes.sheet} {...handlers}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th ref={corner} className={classes.corner} scope="col">
                <span className="unseen">{t('team.person')}</span>
              </th>
              {days.map(({ date }) => (
                <th key={date.toString()} className={classes.day} scope="col">
                  <button type="button" className={classes.dayButton} onClick={() => onDay(date)}>
                    <span className={dayHeader.head} data-today={date.equals(today) || undefined}>
                      <span className={dayHeader.weekday}>{plainDay(date, { weekday: 'short' })}</span>{' '}
                      <span className={dayHeader.number}>{date.day}</span>
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((person, index) => (
              <Row key={person.member.calendarId} {...{ person, days, zone, index, onPerson }} />
            ))}
          </tbody>
        </table>
        <div ref={ghost} className={classes.ghost} hidden aria-hidden="true" />
      </div>
    </div>
  );
}

interface RowProps {
  person: ShownPerson;
  days: readonly WeekDay[];
  zone: string;
  index: number;
  onPerson: (calendarId: string) => void;
}

const Row = memo(
  function Row({ person, days, zone, index, onPerson }: RowProps) {
    const { t } = useTranslation();
    const { calendarId, name, pictureId } = person.member;
    return (
      <tr>
        <th className={classes.head} scope="row">
          <button type="button" className={classes.person} onClick={() => onPerson(calendarId)}>
            <Portrait picture={pictureId} name={name} size={36} isFirst />
            <span className={classes.name}>{name}</span>
          </button>
        </th>
        {days.map((day, column) => {
          const { events, isClosed, outside } = weekCell(person, day);
          const { shown, more } = chipsOf(events);
          const date = day.date.toString();
          return (
            <td
              key={date}
              className={`${classes.cell} ${isClosed ? grid.closed : ''}`}
              data-x={column}
              data-y={index}
              data-date={date}
              data-calendar={calendarId}
            >
              <div className={classes.chips}>
                {shown.map((event) => (
                  <Chip key={event.id} event={event} zone={zone} />
                ))}
                {outside.length > 0 && (
                  <span className={`${grid.outside} ${classes.outside}`} data-outside>
                    {t(person.member.isOwn ? 'calendar.outside' : 'calendar.busyElsewhere')}{' '}
                    {outside.map((time) => timesOnDay(time, day.scale, zone) ?? t('calendar.allDay')).join(', ')}
                  </span>
                )}
                {more > 0 && (
                  <button type="button" tabIndex={-1} className={classes.more} data-stop>
                    {t('calendar.moreEvents', { count: more })}
                    <span className="unseen">
                      , {name}, {plainDay(day.date)}
                    </span>
                  </button>
                )}
              </div>
              <ActionIcon
                className={classes.add}
                variant="subtle"
                size={24}
                tabIndex={-1}
                data-stop
                data-new
                aria-label={`${t('team.newFor', { name })}, ${plainDay(day.date)}`}
              >
                <IconPlus size={16} />
              </ActionIcon>
            </td>
          );
        })}
      </tr>
    );
  },
  // The open times are computed with each answer; the person stays the same object until something changes.
  (before, after) =>
    before.person.member === after.person.member &&
    before.days === after.days &&
    before.index === after.index &&
    before.person.open?.length === after.person.open?.length &&
    (before.person.open ?? []).every((one, at) => one === after.person.open?.[at]),
);

function Chip({ event, zone }: { event: CalendarEvent; zone: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${grid.event} ${grid.block} ${grid.row} ${classes.chip}`}
      data-stop
      data-event={event.id}
      data-event-type={event.type}
    >
      <span className={classes.seen} aria-hidden="true">
        <TypeIcon type={event.type} size={12} />
        {!isWholeDay(event) && <span className={classes.time}>{timeOf(event.start, zone)}</span>}
        <span className={classes.heading}>{eventHeading(event)}</span>
      </span>
      <span className="unseen">
        {spokenEvent(event, zone)}, {longDay(event.start, zone)}
      </span>
    </button>
  );
}
