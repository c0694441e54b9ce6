// Registers the service worker for a signed-in person, and opens what a click on a notification asks for.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeLink } from '#contract/lib/links.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { renewSubscription, workerUrl } from './push.ts';

/** The service worker's, with the language of its only page. */
const offline = { cache: 'daybook-offline', page: '/app/offline' };
/** After the first page is shown and its data is loaded (ms). */
const registerAfter = 5_000;

/** Without a connection, the worker says so; with push messages, it shows them. */
export function usePushWorker(): void {
  useOpenedNotifications();
  const { user, isImpersonated } = useCurrentUser();
  const { i18n } = useTranslation();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      navigator.serviceWorker.register(workerUrl).catch(() => {});
      if (isImpersonated || !user.isPushNotificationsEnabled) return;
      renewSubscription(user.id).catch(() => {});
    }, registerAfter);
    return () => clearTimeout(timer);
  }, [user.id, user.isPushNotificationsEnabled, isImpersonated]);
  useEffect(() => {
    const store = () => void storeOfflinePage().catch(() => {});
    i18n.on('languageChanged', store);
    return () => i18n.off('languageChanged', store);
  }, [i18n]);
}

async function storeOfflinePage(): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(offline.cache))) return;
  const cache = await caches.open(offline.cache);
  await cache.add(new Request(offline.page, { cache: 'reload' }));
}

/** Opens the page inside the application: forms with unsaved changes warn first. */
function useOpenedNotifications(): void {
  const router = useRouter();
  useEffect(() => {
    const onMessage = ({ data, ports }: MessageEvent<{ open?: string }>) => {
      const link = data?.open;
      if (typeof link !== 'string' || !link.startsWith('/') || !isSafeLink(link)) return;
      ports[0]?.postMessage('opened');
      router.history.push(link);
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [router]);
}
