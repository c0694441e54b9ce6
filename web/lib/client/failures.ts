// Handles failed calls for every screen: redirects on 403 and 410, and shows a toast for errors no screen handles.
import i18next from 'i18next';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { CallError, onCallFailure } from './client.ts';
import { setLocked } from './session-state.ts';

/** Statuses that screens handle themselves. Forms show validation messages (417) beside the fields. */
const handledStatuses = new Set([204, 417]);

/** Without a response, forbidden, too many requests, stopping: the reason tells the person what to do. */
const explainedStatuses = new Set([0, 403, 429, 503]);

/** Connects failed calls to the router; called once. `go` replaces the current page with the one at an address. */
export function handleFailures(go: (address: string) => void): void {
  onCallFailure((error) => {
    const inApp = /^\/app(\/|$)/.test(location.pathname);
    // Several calls may fail at once. The first one has already stored the return address.
    const atLogin = location.pathname.startsWith('/user/login');
    const atLock = location.pathname.startsWith('/user/lock');
    if (error.status === 410) {
      const locked = error.code === 'error.locked';
      setLocked(locked);
      if (locked && !atLock) go(urlWithReturn('/user/lock'));
      if (!locked && !atLogin) go(inApp ? urlWithReturn('/user/login') : '/user/login');
    }
    // Reload everything: the data on the page belongs to the previous person or company.
    if (error.code === 'error.otherCaller') reloadApp();
    if (error.leadsAway && error.status === 403 && inApp) go('/static/403');
    if (!error.leadsAway && !handledStatuses.has(error.status)) toast('danger', errorMessage(error));
  });
}

let isLeaving = false;

/**
 * While the page changes to another person and opens another page, calls that are answered for that person lead
 * nowhere: they would replace the page that is being opened.
 */
export function setLeaving(leaving: boolean): void {
  isLeaving = leaving;
}

let reloadTimer: ReturnType<typeof setTimeout> | undefined;

/** Reloads the application. Repeats within 5 s are ignored: the person may decline the browser's leave prompt once. */
export function reloadApp(): void {
  if (isLeaving || reloadTimer) return;
  reloadTimer = setTimeout(() => {
    reloadTimer = undefined;
  }, 5_000);
  location.assign('/app/home');
}

/** Shows the server's reason, or `fallback` if there is none. Shows nothing if the error leads to another page. */
export function showError(error: unknown, fallback: string): void {
  const { leadsAway = false, messages = [] } = error instanceof CallError ? error : {};
  if (!leadsAway) toast('danger', messages[0]?.message || fallback);
}

/** Runs `action` and returns true on success. On refusal, shows the reason (unless it leads away) and returns false. */
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

/** The address of `page`, with the current address as its return address. */
function urlWithReturn(page: string): string {
  return `${page}?${new URLSearchParams({ to: location.pathname + location.search + location.hash })}`;
}

function errorMessage(error: CallError): string {
  if (import.meta.env.DEV) return `${error.status} ${error.code} ${error.message}`.trim();
  return explainedStatuses.has(error.status) && error.message ? error.message : i18next.t('error.unexpected');
}
