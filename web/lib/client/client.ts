// Calls the server by the contract: one function for every operation, one place for what an answer other than 200 means.
import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import { addressOf } from '#contract/lib/address.ts';
import type { Input, Operation, Output } from '#contract/lib/service.ts';
import { fromWire, toWire } from '#contract/lib/wire.ts';
import { inlinedAnswer, inlinedAt } from './inlined.ts';
import { currentCaller, isUnattended, recordActivity } from './session-state.ts';

/** What concerns one field of a refused form: its wire name and a sentence in the user's language. */
export interface FieldMessage {
  key: string;
  message: string;
}

/** The right to be here is missing; or another tab works as somebody else, or for another company, by now. */
const leadAwayCodes = new Set(['error.notAllowed', 'error.secondFactorNeeded', 'error.otherCaller']);

/** Any answer but success, with its reason in the user's language. `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly messages: FieldMessage[];
  /** The answer's body as it came. */
  readonly body: unknown;
  /** Seconds after which trying again makes sense, where the server says so. */
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

  /** It leads to another page, whoever is told of it: the session is over, locked or another one, or a right is missing. */
  get leadsAway(): boolean {
    return this.status === 410 || leadAwayCodes.has(this.code);
  }
}

/** Told of every failed call; the shells decide where 403 and 410 lead and show a toast for what nobody handles. */
export type FailureListener = (error: CallError) => void;
const listeners = new Set<FailureListener>();
export function onCallFailure(listener: FailureListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The caller shows every failure that does not lead away, or those of these statuses, in its own place, so that no toast repeats it. */
  handlesErrors?: boolean | readonly number[];
  /** For an operation that takes one. */
  file?: File;
  /** The call outlives the page that made it. */
  keepalive?: boolean;
}

/** Calls an operation and answers its output; 204 answers undefined. Throws `CallError`. */
export async function call<O extends Operation>(
  operation: O,
  input: Input<O>,
  options: CallOptions = {},
): Promise<Output<O>> {
  const { handlesErrors = false } = options;
  const isHandled = ({ status }: CallError) =>
    typeof handlesErrors === 'boolean' ? handlesErrors : handlesErrors.includes(status);
  const report = (error: CallError) => (isHandled(error) && !error.leadsAway ? error : notifyListeners(error));
  const { response, body } = await send(operation, input, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw report(new CallError(0, 'error.offline', i18next.t('error.offline')));
  });
  if (!response.ok) throw report(errorFrom(response, body));
  // As the server reckons: what reads the session, is no polling and is not the page's own doing.
  if ((operation.may !== 'anyone' || operation.optionalSession) && !operation.passive && !isUnattended())
    recordActivity();
  if (response.status === 204 || !operation.output) return undefined as Output<O>;
  return parseOutput(operation, JSON.parse(body));
}

/** Query options of a read, for `useQuery` at the place of use; begins with the answer that the page carries, if any. */
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

/** The address of a read, for `<img src>`, downloads and event streams. */
export function operationUrl<O extends Operation>(operation: O, input: Input<O>): string {
  return addressOf(operation, input);
}

/** The contract's tests parse every answer; here only the names are changed. */
function parseOutput<O extends Operation>(operation: O, wire: unknown): Output<O> {
  return (operation.output ? fromWire(operation.output, wire, { query: false }, []) : undefined) as Output<O>;
}

interface Answer {
  response: Response;
  body: string;
}

/** Half an answer is none: without its body nobody knows whether a session is over or only locked. */
async function send(operation: Operation, input: object, options: CallOptions): Promise<Answer> {
  const response = await request(operation, input, options);
  return { response, body: await response.text() };
}

function request(operation: Operation, input: object, options: CallOptions): Promise<Response> {
  const { signal, keepalive, file } = options;
  const method = operation.methods[0];
  const caller = operation.may === 'anyone' ? undefined : currentCaller();
  const headers = {
    ...options.headers,
    ...(caller && { 'daybook-caller': caller }),
    ...(isUnattended() && { 'daybook-unattended': '1' }),
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

function errorFrom(response: Response, text: string): CallError {
  const body = readJson(text);
  if (Array.isArray(body)) {
    const messages = body.map((item: { Key: string; Message: string }) => ({ key: item.Key, message: item.Message }));
    return new CallError(response.status, 'error.invalid', messages[0]?.message ?? '', messages, body);
  }
  const { Code = 'error.unexpected', Message = '' } = (body ?? {}) as { Code?: string; Message?: string };
  const retrySeconds = Number(response.headers.get('retry-after'));
  return new CallError(response.status, Code, Message, [], body, retrySeconds > 0 ? retrySeconds : undefined);
}

/** A proxy before the server may answer by a page. */
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
