// Explains the answers of push services (RFC 8030, and the errors of Firebase).
import { ForbiddenHost } from '#server/lib/http/outgoing.ts';
import type { OutgoingAnswer } from '#server/lib/http/request-out.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { Failure } from '#server/messaging/outbox/medium.ts';
import { PushBusy } from './in-flight.ts';

/** An answer other than success. */
export class PushRefusal extends Error {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The person whose browser named the push service; empty for that of apps, which the operator named. */
  userId = '';

  constructor({ status, headers, body }: OutgoingAnswer) {
    super(`${status} ${body.toString('utf8').slice(0, 300)}`.trim());
    this.status = status;
    this.retryAfter = headers['retry-after'];
  }
}

/** The address that a person's browser named must not be reached. */
export class ForbiddenEndpoint extends Error {
  readonly userId: string;

  constructor({ message }: ForbiddenHost, userId: string) {
    super(message);
    this.userId = userId;
  }
}

/** The subscription has ended, or can never receive a message. */
export class SubscriptionGone extends Error {}

/** No message can be sent over this subscription as the installation is set. */
export class NoSender extends Error {}

export function explainPushFailure(error: unknown, now: Temporal.Instant): Failure {
  const answer = oneLine(error instanceof Error ? error.message : String(error), 500);
  // A push service that answered has not taken the message; without an answer it may have.
  if (error instanceof SubscriptionGone) return { kind: 'gone', answer, maybeSent: false };
  if (error instanceof ForbiddenEndpoint)
    return { kind: 'refused', answer, maybeSent: false, answeredBy: error.userId };
  if (error instanceof ForbiddenHost || error instanceof NoSender) return { kind: 'refused', answer, maybeSent: false };
  // Nothing was handed over.
  if (error instanceof PushBusy) return { kind: 'retry', answer, maybeSent: false, isUncounted: true };
  if (!(error instanceof PushRefusal)) return { kind: 'retry', answer, maybeSent: true };
  const { status } = error;
  if (status === 429 || status === 408 || status >= 500) {
    return { kind: 'retry', answer, retryAfter: waitOf(error.retryAfter, now), maybeSent: false };
  }
  // The signature of the installation is rejected, not the message, if the services of several people say so.
  const kind = status === 401 || status === 403 ? 'routeRefused' : 'refused';
  return { kind, answer, maybeSent: false, ...(error.userId && { answeredBy: error.userId }) };
}

/** `Retry-After` in seconds or as a date (RFC 9110). */
function waitOf(header: string | undefined, now: Temporal.Instant): Temporal.Duration | undefined {
  if (!header) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.epochMilliseconds;
  return milliseconds > 0 ? Temporal.Duration.from({ milliseconds: Math.round(milliseconds) }) : undefined;
}
