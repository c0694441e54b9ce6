// Reads what has changed in an outside calendar. Holds no connection of the database while it waits for the server.
import { maxOutsideObjects } from '#contract/links/outside.ts';
import { splitInThread } from '#server/links/outside/expand/expand-objects.ts';
import type { ClaimedCalendar } from '#server/links/outside/rounds/claim-round.ts';
import { type FetchedObject, fetchObjects } from './fetch-objects.ts';
import { listChanges } from './list-changes.ts';
import type { OutsideClient } from './outside-request.ts';
import { readFeedFile } from './read-feed-file.ts';
import { ReadingFailed } from './why-failed.ts';

export interface ReadChanges {
  objects: FetchedObject[];
  /** Objects that the server says are gone. */
  gone: string[];
  /** Objects that a full list lacks. */
  missing: string[];
  /** Objects that are still there, of those that were stored. */
  remaining: number;
  listed: number;
  token: string | null;
  tag: string | null;
}

/**
 * `stored`: the ETags of the objects by their keys. Returns undefined when nothing has changed. Throws `ReadingFailed`,
 * or an error that `whyFailed` names.
 */
export async function readOutsideObjects(
  client: OutsideClient,
  {
    provider,
    href,
    reads,
    changeToken,
    changeTag,
  }: Pick<ClaimedCalendar, 'provider' | 'href' | 'reads' | 'changeToken' | 'changeTag'>,
  stored: ReadonlyMap<string, string>,
): Promise<ReadChanges | undefined> {
  const changes =
    provider === 'ics'
      ? await readFile(client, changeToken, stored)
      : await readCollection(client, { href, reads }, { token: changeToken, tag: changeTag }, stored);
  if (changes && changes.remaining + changes.objects.length > maxOutsideObjects) throw new ReadingFailed('many');
  return changes;
}

async function readFile(
  client: OutsideClient,
  token: string | null,
  stored: ReadonlyMap<string, string>,
): Promise<ReadChanges | undefined> {
  const file = await readFeedFile(client, { token });
  if (!file) return undefined;
  const all = await splitInThread(file.text);
  const keys = new Set(all.map(({ key }) => key));
  const missing = [...stored.keys()].filter((key) => !keys.has(key));
  return {
    objects: all.filter(({ key, etag }) => stored.get(key) !== etag),
    ...{ gone: [], missing, remaining: stored.size - missing.length, listed: all.length },
    ...{ token: file.token, tag: null },
  };
}

async function readCollection(
  client: OutsideClient,
  { href, reads }: Pick<ClaimedCalendar, 'href' | 'reads'>,
  known: { token: string | null; tag: string | null },
  stored: ReadonlyMap<string, string>,
): Promise<ReadChanges | undefined> {
  const collection = new URL(href, client.address);
  const list = await listChanges(client, collection, known);
  if (!list) return undefined;
  if (list.present.size > maxOutsideObjects) throw new ReadingFailed('many');
  // Of a calendar that is only written, the entries alone are read.
  const isRead = (path: string) => reads || stored.has(path);
  const changed = new Map([...list.present].filter(([path, etag]) => isRead(path) && stored.get(path) !== etag));
  const { objects, gone } = await fetchObjects(client, collection, changed);
  // An object that was listed and not returned is asked for again: the token would pass it over.
  const isWhole = objects.length + gone.length >= changed.size && list.unknown.size === 0;
  const allGone = [...new Set([...list.gone, ...gone])].filter((path) => stored.has(path));
  const missing = list.isFull
    ? [...stored.keys()].filter((path) => !list.present.has(path) && !list.unknown.has(path) && !list.gone.has(path))
    : [];
  return {
    ...{ objects, gone: allGone, missing, remaining: stored.size - missing.length - allGone.length },
    listed: list.present.size,
    ...(isWhole ? { token: list.token, tag: list.tag } : { token: null, tag: null }),
  };
}
