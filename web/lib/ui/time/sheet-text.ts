// Times as FullCalendar takes and gives them: by the browser's rules of the zone.
import { instantOf, wallOf } from '#web/lib/dates.ts';
import { instantOfWall, zonedAt } from '#web/lib/zones.ts';

/** The text of an instant as FullCalendar takes it: without its offset where the browser has another one. */
export function sheetText(text: string, zone: string): string {
  const wall = wallOf(text, zone);
  const isSame = wall.equals(instantOf(text).toZonedDateTimeISO(zone).toPlainDateTime());
  return isSame ? text : wall.toString({ smallestUnit: 'second' });
}

/** Converts FullCalendar's text of an instant, with the browser's offset of the zone, to the contract's format. */
export function toInstantText(text: string, zone: string): string {
  const at = Temporal.Instant.from(text);
  const wall = Temporal.PlainDateTime.from(text);
  return (zonedAt(at, zone).toPlainDateTime().equals(wall) ? at : instantOfWall(wall, zone)).toString();
}
