// The language cookie of a browser.
import type { Context } from '#server/lib/context.ts';

/** The browser part reads this cookie too, so it is not `httpOnly`. */
const cookie = 'daybook-language';
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** Sets the language of this browser by its key, such as `de`. */
export function setLanguageCookie(context: Context, key: string): void {
  context.cookies.set(cookie, key, {
    path: '/',
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: maxAgeSeconds,
  });
}
