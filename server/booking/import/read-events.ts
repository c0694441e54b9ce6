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

/** Of one event: those that repeat each second or that name each second of a day are no appointments. */
const maxCandidates = 50_000;
/** Time of the processor for all events that repeat (ms): each may have to be counted from its first time. */
const maxCounting = 20_000;
/** Of the name of a zone (characters). */
const maxZone = 100;

/** Times of events: an instant, or a day without a time. */
type Moment = Temporal.Instant | Temporal.PlainDate;

export function isCalendar(text: string): boolean {
  return /^\s*BEGIN\s*:\s*VCALENDAR/i.test(text);
}

/** Throws 417 with Key `File` when there are no events or too many. */
export function readEvents(text: string, range: Range): { sheet: Sheet; repeats: boolean } {
  const lines = text.split(/\r\n|\n|\r/);
  const zones = zonesIn(lines);
  const written = eventsIn(lines);
  const rows: Sheet['rows'] = [];
  let repeats = false;
  const begun = processorTime();
  for (const group of byUid(written)) {
    for (const { line, event } of group.singles) rows.push(event ? rowOf(line, event, range, zones) : broken(line));
    if (!group.master?.event) continue;
    repeats = true;
    for (const row of occurrences(group.master, group.overrides, range, zones)) rows.push(row);
    if (rows.length > maxImportRows) throw tooLong();
    if (processorTime() - begun > maxCounting) throw invalid('File', 'customers.importLarge');
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

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const tooLong = () => invalid('File', 'customers.importLong', { max: maxImportRows });
const broken = (line: number): Sheet['rows'][number] => ({ line, cells: [], isBroken: true });

/** Each event is parsed alone: one that is broken costs no other. */
function eventsIn(lines: readonly string[]): Written[] {
  const events: Written[] = [];
  let begun: { line: number; text: string[] } | undefined;
  for (const [index, line] of lines.entries()) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) begun = { line: index + 1, text: [] };
    begun?.text.push(line);
    if (!begun || !/^END:VEVENT\s*$/i.test(line)) continue;
    if (events.length === maxImportRows) throw tooLong();
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
  const ruled = timesOf(event, range, zones);
  if (!ruled) return [broken(line)];
  const times = [...ruled, ...momentsOf(event, 'rdate', range.zone, zones)];
  const uid = textOf(event, 'uid');
  const usual = cellsOf(event);
  const rows: Sheet['rows'] = [];
  for (const time of new Map(times.map((one) => [String(one), one])).values()) {
    const key = String(time);
    if (left.has(key) || left.has(dayOf(time)) || moved.has(key)) continue;
    rows.push(rowWith(line, { ...usual, ...timeCells(time, after(time, length)), UID: `${uid}#${key}` }));
  }
  for (const [key, one] of moved) rows.push(rowOf(line, one, range, zones, `${uid}#${key}`));
  return rows;
}

/** The times of the rules of an event within the range; undefined where a rule has too many, or is none. */
function timesOf(event: ICAL.Component, { from, until, zone }: Range, zones: Zones): Moment[] | undefined {
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
    const dates = datesOf(withClockUntil(recur, clock), first, clock(from.subtract({ hours: 24 })), clock(until));
    if (!dates) return undefined;
    for (const date of dates.slice(0, maxImportRows + 1)) {
      found.push(value.isDate ? date.toPlainDate() : date.toPlainDateTime().toZonedDateTime(own).toInstant());
    }
  }
  return found;
}

function datesOf(
  rruleString: string,
  dtstart: Temporal.ZonedDateTime,
  from: Temporal.ZonedDateTime,
  until: Temporal.ZonedDateTime,
): Temporal.ZonedDateTime[] | undefined {
  try {
    const rule = new RRuleTemporal({ rruleString, dtstart, maxCandidateEvaluations: maxCandidates });
    return rule.between(from, until, true);
  } catch {
    return undefined;
  }
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

function rowOf(
  line: number,
  event: ICAL.Component,
  { zone }: Range,
  zones: Zones,
  id = textOf(event, 'uid'),
): Sheet['rows'][number] {
  const start = momentOf(event, 'dtstart', zone, zones);
  if (!start) return broken(line);
  const end = after(start, lengthOf(event, start, zone, zones));
  return rowWith(line, { ...cellsOf(event), ...timeCells(start, end), UID: id });
}

/** Without its times. */
function cellsOf(event: ICAL.Component): Record<string, string> {
  const organizer = event.getFirstProperty('organizer') ?? undefined;
  const organizerAddress = addressOf(organizer);
  const attendee = event
    .getAllProperties('attendee')
    .find((one) => addressOf(one) !== organizerAddress && one.getFirstParameter('cutype') !== 'RESOURCE');
  const isFree = textOf(event, 'transp').toUpperCase() === 'TRANSPARENT';
  return {
    SUMMARY: textOf(event, 'summary'),
    ATTENDEE: attendee ? (attendee.getFirstParameter('cn') ?? '') : '',
    'ATTENDEE (e-mail)': addressOf(attendee),
    ORGANIZER: organizer ? (organizer.getFirstParameter('cn') ?? organizerAddress) : '',
    LOCATION: textOf(event, 'location'),
    DESCRIPTION: textOf(event, 'description'),
    // An event that takes no time is none.
    STATUS: isFree ? 'CANCELLED' : textOf(event, 'status'),
  };
}

const timeCells = (start: Moment, end: Moment | undefined) => ({
  DTSTART: String(start),
  DTEND: end ? String(end) : '',
});

function rowWith(line: number, cells: Record<string, string>): Sheet['rows'][number] {
  return { line, cells: columns.map(([title]) => (cells[title] ?? '').trim()) };
}

function textOf(event: ICAL.Component, name: string): string {
  return String(event.getFirstPropertyValue(name) ?? '');
}

function addressOf(property: ICAL.Property | undefined): string {
  return String(property?.getFirstValue() ?? '').replace(/^mailto:/i, '');
}

function momentOf(event: ICAL.Component, name: string, zone: string, zones: Zones): Moment | undefined {
  const property = event.getFirstProperty(name);
  return property ? momentsIn(property, property.getValues().slice(0, 1), zone, zones)[0] : undefined;
}

/** Throws 417 with Key `File` when there are too many. */
function momentsOf(event: ICAL.Component, name: string, zone: string, zones: Zones): Moment[] {
  const values = event.getAllProperties(name).map((property) => [property, property.getValues()] as const);
  if (values.reduce((sum, [, some]) => sum + some.length, 0) > maxImportRows) throw tooLong();
  return values.flatMap(([property, some]) => momentsIn(property, some, zone, zones));
}

function momentsIn(property: ICAL.Property, values: readonly unknown[], zone: string, zones: Zones): Moment[] {
  const own = zoneOf(property, zone, zones);
  return values.flatMap((value): Moment[] => {
    const time = value instanceof ICAL.Period ? value.start : value;
    if (!(time instanceof ICAL.Time)) return [];
    try {
      const text = time.toString();
      if (time.isDate) return [Temporal.PlainDate.from(text)];
      if (text.endsWith('Z')) return [Temporal.Instant.from(text)];
      return [Temporal.PlainDateTime.from(text).toZonedDateTime(own).toInstant()];
    } catch {
      return [];
    }
  });
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

interface Zones {
  /** The IANA names of zones that the file describes, by theirs. */
  named: ReadonlyMap<string, string>;
  /** Of names in the file: whether each is of IANA. To find out takes longer than to read an event. */
  known: Map<string, boolean>;
}

function zonesIn(lines: readonly string[]): Zones {
  const named = new Map<string, string>();
  let [isZone, name, location] = [false, '', ''];
  for (const line of lines) {
    if (/^BEGIN:VTIMEZONE/i.test(line)) [isZone, name, location] = [true, '', ''];
    if (!isZone) continue;
    name ||= /^TZID[^:]*:(.+)$/i.exec(line)?.[1]?.trim() ?? '';
    location ||= /^X-LIC-LOCATION[^:]*:(.+)$/i.exec(line)?.[1]?.trim() ?? '';
    if (!/^END:VTIMEZONE/i.test(line)) continue;
    if (name && location) named.set(name, location);
    isZone = false;
  }
  return { named, known: new Map() };
}

function zoneOf(property: ICAL.Property, zone: string, zones: Zones): string {
  const value = property.getFirstValue();
  if (value instanceof ICAL.Time && value.toString().endsWith('Z')) return 'UTC';
  const name = (property.getFirstParameter('tzid') ?? '').slice(0, maxZone);
  if (!name) return zone;
  // Some programs put the name of a library before it: `/example.org/Europe/Berlin`.
  const [, suffix] = /([A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(name) ?? [];
  const found = [name, zones.named.get(name), suffix, findIana(name)[0]];
  return found.find((one) => one && isZoneName(one, zones)) ?? zone;
}

function isZoneName(name: string, { known }: Zones): boolean {
  const isKnown = known.get(name);
  if (isKnown !== undefined) return isKnown;
  let found = false;
  try {
    found = /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    // No zone has the name.
  }
  known.set(name, found);
  return found;
}
