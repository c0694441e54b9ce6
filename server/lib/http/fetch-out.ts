// Fetches addresses that people enter: never from the private network, and with bounds on size and time.
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { connect as secure } from 'node:tls';
import { connectOut } from './outgoing.ts';

interface FetchLimits {
  /** Maximum size (bytes); a larger body is an error. */
  maxBytes: number;
  /** Timeout for the whole fetch, redirects included (ms). */
  timeout: number;
  /** Private hosts that the operator allows (`config.privateHosts`). */
  allowed: readonly string[];
}

const maxRedirects = 3;

/** Returns the body of a GET with status 200. Throws for any other status, an exceeded limit and private hosts. */
export async function fetchOut(address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeout);
  let at = new URL(address);
  for (let remaining = maxRedirects; remaining >= 0; remaining--) {
    const answer = await ask(at, limits, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return readAll(answer, limits.maxBytes);
    answer.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new Error(`${at.host} answered ${statusCode}.`);
    at = new URL(headers.location, at);
  }
  throw new Error(`${address} is redirected too often.`);
}

async function ask(at: URL, { timeout, allowed }: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = at.protocol === 'https:';
  if (!isSecure && at.protocol !== 'http:') throw new Error(`${at.protocol} is not fetched.`);
  const host = at.hostname.replace(/^\[|\]$/g, '');
  const socket = await connectOut({ host, port: Number(at.port) || (isSecure ? 443 : 80), timeout, allowed });
  const headers = { 'user-agent': 'Daybook', connection: 'close' };
  // SNI takes names only; the certificate of an IP address is checked without it.
  const servername = isIP(host) ? undefined : host;
  const request = isSecure
    ? requestSecure(at, { headers, signal, agent: false, createConnection: () => secure({ socket, host, servername }) })
    : requestPlain(at, { headers, signal, agent: false, createConnection: () => socket });
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage]; // The event's only argument.
  return answer;
}

async function readAll(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > maxBytes) throw new Error(`There is more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
