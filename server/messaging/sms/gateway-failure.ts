// Explains failures of a gateway of kind `http`.
import type { Failure } from '#server/messaging/outbox/medium.ts';

/** Thrown for an SMS that was not accepted. */
export class GatewayFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.answer);
    this.failure = failure;
  }
}

/** Statuses that say that the gateway takes nothing from us now. */
const ofRoute = new Set([401, 402, 403, 404, 405, 407, 429, 503]);
/** Texts about us and our account, whatever the status. */
const aboutUs =
  /\b(throttl\w*|rate|too many|throughput|credits?|balance|quota|funds|payment|authenticat\w*|unauthori[sz]ed|credentials|token|api.?key|account|forbidden|sender|originator|blocked)\b/i;

/**
 * A response other than success. The gateway may have accepted the SMS before it failed (500, 502, 504): then its
 * outcome is unknown.
 */
export function failureOf(status: number, answer: string): Failure {
  if (ofRoute.has(status) || (status >= 300 && status < 400)) return { kind: 'routeDown', answer, maybeSent: false };
  if (status >= 500) return { kind: 'retry', answer, maybeSent: true };
  if (status === 408) return { kind: 'retry', answer, maybeSent: false };
  return { kind: aboutUs.test(answer) ? 'routeDown' : 'refused', answer, maybeSent: false };
}

/** No response. `isHandedOver`: the request had left. */
export function silenceOf(error: Error, isHandedOver: boolean): Failure {
  const answer = `No response: ${error.message}`;
  return { kind: isHandedOver ? 'retry' : 'routeDown', answer, maybeSent: isHandedOver };
}
