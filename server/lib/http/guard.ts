// The request guard: state-changing requests must come from the site's own pages, or from a program outside a browser.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Throws 403 for a state-changing request that another site may have caused. Browsers send Sec-Fetch-Site on
 * trustworthy origins; older ones send Origin. A request with neither comes from a program: it is accepted on loopback
 * and https, where a browser would send one of the two, and elsewhere only with a header that no cross-site form can
 * set.
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
