// The appointment in three lines: service, day, and time with its zone.
import { useTranslation } from 'react-i18next';
import type { BookableService, Slot } from '#contract/booking/public.ts';
import { longDay, timeOf } from '#web/lib/dates.ts';
import classes from './booking-card.module.css';
import { visitorTime, ZoneName } from './visitor-time.tsx';

export function AppointmentSummary({
  slot,
  zone,
  service,
}: {
  slot: Slot;
  zone: string;
  service: BookableService | undefined;
}) {
  const { t } = useTranslation();
  const own = visitorTime(slot.start, zone);
  return (
    <div className={classes.summary}>
      {service && <p className={classes.summaryTitle}>{service.name}</p>}
      <p className={classes.summaryDay}>{longDay(slot.start, zone)}</p>
      <p className={classes.summaryTime}>
        <time dateTime={slot.start}>
          {timeOf(slot.start, zone)} – {timeOf(slot.end, zone)}
        </time>
        {own && <> · {t('booking.yourTime', { time: own })}</>}
        <span className={classes.summaryZone}>
          <ZoneName zone={zone} when={slot.start} />
        </span>
      </p>
    </div>
  );
}
