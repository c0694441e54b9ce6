// Sends the notices of Stripe's stand-in, signed as https://docs.stripe.com/webhooks/signature describes.
import { createHmac } from 'node:crypto';
import { seconds } from './objects.ts';

export interface StripeNoticeOptions {
  /** By default all secrets of the stand-in: during a rotation, a notice has a signature for each. */
  secrets?: readonly string[];
  signedAt?: Temporal.Instant;
  /** Changes the body after it was signed. */
  alter?: (body: string) => string;
}

export interface StripeNotice {
  headers: { 'content-type': string; 'stripe-signature': string };
  rawBody: Buffer;
}

export function signStripeNotice(
  event: object,
  { secrets, signedAt, alter = (body) => body }: Required<Omit<StripeNoticeOptions, 'alter'>> & StripeNoticeOptions,
): StripeNotice {
  const body = JSON.stringify(event, null, 2);
  const time = seconds(signedAt);
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Stripe signs test events by the former scheme, too, which receivers must ignore.
      'stripe-signature': [`t=${time}`, ...signatures.map((one) => `v1=${one}`), `v0=${'6'.repeat(64)}`].join(','),
    },
    rawBody: Buffer.from(alter(body)),
  };
}
