// Lists the objects of a collection of CalDAV that have changed: since a token if the server takes it, else all.
import { type DavAnswer, findChanges, findProperties, pathIn } from './dav.ts';
import { childrenOf } from './multistatus.ts';
import type { OutsideClient } from './outside-request.ts';
import { ReadingFailed, whyFailed } from './why-failed.ts';

export interface ChangeList {
  /** All objects are in it: those that are not are gone. */
  isFull: boolean;
  /** The ETags of objects by their paths. */
  present: Map<string, string>;
  /** Objects that are there but cannot be read: nothing is said about them. */
  unknown: Set<string>;
  /** Objects that are gone, as the server says itself. */
  gone: Set<string>;
  token: string | null;
  tag: string | null;
}

const maxPages = 200;
/** Of all pages: a server may never come to an end. */
const maxBytes = 50 * 1024 * 1024;

/** Returns undefined when nothing has changed. Throws `ReadingFailed`, or an error that `whyFailed` names. */
export async function listChanges(
  client: OutsideClient,
  collection: URL,
  known: { token: string | null; tag: string | null },
): Promise<ChangeList | undefined> {
  const properties = ['D:resourcetype', 'D:sync-token', 'S:getctag'];
  const { responses, at } = await findProperties(client, collection, { depth: 0, properties });
  const state = responses[0]?.properties;
  if (!state || (responses[0]?.status ?? 200) >= 400) throw new ReadingFailed('gone');
  if (childrenOf(state.get('resourcetype'), 'calendar').length === 0) throw new ReadingFailed('notCalendar');
  const token = state.get('sync-token')?.text.trim() || null;
  const tag = state.get('getctag')?.text.trim() || null;
  if (token !== null && token === known.token) return undefined;
  if (tag !== null && tag === known.tag) return undefined;
  if (token !== null) {
    for (const since of known.token === null ? [null] : [known.token, null]) {
      const changes = await unlessRefused(() => readChanges(client, at, since));
      // The tag was read before: what changes between is found by the next reading.
      if (changes) return { ...changes, tag };
    }
  }
  const list = await findProperties(client, at, { depth: 1, properties: ['D:getetag', 'D:resourcetype'] });
  const found = emptyList();
  addListed(found, at, list);
  return { ...found, isFull: true, token: null, tag };
}

/**
 * Servers refuse a token that they do not know with 400, 403, 410, 415, 500 or 507, and the report itself with others;
 * only what concerns every request is no such refusal.
 */
async function unlessRefused<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    const failed = whyFailed(error);
    const isRefused = ['forbidden', 'gone', 'answer', 'server', 'busy'].includes(failed.reason);
    if (!isRefused || failed.status === 429 || failed.retryAfter !== undefined) throw failed;
    return undefined;
  }
}

async function readChanges(client: OutsideClient, at: URL, since: string | null): Promise<Omit<ChangeList, 'tag'>> {
  const found = emptyList();
  let token = since;
  let bytes = 0;
  for (let page = 0; page < maxPages; page++) {
    const answer = await findChanges(client, at, token);
    if (answer.syncToken === undefined) throw new ReadingFailed('cut');
    bytes += answer.bytes;
    if (bytes > maxBytes) throw new ReadingFailed('large');
    addListed(found, at, answer);
    const hasMore = answer.responses.some(({ status, href }) => status === 507 && pathIn(at, { href }) === undefined);
    if (!hasMore) return { ...found, isFull: since === null, token: answer.syncToken };
    if (answer.syncToken === token) throw new ReadingFailed('answer', { status: 507 });
    token = answer.syncToken;
  }
  throw new ReadingFailed('many');
}

type Listed = Pick<ChangeList, 'present' | 'unknown' | 'gone'>;

const emptyList = (): Listed => ({ present: new Map(), unknown: new Set(), gone: new Set() });

/** A later page says what is true now. */
function addListed(found: Listed, collection: URL, { responses }: DavAnswer): void {
  for (const response of responses) {
    const path = pathIn(collection, response);
    const { status, properties } = response;
    if (path === undefined || childrenOf(properties.get('resourcetype'), 'collection').length > 0) continue;
    const etag = properties.get('getetag')?.text.trim();
    for (const set of Object.values(found)) set.delete(path);
    if (status === 404 || status === 410) found.gone.add(path);
    else if (etag !== undefined && (status ?? 200) < 300) found.present.set(path, etag);
    else found.unknown.add(path);
  }
}
