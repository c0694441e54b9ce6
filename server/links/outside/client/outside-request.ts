// Sends the requests of one account: its password goes to the server that the person has named, and no other.
import { type OutgoingAnswer, type OutgoingRequest, requestOut } from '#server/lib/http/request-out.ts';
import type { OutsideAccess } from '#server/links/outside/account/account-secret.ts';
import { outsideLimits } from '#server/links/outside/account/outside-address.ts';
import { ReadingFailed, whyRefused } from './why-failed.ts';

export interface OutsideClient extends OutsideAccess {
  /** Private hosts that the operator allows. */
  allowed: readonly string[];
  /** Ends all requests. */
  signal?: AbortSignal | undefined;
}

export interface OutsideAnswer extends OutgoingAnswer {
  /** The address that gave the answer. */
  at: URL;
}

const maxRedirects = 3;

/**
 * Returns the answer, whatever its status but 401. Follows three redirects; with a password, none to another server.
 * Throws `ReadingFailed`, or an error that `whyFailed` names.
 */
export async function outsideRequest(
  client: OutsideClient,
  at: URL,
  outgoing: OutgoingRequest,
): Promise<OutsideAnswer> {
  const { origin } = new URL(client.address);
  const hasSecret = client.logIn !== '' || client.password !== '';
  let next = at;
  for (let remaining = maxRedirects; remaining >= 0; remaining--) {
    if (hasSecret && next.origin !== origin) throw new ReadingFailed('otherServer', { leadsTo: next });
    const headers = { ...outgoing.headers, ...(hasSecret && { authorization: basic(client) }) };
    const limits = { ...outsideLimits, allowed: client.allowed };
    const answer = await requestOut(next.href, { ...outgoing, headers }, limits, client.signal);
    const { location } = answer.headers;
    if (answer.status === 401) throw new ReadingFailed(knowsBasic(answer) ? 'signIn' : 'otherSignIn');
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return { ...answer, at: next };
    const target = URL.parse(location, next);
    if (!target || !/^https?:$/.test(target.protocol)) throw whyRefused(answer);
    next = target;
  }
  throw new ReadingFailed('redirects');
}

function basic({ logIn, password }: OutsideAccess): string {
  return `Basic ${Buffer.from(`${logIn}:${password}`).toString('base64')}`;
}

/** A server that names no way at all may mean any. */
function knowsBasic({ headers }: OutgoingAnswer): boolean {
  const ways = headers['www-authenticate'];
  return !ways || /\bbasic\b/i.test(ways);
}
