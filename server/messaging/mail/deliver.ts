// Delivers mails to the mail server over a few pooled connections.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { format } from 'node:util';
import { createTransport } from 'nodemailer';
import { connectOut } from '#server/lib/http/outgoing.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { CalendarMethod } from './icalendar.ts';
import type { MailServer } from './mail-server.ts';

export interface Mail {
  id: string;
  /** The envelope sender, to which servers return the mail; `fromEMail` if it is empty. */
  returnPath: string;
  fromEMail: string;
  fromName: string;
  replyTo: string;
  toEMail: string;
  subject: string;
  html: string;
  plain: string;
  calendarEntry: string | null;
  calendarMethod: CalendarMethod | null;
  messageId: string;
  attachmentKey: string | null;
  attachmentName: string | null;
  attachmentType: string | null;
  headers?: Record<string, string> | null;
  createdAt: Temporal.Instant;
}

/** Milliseconds. */
export interface Timeouts {
  /** Until the server has accepted the connection and greeted. */
  connect: number;
  /** Maximum silence of the server. */
  silence: number;
  /** The whole delivery of one mail, for servers that are slow without being silent. */
  whole: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, silence: 20_000, whole: 45_000 };

export interface Deliverer {
  /** Returns the server's response to an accepted mail; otherwise throws nodemailer's error. */
  deliver(mail: Mail, signal: AbortSignal, attachment?: Readable): Promise<string>;
  close(): void;
}

/** Upper limit of one attempt (ms), whatever timeout is set for the server; shorter than a claim. */
const maxTotal = 55_000;

export function openDeliverer(server: MailServer, connections: number, overrides?: Timeouts): Deliverer {
  const timeouts = overrides ?? timeoutsOf(server);
  const transport = createTransport({
    ...routeTo(server, timeouts),
    pool: true,
    maxConnections: connections,
    // When a server drops connections, the outbox waits and retries, not the pool.
    maxRequeues: 1,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let takesUtf8: Promise<boolean> | undefined;
  const learnUtf8 = () => {
    takesUtf8 ??= supportsUtf8(server, timeouts).finally(() => {
      setTimeout(() => {
        takesUtf8 = undefined;
      }, learnedFor).unref();
    });
    return takesUtf8;
  };
  return {
    async deliver(mail, signal, attachment) {
      // The timer of AbortSignal.timeout cannot be cleared: it would outlive every mail that is sent in time.
      const ending = new AbortController();
      const end = () => ending.abort(signal.reason);
      const timer = setTimeout(() => ending.abort(), timeouts.whole).unref();
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      try {
        if (needsUtf8(mail.toEMail) && !(await learnUtf8())) throw noUtf8();
        const { response } = await transport.sendMail({ ...messageOf(mail, attachment), signal: ending.signal });
        return response;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** How long the answer of a server counts (ms). */
const learnedFor = 10_000;

/** Whether the part before the `@` has letters outside ASCII; a domain has another spelling in ASCII. */
const needsUtf8 = (address: string) => /[^\p{ASCII}].*@/u.test(address);

/**
 * Whether the server takes such addresses (SMTPUTF8, RFC 6531). nodemailer sends them to any server, and one that does
 * not know them may deliver the mail to another mailbox. Throws nodemailer's error.
 */
async function supportsUtf8(server: MailServer, timeouts: Timeouts): Promise<boolean> {
  return /^250[ -]SMTPUTF8\b/im.test(await signInLog(server, timeouts));
}

/**
 * Signs in and sends nothing. `isPrivate`: over TLS, or on this machine. Throws nodemailer's error, and the refusal of
 * a server set in the product that is not to be reached.
 */
export async function tryMailServer(server: MailServer): Promise<{ isPrivate: boolean }> {
  const log = await signInLog(server, { connect: 5_000, silence: 5_000, whole: 10_000 });
  return { isPrivate: isPrivateSession(log) };
}

/** By the lines of nodemailer. */
export function isPrivateSession(log: string): boolean {
  return /established to (127\.|::1|::ffff:127\.)|secure connection established|upgraded with STARTTLS/i.test(log);
}

/** Returns the log of a sign-in: nodemailer tells extensions and encryption of a server nowhere else. */
async function signInLog(server: MailServer, timeouts: Timeouts): Promise<string> {
  const lines: string[] = [];
  const note = (_entry: object, line?: unknown, ...values: unknown[]) => void lines.push(format(line, ...values));
  const probe = createTransport({
    ...routeTo(server, timeouts),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    debug: true,
    logger: { level() {}, trace: note, debug: note, info: note, warn: note, error: note, fatal: note },
  });
  try {
    await probe.verify();
    return lines.join('\n');
  } finally {
    probe.close();
  }
}

/** With the fields of nodemailer's error for an address that it does not send. */
function noUtf8(): Error {
  const message = 'The mail server takes no letters outside ASCII before the @ of an address (SMTPUTF8).';
  return Object.assign(new Error(message), { code: 'EENVELOPE', command: 'API' });
}

/** Milliseconds. */
const greetingMargin = 500;

function timeoutsOf({ setting }: MailServer): Timeouts {
  if (!setting) return defaultTimeouts;
  const { timeOut } = setting;
  // The wait for the greeting ends first: it says that the server is down, silence later may be about one mail.
  return {
    connect: timeOut,
    silence: timeOut + greetingMargin,
    whole: Math.min(maxTotal, Math.max(defaultTimeouts.whole, timeOut)),
  };
}

function routeTo({ url, setting }: MailServer, { connect }: Timeouts) {
  if (!setting) return { url };
  const { host, port, ssl, user, password, privateHosts } = setting;
  return {
    host,
    port,
    // Port 465 speaks TLS from the first byte (RFC 8314); other ports start in plain text and must upgrade.
    secure: ssl && port === 465,
    requireTLS: ssl && port !== 465,
    ...(user && { auth: { user, pass: password } }),
    getSocket(_options: unknown, callback: (error: Error | null, socket?: { connection: Socket }) => void) {
      connectOut({ host, port, timeout: connect, allowed: privateHosts }).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(Object.assign(error, { syscall: 'connect' })),
      );
    },
  };
}

function messageOf(mail: Mail, attachment: Readable | undefined) {
  return {
    // Given apart from the headers: the recipients are never parsed out of a text.
    envelope: { from: mail.returnPath || mail.fromEMail, to: [mail.toEMail] },
    from: { name: oneLine(mail.fromName), address: mail.fromEMail },
    to: { name: '', address: mail.toEMail },
    ...(mail.replyTo && { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
    subject: oneLine(mail.subject),
    text: mail.plain,
    html: mail.html,
    messageId: mail.messageId,
    // nodemailer accepts only Date.
    date: new Date(mail.createdAt.epochMilliseconds),
    // Auto-responders ignore such mail (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    ...(attachment && {
      attachments: [
        {
          filename: mail.attachmentName ?? 'file',
          contentType: mail.attachmentType ?? 'application/octet-stream',
          content: attachment,
        },
      ],
    }),
    ...(mail.calendarEntry &&
      mail.calendarMethod && {
        icalEvent: { method: mail.calendarMethod, filename: 'appointment.ics', content: mail.calendarEntry },
      }),
  };
}
