// Sends a push message to an application that registered a plain token, through the operator's Firebase project
// (HTTP v1).
import { createSign } from 'node:crypto';
import type { Config, FcmSetting } from '#server/lib/config.ts';
import { requestOut } from '#server/lib/http/request-out.ts';
import { contentOf, type PushMessage, ttlOf, urgencyOf } from './push-content.ts';
import { NoSender, PushRefusal, SubscriptionGone } from './push-failure.ts';
import type { AppToken } from './subscription.ts';

const maxAnswer = 64 * 1024;
const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** A token for access is asked for again so long before it ends (s). */
const renewBefore = 60;

interface Access {
  token: string;
  until: Temporal.Instant;
}

export interface AppSender {
  /** Returns the name of the message. Throws `SubscriptionGone`, `NoSender` and `PushRefusal`. */
  send(token: AppToken, message: PushMessage, now: Temporal.Instant, signal: AbortSignal): Promise<string>;
}

export function openAppSender(
  { fcm, privateHosts }: Config,
  { publicUrl, timeout }: { publicUrl: string; timeout: number },
): AppSender {
  const limits = { maxBytes: maxAnswer, timeout, allowed: privateHosts };
  let access: Access | undefined;

  async function accessToken(setting: FcmSetting, now: Temporal.Instant, signal: AbortSignal): Promise<string> {
    if (access && Temporal.Instant.compare(access.until, now) > 0) return access.token;
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(setting, now),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await requestOut(
      setting.tokenUri,
      { method: 'POST', headers, body: body.toString() },
      limits,
      signal,
    );
    if (answer.status !== 200) throw new PushRefusal({ ...answer, status: answer.status < 500 ? 401 : answer.status });
    const { access_token: token = '', expires_in: seconds = 0 } = JSON.parse(answer.body.toString('utf8')) as {
      access_token?: string;
      expires_in?: number;
    };
    access = { token, until: now.add({ seconds: Math.max(0, seconds - renewBefore) }) };
    return token;
  }

  return {
    async send({ token }, message, now, signal) {
      if (!fcm) throw new NoSender('No Firebase project is set: FCM_SERVICE_ACCOUNT.');
      const headers = {
        authorization: `Bearer ${await accessToken(fcm, now, signal)}`,
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ message: messageFor(token, message, now, publicUrl) });
      const url = `${fcm.url}/v1/projects/${encodeURIComponent(fcm.projectId)}/messages:send`;
      const answer = await requestOut(url, { method: 'POST', headers, body }, limits, signal);
      if (answer.status === 404) throw new SubscriptionGone('404: the token is no longer registered.');
      if (answer.status !== 200) throw new PushRefusal(answer);
      return answer.body.toString('utf8');
    },
  };
}

function messageFor(token: string, message: PushMessage, now: Temporal.Instant, publicUrl: string) {
  const { id, title, text, url, company, language } = contentOf(message);
  const ttl = ttlOf(message, now);
  return {
    token,
    notification: { title, body: text },
    data: { id, url: `${publicUrl}${url}`, company, language },
    android: { ttl: `${ttl}s`, priority: urgencyOf(message), collapse_key: id },
    apns: {
      headers: { 'apns-expiration': String(Math.floor(now.epochMilliseconds / 1000) + ttl), 'apns-collapse-id': id },
    },
  };
}

/** The signed claim of the service account (RFC 7523). */
function assertionOf({ clientEmail, privateKey, tokenUri }: FcmSetting, now: Temporal.Instant): string {
  const issuedAt = Math.floor(now.epochMilliseconds / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iss: clientEmail, scope, aud: tokenUri, iat: issuedAt, exp: issuedAt + 3_600 };
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(privateKey, 'base64url')}`;
}
