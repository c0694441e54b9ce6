// Signs the notices of PayPal's stand-in: RSA over the id, the time, the webhook's id and the CRC-32 of the body, as
// https://developer.paypal.com/api/rest/webhooks/rest/ describes.
import { randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { payPalNoticeKey } from './certificates.ts';
import { payPalTime } from './objects.ts';

export interface PayPalNoticeOptions {
  /** By default that of the stand-in. */
  webhookId?: string;
  signedAt?: Temporal.Instant;
  /** Changes the body after it was signed. */
  alter?: (body: string) => string;
  /** Where the certificate is said to be. */
  certUrl?: string;
  /** In PEM, another one than that of the certificates. */
  key?: string;
}

export interface PayPalNotice {
  headers: Record<string, string>;
  rawBody: Buffer;
}

export function signPayPalNotice(
  event: object,
  {
    webhookId,
    signedAt,
    certUrl,
    key = payPalNoticeKey,
    alter = (body) => body,
  }: PayPalNoticeOptions & Required<Pick<PayPalNoticeOptions, 'webhookId' | 'signedAt' | 'certUrl'>>,
): PayPalNotice {
  const body = JSON.stringify(event);
  const id = randomUUID();
  const time = payPalTime(signedAt);
  const signature = sign('sha256', Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`), key);
  return {
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature.toString('base64'),
      'paypal-cert-url': certUrl,
      'paypal-auth-algo': 'SHA256withRSA',
    },
    rawBody: Buffer.from(alter(body)),
  };
}
