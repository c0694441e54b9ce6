// Makes requests to addresses that people enter: never into the private network, and with bounds on size and time.
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bareHost, connectOut } from './outgoing.ts';
import { requestOver } from './request-over.ts';

export interface RequestLimits {
  /** Maximum size (bytes); a larger body is an error. */
  maxBytes: number;
  /** Timeout for the whole request (ms). */
  timeout: number;
  /** Private hosts that the operator allows (`config.privateHosts`). */
  allowed: readonly string[];
}

export interface OutgoingRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT';
  headers?: Readonly<Record<string, string | number>>;
  body?: string | Buffer;
}

export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Returns the answer, whatever its status; follows no redirect. Throws for an exceeded limit and private hosts. */
export async function requestOut(
  address: string,
  outgoing: OutgoingRequest,
  limits: RequestLimits,
  signal?: AbortSignal,
): Promise<OutgoingAnswer> {
  const timeout = AbortSignal.timeout(limits.timeout);
  const whole = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const answer = await openRequest(new URL(address), outgoing, limits, whole);
    const body = await readBody(answer, limits.maxBytes);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body };
  } catch (error) {
    // Node.js adds the bytes that it could not parse: what others answer is in no log.
    if (error instanceof Error && 'rawPacket' in error) delete error.rawPacket;
    throw error;
  }
}

/** Sends the request, and returns the answer with its body unread. */
export async function openRequest(
  at: URL,
  { method = 'GET', headers, body }: OutgoingRequest,
  { timeout, allowed }: RequestLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = at.protocol === 'https:';
  if (!isSecure && at.protocol !== 'http:') throw new Error(`${at.protocol} is not fetched.`);
  const host = bareHost(at);
  const port = Number(at.port) || (isSecure ? 443 : 80);
  const socket = await connectOut({ host, port, timeout, allowed, signal });
  const request = requestOver(socket, {
    ...{ isSecure, host, port, path: at.pathname + at.search, method, signal },
    headers: { host: at.host, ...headers },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage]; // The event's only argument.
  return answer;
}

export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > maxBytes) throw new Error(`There is more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
