// Why an outside calendar could not be read or written, in words for the person whose it is.
import type { OutsideReason } from '#contract/links/outside.ts';
import { ForbiddenHost } from '#server/lib/http/outgoing.ts';
import type { OutgoingAnswer } from '#server/lib/http/request-out.ts';
import { UnopenedSecret } from '#server/lib/secrets/secret-box.ts';

interface FailureDetails {
  status?: number | undefined;
  cause?: unknown;
  retryAfter?: string | undefined;
  leadsTo?: URL | undefined;
}

/** Ends a reading. Nothing that was read before is lost by it. */
export class ReadingFailed extends Error {
  readonly reason: OutsideReason;
  /** Of the answer of the server. */
  readonly status: number | undefined;
  /** The header `Retry-After` of the answer. */
  readonly retryAfter: string | undefined;
  /** The address on another server, which was not asked. */
  readonly leadsTo: URL | undefined;

  constructor(reason: OutsideReason, { status, cause, retryAfter, leadsTo }: FailureDetails = {}) {
    super(`The calendar was not read: ${reason}.`, { cause });
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
    this.leadsTo = leadsTo;
  }
}

/** The reason of any error. */
export function whyFailed(error: unknown): ReadingFailed {
  if (error instanceof ReadingFailed) return error;
  const failed = (reason: OutsideReason) => new ReadingFailed(reason, { cause: error });
  if (error instanceof ForbiddenHost) return failed('private');
  if (error instanceof UnopenedSecret) return failed('key');
  const { name = '', code = '', syscall = '', message = '' } = error as Partial<NodeJS.ErrnoException>;
  if (syscall === 'getaddrinfo' || /^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code) || /has no address/.test(message)) {
    return failed('unknownHost');
  }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT' || /in time/.test(message)) {
    return failed('slow');
  }
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED|VERIFY/.test(code)) return failed('certificate');
  if (/more than \d+ bytes/.test(message)) return failed('large');
  // A connection that ends within an answer.
  if (message === 'aborted' || /^HPE_/.test(code)) return failed('cut');
  // Of an address in an answer.
  if (code === 'ERR_INVALID_URL') return failed('notCalendar');
  return failed(/^(ECONN|EHOST|ENET|EPIPE|EPROTO|EADDR)/.test(code) ? 'unreachable' : 'internal');
}

/** The reason of an answer whose status is no success. */
export function whyRefused({ status, headers }: Pick<OutgoingAnswer, 'status' | 'headers'>): ReadingFailed {
  const reasons: Record<number, OutsideReason> = { 401: 'signIn', 403: 'forbidden', 404: 'gone', 410: 'gone' };
  const reason = reasons[status] ?? (status === 429 || status === 503 ? 'busy' : status >= 500 ? 'server' : 'answer');
  return new ReadingFailed(reason, { status, ...(reason === 'busy' && { retryAfter: headers['retry-after'] }) });
}
