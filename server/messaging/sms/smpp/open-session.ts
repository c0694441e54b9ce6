// A session with an SMSC: connected, signed in, with a list of requests without a response. The library neither times
// requests out nor reports those that a cut link leaves without a response.
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import type { Fields, Session as LibrarySession, Pdu } from 'smpp';
import { connectOut } from '#server/lib/http/outgoing.ts';
import type { Gateway } from '#server/messaging/sms/gateways.ts';
import { PDU, Session } from './library.ts';
import { statusText } from './statuses.ts';

/** No response, because of a cut or of time. */
export class NoResponse extends Error {
  /** The SMSC may have got the request. */
  readonly isHandedOver: boolean;
  constructor(message: string, isHandedOver: boolean) {
    super(message);
    this.isHandedOver = isHandedOver;
  }
}

export interface SmppSession {
  /** Returns the response, whatever its status. Throws `NoResponse`. `signal` ends the wait. */
  request(command: string, fields: Fields, options: RequestOptions): Promise<Pdu>;
  answer(pdu: Pdu): void;
  /** Reads nothing more until `resume`. */
  pause(): void;
  resume(): void;
  /** Signs off. Requests without a response yet get none. */
  close(timeout: number): Promise<void>;
  destroy(reason: string): void;
}

interface RequestOptions {
  timeout: number;
  signal?: AbortSignal;
  /** Called with a response that comes after the time-out. */
  onLate?: (pdu: Pdu) => void;
}

export interface SessionEvents {
  /** A request of the SMSC. It must not throw. */
  onRequest(pdu: Pdu, session: SmppSession): void;
  /** Called once, whichever side ended it, also when it was never signed in. */
  onEnd(session: SmppSession): void;
}

/** Throws an error whose message says why there is no session. */
export async function openSession({ server, smpp }: Gateway, events: SessionEvents): Promise<SmppSession> {
  const { host, port, ssl, timeOut, privateHosts, user, password } = server.setting;
  const plain = await connectOut({ host, port, timeout: timeOut, allowed: privateHosts });
  plain.setNoDelay(true);
  const socket = ssl ? await encrypted(plain, host, timeOut) : plain;
  const session = wrapped(new Session({ socket }), events);
  try {
    const signIn = {
      ...{ system_id: user, password, system_type: smpp.systemType },
      interface_version: 0x34,
    };
    const { command_status: status } = await session.request('bind_transceiver', signIn, { timeout: timeOut });
    if (status !== 0) throw new Error(`The gateway refused the sign-in: ${statusText(status)}`);
    return session;
  } catch (error) {
    session.destroy('not signed in');
    throw error;
  }
}

async function encrypted(plain: Socket, host: string, timeout: number): Promise<Socket> {
  // SNI takes names only; the certificate of an IP address is checked without it.
  const socket = secure({ socket: plain, host, ...(isIP(host) ? {} : { servername: host }) });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeout) });
    return socket;
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    plain.destroy();
    throw error instanceof Error && error.name === 'AbortError'
      ? new Error('The gateway does not begin an encrypted connection.')
      : error;
  }
}

interface Pending {
  resolve(pdu: Pdu): void;
  reject(error: NoResponse): void;
}

/** Requests whose response may still come late. */
const maxLate = 1_000;

/** A timer that fires later than this (ms) means that the process did not run. */
const maxDelay = 20;

/**
 * Calls `act` after `timeout` (ms), not counting time in which this process did not run, such as on a busy machine: the
 * response may have arrived and not been read. Waits at most twice as long. Returns a function that cancels it.
 */
function afterRunning(timeout: number, act: () => void): () => void {
  const end = performance.now() + 2 * timeout;
  let timer: NodeJS.Timeout;
  const wait = (duration: number) => {
    const due = performance.now() + duration;
    timer = setTimeout(() => {
      const now = performance.now();
      if (now - due > maxDelay && now < end) wait(Math.min(now - due, end - now));
      else act();
    }, duration).unref();
  };
  wait(timeout);
  return () => clearTimeout(timer);
}

function wrapped(session: LibrarySession, { onRequest, onEnd }: SessionEvents): SmppSession {
  const pending = new Map<number, Pending>();
  const late = new Map<number, (pdu: Pdu) => void>();
  let ended: string | undefined;

  function end(reason: string): void {
    if (ended !== undefined) return;
    ended = reason;
    // After an error, such as a PDU that is too long, the library reads nothing more.
    session.destroy();
    for (const { reject } of pending.values()) reject(new NoResponse(`No response: ${reason}`, true));
    pending.clear();
    late.clear();
    onEnd(wrapper);
  }

  session.on('pdu', (pdu) => {
    if (!pdu.isResponse()) return onRequest(pdu, wrapper);
    const nth = pdu.sequence_number;
    const one = pending.get(nth);
    if (one) one.resolve(pdu);
    else late.get(nth)?.(pdu);
    pending.delete(nth);
    late.delete(nth);
  });
  session.on('error', (error) => end(`the link was cut: ${error.message}`));
  session.on('close', () => end('the link was cut'));

  async function request(command: string, fields: Fields, { timeout, signal, onLate }: RequestOptions): Promise<Pdu> {
    if (ended !== undefined) throw new NoResponse(`Not sent: ${ended}`, false);
    const pdu = new PDU(command, fields);
    if (!session.send(pdu)) {
      end('the link was cut');
      throw new NoResponse('Not sent: the link was cut', false);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Pdu>();
    pending.set(pdu.sequence_number, { resolve, reject });
    const stop = (reason: string) => {
      reject(new NoResponse(`No response: ${reason}`, true));
      if (onLate) late.set(pdu.sequence_number, onLate);
      for (const nth of late.keys()) if (late.size > maxLate) late.delete(nth);
    };
    const cancelTimeout = afterRunning(timeout, () => stop(`none came within ${timeout / 1_000} s`));
    const abort = () => stop('the server is stopping');
    signal?.addEventListener('abort', abort);
    return promise.finally(() => {
      cancelTimeout();
      signal?.removeEventListener('abort', abort);
      pending.delete(pdu.sequence_number);
    });
  }

  const wrapper: SmppSession = {
    request,
    answer(pdu) {
      if (ended === undefined) session.send(pdu);
    },
    pause: () => session.pause(),
    resume: () => session.resume(),
    async close(timeout) {
      if (ended !== undefined) return;
      await request('unbind', {}, { timeout }).catch(() => {});
      end('the link was closed');
    },
    destroy: end,
  };
  return wrapper;
}
