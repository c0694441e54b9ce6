// Push messages in this browser: whether it can show them, the person's permission, and the subscription kept by the server.
import { push } from '#contract/identity/account.ts';
import { call } from '#web/lib/client/client.ts';

const worker = '/push-worker.js';

/** Why this browser cannot be sent push messages (the end of a message's code); undefined when it can. */
export function mayPush(): 'pushUnsupported' | 'pushDenied' | undefined {
  const can = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!can) return 'pushUnsupported';
  return Notification.permission === 'denied' ? 'pushDenied' : undefined;
}

/** Asks for permission and gives the server the subscription. Throws when the person or the browser says no. */
export async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications are not permitted.');
  const { value } = await call(push.getKey, {}, { tellsItself: true });
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: value });
  await call(push.setToken, { token: JSON.stringify(subscription) }, { tellsItself: true });
}

/** Ends the subscription of this browser, where there is one. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(worker);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Whether this browser has a subscription. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration(worker);
  return Boolean(await registration?.pushManager.getSubscription());
}
