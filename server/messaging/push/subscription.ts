// A stored push subscription: that of a browser (RFC 8030), or the token of an application that uses Firebase.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#server/lib/config.ts';
import { openSecret, sealSecret } from '#server/lib/secrets/secret-box.ts';

export interface BrowserSubscription {
  kind: 'browser';
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface AppToken {
  kind: 'app';
  token: string;
}

export type PushTarget = BrowserSubscription | AppToken;

const purpose = 'push subscription';

const base64url = (bytes: number) =>
  z
    .string()
    .max(100)
    .refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

const browserSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});

const appToken = /^[\w:.-]{20,4000}$/;

/** Reads the subscription that a browser made as JSON, or a plain token; undefined for anything else. */
export function parseSubscription(token: string): PushTarget | undefined {
  if (appToken.test(token)) return { kind: 'app', token };
  const { data } = browserSubscription.safeParse(parseJson(token));
  return data && { kind: 'browser', ...data };
}

/** Identifies a subscription without revealing it. Browsers compute the same from their own endpoint. */
export function markOf(subscription: PushTarget): Buffer {
  const text = subscription.kind === 'browser' ? subscription.endpoint : subscription.token;
  return createHash('sha256').update(text).digest();
}

/** The host that messages are sent to. */
export function hostOf(subscription: PushTarget): string {
  return subscription.kind === 'browser' ? new URL(subscription.endpoint).host : 'fcm.googleapis.com';
}

export const sealToken = (config: Config, token: string): Buffer => sealSecret(config, purpose, token);
export const openToken = (config: Config, sealed: Buffer): string => openSecret(config, purpose, sealed);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
