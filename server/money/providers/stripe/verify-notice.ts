// Verifies notices of Stripe: https://docs.stripe.com/webhooks/signature. Stripe's package throws one error for all
// reasons, and forged notices would load it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { StripeSetting } from '#server/lib/config.ts';
import { headerOf, maxNoticeBytes, type NoticeVerdict, parseNotice, refuseNotice } from '../notice.ts';
import type { IncomingNotice } from '../provider.ts';
import { stripeSubject } from './subject.ts';

/** Between the signature and our clock (s). */
const tolerance = 300;

const stripeEvent = z.object({
  object: z.literal('event'),
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

/** Any of the secrets may have made any of the signatures: both have two of them during a rotation. */
export async function verifyStripeNotice(
  { webhookSecrets, isTest }: StripeSetting,
  { rawBody, headers, now }: IncomingNotice,
): Promise<NoticeVerdict> {
  if (webhookSecrets.length === 0) return refuseNotice('unconfigured');
  if (rawBody.length > maxNoticeBytes) return refuseNotice('large');
  const { time, signatures } = readSignature(headerOf(headers, 'stripe-signature') ?? '');
  if (time === undefined || signatures.length === 0) return refuseNotice('malformed');
  const isSigned = webhookSecrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
    return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  });
  if (!isSigned) return refuseNotice('signature');
  if (Math.abs(Math.floor(now.epochMilliseconds / 1000) - time) > tolerance) return refuseNotice('old');
  const event = parseNotice(rawBody, stripeEvent);
  if (!event) return refuseNotice('malformed');
  if (event.livemode === isTest) return refuseNotice('foreign');
  return { isVerified: true, eventId: event.id, type: event.type, subject: stripeSubject(event) };
}

/** At most ten signatures, of which Stripe sends two. */
function readSignature(header: string): { time: number | undefined; signatures: Buffer[] } {
  const parts = header.slice(0, 2_000).split(',');
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time = ''] = valuesOf('t');
  const signatures = valuesOf('v1').filter((value) => /^[\da-f]{64}$/.test(value));
  return {
    time: /^\d{1,12}$/.test(time) ? Number(time) : undefined,
    signatures: signatures.slice(0, 10).map((value) => Buffer.from(value, 'hex')),
  };
}
