// The cookie of a browser that has just registered an account. It proves that the person who follows the link of the
// mail in this browser also chose the password of the account.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/lib/context.ts';
import { serverSecret } from '#server/lib/secrets/server-secret.ts';

const cookie = 'daybook-registered';
/** As long as the link of the mail is valid. */
const lifetimeSeconds = 7 * 24 * 60 * 60;

/** The account with the password that the browser has sent. */
interface Registered {
  userId: string;
  passwordHash: string;
}

/**
 * Sets the cookie. Without an account, it has a random value: the answer does not reveal whether the login was taken.
 */
export async function rememberRegistration(context: Context, account: Registered | undefined): Promise<void> {
  const value = account ? await sign(context, account) : randomBytes(32).toString('base64url');
  context.cookies.set(cookie, value, {
    path: '/api/user',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
}

/** Whether this browser registered the account, with the password that it still has. */
export async function hasRegistered(
  context: Context,
  account: { userId: string; passwordHash: string | null },
): Promise<boolean> {
  const { userId, passwordHash } = account;
  const value = context.cookies.get(cookie);
  if (!value || passwordHash === null) return false;
  const given = Buffer.from(value);
  const wanted = Buffer.from(await sign(context, { userId, passwordHash }));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function sign(context: Context, { userId, passwordHash }: Registered): Promise<string> {
  const key = await serverSecret(context, 'registrations');
  return createHmac('sha256', key).update(`${userId} ${passwordHash}`).digest('base64url');
}
