// Keeps the lines of a calendar object (RFC 5545) that decide when it takes time: no titles, guests or notes are
// stored.

export interface TimeLines {
  /** A calendar with the events, and with the zones that they describe. */
  content: string;
  uid: string;
  /** Of the first event: only stored of one that has a problem. */
  title: string;
  /** There are events in it; others, such as tasks, take no time. */
  hasEvents: boolean;
}

const kept = new Set([
  ...['BEGIN', 'END', 'UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXRULE', 'EXDATE', 'RECURRENCE-ID'],
  ...['SEQUENCE', 'STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS'],
]);

/** `ownAddresses`, in lower case: of the guests, only the person's own answer is kept. */
export function timeLinesOf(text: string, ownAddresses: readonly string[]): TimeLines {
  const lines: string[] = [];
  const within: string[] = [];
  const found = { uid: '', title: '', hasEvents: false };
  for (const line of unfolded(text)) {
    const name = /^[a-z0-9-]+/i.exec(line)?.[0].toUpperCase() ?? '';
    const component =
      name === 'BEGIN' || name === 'END'
        ? line
            .slice(name.length + 1)
            .trim()
            .toUpperCase()
        : undefined;
    if (name === 'BEGIN' && component !== undefined) within.push(component);
    const [, part] = within;
    const isZone = part === 'VTIMEZONE';
    const isEvent = part === 'VEVENT' && within.length === 2;
    if (isEvent && name === 'BEGIN') found.hasEvents = true;
    if (isEvent && name === 'UID') found.uid ||= cut(valueIn(line), 1000);
    if (isEvent && name === 'SUMMARY') found.title ||= cut(unescapedText(valueIn(line)), 100);
    if (isZone || within.length === 1 || (isEvent && kept.has(name))) {
      if (within.length > 1 || component !== undefined) lines.push(line);
    } else if (isEvent && name === 'ATTENDEE') {
      const own = ownAnswer(line, ownAddresses);
      if (own) lines.push(own);
    }
    if (name === 'END') within.pop();
  }
  return { content: lines.join('\r\n'), ...found };
}

/** The lines of a file, of which long ones are written in several. */
export function unfolded(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
}

function valueIn(line: string): string {
  // A colon within quotes belongs to a parameter.
  return /^(?:[^":]|"[^"]*")*:(.*)$/.exec(line)?.[1]?.trim() ?? '';
}

/** Without the first half of a character that would be cut: PostgreSQL takes none in JSON. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

export function unescapedText(value: string): string {
  return value.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1');
}

function ownAnswer(line: string, ownAddresses: readonly string[]): string | undefined {
  const address = valueIn(line).toLowerCase();
  if (!ownAddresses.includes(address.replace(/^mailto:/, ''))) return undefined;
  const answer = /;PARTSTAT=([A-Z-]+)/i.exec(line)?.[1] ?? 'NEEDS-ACTION';
  return `ATTENDEE;PARTSTAT=${answer.toUpperCase()}:${address}`;
}
