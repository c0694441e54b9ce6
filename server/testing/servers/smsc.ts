// An SMSC for tests: a real SMPP server on loopback that stores what it gets and can misbehave.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Fields, Pdu, Session } from 'smpp';
import { createServer, PDU } from '#server/messaging/sms/smpp/library.ts';
import { decodeGsm } from '#server/messaging/sms/sms-parts.ts';

export interface Submitted {
  to: string;
  from: string;
  text: string;
  /** The identifier that the SMSC gives it. */
  messageId: string;
  pdu: Pdu;
}

/** A status other than success; no response; a cut; a PDU of more bytes than any has. */
export type SmscFault = { status: number } | 'hang' | 'cut' | 'oversized';

export interface SmscOptions {
  password?: string;
  /** Called for every request to send; by default the SMSC accepts it as `id-1`, `id-2` and so on. */
  submit?: (submitted: Submitted, nth: number) => SmscFault | undefined | Promise<SmscFault | undefined>;
  /** Whether it says that it is alive. */
  isAlive?: () => boolean;
  tls?: { key: string; cert: string };
}

export interface Smsc {
  host: string;
  port: number;
  submits: Submitted[];
  /** The fields of all sign-ins. */
  binds: Pdu[];
  /** Links that are signed in now, and at most so far. */
  linked: number;
  mostLinked: number;
  /** Closed links that had signed off. */
  unbinds: number;
  /** Resolves when as many sign-ins have been accepted. */
  bound(count: number): Promise<void>;
  /** Delivers to the link that signed in last; resolves with the status of the answer. */
  deliver(fields: Fields, command?: string): Promise<number>;
  /** A receipt in the words of the protocol. */
  receipt(messageId: string, status: string, more?: Fields): Promise<number>;
  /** Ends all links without a word. */
  cut(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openSmsc(options: SmscOptions = {}): Promise<Smsc> {
  const sessions = new Set<Session>();
  const bound: Session[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const answers = new Map<number, (status: number) => void>();
  let accepted = 0;
  let delivered = 0;

  const server = createServer(options.tls ?? {}, (session) => {
    sessions.add(session);
    session.on('error', () => session.destroy());
    session.on('close', () => {
      sessions.delete(session);
      const index = bound.indexOf(session);
      if (index >= 0) bound.splice(index, 1);
    });
    session.on('pdu', (pdu) => void take(session, pdu));
  });

  async function take(session: Session, pdu: Pdu): Promise<void> {
    if (pdu.command === 'bind_transceiver') return signIn(session, pdu);
    if (pdu.command === 'submit_sm') return submit(session, pdu);
    if (pdu.isResponse()) return answers.get(pdu.sequence_number)?.(pdu.command_status);
    if (pdu.command === 'enquire_link' && (options.isAlive?.() ?? true)) session.send(pdu.response());
    if (pdu.command === 'unbind') {
      smsc.unbinds += 1;
      session.send(pdu.response());
    }
  }

  function signIn(session: Session, pdu: Pdu): void {
    smsc.binds.push(pdu);
    const isRight = pdu.password === (options.password ?? 's3cret');
    session.send(pdu.response(isRight ? { system_id: 'SMSC' } : { command_status: 0x0e }));
    if (!isRight) return;
    bound.push(session);
    accepted += 1;
    smsc.mostLinked = Math.max(smsc.mostLinked, bound.length);
    for (const one of waiting) if (accepted >= one.count) one.resolve();
  }

  async function submit(session: Session, pdu: Pdu): Promise<void> {
    const octets = pdu.short_message as Buffer;
    const body = pdu.esm_class === 0x40 ? octets.subarray((octets[0] ?? 0) + 1) : octets;
    const text = pdu.data_coding === 8 ? Buffer.from(body).swap16().toString('utf16le') : decodeGsm(body);
    const nth = smsc.submits.length + 1;
    const one = { to: String(pdu.destination_addr), from: String(pdu.source_addr), text, messageId: `id-${nth}`, pdu };
    smsc.submits.push(one);
    const fault = await options.submit?.(one, nth);
    if (fault === 'hang') return;
    if (fault === 'cut') return session.destroy();
    if (fault === 'oversized') {
      session.socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff, 0x80, 0, 0, 4]));
      return;
    }
    session.send(pdu.response(fault ? { command_status: fault.status } : { message_id: one.messageId }));
  }

  const smsc: Smsc = {
    host: '127.0.0.1',
    port: 0,
    submits: [],
    binds: [],
    get linked() {
      return bound.length;
    },
    mostLinked: 0,
    unbinds: 0,
    bound(count) {
      if (accepted >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    deliver(fields, command = 'deliver_sm') {
      const session = bound.at(-1);
      if (!session) throw new Error('Nobody is linked.');
      const pdu = new PDU(command, { ...fields, sequence_number: ++delivered });
      return new Promise((resolve) => {
        answers.set(delivered, resolve);
        session.send(pdu);
      });
    },
    receipt(messageId, status, more = {}) {
      const text = `id:${messageId} sub:001 dlvrd:001 submit date:2603020800 done date:2603020801 stat:${status} err:000 text:Hello`;
      return smsc.deliver({ esm_class: 4, source_addr: '37120000001', short_message: Buffer.from(text), ...more });
    },
    cut() {
      for (const session of sessions) session.destroy();
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      smsc.cut();
      await closed;
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  smsc.port = (server.address() as AddressInfo).port;
  return smsc;
}
