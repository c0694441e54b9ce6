// Reads the events of an iCalendar file (RFC 5545) as rows of a table. Those that repeat have a row for each time.
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { findIana } from 'windows-iana';
import type { BookingColumn } from '#contract/booking/import.ts';
import { maxImportRows } from '#contract/customers/import.ts';
import { invalid } from '#server/lib/refusal.ts';
import type { Sheet } from './sheet.ts';

const columns: [title: string, field: BookingColumn][] = [
  ['DTSTART', 'start'],
  ['DTEND', 'end'],
  ['SUMMARY', 'title'],
  ['ATTENDEE', 'name'],
  ['ATTENDEE (e-mail)', 'eMail'],
  ['ORGANIZER', 'skip'],
  ['LOCATION', 'skip'],
  ['DESCRIPTION', 'notes'],
  ['STATUS', 'status'],
  ['UID', 'id'],
];

interface Range {
  /** Of times that name no zone. */
  zone: string;
  from: Temporal.Instant;
  /** Events that repeat have no times after it. */
  until: Temporal.Instant;
}

/** An event as it is written, with the line on which it begins. */
interface Written {
  line: number;
  event: ICAL.Component | undefined;
}

/** Times of events: an instant, or a day without a time. */
type Moment = Temporal.Instant | Temporal.PlainDate;

export function isCalendar(text: string): boolean {
  return /^\s*BEGIN\s*:\s*VCALENDAR/i.test(text);
}

/** Throws 417 with Key `File` when there are no events or too many. */
export function readEvents(text: string, range: Range): { sheet: Sheet; repeats: boolean } {
  const zones = zonesIn(text);
  const written = eventsIn(text);
  const rows: Sheet['rows'] = [];
  let repeats = false;
  for (const group of byUid(written)) {
    for (const { line, event } of group.singles) rows.push(event ? rowOf(line, event, range, zones) : broken(line));
    if (!group.master?.event) continue;
    repeats = true;
    rows.push(...occurrences(group.master, group.overrides, range, zones));
    if (rows.length > maxImportRows) throw invalid('File', 'customers.importLong', { max: maxImportRows });
  }
  if (rows.length === 0 && !repeats) throw invalid('File', 'customers.importEmpty');
  const sheet: Sheet = {
    kind: 'appointments',
    titles: columns.map(([title]) => title),
    fields: columns.map(([, field]) => field),
    rows: rows.toSorted((a, b) => a.line - b.line),
  };
  return { sheet, repeats };
}

const broken = (line: number): Sheet['rows'][number] => ({ line, cells: [], isBroken: true });

/** Each event is parsed alone: one that is broken costs no other. */
function eventsIn(text: string): Written[] {
  const events: Written[] = [];
  let begun: { line: number; text: string[] } | undefined;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) begun = { line: index + 1, text: [] };
    begun?.text.push(line);
    if (!begun || !/^END:VEVENT\s*$/i.test(line)) continue;
    events.push({ line: begun.line, event: parsed(begun.text.join('\r\n')) });
    begun = undefined;
  }
  if (begun) events.push({ line: begun.line, event: undefined });
  return events;
}

function parsed(text: string): ICAL.Component | undefined {
  try {
    const event = new ICAL.Component(ICAL.parse(text));
    return event.hasProperty('dtstart') ? event : undefined;
  } catch {
    return undefined;
  }
}

interface Group {
  singles: Written[];
  master?: Written;
  /** Of single times of an event that repeats. */
  overrides: ICAL.Component[];
}

function byUid(written: readonly Written[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of written) {
    const uid = one.event ? textOf(one.event, 'uid') : '';
    const key = uid || `line ${one.line}`;
    const group = groups.get(key) ?? { singles: [], overrides: [] };
    groups.set(key, group);
    if (!one.event) group.singles.push(one);
    else if (one.event.hasProperty('recurrence-id')) group.overrides.push(one.event);
    else if (one.event.hasProperty('rrule') || one.event.hasProperty('rdate')) group.master = newer(group.master, one);
    else group.singles = [newer(group.singles[0], one)];
  }
  // Some programs export single times of an event without the event.
  for (const group of groups.values()) {
    if (!group.master) group.singles.push(...group.overrides.map((event) => ({ line: 0, event })));
  }
  return [...groups.values()];
}

/** The later version of an event that stands twice in a file. */
function newer(one: Written | undefined, other: Written): Written {
  const sequence = ({ event }: Written) => Number(event?.getFirstPropertyValue('sequence') ?? 0);
  return one && sequence(one) > sequence(other) ? one : other;
}

function occurrences(
  { line, event }: Written,
  overrides: readonly ICAL.Component[],
  range: Range,
  zones: Zones,
): Sheet['rows'] {
  if (!event) return [];
  const start = momentOf(event, 'dtstart', range.zone, zones);
  if (!start) return [broken(line)];
  const length = lengthOf(event, start, range.zone, zones);
  const moved = new Map(
    overrides.map((one) => [String(momentOf(one, 'recurrence-id', range.zone, zones) ?? ''), one] as const),
  );
  const left = new Set(momentsOf(event, 'exdate', range.zone, zones).map(String));
  const dayOf = (moment: Moment) => String(moment).slice(0, 10);
  const times = [...timesOf(event, range, zones), ...momentsOf(event, 'rdate', range.zone, zones)];
  const uid = textOf(event, 'uid');
  const rows: Sheet['rows'] = [];
  for (const time of new Map(times.map((one) => [String(one), one])).values()) {
    const key = String(time);
    if (left.has(key) || left.has(dayOf(time)) || moved.has(key)) continue;
    rows.push(rowOf(line, event, range, zones, { start: time, end: after(time, length), id: `${uid}#${key}` }));
  }
  for (const [key, one] of moved) rows.push(rowOf(line, one, range, zones, { id: `${uid}#${key}` }));
  return rows;
}

/** The times of the rules of an event within the range. */
function timesOf(event: ICAL.Component, { from, until, zone }: Range, zones: Zones): Moment[] {
  const property = event.getFirstProperty('dtstart');
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return [];
  const own = zoneOf(property, zone, zones);
  // The rule counts days and hours of clocks: on a clock without changes, they are the same.
  const clock = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(own).toPlainDateTime().toZonedDateTime('UTC');
  const first = Temporal.PlainDateTime.from(value.toString().replace(/Z$/, '')).toZonedDateTime('UTC');
  const found: Moment[] = [];
  for (const rule of event.getAllProperties('rrule')) {
    const recur = rule.getFirstValue();
    if (!(recur instanceof ICAL.Recur)) continue;
    const text = withClockUntil(recur, clock);
    const dates = new RRuleTemporal({ rruleString: text, dtstart: first }).between(
      clock(from.subtract({ hours: 24 })),
      clock(until),
      true,
    );
    for (const date of dates.slice(0, maxImportRows + 1)) {
      found.push(value.isDate ? date.toPlainDate() : date.toPlainDateTime().toZonedDateTime(own).toInstant());
    }
  }
  return found;
}

/** `UNTIL` as the clock shows it; a day includes its whole day. */
function withClockUntil(recur: ICAL.Recur, clock: (instant: Temporal.Instant) => Temporal.ZonedDateTime): string {
  const text = recur.toString();
  const { until } = recur;
  if (!until) return text;
  const end = until.isDate
    ? `${until.toString()}T23:59:59`
    : until.toString().endsWith('Z')
      ? clock(Temporal.Instant.from(until.toString())).toPlainDateTime().toString({ smallestUnit: 'second' })
      : until.toString();
  return text.replace(/UNTIL=[^;]+/, `UNTIL=${end.replaceAll(/[-:]/g, '')}Z`);
}

interface Given {
  start?: Moment;
  end?: Moment | undefined;
  id?: string;
}

function rowOf(
  line: number,
  event: ICAL.Component,
  { zone }: Range,
  zones: Zones,
  given: Given = {},
): Sheet['rows'][number] {
  const start = given.start ?? momentOf(event, 'dtstart', zone, zones);
  if (!start) return broken(line);
  const end = given.end ?? after(start, lengthOf(event, start, zone, zones));
  const organizer = event.getFirstProperty('organizer') ?? undefined;
  const attendee = event
    .getAllProperties('attendee')
    .find((one) => addressOf(one) !== addressOf(organizer) && one.getFirstParameter('cutype') !== 'RESOURCE');
  const isFree = textOf(event, 'transp').toUpperCase() === 'TRANSPARENT';
  const cells: Record<string, string> = {
    DTSTART: String(start),
    DTEND: end ? String(end) : '',
    SUMMARY: textOf(event, 'summary'),
    ATTENDEE: attendee ? (attendee.getFirstParameter('cn') ?? '') : '',
    'ATTENDEE (e-mail)': addressOf(attendee),
    ORGANIZER: organizer ? (organizer.getFirstParameter('cn') ?? addressOf(organizer)) : '',
    LOCATION: textOf(event, 'location'),
    DESCRIPTION: textOf(event, 'description'),
    // An event that takes no time is none.
    STATUS: isFree ? 'CANCELLED' : textOf(event, 'status'),
    UID: given.id ?? (textOf(event, 'uid') || ''),
  };
  return { line, cells: columns.map(([title]) => (cells[title] ?? '').trim()) };
}

function textOf(event: ICAL.Component, name: string): string {
  return String(event.getFirstPropertyValue(name) ?? '');
}

function addressOf(property: ICAL.Property | undefined): string {
  return String(property?.getFirstValue() ?? '').replace(/^mailto:/i, '');
}

function momentOf(event: ICAL.Component, name: string, zone: string, zones: Zones): Moment | undefined {
  return momentsOf(event, name, zone, zones)[0];
}

function momentsOf(event: ICAL.Component, name: string, zone: string, zones: Zones): Moment[] {
  return event.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value): Moment[] => {
      const time = value instanceof ICAL.Period ? value.start : value;
      if (!(time instanceof ICAL.Time)) return [];
      try {
        const text = time.toString();
        if (time.isDate) return [Temporal.PlainDate.from(text)];
        if (text.endsWith('Z')) return [Temporal.Instant.from(text)];
        return [
          Temporal.PlainDateTime.from(text)
            .toZonedDateTime(zoneOf(property, zone, zones))
            .toInstant(),
        ];
      } catch {
        return [];
      }
    }),
  );
}

/** From the start of the event: days for those without a time. */
function lengthOf(event: ICAL.Component, _start: Moment, zone: string, zones: Zones): Temporal.Duration | undefined {
  const start = momentOf(event, 'dtstart', zone, zones);
  const end = momentOf(event, 'dtend', zone, zones);
  if (start instanceof Temporal.Instant && end instanceof Temporal.Instant) return start.until(end);
  if (start instanceof Temporal.PlainDate && end instanceof Temporal.PlainDate) return start.until(end);
  const duration = event.getFirstPropertyValue('duration');
  return duration instanceof ICAL.Duration ? Temporal.Duration.from({ seconds: duration.toSeconds() }) : undefined;
}

function after(start: Moment, length: Temporal.Duration | undefined): Moment | undefined {
  if (!length) return undefined;
  if (start instanceof Temporal.Instant) return start.add(length);
  return start.add({ days: Math.max(0, Math.ceil(length.total({ unit: 'day', relativeTo: start }))) });
}

/** The IANA names of zones that the file describes, by theirs. */
type Zones = ReadonlyMap<string, string>;

function zonesIn(text: string): Zones {
  const zones = new Map<string, string>();
  for (const [part] of text.matchAll(/^BEGIN:VTIMEZONE[\s\S]*?^END:VTIMEZONE/gim)) {
    const [, name = ''] = /^TZID[^:\r\n]*:(.+)$/im.exec(part) ?? [];
    const [, location = ''] = /^X-LIC-LOCATION[^:\r\n]*:(.+)$/im.exec(part) ?? [];
    if (name && location) zones.set(name.trim(), location.trim());
  }
  return zones;
}

function zoneOf(property: ICAL.Property, zone: string, zones: Zones): string {
  const value = property.getFirstValue();
  if (value instanceof ICAL.Time && value.toString().endsWith('Z')) return 'UTC';
  const name = property.getFirstParameter('tzid') ?? '';
  if (!name) return zone;
  // Some programs put the name of a library before it: `/example.org/Europe/Berlin`.
  const [, suffix] = /([A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(name) ?? [];
  const found = [name, zones.get(name), suffix, findIana(name)[0]];
  return found.find((one) => one && isZoneName(one)) ?? zone;
}

function isZoneName(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
