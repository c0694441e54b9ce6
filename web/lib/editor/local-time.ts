// Converts instants to and from the format of the date pickers: the wall time in a zone, by default the visitor's.
import { visitorZone } from '#web/lib/dates.ts';

/** Returns `2026-03-02 10:30:00`. */
export function toLocal(instant: string, zone = visitorZone()): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
}

/** Returns an instant in UTC. */
export function fromLocal(local: string, zone = visitorZone()): string {
  return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(zone).toInstant().toString();
}
