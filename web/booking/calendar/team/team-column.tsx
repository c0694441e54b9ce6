// The hours of one person: closed times shaded, events in lanes.
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import grid from '#web/booking/calendar/grid/calendar-grid.module.css';
import { timeOf } from '#web/lib/dates.ts';
import { closedParts, type DayScale, instantAt, minuteHeight, partsOn } from './day-scale.ts';
import { placeEvents } from './place-events.ts';
import classes from './team-day.module.css';
import { TeamEvent } from './team-event.tsx';
import type { ShownPerson } from './team-people.ts';

interface Props extends ShownPerson {
  scale: DayScale;
  zone: string;
  /** The place among the columns, for the arrow keys. */
  index: number;
}

export const TeamColumn = memo(
  function TeamColumn({ member, open, scale, zone, index }: Props) {
    const { t } = useTranslation();
    const { calendarId, name, events, outside, isOwn } = member;
    const placed = useMemo(() => placeEvents(events, scale), [events, scale]);
    const closed = useMemo(() => (open ? closedParts(open, scale) : []), [open, scale]);
    const elsewhere = useMemo(() => partsOn(outside, scale), [outside, scale]);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms.
      <div
        className={classes.column}
        role="group"
        aria-label={t('team.column', { name, count: placed.length })}
        data-column={calendarId}
        data-x={index}
        data-y={0}
      >
        {closed.map(({ top, minutes }) => (
          <div
            key={top}
            className={`${grid.closed} ${classes.closed}`}
            style={{ insetBlockStart: top * minuteHeight, blockSize: minutes * minuteHeight }}
          />
        ))}
        {elsewhere.map(({ top, minutes }) => (
          <div
            key={top}
            className={`${grid.outside} ${classes.outside}`}
            style={{ insetBlockStart: top * minuteHeight, blockSize: minutes * minuteHeight }}
            data-outside
          >
            {t(isOwn ? 'calendar.outside' : 'calendar.busyElsewhere')}
            <span className="unseen">
              , {timeOf(instantAt(scale, top), zone)} – {timeOf(instantAt(scale, top + minutes), zone)}
            </span>
          </div>
        ))}
        <div className={classes.lanes}>
          {placed.map((one) => (
            <TeamEvent key={one.event.id} {...one} zone={zone} />
          ))}
        </div>
        <button type="button" tabIndex={-1} className={classes.add} data-stop data-new={calendarId}>
          {t('team.newFor', { name })}
        </button>
      </div>
    );
  },
  // The open times are computed with each answer; the person stays the same object until something changes.
  (before, after) =>
    before.member === after.member &&
    before.scale === after.scale &&
    before.zone === after.zone &&
    before.index === after.index &&
    before.open?.length === after.open?.length &&
    (before.open ?? []).every((one, at) => one === after.open?.[at]),
);
