// An event in the column of a person: a button with the words and colours of the other views.
import { memo } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import grid from '#web/booking/calendar/grid/calendar-grid.module.css';
import { EventWords } from '#web/booking/calendar/grid/event-content.tsx';
import { timeOf } from '#web/lib/dates.ts';
import { minuteHeight } from './day-scale.ts';
import type { PlacedEvent } from './place-events.ts';
import classes from './team-day.module.css';

/** Room for one line of text only (px), as in the other views. */
const shortHeight = 38;
/** In less of a column, an event shows when it begins; in even less, only its customer. */
const halfShare = 0.6;
const narrowShare = 0.4;

interface Props extends PlacedEvent {
  zone: string;
}

export const TeamEvent = memo(function TeamEvent({ event, top, minutes, lane, span, lanes, zone }: Props) {
  const height = minutes * minuteHeight;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${grid.event} ${grid.block} ${grid.column} ${classes.event}`}
      data-stop
      data-event={event.id}
      data-event-type={event.type}
      style={{
        insetBlockStart: top * minuteHeight,
        blockSize: height - 1,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `calc(${(span / lanes) * 100}% - 2px)`,
      }}
    >
      <EventWords
        item={event}
        zone={zone}
        time={span / lanes < halfShare ? timeOf(event.start, zone) : clockTimes(event, zone)}
        isShort={height < shortHeight}
        isNarrow={span / lanes < narrowShare}
      />
      {event.isEditable && <span className={classes.resize} data-resize />}
    </button>
  );
});

/** `10:00 – 11:00` */
export function clockTimes({ start, end }: Pick<CalendarEvent, 'start' | 'end'>, zone: string): string {
  return `${timeOf(start, zone)} – ${timeOf(end, zone)}`;
}
