// The language of a browser, kept in it from page to page.
import type { Context } from '#server/lib/context.ts';

/** The cookie that keeps the choice; the page reads it too, so it is not hidden from scripts. */
const cookie = 'daybook-language';
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** From now on this browser is answered in the language of this key, such as `de`. */
export function setLanguageCookie(context: Context, key: string): void {
  context.cookies.set(cookie, key, {
    path: '/',
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: maxAgeSeconds,
  });
}
