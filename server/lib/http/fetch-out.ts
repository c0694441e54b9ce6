// Fetches addresses that people enter.
import type { IncomingMessage } from 'node:http';
import { openRequest, type RequestLimits, readBody } from './request-out.ts';

const maxRedirects = 3;

/**
 * Returns the body of a GET with status 200. Throws for any other status, an exceeded limit and private hosts. The
 * timeout includes redirects.
 */
export async function fetchOut(address: string, limits: RequestLimits): Promise<Buffer> {
  const { timeout, allowed, maxBytes } = limits;
  const answer = await openFound(address, { timeout, allowedAt: () => allowed }, AbortSignal.timeout(timeout));
  return readBody(answer, maxBytes);
}

/**
 * Throws as `fetchOut` does; the body is not read, whatever its size. `allowedAt` is asked about the address and about
 * each that it redirects to.
 */
export async function assertFound(address: string, { timeout, allowedAt }: FoundLimits): Promise<void> {
  const answer = await openFound(address, { timeout, allowedAt }, AbortSignal.timeout(timeout));
  answer.destroy();
}

interface FoundLimits {
  /** Milliseconds, redirects included. */
  timeout: number;
  /** The private hosts that a request to this address may reach. */
  allowedAt: (at: URL) => readonly string[];
}

async function openFound(
  address: string,
  { timeout, allowedAt }: FoundLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let at = new URL(address);
  for (let remaining = maxRedirects; remaining >= 0; remaining--) {
    const answer = await openRequest(at, {}, { maxBytes: 0, timeout, allowed: allowedAt(at) }, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new Error(`${at.host} answered ${statusCode}.`);
    at = new URL(headers.location, at);
  }
  throw new Error(`${address} is redirected too often.`);
}
