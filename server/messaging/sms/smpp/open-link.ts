// The lasting link to an SMSC: it connects again after a cut, asks whether the other side is alive, hands over as many
// requests as the window and the pace allow, and answers what the SMSC delivers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields, Pdu } from 'smpp';
import { oneLine } from '#server/lib/one-line.ts';
import { GatewayFailure } from '#server/messaging/sms/gateway-failure.ts';
import type { Gateway } from '#server/messaging/sms/gateways.ts';
import { errors, PDU } from './library.ts';
import { NoResponse, openSession, type SmppSession } from './open-session.ts';
import { openPace } from './pace.ts';
import { isThrottled, refusalOf } from './statuses.ts';

/** Milliseconds. */
export interface LinkTiming {
  /** Between two questions whether the SMSC is alive. */
  enquire: number;
  /** How long it has to answer one, at most the time-out of the gateway. */
  answer: number;
  /** Before each attempt to connect again; the last one repeats. */
  waits: readonly number[];
  /** Between two looks whether this process still holds the link. */
  watch: number;
  /** Of the last request. */
  close: number;
}

export const linkTiming: LinkTiming = {
  enquire: 30_000,
  answer: 10_000,
  waits: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000],
  watch: 5_000,
  close: 300,
};

/** Deliveries of the SMSC that wait for a response; the link reads no more until one is answered. */
const maxDelivered = 50;
/** Begins the reason of a pause that ends with the next link. */
export const noLink = 'No link: ';

export interface LinkEvents {
  /** Stores what the SMSC delivers. An error means: deliver it later. */
  onDelivered(pdu: Pdu): Promise<void>;
  onUp(): void;
  onDown(reason: string): void;
}

interface SubmitOptions {
  /** Of `performance.now()`: ends the wait for link, window and pace. */
  until: number;
  /** Ends the wait for the response. */
  end: number;
  signal: AbortSignal;
  /** A part of the same SMS was accepted before. */
  maybeSent: boolean;
  /** Called with a response that comes after the end. */
  onLate(pdu: Pdu): void;
}

export interface SmppLink {
  /** Hands one request over and returns its response of success. Throws `GatewayFailure`. */
  submit(fields: Fields, options: SubmitOptions): Promise<Pdu>;
  close(): Promise<void>;
}

export function openLink(
  gateway: Gateway,
  {
    timing,
    isHeld,
    former,
    ...events
  }: LinkEvents & { timing: LinkTiming; isHeld: () => boolean; former: Promise<unknown> | undefined },
): SmppLink {
  const { timeOut } = gateway.server.setting;
  const pace = openPace(gateway.smpp.perSecond, () => performance.now());
  const window = openWindow(gateway.smpp.windowSize);
  const closing = new AbortController();
  let session: SmppSession | undefined;
  let connecting: Promise<SmppSession> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let delivered = 0;

  /** The present session, or the one that is being opened: a sender does not wait for the next attempt. */
  function linked(): Promise<SmppSession> {
    if (session) return Promise.resolve(session);
    stopTimer();
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function connect(): Promise<SmppSession> {
    await former;
    if (closing.signal.aborted || !isHeld()) throw notHeld();
    const opened = await openSession(gateway, { onRequest, onEnd }).catch((error: unknown) => {
      const answer = noLink + oneLine(error instanceof Error ? error.message : String(error), 400);
      if (!closing.signal.aborted) events.onDown(answer);
      connectLater();
      throw new GatewayFailure({ kind: 'routeDown', answer, maybeSent: false });
    });
    if (closing.signal.aborted) {
      await opened.close(timing.close);
      throw notHeld();
    }
    session = opened;
    events.onUp();
    return opened;
  }

  function onEnd(one: SmppSession): void {
    if (session !== one) return;
    session = undefined;
    connectLater();
  }

  function connectLater(): void {
    stopTimer();
    if (closing.signal.aborted) return;
    const wait = timing.waits[Math.min(failures, timing.waits.length - 1)] ?? 0;
    failures += 1;
    timer = setTimeout(() => void linked().catch(() => {}), wait).unref();
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function onRequest(pdu: Pdu, from: SmppSession): void {
    if (pdu.command === 'deliver_sm') void deliver(pdu, from);
    else if (pdu.command === 'enquire_link') from.answer(pdu.response());
    else if (pdu.command === 'unbind') {
      from.answer(pdu.response());
      from.destroy('the gateway ended the link');
    } else if (pdu.command !== 'alert_notification') {
      // Not every command has a response of its own, for which the library would throw.
      const { sequence_number } = pdu;
      from.answer(new PDU('generic_nack', { sequence_number, command_status: errors.ESME_RINVCMDID ?? 3 }));
    }
  }

  /** The SMSC delivers again what has no answer, or the answer of a passing error. */
  async function deliver(pdu: Pdu, from: SmppSession): Promise<void> {
    delivered += 1;
    if (delivered >= maxDelivered) from.pause();
    const status = await events.onDelivered(pdu).then(
      () => 0,
      () => errors.ESME_RX_T_APPN ?? 0x64,
    );
    delivered -= 1;
    from.answer(pdu.response({ command_status: status }));
    if (delivered < maxDelivered) from.resume();
  }

  async function enquire(): Promise<void> {
    const asked = session;
    if (!asked) return;
    try {
      await asked.request('enquire_link', {}, { timeout: Math.min(timing.answer, timeOut) });
      failures = 0;
    } catch {
      asked.destroy('the gateway does not answer any more');
    }
  }

  function watch(): void {
    if (isHeld()) {
      // Another process held the bind for a while.
      if (!session && !connecting && !timer) void linked().catch(() => {});
    } else session?.destroy('another process has the link');
  }

  async function submit(fields: Fields, options: SubmitOptions): Promise<Pdu> {
    const { until, end, signal, maybeSent, onLate } = options;
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now())))]);
    try {
      for (;;) {
        const one = await orAbort(linked(), giveUp);
        const leave = await window.enter(giveUp);
        try {
          const { wait, epoch } = pace.take();
          if (wait > until - performance.now()) throw new TooLate();
          if (wait > 0) await sleep(wait, undefined, { signal: giveUp });
          // The session may have been cut meanwhile.
          if (one !== session) continue;
          const timeout = Math.min(timeOut, end - performance.now());
          const response = await one.request('submit_sm', fields, { timeout, signal, onLate });
          const status = response.command_status;
          if (status !== 0 && !isThrottled(status)) throw refusalOf(status, maybeSent);
          failures = 0;
          if (status === 0) return response;
          pace.throttled(epoch);
        } finally {
          leave();
        }
      }
    } catch (error) {
      throw giveUp.aborted && isAbort(error) ? failureOf(new TooLate(), maybeSent) : failureOf(error, maybeSent);
    }
  }

  const enquiring = setInterval(() => void enquire(), timing.enquire).unref();
  const watching = setInterval(watch, timing.watch).unref();
  void linked().catch(() => {});

  return {
    submit,
    async close() {
      closing.abort();
      stopTimer();
      clearInterval(enquiring);
      clearInterval(watching);
      const opening = connecting?.catch(() => {});
      await Promise.race([opening, sleep(opening ? timing.close : 0, undefined, { ref: false })]);
      await session?.close(timing.close);
    },
  };
}

/** This process must not send over it any more: another one does. */
function notHeld(): GatewayFailure {
  return new GatewayFailure({ kind: 'retry', answer: 'Not sent: another process has the link', maybeSent: false });
}

class TooLate extends Error {}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** `maybeSent`: a part of the SMS was accepted before. */
function failureOf(error: unknown, maybeSent: boolean): GatewayFailure {
  if (error instanceof GatewayFailure) {
    return new GatewayFailure({ ...error.failure, maybeSent: error.failure.maybeSent || maybeSent });
  }
  if (error instanceof NoResponse) {
    return new GatewayFailure({ kind: 'retry', answer: error.message, maybeSent: maybeSent || error.isHandedOver });
  }
  if (error instanceof TooLate) {
    return new GatewayFailure({ kind: 'retry', answer: 'Not sent: the gateway takes SMS too slowly', maybeSent });
  }
  // Fields that the protocol cannot hold, such as a sender that is too long.
  const answer = `Not sent: ${oneLine(error instanceof Error ? error.message : String(error), 400)}`;
  return new GatewayFailure({ kind: 'refused', answer, maybeSent });
}

async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new TooLate());
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Requests that may be without a response at one time. */
function openWindow(size: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  function leave(): void {
    inside -= 1;
    waiting.shift()?.();
  }
  return {
    /** Resolves when there is room, with the function that leaves. Throws `TooLate` when the signal aborts. */
    async enter(signal: AbortSignal): Promise<() => void> {
      while (inside >= size) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        try {
          await orAbort(promise, signal);
        } catch (error) {
          const index = waiting.indexOf(resolve);
          // Its turn had come: it is that of the next one.
          if (index < 0) waiting.shift()?.();
          else waiting.splice(index, 1);
          throw error;
        }
      }
      inside += 1;
      return leave;
    },
  };
}
