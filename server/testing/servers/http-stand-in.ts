// A stand-in for a service of the world: a real HTTP server on loopback that plays faults by rules.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface StandInRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The fault that this request meets. */
  fault: StandInFault | undefined;
}

export interface StandInAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/**
 * - slow: acts at once, and answers after `ms`
 * - held: acts at once, and answers after `until`
 * - silent: does nothing, and never answers
 * - timeout: acts, and never answers
 * - lost: acts, and ends the connection instead of an answer
 * - error: does nothing, and answers 500
 * - errorAfter: acts, and answers 500
 * - limited: does nothing, and answers 429
 */
export type StandInFault =
  | { kind: 'slow'; ms: number }
  | { kind: 'held'; until: Promise<unknown> }
  | { kind: 'silent' | 'timeout' | 'lost' | 'error' | 'errorAfter' | 'limited' };

export type FaultRule = StandInFault & {
  /** The requests, as `POST /v1/checkout/sessions`. */
  on: RegExp;
  /** How many of them; by default one. */
  times?: number;
};

export interface HttpStandIn {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** All requests so far, in order. */
  requests: StandInRequest[];
  /** The first rule that fits a request is played. A test adds rules. */
  faults: FaultRule[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** `failed` makes the answers of the faults `error`, `errorAfter` and `limited`, in the form of the service. */
export async function openHttpStandIn(
  answer: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>,
  failed: (status: number) => StandInAnswer,
): Promise<HttpStandIn> {
  const requests: StandInRequest[] = [];
  const faults: FaultRule[] = [];
  const ended = new AbortController();
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://stand-in');
    const method = incoming.method ?? '';
    const body = await text(incoming).catch(() => undefined);
    if (body === undefined) return;
    const fault = takeFault(faults, `${method} ${pathname}`);
    const request = { method, path: pathname, query: searchParams, headers: incoming.headers, body, fault };
    requests.push(request);
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'error') return write(response, failed(500));
    if (fault?.kind === 'limited') return write(response, failed(429));
    const made = await answer(request);
    if (fault?.kind === 'timeout') return;
    if (fault?.kind === 'lost') return incoming.socket.destroy();
    if (fault?.kind === 'errorAfter') return write(response, failed(500));
    if (fault?.kind === 'held') await fault.until;
    if (fault?.kind === 'slow') await wait(fault.ms, undefined, { signal: ended.signal }).catch(() => {});
    write(response, made);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    faults,
    async [Symbol.asyncDispose]() {
      ended.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function takeFault(rules: FaultRule[], request: string): StandInFault | undefined {
  const at = rules.findIndex(({ on }) => on.test(request));
  const rule = rules[at];
  if (!rule) return undefined;
  const left = (rule.times ?? 1) - 1;
  if (left > 0) rule.times = left;
  else rules.splice(at, 1);
  return rule;
}

function write(response: ServerResponse, { status, headers, body }: StandInAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
