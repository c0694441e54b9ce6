// Sends a push message to a browser: encrypted for it (RFC 8291) and signed by the installation (RFC 8292).
import webPush from 'web-push';
import type { Config } from '#server/lib/config.ts';
import { requestOut } from '#server/lib/http/request-out.ts';
import { parseSender } from '#server/lib/one-line.ts';
import { contentOf, type PushMessage, ttlOf, urgencyOf } from './push-content.ts';
import { PushRefusal, SubscriptionGone } from './push-failure.ts';
import type { PushKey } from './push-key.ts';
import type { BrowserSubscription } from './subscription.ts';

const maxAnswer = 64 * 1024;

interface Setting {
  config: Config;
  publicUrl: string;
  key: PushKey;
  /** Milliseconds. */
  timeout: number;
}

/** Returns the response of the push service. Throws `SubscriptionGone` and `PushRefusal`. */
export async function sendToBrowser(
  { endpoint, keys }: BrowserSubscription,
  message: PushMessage,
  { now, signal, ...setting }: Setting & { now: Temporal.Instant; signal: AbortSignal },
): Promise<string> {
  const { headers, body } = encrypt({ endpoint, keys }, message, now, setting);
  const limits = { maxBytes: maxAnswer, timeout: setting.timeout, allowed: setting.config.privateHosts };
  const answer = await requestOut(endpoint, { method: 'POST', headers, body }, limits, signal);
  if (answer.status === 404 || answer.status === 410) {
    throw new SubscriptionGone(`${answer.status}: the browser is no longer subscribed.`);
  }
  if (answer.status < 200 || answer.status >= 300) throw new PushRefusal(answer);
  return `${answer.status} ${answer.headers.location ?? ''}`.trim();
}

function encrypt(
  subscription: Pick<BrowserSubscription, 'endpoint' | 'keys'>,
  message: PushMessage,
  now: Temporal.Instant,
  { config, publicUrl, key }: Setting,
) {
  try {
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(contentOf(message)), {
      vapidDetails: { subject: subjectOf(config, publicUrl), ...key },
      TTL: ttlOf(message, now),
      urgency: urgencyOf(message),
      // A second sending of the same feed item replaces the first.
      topic: message.reminderId.replaceAll('-', ''),
      contentEncoding: 'aes128gcm',
    });
    return { headers: headers as Record<string, string | number>, body: body as Buffer };
  } catch (error) {
    // No point on the curve: nothing can ever be encrypted for it.
    throw new SubscriptionGone(`The keys of the subscription are invalid: ${String(error)}`);
  }
}

/** Where push services reach the operator: an https or mailto address. */
function subjectOf({ vapidSubject, mailFrom }: Config, publicUrl: string): string {
  return vapidSubject ?? (publicUrl.startsWith('https:') ? publicUrl : `mailto:${parseSender(mailFrom).address}`);
}
