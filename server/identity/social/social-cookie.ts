// The cookie that binds a redirect to another site and back to one browser.
import type { Context } from '#server/lib/context.ts';

const name = 'daybook-social';

export function setSocialCookie(context: Context, value: string): void {
  context.cookies.set(name, value, {
    path: '/api/user',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: 300,
  });
}

export const readSocialCookie = (context: Context) => context.cookies.get(name);
