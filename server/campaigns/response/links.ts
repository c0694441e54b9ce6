// The addresses of the links in messages of campaigns, and their tokens.
import { randomBytes } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';

/** 128 bits: an SMS has little room. */
export const newMessageToken = () => randomBytes(16).toString('base64url');

/** Followed by `/` and the position of the link. */
export function visitUrl({ publicUrl }: Pick<Services, 'publicUrl'>, token: string): string {
  return `${publicUrl}/v/${token}`;
}

/** The page that says where a link leads. */
export function linkPageUrl(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  { token, link }: { token: string; link: string },
): string {
  return `${publicUrl}/marketing/link/${token}/${link}`;
}

/** A GET shows a page, a POST unsubscribes. */
export function unsubscribeUrl({ publicUrl }: Pick<Services, 'publicUrl'>, token: string): string {
  return `${publicUrl}/marketing/unsubscribe/${token}`;
}
