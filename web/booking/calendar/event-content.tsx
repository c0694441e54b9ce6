// The content of an event in the grid: time, title, person, and the type as an icon with hidden text.

import type { CalendarOptions } from '@fullcalendar/react';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import classes from './event-content.module.css';
import { TypeIcon } from './event-type.tsx';

/** Colour and owner's name, keyed by calendar id. */
export type Edges = ReadonlyMap<string, { colour: string; name: string }>;

type ContentArg = Parameters<Extract<CalendarOptions['eventContent'], (...arguments_: never[]) => unknown>>[0];

/** Returns the renderer of events. With `edges`, each event shows its calendar. */
export function eventContent(edges: Edges | undefined) {
  return (arg: ContentArg) => {
    const item = arg.event.extendedProps.item as CalendarEvent | undefined;
    return <Content arg={arg} item={item} edge={item && edges?.get(item.calendarId)} />;
  };
}

function Content({
  arg,
  item,
  edge,
}: {
  arg: ContentArg;
  item: CalendarEvent | undefined;
  edge: { colour: string; name: string } | undefined;
}) {
  const { t } = useTranslation();
  const who = item && item.name !== item.title ? item.name : '';
  // German times end in "Uhr", which takes too much room.
  const time = arg.timeText.replace(/\s+Uhr$/, '');
  const row = arg.view.type === 'dayGridMonth' || arg.event.allDay;
  return (
    <div
      className={classes.content}
      data-short={arg.isShort || undefined}
      data-narrow={arg.isNarrow || undefined}
      data-row={row || undefined}
    >
      {edge && <span className={classes.edge} style={{ background: edge.colour }} />}
      {row && time && <span className={classes.time}>{time}</span>}
      <span className={classes.head}>
        {item && <TypeIcon type={item.type} size={13} />}
        <span className={classes.title}>{arg.event.title || t('calendar.newEvent')}</span>
        {item && !item.isEditable && <IconLock size={12} aria-hidden="true" className={classes.lock} />}
      </span>
      {!row && time && <span className={classes.time}>{time}</span>}
      {who && <span className={classes.person}>{who}</span>}
      {item && (
        <span className="unseen">
          {[t(`calendar.type.${item.type}`), edge?.name, item.isEditable ? '' : t('calendar.locked')]
            .filter(Boolean)
            .join(', ')}
        </span>
      )}
    </div>
  );
}
