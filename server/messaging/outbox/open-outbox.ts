// The worker of the outbox: claims due deliveries for the routes that are open, sends them, and records every attempt
// and its answer. It knows neither media nor causes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/lib/context.ts';
import type { MayStillSend } from './claim-deliveries.ts';
import { claimerFor, type Waiting } from './claim-for-routes.ts';
import type { Medium } from './medium.ts';
import { expireQueued, nextDue, releaseExpiredClaims } from './release-claims.ts';
import { countDelivery, hold, roomOf } from './route-lane.ts';
import { tellOperators } from './route-states.ts';
import { routesOfProcess } from './routes-of-process.ts';
import { type Attempt, deliverySender } from './send-delivery.ts';
import type { WhenSent } from './when-sent.ts';
import { outcomeWriter } from './write-outcomes.ts';

export interface Outbox {
  /** Resolves when nothing is due that could be sent, and no delivery is in progress. */
  drain(): Promise<void>;
  /** Waits up to 8 seconds for deliveries in progress; another worker retries those that are aborted. */
  close(): Promise<void>;
}

/** Notifications wake the worker; polling (ms) finds expired claims, retries and lost notifications. */
const pollInterval = 5_000;
/** A delivery that is due, and that another process has locked, is looked for again after this time (ms). */
const minWait = 100;
/** After close: how long deliveries may continue, and how long recording their outcome may then take (ms). */
const closing = { deliveries: 4_000, settling: 1_500 };

/** Starts the worker; any number of processes may run one. A queue without a route is stored for reading. */
export function openOutbox(
  services: Services,
  {
    media,
    mayStillSend = {},
    whenSent = [],
  }: { media: readonly Medium[]; mayStillSend?: MayStillSend; whenSent?: WhenSent },
): Outbox {
  const underWay = new Set<Promise<void>>();
  const abort = new AbortController();
  const { signal } = abort;
  const passedOn = new Set<string>();
  const routes = routesOfProcess(services, media, () => Promise.allSettled(underWay));
  const write = outcomeWriter(services, signal, whenSent);
  const sender = deliverySender({ services, routes, write, passedOn, signal, onAnswer: wakeQuietly });
  const claimFor = claimerFor({ services, routes, mayStillSend, passedOn, start });
  let closed = false;
  let polling: Promise<void> | undefined;
  /** The media to look at: those with room again, and all after a notification. */
  const wanted = new Set<Medium>(media);
  /** The reasons to look at each medium again. */
  const waits = new Map<Medium, Waiting>();
  let isTidyDue = true;
  let timer: NodeJS.Timeout | undefined;

  /** Claims deliveries while there is room, until none is due. */
  async function poll(): Promise<void> {
    do {
      if (closed) return;
      if (isTidyDue) await tidy();
      const known = await routes.read();
      for (const one of known.media) {
        // A medium that is woken meanwhile is looked at again.
        if (!wanted.delete(one.medium)) continue;
        const waiting: Waiting = { queues: [], reopens: [] };
        waits.set(one.medium, waiting);
        if ((await claimFor(one, known.states, waiting)) > 0) wanted.add(one.medium);
        if (closed) return;
      }
      if (wanted.size === 0) await setTimer([...waits.values()]);
    } while (wanted.size > 0);
  }

  async function tidy(): Promise<void> {
    isTidyDue = false;
    const now = services.clock.now();
    await releaseExpiredClaims(services.database.write, now);
    await expireQueued(services.database.write, now);
    for (const medium of media) await medium.tidy?.(services, whenSent);
    const known = await routes.read();
    await tellOperators(
      services,
      known.media.flatMap(({ medium, routes: own }) => own.map((route) => ({ route, page: medium.settingsPage }))),
    );
  }

  /** Sends now, or when a connection is free. */
  function start(attempt: Attempt, content: unknown): void {
    const { medium, one, delivery, isTrial, since } = attempt;
    const send = () =>
      sender.send(
        attempt,
        content,
        countDelivery(one, delivery, () => wakeQuietly(medium)),
      );
    const isFree =
      isTrial || delivery.lane === 'turn' || (one.waiting.length + one.pausing === 0 && roomOf(one, false).now > 0);
    const sent = isFree
      ? send()
      : new Promise<void>((resolve) => {
          hold(one, { since, go: (next) => resolve(next === 'send' ? send() : sender.giveBack(attempt, next)) });
        });
    const sending = sent
      .catch((error: unknown) => services.log.error({ err: error }, 'a delivery could not be settled'))
      .finally(() => {
        underWay.delete(sending);
        wakeQuietly(medium);
      });
    underWay.add(sending);
  }

  /** Polls when the next delivery is due or a route gets tokens, at the latest after the interval. */
  async function setTimer(waiting: readonly Waiting[]): Promise<void> {
    // Read once after each look at a medium: whatever is queued later wakes the outbox.
    for (const one of waiting) {
      if (one.due !== undefined) continue;
      one.due = one.queues.length > 0 ? ((await nextDue(services.database.read, one.queues)) ?? null) : null;
    }
    const now = services.clock.now().epochMilliseconds;
    const times = waiting.flatMap(({ reopens, due }) => [...reopens, ...(due ? [due] : [])]);
    schedule(Math.max(minWait, Math.min(...times.map((time) => time.epochMilliseconds - now), pollInterval)));
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => wakeQuietly(), wait).unref();
  }

  /** Looks at the medium, by default at all. */
  function wake(medium?: Medium): Promise<void> {
    for (const one of medium ? [medium] : media) wanted.add(one);
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    return polling;
  }

  function wakeQuietly(medium?: Medium): void {
    if (closed) return;
    wake(medium).catch((error: unknown) => {
      services.log.debug({ err: error }, 'the outbox cannot be read');
      schedule(pollInterval);
    });
  }

  function onNotice(payload: string): void {
    if (payload !== '') routes.forget();
    wakeQuietly();
  }

  const stopListening = services.live.listen('daybook_outbox', onNotice);
  const tidying = setInterval(() => {
    isTidyDue = true;
    wakeQuietly();
  }, pollInterval);
  wakeQuietly();

  return {
    async drain() {
      do {
        await Promise.all(underWay);
        isTidyDue = true;
        routes.forget();
        await wake();
      } while (underWay.size > 0 && !closed);
    },
    async close() {
      closed = true;
      stopListening();
      clearInterval(tidying);
      clearTimeout(timer);
      await polling?.catch(() => {});
      routes.release();
      await Promise.race([Promise.all(underWay), sleep(closing.deliveries, undefined, { ref: false })]);
      abort.abort();
      await Promise.race([Promise.all(underWay), sleep(closing.settling, undefined, { ref: false })]);
      await routes.close();
      await Promise.all(media.map((medium) => medium.close?.()));
    },
  };
}
