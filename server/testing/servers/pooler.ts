// A pooler in transaction mode, for tests: lends a session of PostgreSQL to a client for one transaction, keeps the
// named statements of clients as PgBouncer 1.21 does, or forgets them as its former versions do.
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

interface PoolerOptions {
  /** The folder of the server's socket. */
  target: string;
  /** The folder of the pooler's own socket. */
  folder: string;
  /** Per name of a database: the database at the server, and a statement for each of its sessions. */
  databases?: Record<string, { database: string; connectQuery?: string }>;
  /** False: named statements exist in one session of the server only. */
  keepsStatements?: boolean;
  /** Ignores settings at the start of a connection, which it otherwise refuses. */
  ignoresOptions?: boolean;
}

export interface Pooler {
  port: number;
  url(user: string, database: string): string;
  at(user: string, database: string): { host: string; port: number; user: string; database: string };
  /** Ends the sessions that are idle, as RECONNECT does. */
  reconnect(): void;
  /** Sessions of the server that were opened. */
  opened(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A message of PostgreSQL's protocol: its type, and all of its bytes. */
interface Message {
  type: string;
  bytes: Buffer;
}

interface Session {
  socket: Socket;
  key: string;
  parameters: Buffer[];
  /** Named statements that the server has parsed. */
  known: Set<string>;
  /** Answers to Parse and Close that are awaited. */
  awaited: { type: '1' | '3'; name: string; isOwn: boolean; sync: number }[];
  sent: number;
  ready: number;
  client: Client | undefined;
}

interface Client {
  socket: Socket;
  key: string;
  session: Session | undefined;
  names: Map<string, Buffer>;
  waiting: Message[];
  isTaking: boolean;
}

const port = 6432;

interface State {
  options: PoolerOptions;
  idle: Session[];
  sockets: Set<Socket>;
  opened: number;
  /** The number of the process that the next client is told. */
  pid: number;
}

export async function openPooler(options: PoolerOptions): Promise<Pooler> {
  const state: State = { options, idle: [], sockets: new Set(), opened: 0, pid: 1_000_000 };
  const { sockets } = state;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    void greet(state, socket);
  });
  server.listen(join(options.folder, `.s.PGSQL.${port}`));
  await once(server, 'listening');
  return {
    port,
    url: (user, database) => `postgres://${user}@/${database}?host=${encodeURIComponent(options.folder)}&port=${port}`,
    at: (user, database) => ({ host: options.folder, port, user, database }),
    reconnect: () => {
      for (const { socket } of state.idle.splice(0)) socket.destroy();
    },
    opened: () => state.opened,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function greet(state: State, socket: Socket): Promise<void> {
  const { options, idle } = state;
  const hello = await firstMessage(socket);
  if (!hello) return;
  const words = hello.subarray(8).toString().split('\0');
  const said = Object.fromEntries(
    words.flatMap((word, i) => (i % 2 === 0 && word ? [[word, words[i + 1] ?? '']] : [])),
  );
  if (said.options && !options.ignoresOptions) {
    socket.end(error('08P01', 'unsupported startup parameter: options'));
    return;
  }
  const key = `${said.user}\0${said.database}`;
  const session = idle.find((one) => one.key === key) ?? (await open(state, key));
  if (!idle.includes(session)) idle.push(session);
  const client: Client = { socket, key, session: undefined, names: new Map(), waiting: [], isTaking: false };
  const number = Buffer.alloc(8);
  number.writeInt32BE(state.pid++);
  socket.write(
    Buffer.concat([message('R', Buffer.alloc(4)), ...session.parameters, message('K', number), readyForQuery]),
  );
  eachMessage(socket, (one) => {
    client.waiting.push(one);
    void take(state, client);
  });
  socket.on('close', () => {
    // A transaction that it left open must not reach another client.
    client.session?.socket.destroy();
  });
}

async function open(state: State, key: string): Promise<Session> {
  const { options, idle, sockets } = state;
  state.opened++;
  const [user = '', name = ''] = key.split('\0');
  const { database, connectQuery } = options.databases?.[name] ?? { database: name };
  const socket = createConnection(join(options.target, '.s.PGSQL.5432'));
  sockets.add(socket);
  const session: Session = {
    socket,
    key,
    ...{ parameters: [], known: new Set(), awaited: [] },
    sent: 1,
    ready: 0,
    client: undefined,
  };
  socket
    .on('error', () => {})
    .on('close', () => {
      sockets.delete(socket);
      const at = idle.indexOf(session);
      if (at >= 0) idle.splice(at, 1);
      session.client?.socket.destroy();
    });
  const start = Buffer.concat([
    int32(196_608),
    Buffer.from(`user\0${user}\0database\0${database}\0application_name\0daybook\0\0`),
  ]);
  socket.write(Buffer.concat([int32(start.length + 4), start]));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('close', () => reject(new Error('The server ended the session.')));
  eachMessage(socket, (one) => {
    if (one.type === 'S') session.parameters.push(one.bytes);
    answer(state, session, one);
    if (one.type === 'Z' && session.ready === session.sent) resolve();
  });
  await promise;
  if (!connectQuery) return session;
  const set = Promise.withResolvers<void>();
  session.sent++;
  socket.write(message('Q', Buffer.from(`${connectQuery}\0`)));
  eachMessage(socket, (one) => one.type === 'Z' && set.resolve());
  await set.promise;
  return session;
}

/** Sends what a client has said to its session, which it gets first. */
async function take(state: State, client: Client): Promise<void> {
  if (client.isTaking) return;
  const { idle } = state;
  client.isTaking = true;
  while (client.waiting.length > 0 && !client.socket.destroyed) {
    if (!client.session) {
      if (client.waiting[0]?.type === 'X') return void client.socket.end();
      const at = idle.findLastIndex(({ key }) => key === client.key);
      const session = at >= 0 ? (idle.splice(at, 1)[0] as Session) : await open(state, client.key);
      client.session = session;
      session.client = client;
    }
    const next = client.waiting.shift();
    if (next) forward(state, client, client.session, next);
  }
  client.isTaking = false;
}

function forward({ options }: State, client: Client, session: Session, { type, bytes }: Message): void {
  if (type === 'P' && options.keepsStatements !== false) {
    const name = cString(bytes, 5);
    if (name && client.names.has(name)) {
      client.socket.end(error('08P01', `prepared statement name is already in use: ${name}`));
      return;
    }
    if (name) {
      client.names.set(name, bytes);
      parse(session, name, bytes, false);
      return;
    }
  }
  if (type === 'B' && options.keepsStatements !== false) {
    const name = cString(bytes, 5 + cString(bytes, 5).length + 1);
    const parsed = client.names.get(name);
    const isComing = session.awaited.some((one) => one.type === '1' && one.name === name);
    if (parsed && !session.known.has(name) && !isComing) parse(session, name, parsed, true);
  }
  if (type === 'S' || type === 'Q') session.sent++;
  session.socket.write(bytes);
}

/** The session may have a statement of that name from another client: it is closed first. */
function parse(session: Session, name: string, bytes: Buffer, isOwn: boolean): void {
  const sync = session.sent + 1;
  session.awaited.push({ type: '3', name, isOwn: true, sync }, { type: '1', name, isOwn, sync });
  session.socket.write(Buffer.concat([message('C', Buffer.from(`S${name}\0`)), bytes]));
}

function answer({ idle }: State, session: Session, { type, bytes }: Message): void {
  const { client } = session;
  if (type === '1' || type === '3') {
    const awaited = session.awaited[0];
    if (awaited?.type === type) {
      session.awaited.shift();
      if (type === '1') session.known.add(awaited.name);
      else session.known.delete(awaited.name);
      if (awaited.isOwn) return;
    }
  }
  if (type === 'Z') {
    session.ready++;
    session.awaited = session.awaited.filter(({ sync }) => sync > session.ready);
  }
  client?.socket.write(bytes);
  if (type !== 'Z' || !client || session.ready < session.sent || bytes.toString('latin1', 5) !== 'I') return;
  if (client.waiting.length > 0) return;
  client.session = undefined;
  session.client = undefined;
  idle.push(session);
}

const readyForQuery = message('Z', Buffer.from('I'));

/** The first message has no type; a question for TLS before it gets a no. */
async function firstMessage(socket: Socket): Promise<Buffer | undefined> {
  for (;;) {
    const [data] = (await once(socket, 'data').catch(() => [])) as Buffer[];
    if (!data) return undefined;
    if (data.readInt32BE(4) !== 80_877_103) return data;
    socket.write('N');
  }
}

function eachMessage(socket: Socket, on: (one: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const size = rest.readInt32BE(1) + 1;
      on({ type: rest.toString('latin1', 0, 1), bytes: rest.subarray(0, size) });
      rest = rest.subarray(size);
    }
  });
}

function message(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

function error(code: string, text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function cString(bytes: Buffer, from: number): string {
  return bytes.toString('utf8', from, bytes.indexOf(0, from));
}
