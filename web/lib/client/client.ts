// Calls the server by the contract. One function serves every operation; one place handles every answer other than
// success.
import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import { addressOf } from '#contract/lib/address.ts';
import type { Input, Operation, Output } from '#contract/lib/service.ts';
import { fromWire, toWire } from '#contract/lib/wire.ts';
import type { ZoneRules } from '#contract/lib/zone-rules.ts';
import { learnZones } from '#web/lib/zones.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.ts';
import { inlinedAnswer, inlinedAt } from './inlined.ts';
import { currentCaller, isUnattended, recordActivity } from './session-state.ts';
import { signedInAgain } from './sign-in-again.ts';

/**
 * A validation message for one field of a rejected form: the field's wire name and a sentence in the user's language.
 */
export interface FieldMessage {
  key: string;
  message: string;
}

/** The caller lacks a right, or another tab has switched to another person or company. */
const leadAwayCodes = new Set(['error.notAllowed', 'error.secondFactorNeeded', 'error.otherCaller']);

/** Any answer other than success, with the reason in the user's language. `status` 0 means that no answer arrived. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly messages: FieldMessage[];
  /** The response body, parsed from JSON but otherwise unchanged. */
  readonly body: unknown;
  /** Seconds to wait before a retry, when the server sends them. */
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    messages: FieldMessage[] = [],
    body?: unknown,
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.messages = messages;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** True when the error leads to another page: the session is over, locked or replaced, or a right is missing. */
  get leadsAway(): boolean {
    return this.status === 410 || leadAwayCodes.has(this.code);
  }
}

/** Called for failed calls that the caller does not handle, and for all that lead away. See `failures.ts`. */
export type FailureListener = (error: CallError) => void;
const listeners = new Set<FailureListener>();
export function onCallFailure(listener: FailureListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /**
   * The caller displays errors itself, all of them or only these statuses; no toast repeats them. Redirects still
   * apply.
   */
  handlesErrors?: boolean | readonly number[];
  /** The file to upload, for operations that accept one. */
  file?: File;
  /** The request may outlive the page that sends it. */
  keepalive?: boolean;
  /** A person answers what the server asks (417 with details): the browser does not log it as an error. */
  asks?: boolean;
  /** The person waits for it, such as for a long upload: it keeps the session active without further input. */
  isAttended?: boolean;
}

/** Calls an operation and returns its output, or undefined for 204. Throws `CallError`. */
export async function call<O extends Operation>(
  operation: O,
  input: Input<O>,
  options: CallOptions = {},
): Promise<Output<O>> {
  const { handlesErrors = false } = options;
  const isHandled = ({ status }: CallError) =>
    typeof handlesErrors === 'boolean' ? handlesErrors : handlesErrors.includes(status);
  const report = (error: CallError) => (isHandled(error) && !error.leadsAway ? error : notifyListeners(error));
  const keys = keysFor(operation);
  const headers = { ...options.headers, ...(keys && { 'idempotency-key': keys.keyFor(input) }) };
  const { response, status, body } = await send(operation, input, { ...options, headers }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw report(new CallError(0, 'error.offline', i18next.t('error.offline')));
  });
  // A server that stops, or a proxy, may have lost the answer.
  if (status < 500) keys?.reset();
  if (!response.ok || status !== response.status) {
    const error = errorFrom(response, status, body);
    const hasEnded = error.status === 410 && currentCaller() !== undefined;
    if (hasEnded && (await signedInAgain({ isLocked: error.code === 'error.locked' })))
      return call(operation, input, options);
    throw report(error);
  }
  // Mirrors the server: a call counts as activity if it reads the session, does not poll and follows user input.
  if (
    (operation.may !== 'anyone' || operation.optionalSession) &&
    !operation.passive &&
    (options.isAttended || !isUnattended())
  )
    recordActivity();
  if (status === 204 || !operation.output) return undefined as Output<O>;
  return parseOutput(operation, JSON.parse(body));
}

/** Query options of a read operation, for `useQuery`. Starts with the answer inlined in the page, if there is one. */
export function query<O extends Operation>(operation: O, input: Input<O>) {
  return queryOptions({
    queryKey: [operation.path, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
    initialData: (): Output<O> | undefined => {
      const answer = inlinedAnswer(addressOf(operation, input));
      return answer === undefined ? undefined : parseOutput(operation, answer);
    },
    initialDataUpdatedAt: inlinedAt,
  });
}

/** The URL of a read operation, for `<img src>`, downloads and event streams. */
export function operationUrl<O extends Operation>(operation: O, input: Input<O>): string {
  return addressOf(operation, input);
}

/** Renames fields, and learns the rules of zones. The contract's tests parse every answer; the browser trusts them. */
function parseOutput<O extends Operation>(operation: O, wire: unknown): Output<O> {
  const output = operation.output ? fromWire(operation.output, wire, { query: false }, []) : undefined;
  const { zones } = (output ?? {}) as { zones?: ZoneRules[] };
  if (zones) learnZones(zones);
  return output as Output<O>;
}

interface Answer {
  response: Response;
  /** That of a question stands in a header. */
  status: number;
  body: string;
}

/** Of the operations that add a record: one whose answer was lost is not added twice. */
const keysOf = new Map<Operation, IdempotencyKeys>();

function keysFor(operation: Operation): IdempotencyKeys | undefined {
  if (!operation.readAgainBy) return undefined;
  const keys = keysOf.get(operation) ?? createIdempotencyKeys();
  keysOf.set(operation, keys);
  return keys;
}

/** Reads the body before returning: without it, the caller cannot tell an expired session from a locked one. */
async function send(operation: Operation, input: object, options: CallOptions): Promise<Answer> {
  const response = await request(operation, input, options);
  const status = Number(response.headers.get('daybook-status')) || response.status;
  return { response, status, body: await response.text() };
}

function request(operation: Operation, input: object, options: CallOptions): Promise<Response> {
  const { signal, keepalive, file } = options;
  const method = operation.methods[0];
  const caller = operation.may === 'anyone' ? undefined : currentCaller();
  const headers = {
    ...options.headers,
    ...(caller && { 'daybook-caller': caller }),
    ...(options.asks && { 'daybook-asks': '1' }),
    ...(!options.isAttended && isUnattended() && { 'daybook-unattended': '1' }),
  };
  if (file) return fetch(addressOf(operation, input), { method, signal, headers, body: toFormData(file) });
  if (method !== 'POST') return fetch(addressOf(operation, input), { method, signal, headers, keepalive });
  return fetch(`/${operation.path}`, {
    method,
    signal,
    keepalive,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(toWire(operation.input, input)),
  });
}

function toFormData(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

function errorFrom(response: Response, status: number, text: string): CallError {
  const body = readJson(text);
  if (Array.isArray(body)) {
    const messages = body.map((item: { Key: string; Message: string }) => ({ key: item.Key, message: item.Message }));
    return new CallError(status, 'error.invalid', messages[0]?.message ?? '', messages, body);
  }
  const { Code = 'error.unexpected', Message = '' } = (body ?? {}) as { Code?: string; Message?: string };
  const retrySeconds = Number(response.headers.get('retry-after'));
  return new CallError(status, Code, Message, [], body, retrySeconds > 0 ? retrySeconds : undefined);
}

/** Returns undefined for anything but JSON: a proxy in front of the server may answer with an HTML page. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notifyListeners(error: CallError): CallError {
  for (const listener of listeners) listener(error);
  return error;
}
