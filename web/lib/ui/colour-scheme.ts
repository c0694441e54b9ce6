// Light or dark: the system's preference until someone chooses; the choice is a cookie, so that the server can render it.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { readCookie, setCookie } from '#web/lib/client/cookies.ts';

const cookieName = 'daybook-scheme';

export const schemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const stored = readCookie(cookieName);
    return stored === 'light' || stored === 'dark' ? stored : fallback;
  },
  set(scheme: MantineColorScheme) {
    if (scheme === 'auto') setCookie(cookieName, '', 0);
    else setCookie(cookieName, scheme, 365);
  },
  subscribe() {},
  unsubscribe() {},
  clear() {
    setCookie(cookieName, '', 0);
  },
};
