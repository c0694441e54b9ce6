// A CalDAV server (RFC 4791, 6578) on loopback with one person, their calendars and a file, which plays faults.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { escapeHtml } from '#server/lib/escape.ts';

export interface CalDavFaults {
  /** The status for a sync-token that is not the first. */
  token?: number;
  /** The status of the report of changes, with and without a token. */
  report?: number;
  /** No sync-tokens; the ctag says whether something has changed. */
  onlyTags?: boolean;
  /** The status of each answer. */
  status?: number;
  /** A page instead of each answer. */
  html?: boolean;
  /** Answers have so many bytes in all; then the connection ends. */
  bytes?: number;
  /** With `bytes`: the answers do not say how long they are, so that a part looks whole. */
  hidesLength?: boolean;
  /** Does not know how to return several objects at once. */
  noMultiget?: boolean;
  /** The status of these objects in lists and answers. */
  objects?: Record<string, number>;
  /** Objects that an answer of several leaves out. */
  omitted?: string[];
  /** Lists are complete, and empty. */
  empty?: boolean;
  /** Leads each request there. */
  location?: string;
  /** Where the calendars of the person are, and where the person is, instead of its own paths. */
  home?: string;
  principal?: string;
  /** The way to sign in that a 401 names. */
  way?: string;
  /** Objects of one answer of changes; the rest follows. */
  pageSize?: number;
  /** `Retry-After` of each answer that is no success. */
  retryAfter?: string;
  /** The status of each request that writes; nothing is written. */
  writing?: number;
  /** The body of these answers. */
  writingBody?: string;
  /** Objects whose writing is refused with 400. */
  refused?: RegExp;
  /** The next requests that write are carried out, and their connections end without an answer. */
  lostAnswers?: number;
  /** Stores something else than it is given, and so returns no ETag. */
  rewrite?: (content: string) => string;
  /** Runs before each request that writes, as if another program came between. */
  beforeWriting?: (name: string) => void;
}

export interface CalDav {
  /** With a slash at the end. */
  url: string;
  /** Its calendar `home`. */
  collection: string;
  logIn: string;
  password: string;
  faults: CalDavFaults;
  /** Method, path and depth of each request. */
  requests: string[];
  /** The passwords that came with requests; empty without one. */
  credentials: string[];
  /** The objects of the calendar `home`, by the names of their files. */
  put(name: string, content: string): void;
  /** Undefined for none. */
  content(name: string): string | undefined;
  names(): string[];
  remove(name: string): void;
  /** Forgets all tokens, as a server that was set up again. */
  forgetTokens(): void;
  /** The file at `file.ics`. */
  file: { text: string; etag: string | undefined };
  /** Bytes of the bodies of all answers so far. */
  sent: number;
  [Symbol.asyncDispose](): Promise<void>;
}

const home = '/dav/anna%40x/home/';
const principal = '/dav/principals/anna/';

/** With a certificate, by TLS. */
export async function openCalDav({
  certificate,
}: {
  certificate?: { cert: string; key: string };
} = {}): Promise<CalDav> {
  const objects = new Map<string, { etag: string; content: string }>();
  const log: string[] = [];
  let generation = 1;
  let puts = 0;
  const dav: CalDav = {
    ...{ url: '', collection: '', logIn: 'anna', password: 'drawer of scissors', faults: {} },
    ...{ requests: [], credentials: [], sent: 0, file: { text: '', etag: undefined } },
    put(name, content) {
      objects.set(name, { etag: `"${++puts}"`, content });
      log.push(name);
    },
    content: (name) => objects.get(name)?.content,
    names: () => [...objects.keys()].sort(),
    remove(name) {
      objects.delete(name);
      log.push(name);
    },
    forgetTokens: () => void generation++,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const tokenAt = (position: number) => `http://dav.test/ns/sync/${generation}/${position}`;
  const positionOf = (token: string) => {
    const [, of, position] = /sync\/(\d+)\/(\d+)$/.exec(token) ?? [];
    return Number(of) === generation ? Number(position) : undefined;
  };

  const listed = () => (dav.faults.empty ? [] : [...objects]);
  function entry([name, { etag }]: [string, { etag: string }]): string {
    const status = dav.faults.objects?.[name];
    return status
      ? statusOf(home + encodeURIComponent(name), status)
      : response(home + encodeURIComponent(name), `<d:getetag>${escapeHtml(etag)}</d:getetag>`);
  }

  function changesSince(token: string): { status: number; body: string } {
    const { faults } = dav;
    if (faults.report !== undefined) return { status: faults.report, body: '' };
    if (token && faults.token !== undefined) return { status: faults.token, body: '' };
    const since = token ? positionOf(token) : 0;
    if (since === undefined) return { status: 403, body: '<d:error xmlns:d="DAV:"><d:valid-sync-token/></d:error>' };
    const until = faults.pageSize ? Math.min(log.length, since + faults.pageSize) : log.length;
    const names = token || faults.pageSize ? [...new Set(log.slice(since, until))] : listed().map(([name]) => name);
    const entries = names.flatMap((name) => {
      const object = objects.get(name);
      if (object) return entry([name, object]);
      return token ? statusOf(home + encodeURIComponent(name), 404) : [];
    });
    if (until < log.length) entries.push(statusOf(home, 507));
    return { status: 207, body: multistatus(`${entries.join('')}<d:sync-token>${tokenAt(until)}</d:sync-token>`) };
  }

  function answerTo(
    method: string,
    path: string,
    depth: string,
    body: string,
  ): { status: number; body: string; etag?: string } {
    if (method === 'GET') {
      const object = objects.get(decodeURIComponent(path.slice(home.length)));
      if (path.startsWith(home) && object) return { status: 200, body: object.content, etag: object.etag };
      return { status: path === '/page' ? 200 : 404, body: '<!DOCTYPE html><p>Hello' };
    }
    if (method === 'PROPFIND') {
      const token = dav.faults.onlyTags ? '' : `<d:sync-token>${tokenAt(log.length)}</d:sync-token>`;
      const state = `${token}<cs:getctag>tag ${generation} ${log.length}</cs:getctag>`;
      const properties = propertiesOf(path, state, dav.faults);
      if (properties === undefined) return { status: 404, body: '' };
      const children = path === '/dav/anna%40x/' && depth === '1' ? [home, '/dav/anna%40x/tasks/'] : [];
      const entries = path === home && depth === '1' ? listed().map(entry) : [];
      const all = [path, ...children].map((href) =>
        response(href, propertiesOf(href, state, dav.faults) ?? '', '<d:owner/>'),
      );
      return { status: 207, body: multistatus([...all, ...entries].join('')) };
    }
    if (method !== 'REPORT' || path !== home) return { status: 405, body: '' };
    if (body.includes('sync-collection')) return changesSince(/<D:sync-token>([^<]*)</.exec(body)?.[1] ?? '');
    return several(body, objects, dav.faults);
  }

  async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    dav.requests.push(`${method} ${url} ${headers.depth ?? ''}`.trim());
    const [, encoded = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
    dav.credentials.push(Buffer.from(encoded, 'base64').toString());
    const { faults } = dav;
    if (faults.location !== undefined) return send(dav, reply, 302, { location: faults.location }, '');
    if (faults.status !== undefined && faults.status !== 401) return send(dav, reply, faults.status, {}, '');
    if (faults.html)
      return send(dav, reply, 200, { 'content-type': 'text/html' }, '<!DOCTYPE html><html><body>Welcome</body></html>');
    if (url === '/file.ics') return sendFile(dav, headers, reply);
    if (faults.status === 401 || Buffer.from(encoded, 'base64').toString() !== `${dav.logIn}:${dav.password}`) {
      return send(dav, reply, 401, { 'www-authenticate': `${faults.way ?? 'Basic'} realm="dav"` }, '');
    }
    if (url === '/.well-known/caldav') return send(dav, reply, 301, { location: '/dav/' }, '');
    if (method === 'PUT' || method === 'DELETE') return serveWriting(dav, objects, request, { body, reply });
    const { status, body: answer, etag } = answerTo(method, url, String(headers.depth ?? ''), body);
    const type = status === 207 ? 'application/xml; charset=utf-8' : 'text/plain';
    return send(dav, reply, status, { 'content-type': type, ...(etag !== undefined && { etag }) }, answer);
  }

  const handle = (request: IncomingMessage, reply: ServerResponse) => {
    serve(request, reply).catch(() => reply.destroy());
  };
  const server = certificate ? createSecureServer(certificate, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  dav.url = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  dav.collection = new URL(home, dav.url).href;
  return dav;
}

function response(href: string, found: string, missing = ''): string {
  const propstat = (content: string, status: string) =>
    content && `<d:propstat><d:prop>${content}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`;
  return `<d:response><d:href>${href}</d:href>${propstat(found, '200 OK')}${propstat(missing, '404 Not Found')}</d:response>`;
}
const statusOf = (href: string, status: number) =>
  `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status} Told</d:status></d:response>`;
const multistatus = (content: string) =>
  `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">${content}</d:multistatus>\n`;

/** `state`: the properties of the calendar that change. */
function propertiesOf(path: string, state: string, faults: CalDavFaults): string | undefined {
  const href = (name: string, at: string) => `<${name}><d:href>${at}</d:href></${name}>`;
  if (path === home) {
    return (
      '<d:resourcetype><d:collection/><cal:calendar/></d:resourcetype><d:displayname>Home &amp; more</d:displayname>' +
      '<cal:supported-calendar-component-set><cal:comp name="VEVENT"/></cal:supported-calendar-component-set>' +
      state
    );
  }
  if (path === '/dav/anna%40x/tasks/') {
    return (
      '<d:resourcetype><d:collection/><cal:calendar/></d:resourcetype><d:displayname>Tasks</d:displayname>' +
      '<cal:supported-calendar-component-set><cal:comp name="VTODO"/></cal:supported-calendar-component-set>'
    );
  }
  if (path === principal) {
    const addresses = '<d:href>mailto:Anna@home.test</d:href><d:href>/dav/principals/anna/</d:href>';
    return `${href('cal:calendar-home-set', faults.home ?? '/dav/anna%40x/')}<cal:calendar-user-address-set>${addresses}</cal:calendar-user-address-set>`;
  }
  if (path === '/dav/' || path === '/dav/anna%40x/') {
    return `<d:resourcetype><d:collection/></d:resourcetype>${href('d:current-user-principal', faults.principal ?? principal)}`;
  }
  return undefined;
}

type Objects = ReadonlyMap<string, { etag: string; content: string }>;

function several(body: string, objects: Objects, faults: CalDavFaults): { status: number; body: string } {
  if (faults.noMultiget) return { status: 501, body: '' };
  const hrefs = [...body.matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, href = '']) => href);
  const entries = hrefs.flatMap((href) => {
    const name = decodeURIComponent(href.slice(home.length));
    const object = objects.get(name);
    if (faults.omitted?.includes(name)) return [];
    if (!object || !href.startsWith(home)) return statusOf(href, 404);
    const { etag, content } = object;
    return response(
      href,
      `<d:getetag>${escapeHtml(etag)}</d:getetag><cal:calendar-data>${escapeHtml(content)}</cal:calendar-data>`,
    );
  });
  return { status: 207, body: multistatus(entries.join('')) };
}

/** As Radicale and Xandikos: `If-Match` and `If-None-Match` are obeyed, and a UID stands in one object only. */
function write(
  dav: CalDav,
  objects: Objects,
  { method = '', url: path = '', headers }: IncomingMessage,
  body: string,
): WriteAnswer {
  const name = decodeURIComponent(path.slice(home.length));
  dav.faults.beforeWriting?.(name);
  const { writing, writingBody = '', refused, rewrite } = dav.faults;
  if (!path.startsWith(home) || name === '') return { status: 403, headers: {}, body: '' };
  if (writing !== undefined) return { status: writing, headers: {}, body: writingBody };
  const present = objects.get(name);
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const isExpected = match === undefined || (present && (match === '*' || match === present.etag));
  if (!isExpected || (noneMatch === '*' && present)) return { status: 412, headers: {}, body: '' };
  if (method === 'DELETE') {
    if (!present) return { status: 404, headers: {}, body: '' };
    dav.remove(name);
    return { status: 204, headers: {}, body: '' };
  }
  if (refused?.test(body)) return { status: 400, headers: {}, body: '' };
  const same = [...objects].find(([other, { content }]) => other !== name && uidOf(content) === uidOf(body));
  if (same) {
    const href = `<d:href>${home}${encodeURIComponent(same[0])}</d:href>`;
    const conflict = `<cal:no-uid-conflict xmlns:cal="urn:ietf:params:xml:ns:caldav">${href}</cal:no-uid-conflict>`;
    return { status: 409, headers: {}, body: `<d:error xmlns:d="DAV:">${conflict}</d:error>` };
  }
  dav.put(name, rewrite ? rewrite(body) : body);
  const { etag = '' } = objects.get(name) ?? {};
  return { status: present ? 204 : 201, headers: rewrite ? {} : { etag }, body: '' };
}

function serveWriting(
  dav: CalDav,
  objects: Objects,
  request: IncomingMessage,
  { body, reply }: { body: string; reply: ServerResponse },
): void {
  const written = write(dav, objects, request, body);
  if (dav.faults.lostAnswers) {
    dav.faults.lostAnswers--;
    reply.destroy();
  } else send(dav, reply, written.status, written.headers, written.body);
}

interface WriteAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function uidOf(content: string): string {
  return /^UID:(.*)$/m.exec(content.replace(/\r?\n[ \t]/g, ''))?.[1]?.trim() ?? '';
}

function sendFile(dav: CalDav, headers: IncomingMessage['headers'], reply: ServerResponse): void {
  const { etag, text: content } = dav.file;
  if (etag !== undefined && headers['if-none-match'] === etag) send(dav, reply, 304, {}, '');
  else send(dav, reply, 200, { 'content-type': 'text/calendar', ...(etag && { etag }) }, content);
}

function send(dav: CalDav, reply: ServerResponse, status: number, given: Record<string, string>, body: string): void {
  const { retryAfter } = dav.faults;
  const headers = { ...given, ...(status >= 400 && retryAfter !== undefined && { 'retry-after': retryAfter }) };
  const bytes = Buffer.from(body);
  const { bytes: limit, hidesLength } = dav.faults;
  const left = limit === undefined ? bytes.length : Math.max(0, limit - dav.sent);
  dav.sent += Math.min(bytes.length, left);
  if (bytes.length <= left) {
    reply.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
    return;
  }
  if (hidesLength) {
    // As HTTP/1.0: the end of the connection is that of the answer.
    reply.useChunkedEncodingByDefault = false;
    reply.writeHead(status, { ...headers, connection: 'close' }).end(bytes.subarray(0, left));
    return;
  }
  reply.writeHead(status, { ...headers, 'content-length': bytes.length });
  reply.write(bytes.subarray(0, left), () => reply.destroy());
  if (left === 0) reply.flushHeaders();
}
