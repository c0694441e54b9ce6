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

/** Which zone the times are in: always its name, and that the visitor's own stands beside when it differs. */
export function ZoneLine({ zone, when }: { zone: string; when: string | undefined }) {
  const { t } = useTranslation();
  const at = when === undefined ? undefined : Temporal.Instant.from(when);
  const params = { city: zoneCity(zone), offset: zoneName(zone, at, 'shortOffset') };
  const differs = at !== undefined && clocksDiffer(zone, visitorZone(), at);
  return <>{t(differs ? 'booking.zoneBoth' : 'booking.zone', { ...params, own: zoneCity(visitorZone()) })}</>;
}
