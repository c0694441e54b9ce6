// The request guard: requests that change state must come from our own pages, or from a program that no web page can drive.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Throws 403 for a changing request that another site may have caused. Browsers on trustworthy origins say where a request comes
 * from in Sec-Fetch-Site; older ones send Origin; what sends neither is a program, allowed where no browser would stay silent
 * (loopback and https), else only with a header that no cross-site form can set.
 */
export function guardChange(request: FastifyRequest, publicOrigin: string): void {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw foreign();
    if (request.method === 'GET') {
      if (headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-dest'] !== 'empty') throw foreign();
    }
    return;
  }
  if (headers.origin !== undefined) {
    if (headers.origin !== publicOrigin && headers.origin !== `${request.protocol}://${request.host}`) throw foreign();
    return;
  }
  const trustworthy = request.protocol === 'https' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(request.hostname);
  if (!trustworthy && headers['x-requested-with'] === undefined) throw foreign();
}

function foreign(): Refusal {
  return new Refusal(403, 'error.foreignRequest');
}
