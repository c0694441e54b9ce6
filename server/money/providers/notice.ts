// The steps of verifying a notice that all providers share.
import type { z } from 'zod';
import { isWithinBounds } from '#server/lib/http/read-json.ts';
import type { IncomingNotice, NoticeRefusal, PaymentProvider } from './provider.ts';

export type NoticeVerdict = Awaited<ReturnType<PaymentProvider['verifyNotice']>>;

export const maxNoticeBytes = 256 * 1024;

export const refuseNotice = (reason: NoticeRefusal) => ({ isVerified: false, reason }) as const;

/** Names of headers are in lower case, as Node has them. */
export function headerOf(headers: IncomingNotice['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Undefined for a body that is no such JSON, or nests deeper than our own parser accepts. */
export function parseNotice<Check extends z.ZodType>(rawBody: Buffer, check: Check): z.output<Check> | undefined {
  if (!isWithinBounds(rawBody)) return undefined;
  try {
    return check.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
