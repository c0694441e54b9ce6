// Fetches addresses that people enter.
import { openRequest, type RequestLimits, readBody } from './request-out.ts';

const maxRedirects = 3;

/**
 * Returns the body of a GET with status 200. Throws for any other status, an exceeded limit and private hosts. The
 * timeout includes redirects.
 */
export async function fetchOut(address: string, limits: RequestLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeout);
  let at = new URL(address);
  for (let remaining = maxRedirects; remaining >= 0; remaining--) {
    const answer = await openRequest(at, {}, limits, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return readBody(answer, limits.maxBytes);
    answer.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new Error(`${at.host} answered ${statusCode}.`);
    at = new URL(headers.location, at);
  }
  throw new Error(`${address} is redirected too often.`);
}
