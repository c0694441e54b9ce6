// What a failed call means on every screen: where 403 and 410 lead, and the toast for what nobody can mend.
import i18next from 'i18next';
import { toast } from '#web/lib/ui/toasts.ts';
import { CallError, onCallFailure } from './client.ts';
import { setLocked } from './session-state.ts';

/** What a screen handles itself: validation messages are shown beside their fields. */
const handledStatuses = new Set([204, 417]);

/** Connects calls to the router, once; `go` replaces the current screen by that of an address. */
export function handleFailures(go: (address: string) => void): void {
  onCallFailure((error) => {
    const inApp = /^\/app(\/|$)/.test(location.pathname);
    // Several calls may find out at once; the first has said where to come back to.
    const atLogin = location.pathname.startsWith('/user/login');
    const atLock = location.pathname.startsWith('/user/lock');
    if (error.status === 410) {
      const locked = error.code === 'error.locked';
      setLocked(locked);
      if (locked && !atLock) go(urlWithReturn('/user/lock'));
      if (!locked && !atLogin) go(inApp ? urlWithReturn('/user/login') : '/user/login');
    }
    // Everything is loaded anew: lists, rights and menu are another company's.
    if (error.code === 'error.otherCaller') reloadApp();
    if (error.leadsAway && error.status === 403 && inApp) go('/static/403');
    if (!error.leadsAway && !handledStatuses.has(error.status)) toast('danger', errorMessage(error));
  });
}

let reloadTimer: ReturnType<typeof setTimeout> | undefined;

/** Loads the application anew, once however many ask for it; whoever has typed something may stay for a while. */
export function reloadApp(): void {
  if (reloadTimer) return;
  reloadTimer = setTimeout(() => {
    reloadTimer = undefined;
  }, 5_000);
  location.assign('/app/home');
}

/** Tells the server's reason, where it gives one, or in `words` that something did not work; not what leads to another page, which tells it. */
export function showError(error: unknown, fallback: string): void {
  const { leadsAway = false, messages = [] } = error instanceof CallError ? error : {};
  if (!leadsAway) toast('danger', messages[0]?.message || fallback);
}

/** Whether it was done; a refusal is told with its reason, unless it leads away. */
export async function attempt(failureText: string, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!error.leadsAway) toast('danger', `${failureText} ${error.message}`.trim());
    return false;
  }
}

/** A page that leads back to the present address afterwards. */
function urlWithReturn(page: string): string {
  return `${page}?${new URLSearchParams({ to: location.pathname + location.search })}`;
}

function errorMessage(error: CallError): string {
  if (import.meta.env.DEV) return `${error.status} ${error.code} ${error.message}`.trim();
  return error.status === 0 || error.status === 403 ? error.message : i18next.t('error.unexpected');
}
