// A mail server for tests: a real SMTP server on loopback that stores its mails and can simulate failures.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ParsedMail extends Email {
  /** The envelope, which determines delivery. */
  envelope: { from: string; to: string[] };
  /** The mail as it came over the wire. */
  raw: string;
}

/** A response of the server other than 250. */
export interface SmtpRefusal {
  code: number;
  text: string;
}

export interface SmtpReceiver {
  /** For SMTP_URL. */
  url: string;
  /** All mails accepted so far, in order. */
  mails: ParsedMail[];
  /** The first matching mail not returned before, arrived or still to come; throws after `timeout` ms (10,000). */
  next(fits?: (mail: ParsedMail) => boolean, timeout?: number): Promise<ParsedMail>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a mail server on a free port of loopback; the hooks are called for every command. */
export async function openSmtpReceiver(
  hooks: {
    connect?: () => SmtpRefusal | undefined;
    recipient?: (address: string) => SmtpRefusal | undefined;
    /** Called after a complete mail; `'hang'` never responds, a promise delays the response. */
    data?: (raw: string) => SmtpRefusal | 'hang' | undefined | Promise<SmtpRefusal | undefined>;
    /** Takes no addresses with letters outside ASCII before the `@` (RFC 6531). */
    hideSMTPUTF8?: boolean;
  } = {},
): Promise<SmtpReceiver> {
  const mails: ParsedMail[] = [];
  const handedOut = new Set<ParsedMail>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    hideSMTPUTF8: hooks.hideSMTPUTF8 ?? false,
    closeTimeout: 100,
    onConnect: (_session, done) => done(asError(hooks.connect?.())),
    onRcptTo: ({ address }, _session, done) => done(asError(hooks.recipient?.(address))),
    onData(stream, session, done) {
      const take = async () => {
        const bytes = await buffer(stream);
        const raw = bytes.toString('utf8');
        const answer = await hooks.data?.(raw);
        if (answer === 'hang') return;
        if (answer) return done(asError(answer));
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom === false || mailFrom === null ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        };
        mails.push({ ...(await PostalMime.parse(bytes)), envelope, raw });
        done();
        for (const look of waiting) look();
      };
      take().catch((error: Error) => done(error));
    },
  });
  // A client that disconnects halfway is not an error of the mail server.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');

  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    next: (fits = () => true, timeout = 30_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = mails.find((mail) => !handedOut.has(mail) && fits(mail));
          if (!found) return;
          handedOut.add(found);
          stop();
          resolve(found);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`No such mail came. There are: ${mails.map((mail) => mail.subject).join(', ') || 'none'}.`));
        }, timeout);
        const stop = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function asError(refusal: SmtpRefusal | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;
}
