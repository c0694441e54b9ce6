// A mail store for tests: a real IMAP4rev1 server on loopback, with the commands that a client of a mailbox uses.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface StoredMessage {
  uid: number;
  raw: string;
  flags: Set<string>;
}

interface Folder {
  uidValidity: number;
  uidNext: number;
  messages: StoredMessage[];
}

export interface ImapServer {
  host: string;
  port: number;
  /** INBOX is there; others are made by the test. */
  folders: Map<string, Folder>;
  /** Puts a message into a folder; returns its number. */
  put(raw: string, folder?: string): number;
  /** Starts a new numbering of the folder, as a server does that has lost its own. */
  renumber(folder: string, uidValidity: number): void;
  commands: string[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Hooks {
  user?: string;
  password?: string;
  /** Replaces the answer to a command: text to send as it is, or `'hang'`. */
  answer?: (command: string) => string | undefined;
}

/** The messages, and how every client is answered. */
interface Store extends Hooks {
  folders: Map<string, Folder>;
  commands: string[];
}

export async function openImapServer({
  user = 'bounces',
  password = 'secret',
  answer,
}: Hooks = {}): Promise<ImapServer> {
  const newFolder = (): Folder => ({ uidValidity: 7, uidNext: 1, messages: [] });
  const folders = new Map([['INBOX', newFolder()]]);
  const commands: string[] = [];
  const store: Store = { user, password, answer, folders, commands };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    serveClient(socket, store);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail store has no port.');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    host: '127.0.0.1',
    port: address.port,
    folders,
    put(raw, name = 'INBOX') {
      const folder = folders.get(name) ?? newFolder();
      folders.set(name, folder);
      const uid = folder.uidNext++;
      folder.messages.push({ uid, raw: raw.replaceAll(/\r?\n/g, '\r\n'), flags: new Set() });
      return uid;
    },
    renumber(name, uidValidity) {
      const folder = folders.get(name);
      if (folder) folder.uidValidity = uidValidity;
    },
    commands,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The words of a command; a quoted text is one word. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, word]) =>
    quoted === undefined ? (word ?? '') : quoted.replaceAll(/\\(.)/g, '$1'),
  );
}

/** The messages of a set of numbers, such as `1:5,9` or `3:*`. */
function inRange({ messages }: Folder, range: string): StoredMessage[] {
  const max = messages.at(-1)?.uid ?? 0;
  const ranges = range.split(',').map((part) => {
    const [from = '', to = from] = part.split(':');
    const ends = [from, to].map((end) => (end === '*' ? max : Number(end))).toSorted((a, b) => a - b);
    return ends as [number, number];
  });
  return messages.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to));
}

/** Speaks IMAP with one client until it leaves. */
function serveClient(socket: Socket, { user, password, answer, folders, commands }: Store): void {
  let selected: Folder | undefined;
  let isSignedIn = false;
  let buffered = '';
  let idle = '';
  const send = (line: string) => socket.write(`${line}\r\n`);
  send('* OK [CAPABILITY IMAP4rev1 IDLE MOVE] ready');
  socket.setEncoding('latin1');
  socket.on('data', (data) => {
    buffered += data;
    for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      if (idle && /^done$/i.test(line)) {
        send(`${idle} OK done`);
        idle = '';
      } else if (line) handle(line);
    }
  });

  function handle(line: string): void {
    const [, tag = '*', rest = ''] = /^(\S+) (.*)$/s.exec(line) ?? [];
    commands.push(rest.replace(/^LOGIN .*/i, 'LOGIN'));
    const own = answer?.(rest);
    if (own === 'hang') return;
    if (own !== undefined) return void socket.write(own.replaceAll('{{tag}}', tag));
    const words = wordsOf(rest);
    const isUid = /^uid$/i.test(words[0] ?? '');
    const [name = '', ...given] = isUid ? words.slice(1) : words;
    run(tag, name.toUpperCase(), given, rest);
  }

  function run(tag: string, name: string, given: string[], rest: string): void {
    const ok = (words = 'done') => void send(`${tag} OK ${words}`);
    if (name === 'CAPABILITY') send('* CAPABILITY IMAP4rev1 IDLE MOVE');
    else if (name === 'LOGOUT') {
      send('* BYE until next time');
      ok();
      return void socket.end();
    } else if (name === 'LOGIN') {
      isSignedIn = given[0] === user && given[1] === password;
      if (!isSignedIn) return void send(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials`);
    } else if (name === 'NOOP' && !isSignedIn) {
      // Allowed in any state.
    } else if (!isSignedIn) return void send(`${tag} BAD sign in first`);
    else if (name === 'LIST' || name === 'LSUB') {
      if (given.at(-1) === '') send('* LIST (\\Noselect) "/" ""');
      else for (const folder of folders.keys()) send(`* ${name} (\\HasNoChildren) "/" "${folder}"`);
    } else if (name === 'SELECT' || name === 'EXAMINE') {
      selected = folders.get(given[0]?.toUpperCase() === 'INBOX' ? 'INBOX' : (given[0] ?? ''));
      if (!selected) return void send(`${tag} NO [NONEXISTENT] no such folder`);
      send('* FLAGS (\\Seen \\Deleted)');
      send(`* ${selected.messages.length} EXISTS`);
      send('* 0 RECENT');
      send('* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)] flags');
      send(`* OK [UIDVALIDITY ${selected.uidValidity}] valid`);
      send(`* OK [UIDNEXT ${selected.uidNext}] next`);
      return void send(`${tag} OK [READ-WRITE] opened`);
    } else if (name === 'IDLE') {
      idle = tag;
      return void send('+ idling');
    } else if (!selected) return void send(`${tag} BAD select first`);
    else if (name === 'SEARCH') {
      const range = /UID (\S+)/i.exec(rest.replace(/^UID SEARCH/i, ''))?.[1] ?? '1:*';
      send(
        `* SEARCH ${inRange(selected, range)
          .map(({ uid }) => uid)
          .join(' ')}`,
      );
    } else if (name === 'FETCH') fetch(selected, given[0] ?? '', rest);
    else if (name === 'STORE') {
      const flags = /\(([^)]*)\)/.exec(rest)?.[1]?.split(' ') ?? [];
      for (const message of inRange(selected, given[0] ?? '')) for (const flag of flags) message.flags.add(flag);
    } else if (name === 'MOVE' || name === 'COPY') {
      const target = folders.get(given[1] ?? '');
      if (!target) return void send(`${tag} NO [TRYCREATE] no such folder`);
      for (const message of inRange(selected, given[0] ?? '')) {
        target.messages.push({ ...message, uid: target.uidNext++ });
        if (name === 'MOVE') expunge(selected, message);
      }
    } else if (name === 'EXPUNGE') {
      for (const message of selected.messages.filter(({ flags }) => flags.has('\\Deleted'))) expunge(selected, message);
    } else if (!['CLOSE', 'UNSELECT', 'NOOP'].includes(name)) return void send(`${tag} BAD unknown command`);
    ok();
  }

  function fetch(folder: Folder, range: string, rest: string): void {
    const [, from = '0', length = ''] = /BODY(?:\.PEEK)?\[\]<(\d+)\.(\d+)>/i.exec(rest) ?? [];
    for (const message of inRange(folder, range)) {
      const parts = [`UID ${message.uid}`, `FLAGS (${[...message.flags].join(' ')})`];
      const bytes = Buffer.from(message.raw, 'utf8');
      if (/RFC822\.SIZE/i.test(rest)) parts.push(`RFC822.SIZE ${bytes.length}`);
      const start = `* ${folder.messages.indexOf(message) + 1} FETCH (${parts.join(' ')}`;
      if (!/BODY(\.PEEK)?\[\]/i.test(rest)) {
        send(`${start})`);
        continue;
      }
      const part = length ? bytes.subarray(Number(from), Number(from) + Number(length)) : bytes;
      socket.write(`${start} BODY[]${length ? `<${from}>` : ''} {${part.length}}\r\n`);
      socket.write(part);
      send(')');
    }
  }

  function expunge(folder: Folder, message: StoredMessage): void {
    const index = folder.messages.indexOf(message);
    folder.messages.splice(index, 1);
    send(`* ${index + 1} EXPUNGE`);
  }
}
