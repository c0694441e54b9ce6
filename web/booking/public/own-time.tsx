// A time in the location's zone, and beside it the visitor's own where his clock shows another.
import { useTranslation } from 'react-i18next';
import { clocksDiffer, dateIn, plainDay, timeOf, visitorZone, zoneCity, zoneName } from '#web/lib/dates.ts';

/** `09:00`, or `Sun 23:00` where it is another day there; undefined when both clocks show the same. */
export function ownTime(when: string, zone: string): string | undefined {
  const own = visitorZone();
  if (!clocksDiffer(zone, own, when)) return undefined;
  const day = dateIn(when, own);
  const time = timeOf(when, own);
  return day.equals(dateIn(when, zone)) ? time : `${plainDay(day, { weekday: 'short' })} ${time}`;
}

/** The zone's name with its offset at that moment: `Riga time, GMT+2`. */
export function ZoneWords({ zone, when }: { zone: string; when: string }) {
  const { t } = useTranslation();
  return <>{t('booking.zone', zoneParams(zone, when))}</>;
}

/** The zone of a list of times, and that the visitor's own time stands beside each when it differs. */
export function ZoneLine({ zone, when }: { zone: string; when: string }) {
  const { t } = useTranslation();
  const own = visitorZone();
  const words = clocksDiffer(zone, own, when) ? 'booking.zoneBoth' : 'booking.zone';
  return <>{t(words, { ...zoneParams(zone, when), own: zoneCity(own) })}</>;
}

const zoneParams = (zone: string, when: string) => ({
  city: zoneCity(zone),
  offset: zoneName(zone, Temporal.Instant.from(when), 'shortOffset'),
});
