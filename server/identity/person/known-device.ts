// The cookie of a browser that has signed in before. Its attempts are counted apart, so that wrong passwords from
// elsewhere do not keep the owner of an account out.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/lib/context.ts';
import { serverSecret } from '#server/lib/secrets/server-secret.ts';

const cookie = 'daybook-device';
const lifetimeSeconds = 365 * 24 * 60 * 60;
/** A browser is known for the accounts that signed in last. */
const maxAccounts = 5;

/** One account of the cookie: the time and a random identifier, signed together with the login. */
interface Entry {
  /** In seconds, to base 36. */
  issued: string;
  id: string;
  signature: string;
}

/** Returns what identifies this browser for the account; undefined unless it has signed in to it within a year. */
export async function knownDevice(context: Context, logIn: string): Promise<string | undefined> {
  const entries = readEntries(context);
  // Most attempts come without the cookie.
  if (entries.length === 0) return undefined;
  const key = await deviceKey(context);
  const limit = nowInSeconds(context) - lifetimeSeconds;
  return entries.find((entry) => isOf(key, entry, logIn) && Number.parseInt(entry.issued, 36) > limit)?.id;
}

/** Makes this browser known for an account that has just signed in, under a new identifier. */
export async function rememberDevice(context: Context, logIn: string): Promise<void> {
  const key = await deviceKey(context);
  const others = readEntries(context).filter((entry) => !isOf(key, entry, logIn));
  const bare = { issued: nowInSeconds(context).toString(36), id: randomBytes(12).toString('base64url') };
  const entries = [{ ...bare, signature: sign(key, bare, logIn) }, ...others].slice(0, maxAccounts);
  context.cookies.set(cookie, entries.map(({ issued, id, signature }) => `${issued}.${id}.${signature}`).join('~'), {
    path: '/api/user',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
}

function readEntries(context: Context): Entry[] {
  const parts = (context.cookies.get(cookie) ?? '').split('~').slice(0, maxAccounts);
  return parts.flatMap((part) => {
    const [, issued, id, signature] = /^([0-9a-z]{1,8})\.([\w-]{16})\.([\w-]{43})$/.exec(part) ?? [];
    return issued && id && signature ? [{ issued, id, signature }] : [];
  });
}

function isOf(key: Buffer, entry: Entry, logIn: string): boolean {
  return timingSafeEqual(Buffer.from(entry.signature), Buffer.from(sign(key, entry, logIn)));
}

function sign(key: Buffer, { issued, id }: Omit<Entry, 'signature'>, logIn: string): string {
  return createHmac('sha256', key).update(`${issued} ${id} ${logIn.toLowerCase()}`).digest('base64url');
}

const deviceKey = (context: Context) => serverSecret(context, 'known devices');
const nowInSeconds = ({ clock }: Context) => Math.floor(clock.now().epochMilliseconds / 1000);
