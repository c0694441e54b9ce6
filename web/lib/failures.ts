// What a failed call means on every screen: where 403 and 410 lead, and the toast for what nobody can mend.
import i18next from 'i18next';
import { type CallError, onCallFailure } from './client.ts';
import { toast } from './toasts.ts';

/** What a screen handles itself: validation messages are shown beside their fields. */
const quiet = new Set([204, 403, 410, 417]);

/** Connects calls to the router, once; `go` replaces the current screen. */
export function handleFailures(go: (path: '/user/login' | '/static/403') => void): void {
  onCallFailure((error) => {
    const inApp = /^\/app(\/|$)/.test(location.pathname);
    if (error.status === 410) go('/user/login');
    if (error.status === 403 && inApp) go('/static/403');
    if (!quiet.has(error.status)) toast('danger', wordsFor(error));
  });
}

function wordsFor(error: CallError): string {
  if (import.meta.env.DEV) return `${error.status} ${error.code} ${error.message}`.trim();
  if (error.status === 0) return i18next.t('error.offline');
  return i18next.t('error.unexpected');
}
