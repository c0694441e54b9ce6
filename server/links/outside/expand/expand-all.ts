// Reads calendar objects, and works out when they take time, one after the other.
import type { OutsideProblem } from '#contract/links/outside.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import { readEntry } from '#server/links/outside/write/read-entry.ts';
import { type ExpandRules, expandObject } from './expand-object.ts';
import { timeLinesOf } from './time-lines.ts';

export interface ExpandJob {
  rules: ExpandRules;
  ownAddresses: readonly string[];
  /** The host of this installation: events that it has written elsewhere take no time again. */
  ownHost: string;
  objects: readonly { key: string; text: string }[];
}

export interface ExpandedObject {
  key: string;
  uid: string;
  /** The lines that are stored. */
  content: string;
  /** As PostgreSQL reads a multirange: a text is passed between threads at no cost. */
  busy: string;
  problem: OutsideProblem | null;
  /** Nothing is known of its times: those that were known before hold. */
  isBad: boolean;
  /** Empty without a problem. */
  title: string;
  /** Of an object that is named like an entry that an installation has written: see `readEntry`. */
  meaning?: string | undefined;
}

/** Characters of one object. */
const maxText = 1_000_000;

export function expandAll({ objects, rules, ownAddresses, ownHost }: ExpandJob): ExpandedObject[] {
  return objects.map(({ key, text }) =>
    // PostgreSQL has no such character.
    expandOne(key, text.replaceAll('\0', ''), { rules, ownAddresses, ownHost }),
  );
}

function expandOne(key: string, text: string, job: Omit<ExpandJob, 'objects'>): ExpandedObject {
  const bad = (problem: OutsideProblem) => ({ key, uid: '', content: '', busy: '{}', problem, isBad: true, title: '' });
  if (text.length > maxText) return bad('large');
  if (!/^\s*BEGIN:VCALENDAR\s[\s\S]*\sEND:VCALENDAR\s*$/i.test(text.replace(/^\uFEFF/, ''))) return bad('unreadable');
  const { content, uid, title, hasEvents } = timeLinesOf(text, job.ownAddresses);
  const meaning = eventUid.test(uid) ? readEntry(text)?.meaning : undefined;
  if (!hasEvents || isOwn(uid, job.ownHost)) {
    return { key, uid, content: '', busy: '{}', problem: null, isBad: false, title: '', meaning };
  }
  const { busy, problem = null, isBad = false } = expandObject(content, job.rules);
  return { key, uid, content, busy: multirange(busy), problem, isBad, title: problem ? title : '', meaning };
}

function multirange(times: readonly Interval[]): string {
  const text = (at: number) => new Date(at).toISOString();
  return `{${times.map(({ start, end }) => `[${text(start)},${text(end)})`).join(',')}}`;
}

/** `{event}@{host}`, as feeds and entries of any installation are named. */
const eventUid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@/i;

function isOwn(uid: string, host: string): boolean {
  return eventUid.test(uid) && uid.slice(37).toLowerCase() === host.toLowerCase();
}
