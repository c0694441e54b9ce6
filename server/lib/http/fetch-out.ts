// Fetches addresses that people enter.
import type { IncomingMessage } from 'node:http';
import { openRequest, type RequestLimits, readBody } from './request-out.ts';

const maxRedirects = 3;

/**
 * Returns the body of a GET with status 200. Throws for any other status, an exceeded limit and private hosts. The
 * timeout includes redirects.
 */
export async function fetchOut(address: string, limits: RequestLimits): Promise<Buffer> {
  return readBody(await openFound(address, limits, AbortSignal.timeout(limits.timeout)), limits.maxBytes);
}

/** Throws as `fetchOut` does; the body is not read, whatever its size. */
export async function assertFound(address: string, limits: Omit<RequestLimits, 'maxBytes'>): Promise<void> {
  const answer = await openFound(address, { ...limits, maxBytes: 0 }, AbortSignal.timeout(limits.timeout));
  answer.destroy();
}

async function openFound(address: string, limits: RequestLimits, signal: AbortSignal): Promise<IncomingMessage> {
  let at = new URL(address);
  for (let remaining = maxRedirects; remaining >= 0; remaining--) {
    const answer = await openRequest(at, {}, limits, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new Error(`${at.host} answered ${statusCode}.`);
    at = new URL(headers.location, at);
  }
  throw new Error(`${address} is redirected too often.`);
}
