// The sheet of the week calendar: FullCalendar, showing free stretches and occupied time, and telling what was
// selected.
import type { CalendarOptions, CalendarRef } from '@fullcalendar/react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '#contract/booking/public.ts';
import { timeOf } from '#web/lib/dates.ts';
import { CalendarSheet, toInstantText } from '#web/lib/ui/time/full-calendar.tsx';
import { freeTiles, mergeSlots } from './snap-range.ts';
import classes from './week-tab.module.css';

interface WeekGridProps {
  first: Temporal.PlainDate;
  days: number;
  zone: string;
  slots: readonly Slot[];
  occupied: readonly Slot[];
  isLoading: boolean;
  onSelect(range: Slot): void;
}

export function WeekGrid(props: WeekGridProps) {
  const { first, days, zone, slots, occupied, isLoading } = props;
  const { t } = useTranslation();
  const calendar = useRef<CalendarRef>(null);
  const handlers = useRef(props);
  handlers.current = props;

  const { tiles, step } = useMemo(() => freeTiles(slots, occupied), [slots, occupied]);
  const events = useMemo(
    () => [
      ...tiles.map((slot) => ({ ...slot, display: 'background', className: classes.freeEvent })),
      // Merge occupied times: buffers overlap, and the boundaries between appointments are private.
      ...mergeSlots(occupied).map((event, index) => ({
        ...event,
        id: `occupied-${index}`,
        title: t('booking.week.occupied'),
        className: classes.occupiedEvent,
      })),
    ],
    [tiles, occupied, t],
  );
  const [minTime, maxTime] = useMemo(() => visibleHours([...slots, ...occupied], zone), [slots, occupied, zone]);

  // Create the options once: FullCalendar compares them by identity.
  const options = useMemo<CalendarOptions>(
    () => ({
      height: 'auto',
      allDaySlot: false,
      selectable: true,
      selectOverlap: (event) => event.display === 'background',
      unselectAuto: true,
      selectLongPressDelay: 300,
      editable: false,
      eventInteractive: false,
      views: { someDays: { type: 'timeGrid', duration: { days: 3 } } },
      select: ({ startStr, endStr }) => {
        handlers.current.onSelect({ start: toInstantText(startStr), end: toInstantText(endStr) });
        calendar.current?.getApi().unselect();
      },
      // Handles taps only; a mouse click already selects.
      dateClick: ({ dateStr, jsEvent }) => {
        if (!('touches' in jsEvent)) return;
        const start = Temporal.Instant.from(dateStr);
        handlers.current.onSelect({ start: start.toString(), end: start.add({ minutes: 30 }).toString() });
      },
    }),
    [],
  );

  return (
    <div className={classes.grid} data-fine={step === 15 || undefined} aria-busy={isLoading}>
      <CalendarSheet
        ref={calendar}
        {...options}
        view={days === 7 ? 'timeGridWeek' : 'someDays'}
        day={first.toString()}
        zone={zone}
        slotMinTime={minTime}
        slotMaxTime={maxTime}
        events={events}
        backgroundEventContent={({ event }) => (
          <span className={classes.freeLabel}>
            {timeOf(toInstantText(event.startStr), zone)}
            {/* A stretch of many starts has its end too. */}
            {!step && ` – ${timeOf(toInstantText(event.endStr), zone)}`}
          </span>
        )}
        eventContent={({ event }) => (
          <span className={classes.occupiedLabel}>
            {t('booking.week.occupied')}
            {event.startStr && (
              <span className="unseen">
                {' '}
                {timeOf(toInstantText(event.startStr), zone)} – {timeOf(toInstantText(event.endStr), zone)}
              </span>
            )}
          </span>
        )}
      />
    </div>
  );
}

/** The hours worth showing: an hour around all that is free or occupied, at least from 9 to 18. */
function visibleHours(times: readonly Slot[], zone: string): [string, string] {
  let [from, to] = [9, 18];
  for (const { start, end } of times) {
    const begins = Temporal.Instant.from(start).toZonedDateTimeISO(zone);
    const ends = Temporal.Instant.from(end).toZonedDateTimeISO(zone);
    from = Math.min(from, begins.hour);
    const isNextDay = !ends.toPlainDate().equals(begins.toPlainDate());
    to = Math.max(to, isNextDay ? 24 : ends.hour + (ends.minute > 0 ? 1 : 0));
    if (isNextDay && ends.hour + ends.minute > 0) from = 0;
  }
  return [`${String(from).padStart(2, '0')}:00`, `${String(to).padStart(2, '0')}:00`];
}
