// Reads an entry that was written into an outside calendar, as the server returns it: servers rewrite what they are
// given, and people add to it, so meanings are compared, not bytes.
import { createHash } from 'node:crypto';
import { oneLine } from '#server/lib/one-line.ts';
import { atClock, clockAt, type ObjectZones, objectZones } from '#server/links/outside/expand/event-zone.ts';
import { unescapedText, unfolded } from '#server/links/outside/expand/time-lines.ts';
import { type CalendarItem, writeCalendarObject } from '#server/messaging/mail/icalendar.ts';

export interface ReadEntry {
  uid: string;
  sequence: number;
  /** Its time, and a digest of what else is written: see `entryTime`. */
  meaning: string;
  /** Lines of the event that Daybook does not write, such as alarms; never those that invite people. */
  foreign: string[];
  /** The lines of its zones. */
  zones: string[];
  /** Among the lines are some that a person has added, not only the server. */
  hasNotes: boolean;
}

/** Lines that are written, and others that do not go together with them. */
const replaced = new Set([
  ...['UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'DURATION', 'CREATED', 'LAST-MODIFIED', 'STATUS', 'SUMMARY'],
  ...['TRANSP', 'LOCATION', 'GEO', 'RRULE', 'RDATE', 'EXRULE', 'EXDATE', 'RECURRENCE-ID'],
  // A server would send mails to the people whom these name.
  ...['ORGANIZER', 'ATTENDEE', 'REQUEST-STATUS'],
]);
/** Lines that servers and programs add by themselves. */
const ofServers = /^(X-|CLASS|PRIORITY|COLOR|END$)/;
/** Characters; a larger object is no entry of ours. */
const maxText = 1_000_000;

interface Property {
  parameters: string;
  value: string;
}

interface FoundEvent {
  properties: Map<string, Property>;
  lines: string[];
}

/** The meaning of an entry before it is written. */
export function meaningOf(item: CalendarItem): string {
  const entry = readEntry(writeCalendarObject(item));
  if (!entry) throw new Error('An entry that was just written cannot be read.');
  return entry.meaning;
}

/** The part of a meaning that is its time. */
export function entryTime(meaning: string): string {
  return meaning.slice(0, meaning.lastIndexOf(' '));
}

/** Undefined for a text without events. */
export function readEntry(text: string): ReadEntry | undefined {
  if (text.length > maxText) return undefined;
  const { events, zones } = eventsIn(text);
  const event = events.find(({ properties }) => !properties.has('RECURRENCE-ID')) ?? events[0];
  if (!event) return undefined;
  const { properties, lines } = event;
  const value = (name: string) => properties.get(name)?.value ?? '';
  const isRepeated = events.length > 1 || properties.has('RRULE') || properties.has('RDATE');
  const said = ['SUMMARY', 'LOCATION'].map((name) => oneLine(unescapedText(value(name))).trim());
  const rest = [...said, value('STATUS').toUpperCase() || 'CONFIRMED', value('TRANSP').toUpperCase() || 'OPAQUE'];
  const digest = createHash('sha256').update(JSON.stringify(rest)).digest('base64url');
  return {
    uid: unescapedText(value('UID')),
    sequence: Number(value('SEQUENCE')) || 0,
    meaning: `${timeOf(properties, objectZones(zones, 'UTC'))}${isRepeated ? ' repeated' : ''} ${digest}`,
    foreign: lines,
    zones,
    hasNotes: lines.some((line) => !ofServers.test(line.toUpperCase())),
  };
}

function eventsIn(text: string): { events: FoundEvent[]; zones: string[] } {
  const events: FoundEvent[] = [];
  const zones: string[] = [];
  const within: string[] = [];
  let event: FoundEvent | undefined;
  for (const line of unfolded(text.replaceAll('\0', ''))) {
    const [, name = '', parameters = '', value = ''] = /^([a-z0-9-]+)((?:[^":]|"[^"]*")*):(.*)$/is.exec(line) ?? [];
    const upper = name.toUpperCase();
    if (upper === 'BEGIN') within.push(value.trim().toUpperCase());
    const [, part] = within;
    if (part === 'VTIMEZONE') zones.push(line);
    if (part === 'VEVENT' && within.length === 2 && upper === 'BEGIN') {
      event = { properties: new Map(), lines: [] };
      events.push(event);
    } else if (part === 'VEVENT' && event && !(within.length === 2 && upper === 'END')) {
      if (within.length === 2 && !event.properties.has(upper)) event.properties.set(upper, { parameters, value });
      if (name && !(within.length === 2 && replaced.has(upper)) && upper !== 'ATTENDEE') event.lines.push(line);
    }
    if (upper === 'END') within.pop();
  }
  return { events, zones };
}

/** `2026-03-10T09:00:00Z/2026-03-10T10:00:00Z`, of whole days `2026-03-10/2026-03-11`. */
function timeOf(properties: ReadonlyMap<string, Property>, zones: ObjectZones): string {
  try {
    const start = properties.get('DTSTART');
    if (!start) return 'unknown';
    const end = properties.get('DTEND');
    const from = momentOf(start, zones);
    const until = end ? momentOf(end, zones) : afterDuration(from, start, properties.get('DURATION'), zones);
    return [from, until]
      .map((moment) => (typeof moment === 'number' ? new Date(moment).toISOString() : moment.toString()))
      .join('/')
      .replaceAll('.000Z', 'Z');
  } catch {
    return 'unknown';
  }
}

/** Epoch milliseconds; a day without a time. */
function momentOf({ parameters, value }: Property, zones: ObjectZones): number | Temporal.PlainDate {
  const text = value.trim();
  if (/^\d{8}$/.test(text)) return Temporal.PlainDate.from(text);
  if (/Z$/i.test(text)) return Temporal.Instant.from(text).epochMilliseconds;
  return atClock(Temporal.PlainDateTime.from(text), zones.zoneOf(zoneIn(parameters)));
}

function zoneIn(parameters: string): string | undefined {
  const [, quoted, plain] = /;TZID=(?:"([^"]*)"|([^;]*))/i.exec(parameters) ?? [];
  return quoted ?? plain;
}

function afterDuration(
  from: number | Temporal.PlainDate,
  start: Property,
  property: Property | undefined,
  zones: ObjectZones,
): number | Temporal.PlainDate {
  if (typeof from !== 'number') return from.add(property ? Temporal.Duration.from(property.value.trim()) : { days: 1 });
  if (!property) return from;
  const duration = Temporal.Duration.from(property.value.trim());
  const zone = /Z$/i.test(start.value.trim()) ? 'UTC' : zones.zoneOf(zoneIn(start.parameters));
  return atClock(clockAt(from, zone).add(duration), zone);
}
