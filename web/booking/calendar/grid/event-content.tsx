// The content of an event in the grid: customer, title, time, and the type as an icon, with one spoken name.

import type { CalendarOptions } from '@fullcalendar/react';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { eventHeading, eventSubtitle, spokenEvent } from '#web/booking/calendar/events/event-text.ts';
import { TypeIcon } from '#web/booking/calendar/events/event-type.tsx';
import classes from './event-content.module.css';

/** Colour and owner's name, keyed by calendar id. */
export type Edges = ReadonlyMap<string, { colour: string; name: string }>;

type ContentArg = Parameters<Extract<CalendarOptions['eventContent'], (...arguments_: never[]) => unknown>>[0];

/** Returns the renderer of events. With `edges`, each event shows its calendar. */
export function eventContent(zone: string, edges: Edges | undefined) {
  return (arg: ContentArg) => {
    if (arg.event.display === 'background')
      return (
        <span className={classes.outside} data-mark={arg.view.type === 'dayGridMonth' || undefined}>
          {arg.event.title}
          {arg.timeText && <span className="unseen">, {arg.timeText}</span>}
        </span>
      );
    const item = arg.event.extendedProps.item as CalendarEvent | undefined;
    return <Content arg={arg} item={item} zone={zone} edge={item && edges?.get(item.calendarId)} />;
  };
}

interface ContentProps {
  arg: ContentArg;
  item: CalendarEvent | undefined;
  zone: string;
  edge: { colour: string; name: string } | undefined;
}

function Content({ arg, item, zone, edge }: ContentProps) {
  return (
    <EventWords
      {...{ item, zone, edge }}
      // German times end in "Uhr", which takes too much room.
      time={arg.timeText.replace(/\s+Uhr$/, '')}
      isShort={arg.isShort}
      isNarrow={arg.isNarrow}
      isRow={arg.view.type === 'dayGridMonth' || arg.event.allDay}
    />
  );
}

interface WordsProps {
  /** Undefined for a range that the person is selecting. */
  item: CalendarEvent | undefined;
  zone: string;
  edge?: { colour: string; name: string } | undefined;
  /** As people see it; empty for a whole day. */
  time: string;
  /** One line of text fits. */
  isShort?: boolean;
  isNarrow?: boolean;
  /** Not in a column of hours. */
  isRow?: boolean;
}

/** The words of an event, and its name for screen readers. */
export function EventWords({ item, zone, edge, time, isShort, isNarrow, isRow }: WordsProps) {
  const { t } = useTranslation();
  const heading = item ? eventHeading(item) : t('calendar.newEvent');
  const subtitle = item ? eventSubtitle(item) : '';
  return (
    <div
      className={classes.content}
      data-short={isShort || undefined}
      data-narrow={isNarrow || undefined}
      data-row={isRow || undefined}
    >
      {edge && <span className={classes.edge} style={{ background: edge.colour }} />}
      {/* Read as one name below: the parts in view depend on the room. */}
      <span className={classes.seen} aria-hidden={item ? true : undefined}>
        <span className={classes.head}>
          {item && <TypeIcon type={item.type} size={13} />}
          <span className={classes.heading}>{heading}</span>
          {item && !item.isEditable && <IconLock size={12} aria-hidden="true" className={classes.lock} />}
        </span>
        {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        {time && <span className={classes.time}>{time}</span>}
      </span>
      {item && (
        <span className="unseen">
          {spokenEvent(item, zone, [item.isEditable ? '' : t('calendar.locked')])}
          {edge && `, ${edge.name}`}
        </span>
      )}
    </div>
  );
}
