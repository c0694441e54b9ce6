// Loads the package of Stripe with the first payment, so that installations without it do not hold it in memory.
import type { Stripe } from 'stripe';
import type { StripeSetting } from '#server/lib/config.ts';

/** For an answer (ms), of which no byte comes. */
const answerTimeout = 10_000;

/**
 * A client that repeats nothing by itself, as the caller does, but a request whose connection ended without an answer,
 * once and under the same key.
 */
export async function loadStripe({ secretKey, apiUrl }: StripeSetting, timeout = answerTimeout): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout,
    maxNetworkRetries: 0,
    // Telemetry would write a file to the home folder.
    telemetry: false,
  });
}
