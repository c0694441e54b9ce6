// The requests of WebDAV and CalDAV (RFC 4918, 4791, 6578) that a reader needs.
import { escapeHtml } from '#server/lib/escape.ts';
import { type DavResponse, type Multistatus, readMultistatus } from './multistatus.ts';
import { type OutsideClient, outsideRequest } from './outside-request.ts';
import { ReadingFailed, whyRefused } from './why-failed.ts';

const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"';

export interface DavAnswer extends Multistatus {
  at: URL;
  /** The size of its body. */
  bytes: number;
}

/** `properties`: with the prefixes `D`, `C` and `S`. Throws `ReadingFailed` for any status but 207. */
export function findProperties(
  client: OutsideClient,
  at: URL,
  { depth, properties }: { depth: 0 | 1; properties: readonly string[] },
): Promise<DavAnswer> {
  const names = properties.map((name) => `<${name}/>`).join('');
  return ask(client, at, 'PROPFIND', depth, `<D:propfind ${namespaces}><D:prop>${names}</D:prop></D:propfind>`);
}

/** The changes since a token; all there is without one. */
export function findChanges(client: OutsideClient, at: URL, token: string | null): Promise<DavAnswer> {
  return ask(
    client,
    at,
    'REPORT',
    0,
    `<D:sync-collection ${namespaces}><D:sync-token>${escapeHtml(token ?? '')}</D:sync-token><D:sync-level>1</D:sync-level>` +
      '<D:prop><D:getetag/></D:prop></D:sync-collection>',
  );
}

/** The objects of these paths. */
export function fetchMany(client: OutsideClient, at: URL, hrefs: readonly string[]): Promise<DavAnswer> {
  const listed = hrefs.map((href) => `<D:href>${escapeHtml(href)}</D:href>`).join('');
  return ask(
    client,
    at,
    'REPORT',
    1,
    `<C:calendar-multiget ${namespaces}><D:prop><D:getetag/><C:calendar-data/></D:prop>${listed}</C:calendar-multiget>`,
  );
}

async function ask(
  client: OutsideClient,
  at: URL,
  method: 'PROPFIND' | 'REPORT',
  depth: 0 | 1,
  request: string,
): Promise<DavAnswer> {
  const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${request}`);
  const answer = await outsideRequest(client, at, {
    method,
    headers: { depth: String(depth), 'content-type': 'application/xml; charset=utf-8', 'content-length': body.length },
    body,
  });
  if (answer.status !== 207) {
    // A page that says "sign in" or "we are closed".
    throw answer.status < 300 ? new ReadingFailed('notCalendar') : whyRefused(answer);
  }
  return { ...(await readMultistatus(answer.body.toString())), at: answer.at, bytes: answer.body.length };
}

/**
 * The path of a resource, always written alike; undefined for one on another server, and for one that does not lie in
 * the collection.
 */
export function pathIn(collection: URL, { href }: Pick<DavResponse, 'href'>): string | undefined {
  const url = URL.parse(href, collection);
  if (!url || url.origin !== collection.origin) return undefined;
  const path = samePath(url.pathname);
  const folder = samePath(collection.pathname).replace(/\/*$/, '/');
  return path.startsWith(folder) && path.length > folder.length ? path : undefined;
}

/** `/a%40b/` and `/a@b/` are one path. */
export function samePath(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => {
      try {
        return encodeURIComponent(decodeURIComponent(part));
      } catch {
        return part;
      }
    })
    .join('/');
}
