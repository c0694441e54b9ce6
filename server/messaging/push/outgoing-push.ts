// Push as a medium of the outbox.
import { purposes } from '#contract/messaging/deliveries.ts';
import type { Services } from '#server/lib/context.ts';
import { ForbiddenHost } from '#server/lib/http/outgoing.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { type Medium, pushRoute, type Route, type Sender } from '#server/messaging/outbox/medium.ts';
import { openInFlight } from './in-flight.ts';
import { loadMessages, type PushMessage } from './push-content.ts';
import { explainPushFailure, ForbiddenEndpoint, PushRefusal, SubscriptionGone } from './push-failure.ts';
import { pushKey } from './push-key.ts';
import { hostOf, openToken, parseSubscription } from './subscription.ts';

/** A whole request to a push service (ms). */
const defaultTimeout = 20_000;
const connections = 10;

/** One route for all push services: each subscription names its own, and none is the installation's. */
const route: Route = {
  id: pushRoute,
  name: 'Push',
  mark: 'push',
  purposes,
  maxConnections: connections,
  perSecond: null,
  perHour: null,
  perDay: null,
};

export function pushMedium(services: Services, { timeout = defaultTimeout } = {}): Medium<PushMessage> {
  return {
    name: 'push',
    routes: async () => [route],
    open: async () => openSender(services, timeout),
    load: loadMessages,
    explain: (error) => explainPushFailure(error, services.clock.now()),
    // Push services have no settings; the screen of mail servers shows and resumes their route.
    settingsPage: '/app/system/email/smtps',
  };
}

function openSender(services: Services, timeout: number): Sender<PushMessage> {
  const { config, clock, publicUrl } = services;
  const inFlight = openInFlight();
  // Loaded on first use: many installations start without a subscription.
  const loadBrowsers = once(async () => {
    const [{ sendToBrowser }, key] = await Promise.all([import('./send-to-browser.ts'), pushKey(services)]);
    return { sendToBrowser, key };
  });
  const loadApps = once(async () => (await import('./send-to-app.ts')).openAppSender(config, { publicUrl, timeout }));

  async function deliver(message: PushMessage, signal: AbortSignal): Promise<string> {
    const subscription = parseSubscription(openToken(config, message.token));
    const now = clock.now();
    if (!subscription) throw new SubscriptionGone('The subscription cannot be read.');
    const leave = await inFlight.enter(message.userId, hostOf(subscription));
    try {
      if (subscription.kind === 'app') return await (await loadApps()).send(subscription, message, now, signal);
      const { sendToBrowser, key } = await loadBrowsers();
      return await sendToBrowser(subscription, message, { config, publicUrl, key, timeout, now, signal });
    } catch (error) {
      // The person named the host; that of apps is the operator's.
      if (subscription.kind !== 'browser') throw error;
      if (error instanceof ForbiddenHost) throw new ForbiddenEndpoint(error, message.userId);
      if (error instanceof PushRefusal) error.userId = message.userId;
      throw error;
    } finally {
      leave();
    }
  }

  return {
    async send(message, signal) {
      try {
        return oneLine(await deliver(message, signal), 500);
      } catch (error) {
        if (error instanceof SubscriptionGone) await removeSubscription(services, message);
        throw error;
      }
    },
    close() {},
  };
}

/** The browser may have subscribed again in the meantime, with another token. */
async function removeSubscription({ database }: Services, { subscriptionId, token }: PushMessage): Promise<void> {
  await database.write
    .deleteFrom('pushSubscriptions')
    .where('id', '=', subscriptionId)
    .where('token', '=', token)
    .execute();
}

/** Remembers a success; a failure is tried again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
