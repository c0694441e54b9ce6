// The free times of a day, grouped by part of the day, in buttons large enough for touch.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Slot } from '#contract/booking/public.ts';
import { isElsewhere, visitorTime, ZoneLine } from '#web/booking/public/visitor-time.tsx';
import { instantOf, longDay, timeOf, zoneName } from '#web/lib/dates.ts';
import { groupByDayPart } from './free-days.ts';
import classes from './time-list.module.css';

interface TimeListProps {
  slots: readonly Slot[];
  zone: string;
  /** The one that the address names. */
  named?: Slot | undefined;
  onPick(slot: Slot): void;
}

export function TimeList({ slots, zone, named, onPick }: TimeListProps) {
  const { t } = useTranslation();
  const [first] = slots;
  if (!first) return null;
  return (
    <section aria-label={t('booking.timesOn', { day: longDay(first.start, zone) })}>
      <h3 className={classes.day}>{longDay(first.start, zone)}</h3>
      {isElsewhere(zone, first.start) && (
        <p className={classes.zone}>
          <ZoneLine zone={zone} when={first.start} />
        </p>
      )}
      {groupByDayPart(slots, zone).map(([part, found]) => (
        <div key={part} className={classes.part}>
          <h4 className={classes.partName}>{t(`booking.${part}`)}</h4>
          <ul className={classes.times}>
            {found.map((slot) => (
              <li key={slot.start}>
                <TimeButton
                  slot={slot}
                  zone={zone}
                  isAmbiguous={isAmbiguous(slot, slots, zone)}
                  isNamed={slot === named}
                  onPick={onPick}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

export function TimeButton({
  slot,
  zone,
  isAmbiguous = false,
  isNamed = false,
  showDay = false,
  onPick,
}: {
  slot: Slot;
  zone: string;
  /** True if the clock shows this time twice that day because it is set back. */
  isAmbiguous?: boolean;
  isNamed?: boolean;
  showDay?: boolean;
  onPick(slot: Slot): void;
}) {
  const { t } = useTranslation();
  const own = visitorTime(slot.start, zone);
  const offset = isAmbiguous ? ` ${zoneName(zone, slot.start, 'shortOffset')}` : '';
  return (
    <button
      type="button"
      className={classes.time}
      aria-current={isNamed || undefined}
      data-start={instantOf(slot.start).toString()}
      onClick={() => onPick(slot)}
    >
      {showDay && <span className={classes.timeDay}>{longDay(slot.start, zone)}</span>}
      <span className={classes.clock}>
        {timeOf(slot.start, zone)}
        {offset}
      </span>
      {own && (
        <span className={classes.own}>
          <span className="unseen">· </span>
          {t('booking.yourTime', { time: own })}
        </span>
      )}
    </button>
  );
}

export function TimeListSkeleton() {
  return (
    <div className={classes.times} aria-hidden="true">
      {Array.from({ length: 9 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical.
        <Skeleton key={index} height={48} radius={8} />
      ))}
    </div>
  );
}

function isAmbiguous(slot: Slot, slots: readonly Slot[], zone: string): boolean {
  const time = timeOf(slot.start, zone);
  return slots.some((other) => other !== slot && timeOf(other.start, zone) === time);
}
