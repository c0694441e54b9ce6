// Push messages in this browser: whether it can show them, the person's permission, and the subscription kept by the server.
import { push } from '#contract/identity/account.ts';
import { call } from '#web/lib/client/client.ts';

const workerUrl = '/push-worker.js';

/** Why this browser cannot be sent push messages (the end of a message's code); undefined when it can. */
export function pushProblem(): 'pushUnsupported' | 'pushDenied' | undefined {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'pushUnsupported';
  return Notification.permission === 'denied' ? 'pushDenied' : undefined;
}

/** Asks for permission and gives the server the subscription. Throws when the person or the browser says no. */
export async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications are not permitted.');
  const { value } = await call(push.getKey, {}, { handlesErrors: true });
  await navigator.serviceWorker.register(workerUrl);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: value });
  await call(push.setToken, { token: JSON.stringify(subscription) }, { handlesErrors: true });
}

/** Ends the subscription of this browser, where there is one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Whether this browser has a subscription. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl);
  return Boolean(await registration?.pushManager.getSubscription());
}
