// Instants as the date pickers want them: the wall time of the visitor's own zone.
import { visitorZone } from '#web/lib/dates.ts';

/** `2026-03-02 10:30:00` */
export function toLocal(instant: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(visitorZone())
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
}

/** An instant in UTC. */
export function fromLocal(local: string): string {
  return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(visitorZone()).toInstant().toString();
}
