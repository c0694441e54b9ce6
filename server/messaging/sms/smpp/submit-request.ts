// Hands a request over to an SMSC, as soon as link, window and pace allow it, and waits for its response.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields, Pdu } from 'smpp';
import { oneLine } from '#server/lib/one-line.ts';
import { GatewayFailure } from '#server/messaging/sms/gateway-failure.ts';
import { type Link, linked } from './link.ts';
import { orAbort, TooLate } from './link-window.ts';
import { NoResponse } from './open-session.ts';
import { failureOfStatus, isThrottled } from './statuses.ts';

export interface SubmitOptions {
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

/** Returns the response of success. Throws `GatewayFailure`. */
export async function submitRequest(link: Link, fields: Fields, options: SubmitOptions): Promise<Pdu> {
  const { gateway, pace, window } = link;
  const { timeOut } = gateway.server.setting;
  const { until, end, signal, maybeSent, onLate } = options;
  const giveUp = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now())))]);
  try {
    for (;;) {
      const one = await orAbort(linked(link), giveUp);
      const leave = await window.enter(giveUp);
      try {
        const { wait, epoch } = pace.take();
        if (wait > until - performance.now()) throw new TooLate();
        if (wait > 0) await sleep(wait, undefined, { signal: giveUp });
        // The session may have been cut meanwhile.
        if (one !== link.session) continue;
        const timeout = Math.min(timeOut, end - performance.now());
        const response = await one.request('submit_sm', fields, { timeout, signal, onLate });
        const status = response.command_status;
        if (status !== 0 && !isThrottled(status)) throw failureOfStatus(status, maybeSent);
        link.failures = 0;
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
