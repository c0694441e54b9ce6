// The cookie of a browser that is signed in for an address of a visitor.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Context, Services } from '#server/lib/context.ts';
import { serverSecret } from '#server/lib/secrets/server-secret.ts';

const cookie = 'daybook-appointments';
export const signInDays = 30;
const lifetimeSeconds = signInDays * 24 * 60 * 60;

export interface VisitorSignIn {
  id: string;
  eMail: string;
}

/**
 * The key of an address. Only ASCII letters are folded: other letters have lower-case forms that are letters of other
 * mailboxes, such as `k` of the Kelvin sign.
 */
export function addressHash(eMail: string): Buffer {
  return hash(
    'sha256',
    eMail.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    'buffer',
  );
}

export async function setSignInCookie(context: Context, { id, eMail }: VisitorSignIn): Promise<void> {
  const expires = Math.floor(context.clock.now().epochMilliseconds / 1000) + lifetimeSeconds;
  const content = [expires, id, Buffer.from(eMail).toString('base64url')].join('.');
  setCookie(context, `${content}.${await signatureOf(context, content)}`, lifetimeSeconds);
}

/** The sign-in as the cookie states it: it may have been revoked since. Undefined for a forged or expired cookie. */
export async function readSignInCookie(context: Context): Promise<VisitorSignIn | undefined> {
  const value = context.cookies.get(cookie) ?? '';
  const end = value.lastIndexOf('.');
  const content = value.slice(0, Math.max(0, end));
  const [expires = '', id = '', address = ''] = content.split('.');
  if (!(Number(expires) * 1000 > context.clock.now().epochMilliseconds)) return undefined;
  const given = Buffer.from(value.slice(end + 1));
  const wanted = Buffer.from(await signatureOf(context, content));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return { id, eMail: Buffer.from(address, 'base64url').toString() };
}

export function clearSignInCookie(context: Context): void {
  setCookie(context, '', 0);
}

/** The token of the link to one appointment that a browser opens: the same each time, and another for each sign-in. */
export async function appointmentTokenOf(
  services: Services,
  signIn: VisitorSignIn,
  visit: { companyId: string; id: string },
): Promise<string> {
  const key = await secretOf(services);
  return createHmac('sha256', key)
    .update(`appointment ${signIn.id} ${visit.companyId} ${visit.id}`)
    .digest('base64url');
}

function setCookie(context: Context, value: string, maxAge: number): void {
  context.cookies.set(cookie, value, {
    path: '/api/appointments',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge,
  });
}

async function signatureOf(context: Context, content: string): Promise<string> {
  return createHmac('sha256', await secretOf(context))
    .update(`sign-in ${content}`)
    .digest('base64url');
}

const secretOf = (services: Services): Promise<Buffer> => serverSecret(services, 'appointments of visitors');
