// A time in the location's zone, and the visitor's own time if their clock differs.
import { useTranslation } from 'react-i18next';
import { clocksDiffer, dateIn, instantOf, plainDay, timeOf, visitorZone, zoneCity, zoneName } from '#web/lib/dates.ts';

/** `09:00`, or `Sun 23:00` if the day differs. Undefined if both clocks show the same time. */
export function visitorTime(when: string, zone: string): string | undefined {
  const ownZone = visitorZone();
  if (!clocksDiffer(zone, ownZone, when)) return undefined;
  const day = dateIn(instantOf(when), ownZone);
  const time = timeOf(instantOf(when), ownZone);
  return day.equals(dateIn(when, zone)) ? time : `${plainDay(day, { weekday: 'short' })} ${time}`;
}

/** The zone's name with its offset at that moment: `Riga time, GMT+2`. */
export function ZoneName({ zone, when }: { zone: string; when: string }) {
  const { t } = useTranslation();
  return <>{t('booking.zone', zoneParams(zone, when))}</>;
}

/** True if the visitor's clock shows another time at that moment; only then does a zone need its name. */
export const isElsewhere = (zone: string, when: string) => clocksDiffer(zone, visitorZone(), when);

/** Names the zone of a list of times, and says that the visitor's own time accompanies each. */
export function ZoneLine({ zone, when }: { zone: string; when: string }) {
  const { t } = useTranslation();
  return <>{t('booking.zoneBoth', { ...zoneParams(zone, when), own: zoneCity(visitorZone()) })}</>;
}

const zoneParams = (zone: string, when: string) => ({
  city: zoneCity(zone),
  offset: zoneName(zone, when, 'shortOffset'),
});
