// Records that a visitor has read the cookie notice: in their browser, and in the account when signed in.
import type { Context } from '#server/lib/context.ts';
import { agree, latestText } from './agree.ts';

/** Version, language and time, separated by dots. Scripts read it to decide whether to show the cookie bar. */
const cookie = 'daybook-cookies';

export async function agreeToCookies(context: Context, { version }: { version?: number }): Promise<undefined> {
  const { user, clock } = context;
  const text = await latestText(context, 'cookies', version);
  // An impersonator cannot consent for another person.
  if (user && !user.impersonator) await agree(context, user.id, 'cookies', version);
  setCookie(context, { ...text, agreedAt: clock.now() });
}

/** Answers the notice in this browser for a person who signs in and has answered it in another one. */
export async function carryCookieConsent(context: Context, userId: string): Promise<void> {
  if (context.cookies.get(cookie) !== undefined) return;
  const given = await context.database.read
    .selectFrom('userAgreements')
    .select(['version', 'language', 'agreedAt'])
    .where('userId', '=', userId)
    .where('kind', '=', 'cookies')
    .orderBy('agreedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (given) setCookie(context, given);
}

function setCookie(
  { cookies, publicUrl }: Context,
  { version, language, agreedAt }: { version: number; language: string; agreedAt: Temporal.Instant },
): void {
  cookies.set(cookie, `${version}.${language}.${agreedAt.toString({ smallestUnit: 'second' })}`, {
    path: '/',
    maxAge: 365 * 24 * 3600,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  });
}
