// The sheet of the week calendar: FullCalendar, showing free stretches and occupied time, and telling what was
// selected.
import type { CalendarOptions, CalendarRef } from '@fullcalendar/react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '#contract/booking/public.ts';
import { timeOf, wallOf } from '#web/lib/dates.ts';
import { CalendarSheet } from '#web/lib/ui/time/full-calendar.tsx';
import { sheetText, toInstantText } from '#web/lib/ui/time/sheet-text.ts';
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
      ...tiles.map((slot) => ({ ...placed(slot, zone), display: 'background', className: classes.freeEvent })),
      // Merge occupied times: buffers overlap, and the boundaries between appointments are private.
      ...mergeSlots(occupied).map((event, index) => ({
        ...placed(event, zone),
        id: `occupied-${index}`,
        title: t('booking.week.occupied'),
        className: classes.occupiedEvent,
      })),
    ],
    [tiles, occupied, zone, t],
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
        handlers.current.onSelect({
          start: toInstantText(startStr, handlers.current.zone),
          end: toInstantText(endStr, handlers.current.zone),
        });
        calendar.current?.getApi().unselect();
      },
      // Handles taps only; a mouse click already selects.
      dateClick: ({ dateStr, jsEvent }) => {
        if (!('touches' in jsEvent)) return;
        const start = Temporal.Instant.from(toInstantText(dateStr, handlers.current.zone));
        handlers.current.onSelect({ start: start.toString(), end: start.add({ minutes: 30 }).toString() });
      },
    }),
    [],
  );

  return (
    <div className={classes.grid} aria-busy={isLoading}>
      <CalendarSheet
        ref={calendar}
        {...options}
        view={days === 7 ? 'timeGridWeek' : 'someDays'}
        day={first.toString()}
        zone={zone}
        slotMinTime={minTime}
        slotMaxTime={maxTime}
        // A quarter of an hour needs the height of a line.
        {...(step === 15 && { slotMinHeight: 44 })}
        events={events}
        backgroundEventContent={({ event }) => (
          <span className={classes.freeLabel}>
            {timeOf(toInstantText(event.startStr, zone), zone)}
            {/* A stretch of many starts has its end too. */}
            {!step && ` – ${timeOf(toInstantText(event.endStr, zone), zone)}`}
          </span>
        )}
        eventContent={({ event }) => (
          <span className={classes.occupiedLabel}>
            {t('booking.week.occupied')}
            {event.startStr && (
              <span className="unseen">
                {' '}
                {timeOf(toInstantText(event.startStr, zone), zone)} – {timeOf(toInstantText(event.endStr, zone), zone)}
              </span>
            )}
          </span>
        )}
      />
    </div>
  );
}

const placed = ({ start, end }: Slot, zone: string) => ({ start: sheetText(start, zone), end: sheetText(end, zone) });

/** The hours worth showing: an hour around all that is free or occupied, at least from 9 to 18. */
function visibleHours(times: readonly Slot[], zone: string): [string, string] {
  let [from, to] = [9, 18];
  for (const { start, end } of times) {
    const begins = wallOf(start, zone);
    const ends = wallOf(end, zone);
    from = Math.min(from, begins.hour);
    const isNextDay = !ends.toPlainDate().equals(begins.toPlainDate());
    to = Math.max(to, isNextDay ? 24 : ends.hour + (ends.minute > 0 ? 1 : 0));
    if (isNextDay && ends.hour + ends.minute > 0) from = 0;
  }
  return [`${String(from).padStart(2, '0')}:00`, `${String(to).padStart(2, '0')}:00`];
}
