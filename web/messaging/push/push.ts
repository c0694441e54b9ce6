// Push messages in this browser: support, permission, and the subscription that the server stores.
import { push } from '#contract/identity/account.ts';
import { call } from '#web/lib/client/client.ts';

const workerUrl = '/push-worker.js';

/** Returns why this browser cannot receive push messages (the end of a message code); undefined if it can. */
export function pushProblem(): 'pushUnsupported' | 'pushDenied' | undefined {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'pushUnsupported';
  return Notification.permission === 'denied' ? 'pushDenied' : undefined;
}

/** Requests permission and sends the subscription to the server. Throws if the person or the browser refuses. */
export async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications are not permitted.');
  const { value } = await call(push.getKey, {}, { handlesErrors: true });
  await navigator.serviceWorker.register(workerUrl);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: value });
  await call(push.setToken, { token: JSON.stringify(subscription) }, { handlesErrors: true });
}

/** Ends this browser's subscription, if there is one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** True if this browser has a subscription. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl);
  return Boolean(await registration?.pushManager.getSubscription());
}
