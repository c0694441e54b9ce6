// Records that a visitor has read the cookie notice: in their browser, and in the account when signed in.
import type { Context } from '#server/lib/context.ts';
import { agree, latestText } from './agree.ts';

/** Version, language and time, separated by dots. Scripts read it to decide whether to show the cookie bar. */
const cookie = 'daybook-cookies';

export async function agreeToCookies(context: Context, { version }: { version?: number }): Promise<undefined> {
  const { user, clock, cookies } = context;
  const text = await latestText(context, 'cookies', version);
  // An impersonator cannot consent for another person.
  if (user && !user.impersonator) await agree(context, user.id, 'cookies', version);
  cookies.set(cookie, `${text.version}.${text.language}.${clock.now().toString({ smallestUnit: 'second' })}`, {
    path: '/',
    maxAge: 365 * 24 * 3600,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
  });
}
