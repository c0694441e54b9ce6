// Push messages in this browser: support, permission, and the subscription that the server stores.
import { push } from '#contract/identity/account.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const workerUrl = '/push-worker.js';
const storageKey = 'daybook-push';

export const subscriptionsQuery = query(push.getSubscriptions, {});

/** The subscription that the server stored last for this browser. */
interface Stored {
  userId: string;
  endpoint: string;
}

/** Returns why this browser cannot receive push messages (the end of a message code); undefined if it can. */
export function pushProblem(): 'pushUnsupported' | 'pushInsecure' | 'pushHomeScreen' | 'pushDenied' | undefined {
  if (!window.isSecureContext) return 'pushInsecure';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return isApplePhone() ? 'pushHomeScreen' : 'pushUnsupported';
  return Notification.permission === 'denied' ? 'pushDenied' : undefined;
}

/** iPhones and iPads show notifications only of pages on their home screen. An iPad calls itself a Mac. */
function isApplePhone(): boolean {
  return (
    /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ||
    (/\bMac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

/** The browser could not subscribe at its push service. */
class ServiceUnreachable extends Error {}

/** Returns the end of a message code for an error of `subscribe`. */
export const subscribeFailure = (error: unknown) =>
  error instanceof ServiceUnreachable ? 'pushUnreachable' : 'pushNotChanged';

/**
 * Requests permission and sends the subscription to the server. Throws if the person, browser or push service refuses.
 */
export async function subscribe(userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications are not permitted.');
  const { value } = await call(push.getKey, {}, { handlesErrors: true });
  await navigator.serviceWorker.register(workerUrl);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: value })
    .catch((error: unknown) => {
      // Push API: NotAllowedError is the person's refusal, AbortError that of the service.
      throw error instanceof DOMException && error.name === 'AbortError' ? new ServiceUnreachable() : error;
    });
  await store(userId, subscription);
}

/** Ends this browser's subscription, if there is one. */
export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(storageKey);
  await (await currentSubscription())?.unsubscribe();
}

/** By this mark the server's list names this browser; null if it has no subscription. */
export async function ownMark(): Promise<string | null> {
  const subscription = await currentSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Sends the subscription of this person again if the browser has replaced it during a sign-out. */
export async function renewSubscription(userId: string): Promise<void> {
  const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Stored | null;
  if (stored?.userId !== userId) return;
  const subscription = await currentSubscription();
  if (subscription && subscription.endpoint !== stored.endpoint) await store(userId, subscription);
}

async function store(userId: string, subscription: PushSubscription): Promise<void> {
  await call(push.setToken, { token: JSON.stringify(subscription) }, { handlesErrors: true });
  const stored: Stored = { userId, endpoint: subscription.endpoint };
  localStorage.setItem(storageKey, JSON.stringify(stored));
  await queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
}

async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl);
  return registration?.pushManager?.getSubscription();
}
