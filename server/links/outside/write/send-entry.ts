// Sends one entry to the server: adds, replaces or deletes it there, and returns how the server has it then.

import { deleteEntry, EntryRefused, getEntry, putEntry } from '#server/links/outside/client/entry-requests.ts';
import type { OutsideClient } from '#server/links/outside/client/outside-request.ts';
import { type CalendarItem, writeCalendarObject } from '#server/messaging/mail/icalendar.ts';
import type { EntryPlan } from './plan-entry.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';

/** `gone`: there is none, or none of ours. `left`: the person has changed it. */
export type SentEntry = { href: string; etag: string; written: string } | 'gone' | 'left';

/** An entry may be changed between two requests. */
const maxTries = 4;

/** Runs before each request, with its name. */
export type Step = (name: string) => void | Promise<void>;

interface Sending {
  client: OutsideClient;
  step: Step;
}

/** Throws `ReadingFailed`, or an error that `whyFailed` names. */
export function sendEntry(
  sending: Sending,
  { item, meaning, ...plan }: EntryPlan,
  options: { onlyUnchanged: boolean },
): Promise<SentEntry> {
  if (item && meaning !== undefined) return put(sending, plan, { item, meaning });
  return remove(sending, plan, options);
}

type Plan = Omit<EntryPlan, 'item' | 'meaning'>;

async function put(
  { client, step }: Sending,
  { eventId, uid, href: known, isNew }: Plan,
  { item, meaning }: { item: CalendarItem; meaning: string },
): Promise<SentEntry> {
  let href = known;
  let isUnseen = isNew;
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const at = new URL(href, client.address);
    if (!isUnseen) await step('get');
    const stored = isUnseen ? undefined : await getEntry(client, at);
    isUnseen = false;
    const entry = stored && readEntry(stored.text);
    if (stored && entry?.uid !== uid) {
      // An object of someone else has the name.
      href = href.replace(/[^/]*$/, `${eventId}-${attempt + 2}.ics`);
      continue;
    }
    if (stored && entry?.meaning === meaning) return { href, etag: stored.etag, written: meaning };
    await step('put');
    const answer = await putEntry(client, at, { text: merged(item, entry), etag: stored?.etag });
    if (answer === 'conflict') continue;
    if ('elsewhere' in answer) {
      href = answer.elsewhere;
      continue;
    }
    if (answer.etag) return { href, etag: answer.etag, written: meaning };
    // RFC 4791 section 5.3.4: without an ETag, the server has stored something else than it was given.
    await step('get back');
    const rewritten = await getEntry(client, at);
    const back = rewritten && readEntry(rewritten.text);
    if (rewritten && back?.uid === uid) return { href, etag: rewritten.etag, written: back.meaning };
  }
  throw new EntryRefused('entry', { status: 412 });
}

async function remove(
  { client, step }: Sending,
  { uid, href, known }: Plan,
  { onlyUnchanged }: { onlyUnchanged: boolean },
): Promise<SentEntry> {
  const at = new URL(href, client.address);
  for (let attempt = 0; attempt < maxTries; attempt++) {
    await step('get');
    const stored = await getEntry(client, at);
    const entry = stored && readEntry(stored.text);
    if (!stored || entry?.uid !== uid) return 'gone';
    if (onlyUnchanged && (!known.includes(entry.meaning) || entry.hasNotes)) return 'left';
    await step('delete');
    if (await deleteEntry(client, at, stored.etag)) return 'gone';
  }
  throw new EntryRefused('entry', { status: 412 });
}

/** The new entry with the alarms and notes of the present one. A server may refuse a lower SEQUENCE. */
function merged(item: CalendarItem, present: ReadEntry | undefined): string {
  if (!present) return writeCalendarObject(item);
  const sequence = Math.max(item.sequence, present.sequence);
  return writeCalendarObject({ ...item, sequence }, { more: present.foreign, zones: present.zones });
}
