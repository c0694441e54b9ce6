// Verifies notices of PayPal by their RSA signature: https://developer.paypal.com/api/rest/webhooks/rest/.
import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { PayPalSetting } from '#server/lib/config.ts';
import { headerOf, maxNoticeBytes, type NoticeVerdict, parseNotice, refuseNotice } from '../notice.ts';
import type { IncomingNotice } from '../provider.ts';
import type { NoticeCertificates } from './certificates.ts';
import { payPalSubject } from './subject.ts';

/** PayPal repeats a notice for three days, with the time of its first sending (hours), and clocks differ (minutes). */
const maxAge = { hours: 96 };
const maxAhead = { minutes: 5 };

const payPalEvent = z.object({
  id: z.string().min(1).max(255),
  event_type: z.string().min(1).max(255),
  resource_type: z.string().max(255).optional(),
  resource: z.unknown(),
});

export async function verifyPayPalNotice(
  { webhookId }: PayPalSetting,
  certificates: NoticeCertificates,
  { rawBody, headers, now }: IncomingNotice,
): Promise<NoticeVerdict> {
  if (webhookId === undefined) return refuseNotice('unconfigured');
  if (rawBody.length > maxNoticeBytes) return refuseNotice('large');
  const header = (name: string) => headerOf(headers, `paypal-${name}`) ?? '';
  const [id, time, certUrl] = [header('transmission-id'), header('transmission-time'), header('cert-url')];
  const signature = header('transmission-sig');
  const sentAt = instantOf(time);
  if (!id || !sentAt || !/^[\w+/]{100,2000}={0,2}$/.test(signature)) return refuseNotice('malformed');
  if (header('auth-algo') !== 'SHA256withRSA') return refuseNotice('malformed');
  // Before a certificate is fetched.
  const event = parseNotice(rawBody, payPalEvent);
  if (!event) return refuseNotice('malformed');
  const key = await certificates.keyAt(certUrl);
  const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(rawBody)}`);
  if (!key || !verify('sha256', signed, key, Buffer.from(signature, 'base64'))) return refuseNotice('signature');
  const isOld = Temporal.Instant.compare(sentAt, now.subtract(maxAge)) < 0;
  if (isOld || Temporal.Instant.compare(sentAt, now.add(maxAhead)) > 0) return refuseNotice('old');
  return { isVerified: true, eventId: event.id, type: event.event_type, subject: payPalSubject(event) };
}

function instantOf(time: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(time);
  } catch {
    return undefined;
  }
}
