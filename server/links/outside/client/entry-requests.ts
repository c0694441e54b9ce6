// The requests of CalDAV (RFC 4791 section 5.3) that write one entry: each says which state of it is replaced.
import { pathIn } from './dav.ts';
import { type OutsideAnswer, type OutsideClient, outsideRequest } from './outside-request.ts';
import { ReadingFailed, whyRefused } from './why-failed.ts';

/** One entry cannot be written; others may. */
export class EntryRefused extends ReadingFailed {}

export interface StoredEntry {
  /** Empty from a server that has none. */
  etag: string;
  text: string;
}

/** Returns undefined when there is none. Throws `ReadingFailed`, or an error that `whyFailed` names. */
export async function getEntry(client: OutsideClient, at: URL): Promise<StoredEntry | undefined> {
  const answer = await outsideRequest(client, at, { headers: { accept: 'text/calendar' } });
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.status !== 200) throw answer.status < 300 ? new ReadingFailed('notCalendar') : ofEntry(whyRefused(answer));
  return { etag: answer.headers.etag ?? '', text: answer.body.toString() };
}

/**
 * - `conflict`: the entry is in another state.
 * - `elsewhere`: the server has the UID at this path. */
export type PutAnswer = { etag: string } | 'conflict' | { elsewhere: string };

/** `etag`: of the entry that is replaced; undefined for a new one. Throws as `getEntry` does, and `EntryRefused`. */
export async function putEntry(
  client: OutsideClient,
  at: URL,
  { text, etag }: { text: string; etag: string | undefined },
): Promise<PutAnswer> {
  const body = Buffer.from(text);
  const condition: Record<string, string> = etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag || '*' };
  const headers = { 'content-type': 'text/calendar; charset=utf-8', 'content-length': body.length, ...condition };
  const answer = await outsideRequest(client, at, { method: 'PUT', headers, body });
  if ([200, 201, 204].includes(answer.status)) return { etag: answer.headers.etag ?? '' };
  if (answer.status === 412) return 'conflict';
  const other = pathOfSameUid(answer, at);
  if (other !== undefined && other !== at.pathname) return { elsewhere: other };
  throw whyNotWritten(answer);
}

/** Returns whether the entry is gone; false when it is in another state than `etag`. Throws as `getEntry` does. */
export async function deleteEntry(client: OutsideClient, at: URL, etag: string): Promise<boolean> {
  const answer = await outsideRequest(client, at, { method: 'DELETE', headers: { 'if-match': etag || '*' } });
  if ([200, 202, 204, 404, 410].includes(answer.status)) return true;
  if (answer.status === 412) return false;
  throw whyNotWritten(answer);
}

/** `no-uid-conflict` names where the server has the UID; only a path beside this one is followed. */
function pathOfSameUid({ status, body }: OutsideAnswer, at: URL): string | undefined {
  if (status !== 403 && status !== 409) return undefined;
  const [, href] =
    /no-uid-conflict[^<]*<[^>]*href[^>]*>\s*([^<\s]+)\s*</i.exec(body.subarray(0, 10_000).toString()) ?? [];
  return href === undefined ? undefined : pathIn(new URL('.', at), { href });
}

function whyNotWritten(answer: OutsideAnswer): ReadingFailed {
  const { status, body } = answer;
  const says = (text: string) => body.subarray(0, 10_000).includes(text);
  if (status === 507 || (status === 403 && says('quota-not-exceeded'))) return new ReadingFailed('quota', { status });
  if (status === 413 || (status === 403 && says('max-resource-size'))) return new EntryRefused('entry', { status });
  // Of this entry, not of the calendar.
  if (
    status === 403 &&
    /<[^>]*(valid-calendar|supported-calendar|uid-conflict)/.test(body.toString('utf8', 0, 10_000))
  ) {
    return new EntryRefused('entry', { status });
  }
  if (status === 403 || status === 405) return new ReadingFailed('readOnly', { status });
  if (status === 409) return new ReadingFailed('gone', { status });
  if ([400, 415, 422].includes(status)) return new EntryRefused('entry', { status });
  return ofEntry(whyRefused(answer));
}

/** A server may fail for one entry alone. */
function ofEntry(failed: ReadingFailed): ReadingFailed {
  return failed.reason === 'server' ? new EntryRefused('server', { status: failed.status }) : failed;
}
