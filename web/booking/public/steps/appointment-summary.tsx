// The appointment in a few lines: service with its length and price, day and time, person, place.
import { useTranslation } from 'react-i18next';
import type { Slot } from '#contract/booking/public.ts';
import { addressLine } from '#contract/directions.ts';
import { withCompany } from '#web/booking/public/place-names.ts';
import { formatFacts, totalOf } from '#web/booking/public/services/services-in-a-row.ts';
import { visitorTime, ZoneName } from '#web/booking/public/visitor-time.tsx';
import { instantOf, longDay, timeOf } from '#web/lib/dates.ts';
import classes from './booking-card.module.css';
import type { Booking } from './use-booking.ts';

/** Of a held time, its own person, length and price: those of anyone differ. */
export function AppointmentSummary({ booking, slot: chosen }: { booking: Booking; slot: Slot }) {
  const { t } = useTranslation();
  const { zone, services, profile, held, isAnyone, step } = booking;
  const isHeld = held !== undefined && step !== 'details';
  const slot = isHeld ? held : chosen;
  const minutes = Math.round(instantOf(slot.start).until(instantOf(slot.end)).total('minute'));
  const facts = isHeld ? { minutes, price: held.price } : isAnyone ? { minutes, price: 0 } : totalOf(services);
  const who = isHeld ? held.name : isAnyone ? t('booking.anyone') : profile.name;
  const { location } = profile;
  const own = visitorTime(slot.start, zone);
  return (
    <div className={classes.summary}>
      {services.length > 0 && (
        <p className={classes.summaryTitle}>
          <strong>{services.map(({ label }) => label).join(' + ')}</strong>
          <span className={classes.summaryFacts}>{formatFacts(facts)}</span>
        </p>
      )}
      <p className={classes.summaryDay}>{longDay(slot.start, zone)}</p>
      <p className={classes.summaryTime}>
        <time dateTime={slot.start}>
          {timeOf(slot.start, zone)} – {timeOf(slot.end, zone)}
        </time>
        {own && (
          <>
            {' '}
            · {t('booking.yourTime', { time: own })}
            <span className={classes.summaryZone}>
              <ZoneName zone={zone} when={slot.start} />
            </span>
          </>
        )}
      </p>
      <p className={classes.summaryWho}>{withCompany([who], profile)}</p>
      {location && (
        <p className={classes.summaryWhere}>{[location.name, addressLine(location)].filter(Boolean).join(', ')}</p>
      )}
    </div>
  );
}
