// Splits an .ics file into objects of one UID each, as a CalDAV server has them.
import { createHash } from 'node:crypto';
import { unfolded } from '#server/links/outside/expand/time-lines.ts';
import type { FetchedObject } from './fetch-objects.ts';

/** `notCalendar`: it is something else. `cut`: it ends too early. */
export type SplitFeed = FetchedObject[] | 'notCalendar' | 'cut';

export function splitFeed(text: string): SplitFeed {
  // PostgreSQL has no such character, not even in the key of an object.
  const lines = unfolded(text.replace(/^\uFEFF/, '').replaceAll('\0', '')).filter((line) => line.trim() !== '');
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[0]?.trim() ?? '')) return 'notCalendar';
  if (!/^END:VCALENDAR\s*$/i.test(lines.at(-1) ?? '')) return 'cut';
  const zones = new Map<string, string[]>();
  const events = new Map<string, string[]>();
  let part: { kind: string; name: string; lines: string[] } | undefined;
  for (const line of lines) {
    const [, kind] = /^BEGIN:(VEVENT|VTIMEZONE)\s*$/i.exec(line) ?? [];
    if (kind && !part) part = { kind: kind.toUpperCase(), name: '', lines: [] };
    if (!part) continue;
    part.lines.push(line);
    const wanted = part.kind === 'VEVENT' ? 'UID' : 'TZID';
    const [, name] = new RegExp(`^${wanted}(?:;[^:]*)?:(.*)$`, 'i').exec(line) ?? [];
    if (name !== undefined && part.name === '') part.name = name.trim();
    if (!new RegExp(`^END:${part.kind}\\s*$`, 'i').test(line)) continue;
    if (part.kind === 'VTIMEZONE') zones.set(part.name, part.lines);
    else add(events, part.name === '' ? hashOf(part.lines.join('\n')) : `uid ${part.name}`, part.lines);
    part = undefined;
  }
  if (part) return 'cut';
  return [...events].map(([key, own]) => objectOf(key, own, zones));
}

function add(events: Map<string, string[]>, key: string, lines: string[]): void {
  const former = events.get(key);
  if (former) former.push(...lines);
  else events.set(key, lines);
}

function objectOf(key: string, lines: string[], zones: ReadonlyMap<string, string[]>): FetchedObject {
  const named = new Set(lines.flatMap((line) => /;TZID="?([^":;]+)/i.exec(line)?.[1] ?? []));
  const described = [...named].flatMap((name) => zones.get(name) ?? []);
  const text = ['BEGIN:VCALENDAR', ...described, ...lines, 'END:VCALENDAR'].join('\r\n');
  return { key: key.length > 500 ? hashOf(key) : key, etag: hashOf(text), text };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
