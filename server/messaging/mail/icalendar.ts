// Writes iCalendar text (RFC 5545): one event for mails (RFC 5546) and for download, or many for feeds.
import { oneLine } from '#server/lib/one-line.ts';
import { timeZoneLines } from './icalendar-zone.ts';

export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

/** An event in a calendar. */
export interface CalendarItem {
  uid: string;
  sequence: number;
  status: 'tentative' | 'confirmed' | 'cancelled';
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** For an all-day entry: the first day and the day after the last. */
  days?: { first: Temporal.PlainDate; after: Temporal.PlainDate };
  /** Does not occupy the time. */
  isFree?: boolean;
  summary: string;
  description: string;
  location: string;
  place?: { latitude: number; longitude: number };
  url?: string;
  createdAt: Temporal.Instant;
  /** When this revision was written (DTSTAMP). */
  stamp: Temporal.Instant;
}

/** An event that is sent to a person. */
export interface CalendarEntry extends CalendarItem {
  organizer: { name: string; eMail: string };
  attendee?: { name: string; eMail: string };
}

/** A calendar that programs read again and again. */
export interface FeedCalendar {
  name: string;
  timeZone: string;
  /** The years whose changes of the clock are in it. */
  years: { first: number; last: number };
}

/** Programs are asked to read a feed this often; some take much longer. */
const refresh = 'PT15M';

/**
 * Returns iCalendar text with one event, its times as UTC instants. REQUEST and CANCEL name the attendee; PUBLISH must
 * not (RFC 5546 section 3.2.1). Calendar programs send no replies: visitors answer through the links of the mail.
 */
export function writeICalendar(entry: CalendarEntry, method: CalendarMethod): string {
  const { organizer, attendee } = entry;
  const people = [`ORGANIZER;CN="${parameter(organizer.name)}":mailto:${organizer.eMail}`];
  if (attendee && method !== 'PUBLISH') {
    const name = parameter(attendee.name || attendee.eMail);
    const answer = entry.status === 'confirmed' ? 'ACCEPTED' : 'NEEDS-ACTION';
    people.push(`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=${answer};RSVP=FALSE;CN="${name}":mailto:${attendee.eMail}`);
  }
  const item: CalendarItem = method === 'CANCEL' ? { ...entry, status: 'cancelled' } : entry;
  return `${beginOf([`METHOD:${method}`])}${eventText(item, people)}${end}`;
}

/**
 * Returns the text of a calendar object with one event (RFC 4791 section 4.1): without METHOD, ORGANIZER and ATTENDEE,
 * for a server would invite people. `more`: further lines of the event; `zones`: those of the zones that they name.
 */
export function writeCalendarObject(
  item: CalendarItem,
  { more = [], zones = [] }: { more?: readonly string[]; zones?: readonly string[] } = {},
): string {
  return `${beginOf(zones)}${eventText(item, more)}${end}`;
}

/**
 * Yields the text of a calendar without METHOD, ORGANIZER and ATTENDEE, which would make an invitation of it, a piece
 * for each batch of events. A calendar needs a component: without events, it still has its time zone.
 */
export async function* writeFeed(
  { name, timeZone, years }: FeedCalendar,
  batches: AsyncIterable<readonly CalendarItem[]>,
): AsyncGenerator<string, undefined> {
  const title = escapeText(oneLine(name));
  yield beginOf([
    'CALSCALE:GREGORIAN',
    `NAME:${title}`,
    `X-WR-CALNAME:${title}`,
    `X-WR-TIMEZONE:${timeZone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...timeZoneLines(timeZone, years),
  ]);
  for await (const items of batches) yield items.map((item) => eventText(item, [])).join('');
  yield end;
  return undefined;
}

function beginOf(lines: readonly string[]): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Daybook//Daybook//EN', ...lines];
  return head.map(folded).join('');
}

const end = 'END:VCALENDAR\r\n';

/** The lines of an event, each folded and with its end. */
function eventText(item: CalendarItem, more: readonly string[]): string {
  const { days, place } = item;
  const stamp = utc(item.stamp);
  const times = days
    ? `DTSTART;VALUE=DATE:${dateText(days.first)}\r\nDTEND;VALUE=DATE:${dateText(days.after)}\r\n`
    : `DTSTART:${utc(item.start)}\r\nDTEND:${utc(item.end)}\r\n`;
  let text = `BEGIN:VEVENT\r\n${folded(`UID:${escapeText(item.uid)}`)}SEQUENCE:${item.sequence}\r\nDTSTAMP:${stamp}\r\n${times}`;
  text += `CREATED:${utc(item.createdAt)}\r\nLAST-MODIFIED:${stamp}\r\nSTATUS:${statuses[item.status]}\r\n`;
  text += folded(`SUMMARY:${escapeText(oneLine(item.summary))}`);
  if (item.isFree) text += 'TRANSP:TRANSPARENT\r\n';
  if (item.description) text += folded(`DESCRIPTION:${escapeText(item.description)}`);
  if (item.location) text += folded(`LOCATION:${escapeText(oneLine(item.location))}`);
  if (item.location && place) text += `GEO:${place.latitude};${place.longitude}\r\n`;
  if (item.url) text += folded(`URL:${item.url}`);
  for (const line of more) text += folded(line);
  return `${text}END:VEVENT\r\n`;
}

const statuses = { tentative: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const;

/** `20260329T003000Z` */
function utc(at: Temporal.Instant): string {
  const iso = new Date(at.epochMilliseconds).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;
}

const dateText = (day: Temporal.PlainDate) => day.toString().replaceAll('-', '');

/** Readers split lines at each of these, not only at CRLF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text must not contain them (RFC 5545 section 3.3.11).
const lineEnds = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: nor these.
const otherControls = /[\x00-\x08\x0e-\x1b\x1f\x7f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: most texts have none of these.
const special = /[\x00-\x08\n-\x1f\x7f\x85\u2028\u2029\\;,]/;

/** A value of the type TEXT. */
function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(lineEnds, '\\n')
    .replace(otherControls, '');
}

/** A quoted parameter cannot contain quotes (RFC 5545 section 3.1). */
function parameter(text: string): string {
  return oneLine(text, 100).replace(/"/g, "'");
}

const maxOctets = 75;

/** A line with its end, in parts of at most 75 octets; the parts after the first begin with a space. */
function folded(line: string): string {
  // A UTF-16 unit has at most three octets in UTF-8.
  if (line.length * 3 <= maxOctets || Buffer.byteLength(line) <= maxOctets) return `${line}\r\n`;
  let text = '';
  let octets = 0;
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + length > maxOctets) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += length;
  }
  return `${text}\r\n`;
}
