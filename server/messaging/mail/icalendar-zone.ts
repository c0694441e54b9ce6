// Writes a time zone as a component of iCalendar text (RFC 5545, 3.6.5), from the rules of the process.

/** The lines of the zone with the changes of its clock from the first day of `first` to the last day of `last`. */
export function timeZoneLines(zone: string, { first, last }: { first: number; last: number }): string[] {
  const start = Temporal.ZonedDateTime.from({ timeZone: zone, year: first, month: 1, day: 1 });
  const lines = [
    ...observance(start, start.offset, start.offset),
    ...changesFrom(start, last).flatMap(({ at, before }) => observance(at, before, at.offset)),
  ];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}

interface Change {
  at: Temporal.ZonedDateTime;
  /** The offset until then. */
  before: string;
}

function changesFrom(start: Temporal.ZonedDateTime, last: number): Change[] {
  const changes: Change[] = [];
  let [at, before] = [start.getTimeZoneTransition('next'), start.offset];
  while (at && at.year <= last) {
    changes.push({ at, before });
    before = at.offset;
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

/** Its start is the time that the clock showed before the change. */
function observance(at: Temporal.ZonedDateTime, before: string, after: string): string[] {
  const name = isSummerTime(at) ? 'DAYLIGHT' : 'STANDARD';
  const onset = at.toInstant().toZonedDateTimeISO(before).toPlainDateTime();
  return [
    `BEGIN:${name}`,
    `DTSTART:${onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${before.replace(':', '')}`,
    `TZOFFSETTO:${after.replace(':', '')}`,
    `TZNAME:${after.replace(':', '').replace(/00$/, '')}`,
    `END:${name}`,
  ];
}

/** Whether the clock is ahead of the standard time of the year, which is the smaller offset. */
function isSummerTime(at: Temporal.ZonedDateTime): boolean {
  const offsets = [1, 7].map((month) => at.with({ month, day: 1 }).offsetNanoseconds);
  return at.offsetNanoseconds > Math.min(...offsets);
}
