// The cookie of a browser in which the link of a mail was used: its address needs no second proof there.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/lib/context.ts';
import { serverSecret } from '#server/lib/secrets/server-secret.ts';

const cookie = 'daybook-proved';
const lifetimeSeconds = 180 * 24 * 60 * 60;

/** Remembers in this browser that its visitor reads the mails of an address. */
export async function rememberProvedAddress(context: Context, eMail: string): Promise<void> {
  const expires = Math.floor(context.clock.now().epochMilliseconds / 1000) + lifetimeSeconds;
  context.cookies.set(cookie, `${expires}.${await sign(context, eMail, expires)}`, {
    path: '/api/publiccalendars',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
}

export async function hasProvedAddress(context: Context, eMail: string): Promise<boolean> {
  const [expires = '', signature = ''] = (context.cookies.get(cookie) ?? '').split('.');
  if (!(Number(expires) * 1000 > context.clock.now().epochMilliseconds)) return false;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(await sign(context, eMail, Number(expires)));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Whether staff of the company confirm requests, not the visitor's link. */
export async function confirmsRequests({ db }: Context, { companyId }: { companyId: string }): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .select('confirmsRequests')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return company?.confirmsRequests ?? false;
}

/** A cookie is worth one address, for as long as it says. `expires` is in seconds since 1970. */
async function sign(context: Context, eMail: string, expires: number): Promise<string> {
  const key = await serverSecret(context, 'proved addresses');
  return createHmac('sha256', key).update(`${expires} ${eMail.toLowerCase()}`).digest('base64url');
}
