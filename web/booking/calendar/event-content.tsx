// What stands on an event in the grid: time, what, who, and its type as an icon and an unseen word.

import type { CalendarOptions } from '@fullcalendar/react';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import classes from './event-content.module.css';
import { TypeIcon } from './event-type.tsx';

/** By calendar id: the colour and whose it is. */
export type Edges = ReadonlyMap<string, { colour: string; name: string }>;

type ContentArg = Parameters<Extract<CalendarOptions['eventContent'], (...arguments_: never[]) => unknown>>[0];

/** The drawing of events; with `edges` each says whose it is. */
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
  // German ends its times with the word "Uhr", which takes the room of the time itself.
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
