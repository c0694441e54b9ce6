// Registers the service worker for a signed-in person, and opens what a click on a notification asks for.
import { useRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeLink } from '#contract/lib/links.ts';
import { changeLocation } from '#web/lib/client/change-location.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
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

/**
 * Opens the page inside the application: forms with unsaved changes warn first. A page of another company of the person
 * opens after they agreed to switch to it.
 */
function useOpenedNotifications(): void {
  const router = useRouter();
  const { companyId, locations } = useCurrentUser();
  const open = useEffectEvent(async (link: string, company: string) => {
    const place = company === companyId ? undefined : locations.find((one) => one.companyId === company);
    if (!place) return router.history.push(link);
    const { t } = i18next;
    const confirmed = await ask({
      title: t('app.changeLocation', { name: `${place.name}, ${place.companyName}` }),
      text: t('app.ofOtherCompany', { company: place.companyName }),
      confirmLabel: t('app.changeLocationYes'),
    });
    if (confirmed) await changeLocation(place.id, link).catch(() => toast('danger', t('app.locationNotChanged')));
  });
  useEffect(() => {
    const onMessage = ({ data, ports }: MessageEvent<{ open?: string; company?: string }>) => {
      const link = data?.open;
      if (typeof link !== 'string' || !link.startsWith('/') || !isSafeLink(link)) return;
      ports[0]?.postMessage('opened');
      void open(link, data.company ?? '');
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    // A window that the worker opened says whose page it is.
    const { pathname, search, hash } = window.location;
    const company = /^#company=([\w-]{36})$/.exec(hash)?.[1];
    if (!company) return;
    const link = pathname + search;
    router.history.replace(link);
    if (company !== companyId) void open(link, company);
  }, [router, companyId]);
}
