// The tokens of feeds: 256 bits in the address, of which the database has the SHA-256 alone.
import { createHmac } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';

const tokenPattern = /^([\w-]{43})\.ics$/;

/** The token in the last part of an address; undefined for anything else. */
export function tokenOfFile(file: string): string | undefined {
  return tokenPattern.exec(file)?.[1];
}

export function feedUrl({ publicUrl }: Pick<Services, 'publicUrl'>, token: string): string {
  return `${publicUrl}/feeds/${token}.ics`;
}

/**
 * The token of a feed that a customer creates by a link. The token follows from that of the link, which the database
 * does not have either: the page shows the same address again, and no reader of the address learns the link.
 */
export function tokenByLink(actionHash: string, feedId: string): string {
  return createHmac('sha256', actionHash).update(`feed ${feedId}`).digest('base64url');
}
