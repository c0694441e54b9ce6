// Light or dark: the system's preference until someone chooses; the choice is a cookie, so that the server can render it.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { keepCookie, readCookie } from '#web/lib/client/cookies.ts';

const name = 'daybook-scheme';

export const schemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const kept = readCookie(name);
    return kept === 'light' || kept === 'dark' ? kept : fallback;
  },
  set(scheme: MantineColorScheme) {
    if (scheme === 'auto') keepCookie(name, '', 0);
    else keepCookie(name, scheme, 365);
  },
  subscribe() {},
  unsubscribe() {},
  clear() {
    keepCookie(name, '', 0);
  },
};
