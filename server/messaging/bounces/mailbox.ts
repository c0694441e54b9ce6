// A session with a bounce mailbox over IMAP: the host is one that a person typed, and its answers are bounded.
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { resolveOut } from '#server/lib/http/outgoing.ts';
import { openSecret } from '#server/lib/secrets/secret-box.ts';

/** The purpose that passwords of mailboxes are sealed for. */
export const mailboxPurpose = 'bounce mailbox';

export interface Mailbox {
  id: string;
  key: string;
  host: string;
  port: number;
  ssl: boolean;
  userName: string;
  password: Buffer | null;
  folder: string;
  movedTo: string;
}

export interface Session {
  /** Identifies the numbering of the folder (RFC 3501); numbers of another one mean nothing. */
  uidValidity: number;
  /** Above every number in use. */
  uidNext: number;
  messages: number;
  /** The numbers in use from `first` on, in their order, at most so many. */
  uidsFrom(first: number, limit: number): Promise<number[]>;
  /** The beginning of a message; undefined when it is gone. */
  read(uid: number): Promise<Buffer | undefined>;
  /** Marks messages as read, or moves them. */
  finish(uids: readonly number[]): Promise<void>;
  hasFolder(name: string): Promise<boolean>;
}

/** Bytes of a message that are read: reports begin with what matters. */
const maxMessage = 256 * 1024;
/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const limits = {
  maxLineLength: 1024 * 1024,
  maxLiteralSize: maxMessage + 1024,
  maxResponseSize: 2 * 1024 * 1024,
  maxResponseTokens: 50_000,
};
/** Numbers of one search: an answer stays short however large the mailbox is. */
const numbersPerSearch = 10_000;
const maxSearches = 50;

export async function activeMailboxes(db: Db): Promise<Mailbox[]> {
  const { rows } = await sql<Mailbox>`${columns} where active order by created_at, id`.execute(db);
  return rows;
}

export async function mailboxById(db: Db, id: string): Promise<Mailbox | undefined> {
  const { rows } = await sql<Mailbox>`${columns} where id = ${id}`.execute(db);
  return rows[0];
}

const columns = sql`select id, key, host, port, ssl, user_name, password, folder, moved_to from bounce_mailboxes`;

/** Opens the folder for `act`, and closes the connection after it, at the latest when `signal` aborts. */
export async function withMailbox<T>(
  { config }: Pick<Services, 'config'>,
  mailbox: Mailbox,
  signal: AbortSignal,
  act: (session: Session) => Promise<T>,
): Promise<T> {
  const { host, port, ssl, userName, password, folder, movedTo } = mailbox;
  const pass = password === null ? '' : openSecret(config, mailboxPurpose, password);
  // The checked address itself: another look-up of the name could lead elsewhere.
  const [address] = await resolveOut({ host, allowed: config.privateHosts, signal });
  // Loaded on first use: most installations read no mailbox.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...timeouts,
    ...limits,
    host: address,
    ...(isIP(host) === 0 && { servername: host }),
    port,
    // Port 993 speaks TLS from the first byte (RFC 8314); other ports start in plain text and must upgrade.
    secure: ssl && port === 993,
    ...(port !== 993 && { doSTARTTLS: ssl }),
    auth: { user: userName, pass },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
  });
  // Without a listener, an error of the connection would end the process. Commands report it as well.
  client.on('error', () => {});
  const stop = () => client.close();
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    await client.connect();
    const opened = await client.mailboxOpen(folder);
    return await act({
      uidValidity: Number(opened.uidValidity),
      uidNext: opened.uidNext,
      messages: opened.exists,
      async uidsFrom(first, limit) {
        const found: number[] = [];
        let from = first;
        for (let searches = 0; searches < maxSearches && from < opened.uidNext && found.length < limit; searches++) {
          const to = from + numbersPerSearch - 1;
          const uids = (await client.search({ uid: `${from}:${to}` }, { uid: true })) || [];
          found.push(...uids.filter((uid) => uid >= from && uid <= to));
          from = to + 1;
        }
        return found.toSorted((a, b) => a - b).slice(0, limit);
      },
      async read(uid) {
        const message = await client.fetchOne(`${uid}`, { source: { start: 0, maxLength: maxMessage } }, { uid: true });
        return message ? message.source : undefined;
      },
      async finish(uids) {
        if (uids.length === 0) return;
        const range = uids.join(',');
        if (movedTo) await client.messageMove(range, movedTo, { uid: true });
        else await client.messageFlagsAdd(range, ['\\Seen'], { uid: true });
      },
      hasFolder: async (name) => (await client.list()).some(({ path }) => path === name),
    });
  } finally {
    signal.removeEventListener('abort', stop);
    // A server that does not answer LOGOUT must not hold the job.
    client.close();
  }
}

/** One line for the operator. */
export function describeMailboxError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The fields of imapflow's errors.
  const { responseText, code, message } = error as Error & { responseText?: string; code?: string };
  return [code, responseText || message].filter(Boolean).join(': ');
}
