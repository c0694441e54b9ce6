// Lets Daybook read and write Radicale and Xandikos: tools/try-calendars.sh starts it, with a folder for both.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { outsideCalendars } from '#contract/links/outside.ts';
import { entryTime, readEntry } from '#server/links/outside/write/read-entry.ts';
import { calendarObject, type OutsideReader, outsideReader } from '#server/testing/build/outside-events.ts';
import { writtenAppointments } from '#server/testing/build/outside-writing.ts';
import { eventually } from '#server/testing/process.ts';

const [, , folder = '', ...flags] = process.argv;
/** Bytes between two cuts. */
const cutEvery = flags.includes('--long') ? 1 : 37;

interface ForeignServer {
  name: string;
  /** The path of its calendar, with a slash at the end. */
  collection: string;
  logIn: string;
  password: string;
  /** The path of a list of tasks; both are made here. Undefined for a server that makes its calendar itself. */
  tasks?: string;
  /** Undefined for a server that knows no passwords. */
  changePassword?: (password: string) => Promise<void>;
  /** Loses what it knows of the tokens that it gave. */
  forgetTokens?: () => Promise<void>;
  start(port: number): ChildProcess;
}

const radicaleFolder = join(folder, 'radicale');
const users = join(folder, 'users');
const setPassword = (password: string) => writeFile(users, `anna:${password}\n`);
await mkdir(radicaleFolder, { recursive: true });
await setPassword('drawer of scissors');

const servers: ForeignServer[] = [
  {
    ...{ name: 'Radicale', collection: '/anna/home/', logIn: 'anna', password: 'drawer of scissors' },
    tasks: '/anna/tasks/',
    changePassword: setPassword,
    forgetTokens: () =>
      rm(join(radicaleFolder, 'collection-root/anna/home/.Radicale.cache/sync-token'), { recursive: true }),
    start(port) {
      const auth = ['htpasswd', '--auth-htpasswd-filename', users, '--auth-htpasswd-encryption', 'plain'];
      const storage = ['--storage-filesystem-folder', radicaleFolder];
      return spawn('radicale', ['-C', '', '-H', `127.0.0.1:${port}`, '--auth-type', ...auth, ...storage]);
    },
  },
  {
    ...{ name: 'Xandikos', collection: '/user/calendars/calendar/', logIn: 'anna', password: 'any' },
    start: (port) =>
      spawn('xandikos', ['-d', join(folder, 'xandikos'), '--defaults', '-l', '127.0.0.1', '-p', String(port)]),
  },
];

const listRequest = '<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>';
const hour = (start: string) => [`DTSTART:${start}`, 'DURATION:PT1H'];
const series = ['11-09T08:00 09:00', '11-17T12:00 12:30', '11-23T08:00 09:00'];
const [day, a, later, d] = ['11-11T22:00 22:00', '11-10T09:00 10:00', '11-10T15:00 16:00', '11-20T09:00 10:00'];
const inOrder = (...times: (string | string[])[]) => times.flat().sort();

for (const server of servers) {
  console.log(`== ${server.name}`);
  await using world = await openForeign(server);
  await playChanges(world);
  const cuts = await cutAnswers(world);
  console.log(`Answers cut at ${cuts.count} of ${cuts.bytes} bytes: nothing opens; the next reading is right.`);
  await playFaults(world);
  await playCollections(world);
  await playWriting(world);
}

/** A server with a calendar that an employee reads through a proxy. */
interface ForeignWorld extends AsyncDisposable {
  foreign: ForeignServer;
  reader: OutsideReader;
  proxy: Proxy;
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Returns the body. Throws for a refusal. */
  ask(method: string, path: string, body?: string, type?: string): Promise<string>;
  put(name: string, ...lines: string[]): Promise<void>;
  remove(name: string): Promise<void>;
  makeCollection(): Promise<void>;
  /** Reads, and checks the times. */
  readAs(expected: string[], what: string): Promise<void>;
  /** Reads in vain. */
  failWith(reason: string, what: string): Promise<void>;
}

async function openForeign(foreign: ForeignServer): Promise<ForeignWorld> {
  const { logIn, password, collection } = foreign;
  await using opened = new AsyncDisposableStack();
  const port = await freePort();
  let running = await startServer(foreign, port);
  opened.defer(() => running.end());
  const proxy = opened.use(await openProxy(port));
  const authorization = `Basic ${Buffer.from(`${logIn}:${password}`).toString('base64')}`;
  const ask = async (method: string, path: string, body?: string, type = 'text/calendar') => {
    const headers = { authorization, 'content-type': type, ...(method === 'PROPFIND' && { depth: '1' }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const makeCollection = async (path = collection, kind = 'VEVENT') =>
    void (await ask('MKCALENDAR', path, calendarRequest(kind), 'application/xml'));
  if (foreign.tasks !== undefined) {
    await makeCollection();
    await makeCollection(foreign.tasks, 'VTODO');
  }
  const reader = opened.use(await outsideReader({ address: proxy.url, logIn, password }));
  const all = opened.move();
  return {
    ...{ foreign, reader, proxy, ask, makeCollection },
    async restart(whileDown) {
      await running.end();
      await whileDown?.();
      running = await startServer(foreign, port);
    },
    async put(name, ...lines) {
      const text = calendarObject(name, 'DTSTAMP:20261101T000000Z', ...lines);
      // Both servers demand these.
      const whole = text.replace('BEGIN:VEVENT', 'VERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT');
      await ask('PUT', `${collection}${name}.ics`, whole);
    },
    remove: async (name) => void (await ask('DELETE', `${collection}${name}.ics`)),
    async readAs(expected, what) {
      assert.deepEqual(await reader.round(), { read: 1, failed: 0 }, JSON.stringify(await reader.calendar()));
      assert.deepEqual([await reader.times(), (await reader.calendar()).reason], [expected, null]);
      console.log(what);
    },
    async failWith(reason, what) {
      const before = await reader.times();
      assert.deepEqual(await reader.round(), { read: 0, failed: 1 });
      assert.deepEqual([(await reader.calendar()).reason, await reader.times()], [reason, before]);
      console.log(`${what}: nothing opens (“${reason}”).`);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function playChanges({ foreign, reader, put, remove, readAs }: ForeignWorld): Promise<void> {
  await readAs([], `Discovered from the root: “${(await reader.calendar()).name}”, and nothing else.`);
  await put('a', ...hour('20261110T090000Z'));
  await put('d', ...hour('20261120T090000Z'));
  await put('day', 'DTSTART;VALUE=DATE:20261112');
  const moved = ['END:VEVENT', 'BEGIN:VEVENT', 'UID:series', 'DTSTAMP:20261101T000000Z'];
  await put(
    'series',
    ...['DTSTART;TZID=Europe/Riga:20261109T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    ...[...moved, 'RECURRENCE-ID;TZID=Europe/Riga:20261116T100000', 'DTSTART:20261117T120000Z', 'DURATION:PT30M'],
  );
  await readAs(inOrder(series, day, a, d), 'Created: an event, a day, a series with a moved occurrence.');
  await put('a', ...hour('20261110T150000Z'));
  await readAs(inOrder(series, day, later, d), 'Moved.');
  await remove('a');
  await readAs(inOrder(series, day, d), 'Deleted.');
  await spoilToken(reader);
  await put('a', ...hour('20261110T090000Z'));
  await remove('day');
  await readAs(inOrder(series, a, d), 'A spoilt token: all is read again, what was deleted is gone.');
  if (!foreign.forgetTokens) return;
  await foreign.forgetTokens();
  await remove('a');
  await readAs(inOrder(series, d), 'Tokens that the server has lost: the same.');
  await put('a', ...hour('20261110T090000Z'));
  await reader.round();
}

/** Moves an event, cuts the answers of the reading after so many bytes in all, and lets the next one be whole. */
async function cutAnswers({ reader, proxy, put }: ForeignWorld): Promise<{ count: number; bytes: number }> {
  const dayOf = (n: number) => 20 + (n % 2);
  const timesAt = (n: number) => inOrder(series, a, `11-${dayOf(n)}T09:00 10:00`);
  await put('d', ...hour('20261121T090000Z'));
  proxy.sent = 0;
  await reader.round();
  const bytes = proxy.sent;
  let n = 1;
  for (let at = 0; at < bytes; at += cutEvery) {
    const former = timesAt(n);
    n++;
    await put('d', ...hour(`202611${dayOf(n)}T090000Z`));
    Object.assign(proxy, { sent: 0, limit: at });
    await reader.round();
    const { reason } = await reader.calendar();
    // Where the rest says nothing, the reading may be whole.
    assert.deepEqual(await reader.times(), reason === null ? timesAt(n) : former, `${at} of ${bytes}: ${reason}`);
    proxy.limit = Number.POSITIVE_INFINITY;
    await reader.round();
    assert.deepEqual([await reader.times(), (await reader.calendar()).reason], [timesAt(n), null]);
  }
  return { count: n - 1, bytes };
}

async function playFaults({ foreign, reader, restart, failWith, readAs }: ForeignWorld): Promise<void> {
  const { logIn, password } = foreign;
  const before = await reader.times();
  await restart(() => failWith('unreachable', 'A server that is down'));
  await readAs(before, 'It is up again.');
  if (!foreign.changePassword) return;
  await foreign.changePassword('another');
  await restart();
  await failWith('signIn', 'Another password');
  await foreign.changePassword(password);
  await restart();
  const [account] = (await reader.app.call(outsideCalendars.getAll, {}, await reader.session())).answer;
  const input = { id: account?.id ?? '', logIn, password };
  assert.equal((await reader.app.call(outsideCalendars.signIn, input, await reader.session())).status, 200);
  await readAs(before, 'Signed in again.');
}

async function playCollections({ foreign, reader, ask, put, makeCollection, failWith, readAs }: ForeignWorld) {
  await ask('DELETE', foreign.collection);
  await failWith('gone', 'A collection that is gone');
  await makeCollection();
  await put('new', ...hour('20261125T090000Z'));
  await readAs(['11-25T09:00 10:00'], 'A new collection at its address: its events and no others.');
  const days = Array.from({ length: 14 }, (_, n) => 10 + n);
  for (const n of days) await put(`day${n}`, ...hour(`202612${n}T090000Z`));
  const many = ['11-25T09:00 10:00', ...days.map((n) => `12-${n}T09:00 10:00`)];
  await readAs(many, 'Fourteen more.');
  await ask('DELETE', foreign.collection);
  await makeCollection();
  await reader.round();
  assert.deepEqual([await reader.times(), (await reader.calendar()).reason], [many, 'fewer']);
  console.log('A new and empty collection: nothing opens until a second list agrees (“fewer”).');
  await readAs([], 'It agrees: the times are free.');
}

/** Writes appointments into the calendar, which is empty. */
async function playWriting({ foreign: { collection }, reader, proxy, ask, remove }: ForeignWorld): Promise<void> {
  const { app } = reader;
  const desk = writtenAppointments(reader);
  /** `10T09:00`: the entries on the server. */
  const entries = async () => {
    const list = await ask('PROPFIND', collection, listRequest, 'application/xml');
    const names = [...list.matchAll(/([\w-]+\.ics)\s*</g)].map(([, name = '']) => name);
    const texts = await Promise.all(names.map((name) => ask('GET', collection + name)));
    return texts.map((text) => entryTime(readEntry(text)?.meaning ?? '').slice(8, 16)).sort();
  };
  const writeAs = async (expected: string[], states: string[], what: string) => {
    await reader.round();
    const { writeReason } = await reader.calendar();
    assert.deepEqual([await entries(), await desk.states(), writeReason], [expected, states, null], what);
    assert.deepEqual(await reader.times(), [], 'what was written takes no time');
    console.log(what);
  };
  assert.equal(await desk.setWriting({ writes: true }), 204);
  const one = await desk.book('10T09:00');
  const other = await desk.book('11T09:00');
  await writeAs(['10T09:00', '11T09:00'], ['written', 'written'], 'Written: two appointments.');
  const written = await ask('GET', collection + one.name);
  assert.doesNotMatch(written, /ORGANIZER|ATTENDEE|Mara/);
  await desk.move(one.id, '10T15:00');
  await desk.setStatus(other.id, 'cancelled');
  await writeAs(['10T15:00'], ['written'], 'One moved, one deleted.');
  await reader.round();
  await reader.round();
  proxy.sent = 0;
  await reader.round();
  const bytes = proxy.sent;

  // The answers of the reading arrive, and none of writing.
  const third = await desk.book('12T09:00');
  Object.assign(proxy, { sent: 0, limit: bytes });
  await reader.round();
  proxy.limit = Number.POSITIVE_INFINITY;
  await writeAs(['10T15:00', '12T09:00'], ['written', 'written'], 'A lost answer: no second entry.');

  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Go', 'END:VALARM'].join('\r\n');
  const stored = (await ask('GET', collection + third.name)).replace(/\r?\n/g, '\r\n');
  await ask('PUT', collection + third.name, stored.replace('END:VEVENT', `${alarm}\r\nEND:VEVENT`));
  await reader.round();
  await desk.move(third.id, '12T12:00');
  await writeAs(['10T15:00', '12T12:00'], ['written', 'written'], 'An alarm of the person, and a move.');
  assert.match(await ask('GET', collection + third.name), /TRIGGER:-PT15M/);

  const present = await ask('GET', collection + one.name);
  await ask(
    'PUT',
    collection + one.name,
    present.replaceAll('20260310T15', '20260310T18').replaceAll('20260310T16', '20260310T19'),
  );
  await remove(third.id);
  await writeAs(['10T18:00'], ['moved', 'deleted'], 'One moved there, one deleted there: the appointments stay.');
  const { id } = await reader.calendar();
  await app.call(outsideCalendars.putBack, { id, eventId: one.id }, await reader.session());
  await desk.move(third.id, '12T10:00');
  await writeAs(
    ['10T15:00', '12T10:00'],
    ['written', 'written'],
    'Put back; the other returns as its appointment moves.',
  );
  assert.equal(await desk.setWriting({ writes: false, removesWritten: true }), 204);
  await writeAs([], [], 'Switched off: nothing is left.');
}

function calendarRequest(kind: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>Home</D:displayname>
<C:supported-calendar-component-set><C:comp name="${kind}"/></C:supported-calendar-component-set>
</D:prop></D:set></C:mkcalendar>`;
}

/** A token of the same form that the server never gave. */
async function spoilToken({ app }: OutsideReader): Promise<void> {
  const { rows } = await sql`
    update outside_calendars set change_tag = null, change_token = regexp_replace(change_token, '[0-9a-f]{8}$', '01234567')
    where change_token is not null returning id`.execute(app.database.write);
  assert.equal(rows.length, 1, 'there was a token');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves once the server takes connections. */
async function startServer(foreign: ForeignServer, port: number): Promise<{ end(): Promise<void> }> {
  const child = foreign.start(port);
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const isOpen = async () => {
    assert.equal(child.exitCode, null, output);
    const socket = connect(port, '127.0.0.1');
    const answer = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close')]).catch(
      () => false,
    );
    socket.destroy();
    return answer === true;
  };
  await eventually(`${foreign.name} listens`, isOpen, 30_000).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw error;
  });
  return {
    async end() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Proxy extends AsyncDisposable {
  url: string;
  /** Bytes of the server so far. */
  sent: number;
  /** Connections end after so many in all. */
  limit: number;
}

/** Passes connections on. */
async function openProxy(port: number): Promise<Proxy> {
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.end());
    socket.pipe(upstream);
    upstream.on('data', (data: Buffer) => {
      const left = Math.max(0, proxy.limit - proxy.sent);
      const part = data.subarray(0, left);
      proxy.sent += part.length;
      if (part.length === data.length) socket.write(part);
      else socket.end(part);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: Proxy = {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent: 0 },
    limit: Number.POSITIVE_INFINITY,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
