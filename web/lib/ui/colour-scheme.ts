// Light or dark: the system's preference until the visitor chooses. A cookie stores the choice for the server to
// render.
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
