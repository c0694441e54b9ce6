// The request guard: state-changing requests must come from the site's own pages, or from a program outside a browser.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';

/** Where our own pages come from. */
export interface OwnOrigin {
  origin: string;
  /** The operator set PUBLIC_URL: no other name of this server is ours, whatever the request says. */
  isOnly: boolean;
}

/**
 * Throws 403 for a state-changing request that another site may have caused. Browsers send Sec-Fetch-Site on
 * trustworthy origins; older ones send Origin, or only a Referer. A request with none of them comes from a program: it
 * is accepted on loopback and https, where a browser would send one, and elsewhere only with a header that no
 * cross-site form can set. A GET that opens a page, which a link can cause, is never accepted.
 */
export function guardChange(request: FastifyRequest, own: OwnOrigin): void {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  const isOurs = (origin: string | undefined) =>
    origin === own.origin || (!own.isOnly && origin === `${request.protocol}://${request.host}`);
  if (site !== undefined) {
    if (site !== 'same-origin') throw foreign();
    if (request.method === 'GET') {
      if (headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-dest'] !== 'empty') throw foreign();
    }
    // A page under another name that resolves to this server is of the same origin for the browser, but not ours.
    // A GET names it only as Referer.
    const page = headers.origin ?? (headers.referer ? (URL.parse(headers.referer)?.origin ?? '') : undefined);
    if (own.isOnly && page !== undefined && !isOurs(page)) throw foreign();
    return;
  }
  if (request.method === 'GET' && opensPage(headers.accept)) throw foreign();
  if (headers.referer && !isOurs(URL.parse(headers.referer)?.origin)) throw foreign();
  if (headers.origin !== undefined) {
    if (!isOurs(headers.origin)) throw foreign();
    return;
  }
  const trustworthy = request.protocol === 'https' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(request.hostname);
  if (!trustworthy && headers['x-requested-with'] === undefined) throw foreign();
}

/** Browsers ask for HTML when a person follows a link or enters an address. */
function opensPage(accept: string | undefined): boolean {
  return /\b(text\/html|application\/xhtml\+xml)\b/i.test(accept ?? '');
}

function foreign(): Refusal {
  return new Refusal(403, 'error.foreignRequest');
}
