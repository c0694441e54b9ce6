// The one way to say no: a status and a code that every language has words for.
import type { MessageKey } from '#i18n/keys.ts';

/** A rejected field: its wire name, and an i18n code with its parameters. */
export interface Complaint {
  key: string;
  code: MessageKey;
  params?: Record<string, string | number>;
}

/** Why one of the records that a call names cannot be changed: an i18n code, and the page that shows the obstacle. */
export interface Problem {
  id: string;
  code: MessageKey;
  params?: Record<string, string | number> | undefined;
  link?: string | undefined;
}

/**
 * Thrown by any server function. Answered as `{ Code, Message }`, for 417 as `[{ Key, Message }]`. 403 not allowed, 404
 * not found or not accessible, 408 too slow to arrive, 409 conflict, 410 no session, 417 invalid input, 429 and 503
 * retry later.
 */
export class Refusal extends Error {
  readonly status: 400 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 417 | 429 | 503;
  readonly code: MessageKey;
  readonly complaints: Complaint[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The reasons for each record, answered as `Problems: [{ Id, Message, Link }]`. */
  readonly problems: Problem[] | undefined;
  /** More for the client, such as the nearest free times; wire names. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    status: Refusal['status'],
    code: MessageKey,
    more: {
      complaints?: Complaint[];
      retryAfter?: number;
      problems?: Problem[];
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(code);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.complaints = more.complaints ?? [];
    this.retryAfter = more.retryAfter;
    this.problems = more.problems;
    this.details = more.details;
  }
}

/** A 417 about one field, named as on the wire. */
export function invalid(key: string, code: MessageKey, params?: Record<string, string | number>): Refusal {
  return new Refusal(417, code, { complaints: [{ key, code, params }] });
}

/** Same answer for unknown records and those of others. */
export function notFound(): Refusal {
  return new Refusal(404, 'error.notFound');
}
