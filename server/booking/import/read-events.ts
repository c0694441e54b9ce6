// Reads the events of an iCalendar file (RFC 5545) as rows of a table. Those that repeat have a row for each time.
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import type { BookingColumn } from '#contract/booking/import.ts';
import { maxImportRows } from '#contract/customers/import.ts';
import { invalid } from '#server/lib/refusal.ts';
import { type Zones, zoneNamed, zonesIn } from './calendar-zones.ts';
import { describedIn } from './described-event.ts';
import { declinedState, type Sheet } from './sheet.ts';

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
  ['DESCRIPTION (phone)', 'phoneNumber'],
  ['DESCRIPTION (person)', 'person'],
  ['DESCRIPTION (service)', 'service'],
  ['UID', 'id'],
];

interface Range {
  /** Of times that name no zone. */
  zone: string;
  from: Temporal.Instant;
  /** Events that repeat have no times after it. */
  until: Temporal.Instant;
  /** Of the people of the company, in lower case. */
  addresses: readonly string[];
  /** That of the calendar's owner, where the file says it. */
  owner?: string | undefined;
  /** The file is the message that its events are cancelled. */
  isCancelled?: boolean;
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

/** Times of events: an instant, or a day without a time. */
type Moment = Temporal.Instant | Temporal.PlainDate;

export function isCalendar(text: string): boolean {
  return /^\s*BEGIN\s*:\s*VCALENDAR/i.test(text);
}

/** Throws 417 with Key `File` when there are no events or too many. */
export function readEvents(text: string, given: Range): { sheet: Sheet; repeats: boolean } {
  const lines = text.split(/\r\n|\n|\r/);
  const zones = zonesIn(lines);
  const head = lines.slice(0, Math.max(lines.findIndex(isEventBegun), 0));
  const isCancelled = head.some((line) => /^METHOD:\s*CANCEL\s*$/i.test(line));
  const range = { ...given, owner: ownerIn(head), isCancelled };
  const written = eventsIn(lines);
  const rows: Sheet['rows'] = [];
  let repeats = false;
  const begun = processorTime();
  for (const group of byUid(written)) {
    for (const { line, event } of group.singles) rows.push(event ? rowOf(line, event, range, zones) : broken(line));
    // Some programs export single times of an event without the event.
    if (!group.master) rows.push(...group.overrides.map((one) => overrideRow(one, range, zones)));
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

const isEventBegun = (line: string) => /^BEGIN:VEVENT\s*$/i.test(line);

/** The address of a calendar's owner, in lower case: programs write it into its name, or beside it. */
function ownerIn(head: readonly string[]): string | undefined {
  for (const line of head) {
    const [, address] =
      /^(?:X-WR-CALNAME|X-OWNER)\b[^:]*:\s*(?:mailto:)?\s*([^\s@:;"]+@[^\s@]+\.[^\s@]+)\s*$/i.exec(line) ?? [];
    if (address) return address.toLowerCase();
  }
  return undefined;
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
    if (isEventBegun(line)) begun = { line: index + 1, text: [] };
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
    return event.hasProperty('dtstart') || event.hasProperty('recurrence-id') ? event : undefined;
  } catch {
    return undefined;
  }
}

interface Group {
  singles: Written[];
  master?: Written;
  /** Of single times of an event that repeats, or of one and all later ones. */
  overrides: Written[];
}

function byUid(written: readonly Written[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of written) {
    const uid = one.event ? textOf(one.event, 'uid') : '';
    const key = uid || `line ${one.line}`;
    const group = groups.get(key) ?? { singles: [], overrides: [] };
    groups.set(key, group);
    if (!one.event) group.singles.push(one);
    else if (one.event.hasProperty('recurrence-id')) group.overrides.push(one);
    else if (one.event.hasProperty('rrule') || one.event.hasProperty('rdate')) group.master = newer(group.master, one);
    else group.singles = [newer(group.singles[0], one)];
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
  overrides: readonly Written[],
  range: Range,
  zones: Zones,
): Sheet['rows'] {
  const start = event && momentOf(event, 'dtstart', range.zone, zones);
  if (!start) return [broken(line)];
  const own = { ...range, zone: zoneOfEvent(event, range.zone, zones) };
  const ruled = timesOf(event, 'rrule', own, zones);
  const without = timesOf(event, 'exrule', own, zones);
  if (!ruled || !without) return [broken(line)];
  const added = momentsOf(event, 'rdate', own.zone, zones);
  // Without a rule, the start is the first of the times that are listed.
  const times = new Map(
    [...(event.hasProperty('rrule') ? [] : [start]), ...ruled, ...added].map((one) => [String(one), one]),
  );
  const left = new Set([...momentsOf(event, 'exdate', own.zone, zones), ...without].map(String));
  const moved = new Map<string, Written>();
  const changes: Change[] = [{ from: undefined, start, event }];
  for (const one of overrides) {
    const id = one.event && momentOf(one.event, 'recurrence-id', own.zone, zones);
    if (!one.event || !id) continue;
    const isRange =
      one.event.getFirstProperty('recurrence-id')?.getFirstParameter('range')?.toUpperCase() === 'THISANDFUTURE';
    const from = isRange ? momentOf(one.event, 'dtstart', own.zone, zones) : undefined;
    if (isRange) changes.push({ from: id, start: from ?? id, event: one.event });
    else moved.set(String(id), one);
  }
  changes.sort((a, b) => (String(a.from ?? '') < String(b.from ?? '') ? -1 : 1));
  const uid = textOf(event, 'uid');
  const rows: Sheet['rows'] = [];
  for (const [key, time] of times) {
    const day = key.slice(0, 10);
    if (left.has(key) || left.has(day) || moved.has(key) || moved.has(day)) continue;
    const change = changes.findLast(({ from }) => !from || String(from) <= key) ?? changes[0];
    if (!change) continue;
    const from = shifted(time, change, own.zone);
    const end = after(from, lengthOf(change.event, own.zone, zones));
    rows.push(rowWith(line, { ...cellsOf(change.event, range), ...timeCells(from, end), UID: `${uid}#${key}` }));
  }
  return [...rows, ...[...moved.values()].map((one) => overrideRow(one, own, zones))];
}

/** A version of an event, which holds from one of its times on. */
interface Change {
  /** Undefined from the beginning. */
  from: Moment | undefined;
  /** When that time is in this version. */
  start: Moment;
  event: ICAL.Component;
}

/** On the clock, as far from its time as the first one of the version. */
function shifted(time: Moment, { from, start }: Change, zone: string): Moment {
  if (!from) return time;
  if (time instanceof Temporal.PlainDate || from instanceof Temporal.PlainDate || start instanceof Temporal.PlainDate) {
    return time;
  }
  const [at, was, is] = [time, from, start].map((one) => one.toZonedDateTimeISO(zone).toPlainDateTime());
  return at && was && is ? at.add(was.until(is)).toZonedDateTime(zone).toInstant() : time;
}

/** Of a single time of an event that repeats: one that is cancelled may name no other time. */
function overrideRow({ line, event }: Written, range: Range, zones: Zones): Sheet['rows'][number] {
  if (!event) return broken(line);
  const key = momentOf(event, 'recurrence-id', range.zone, zones);
  const id = `${textOf(event, 'uid')}#${String(key)}`;
  if (event.hasProperty('dtstart') || !key) return rowOf(line, event, range, zones, id);
  return rowWith(line, { ...cellsOf(event, range), ...timeCells(key, undefined), UID: id });
}

function zoneOfEvent(event: ICAL.Component, zone: string, zones: Zones): string {
  const property = event.getFirstProperty('dtstart');
  return property?.getFirstParameter('tzid') ? zoneOf(property, zone, zones) : zone;
}

/** The times of the rules of an event within the range; undefined where a rule has too many, or is none. */
function timesOf(
  event: ICAL.Component,
  name: 'rrule' | 'exrule',
  { from, until, zone }: Range,
  zones: Zones,
): Moment[] | undefined {
  const property = event.getFirstProperty('dtstart');
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return [];
  const own = zoneOf(property, zone, zones);
  // The rule counts days and hours of clocks: on a clock without changes, they are the same.
  const clock = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(own).toPlainDateTime().toZonedDateTime('UTC');
  const first = Temporal.PlainDateTime.from(value.toString().replace(/Z$/, '')).toZonedDateTime('UTC');
  const found: Moment[] = [];
  for (const rule of event.getAllProperties(name)) {
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
  range: Range,
  zones: Zones,
  id = textOf(event, 'uid'),
): Sheet['rows'][number] {
  const { zone } = range;
  const start = momentOf(event, 'dtstart', zone, zones);
  if (!start) return broken(line);
  const end = after(start, lengthOf(event, zone, zones));
  return rowWith(line, { ...cellsOf(event, range), ...timeCells(start, end), UID: id });
}

/** Without its times. */
function cellsOf(event: ICAL.Component, range: Range): Record<string, string> {
  const organizer = event.getFirstProperty('organizer') ?? undefined;
  const organizerAddress = addressOf(organizer);
  const described = describedIn(textOf(event, 'description'));
  const { attendee, isDeclined } = invitedTo(event, organizer, range, Boolean(described.name || described.eMail));
  const isFree =
    textOf(event, 'transp').toUpperCase() === 'TRANSPARENT' ||
    textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase() === 'FREE';
  return {
    SUMMARY: textOf(event, 'summary'),
    ATTENDEE: attendee ? (attendee.getFirstParameter('cn') ?? '') : described.name,
    'ATTENDEE (e-mail)': addressOf(attendee) || described.eMail,
    ORGANIZER: organizer ? (organizer.getFirstParameter('cn') ?? organizerAddress) : '',
    LOCATION: textOf(event, 'location'),
    DESCRIPTION: textOf(event, 'description'),
    'DESCRIPTION (phone)': described.phoneNumber,
    'DESCRIPTION (person)': described.person,
    'DESCRIPTION (service)': described.service,
    // An event that takes no time is none.
    STATUS: isFree || range.isCancelled ? 'CANCELLED' : isDeclined ? declinedState : textOf(event, 'status'),
  };
}

/**
 * The customer whom an event invites, else the one who invites its owner, and whether its owner or each customer has
 * declined. `isDescribed`: the description has the customer.
 */
function invitedTo(
  event: ICAL.Component,
  organizer: ICAL.Property | undefined,
  { addresses, owner }: Range,
  isDescribed: boolean,
): { attendee: ICAL.Property | undefined; isDeclined: boolean } {
  const isOurs = (one: ICAL.Property) => [owner, ...addresses].includes(addressOf(one).toLowerCase());
  const organizerAddress = addressOf(organizer).toLowerCase();
  const invited = event.getAllProperties('attendee').filter((one) => !/^(?:resource|room)$/i.test(kindOf(one)));
  const ours = invited.filter(isOurs);
  const others = invited.filter((one) => !isOurs(one) && addressOf(one).toLowerCase() !== organizerAddress);
  const isOursByOrganizer = organizer !== undefined && isOurs(organizer);
  const isInvited = ours.length > 0 && others.length === 0 && !isOursByOrganizer && !isDescribed;
  const customers = isInvited && organizer && !isSender.test(organizerAddress) ? [organizer] : others;
  // Of several people of the company, one who invites comes.
  const owners = owner ? ours.filter((one) => addressOf(one).toLowerCase() === owner) : isOursByOrganizer ? [] : ours;
  const comes = (one: ICAL.Property) => answerOf(one) !== 'DECLINED';
  return {
    // A delegate stands beside the one who sent them.
    attendee:
      customers.find((one) => comes(one) && answerOf(one) !== 'DELEGATED') ?? customers.find(comes) ?? customers[0],
    isDeclined: [owners, customers].some((some) => some.length > 0 && !some.some(comes)),
  };
}

/** Addresses of programs, not of customers. */
const isSender = /no[-_.]?reply|calendar\.google\.com$|notification/;
const kindOf = (attendee: ICAL.Property) => attendee.getFirstParameter('cutype') ?? '';
/** `NEEDS-ACTION`, `ACCEPTED` and others of RFC 5545. */
const answerOf = (attendee: ICAL.Property) => (attendee.getFirstParameter('partstat') ?? '').toUpperCase();

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
function lengthOf(event: ICAL.Component, zone: string, zones: Zones): Temporal.Duration | undefined {
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

function zoneOf(property: ICAL.Property, zone: string, zones: Zones): string {
  const value = property.getFirstValue();
  if (value instanceof ICAL.Time && value.toString().endsWith('Z')) return 'UTC';
  const name = property.getFirstParameter('tzid');
  return name ? zoneNamed(name, zone, zones) : zone;
}
