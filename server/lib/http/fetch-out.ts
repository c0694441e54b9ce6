// Fetches what lies at an address that somebody typed: no name leads inside our network, nothing grows beyond a bound.
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { connect as secure } from 'node:tls';
import { connectOut } from './outgoing.ts';

interface FetchLimits {
  /** Bytes; more is an error. */
  maxBytes: number;
  /** Milliseconds for all of it, redirections included. */
  timeout: number;
  /** Hosts inside that the operator allows (`config.privateHosts`). */
  allowed: readonly string[];
}

const maxRedirects = 3;

/** The body of a 200 answer to a GET. Throws for every other answer, for what is too large or too slow, and for hosts inside. */
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
  // A certificate is asked for by a name; of an address it is checked without asking.
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
