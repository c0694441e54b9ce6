// The worker of the outbox: claims due deliveries for the routes that are open, sends them, and records every attempt
// and its answer. It knows neither media nor causes.
import { setTimeout as sleep } from 'node:timers/promises';
import { isLostDatabase } from '#server/db/database-away.ts';
import type { Services } from '#server/lib/context.ts';
import type { MayStillSend } from './claim-deliveries.ts';
import { type Claiming, claimForRoutes, type Waiting } from './claim-for-routes.ts';
import type { Medium } from './medium.ts';
import { expireQueued, nextDue, releaseExpiredClaims } from './release-claims.ts';
import { countDelivery, hold, roomOf } from './route-lane.ts';
import { notifyOperators } from './route-states.ts';
import {
  closeRoutes,
  forgetRoutes,
  type ProcessRoutes,
  readRoutes,
  releaseRoutes,
  routesOfProcess,
} from './routes-of-process.ts';
import { type Attempt, giveBack, type Sending, sendDelivery } from './send-delivery.ts';
import { openTurnRests } from './turn-rests.ts';
import type { WhenSent } from './when-sent.ts';
import { type OutcomeWriter, outcomeWriter } from './write-outcomes.ts';

export interface Outbox {
  /** Resolves when nothing is due that could be sent, and no delivery is in progress. */
  drain(): Promise<void>;
  /** Waits up to 8 seconds for deliveries in progress; another worker retries those that are aborted. */
  close(): Promise<void>;
}

/** Notifications wake the worker; polling (ms) finds expired claims, retries and lost notifications. */
const pollInterval = 5_000;
/**
 * After an outage of the database, processes record what they have sent for so long, before claims that have expired
 * meanwhile are taken for those of dead processes.
 */
const recordingTime = Temporal.Duration.from({ seconds: 30 });
/** A delivery that is due, and that another process has locked, is looked for again after this time (ms). */
const minWait = 100;
/** After close: how long deliveries may continue, and how long recording their outcome may then take (ms). */
const closing = { deliveries: 4_000, settling: 1_500 };

/** The state of the worker of a process. Only the functions of this file change it. */
interface Worker {
  services: Services;
  media: readonly Medium[];
  whenSent: WhenSent;
  routes: ProcessRoutes;
  claiming: Claiming;
  sending: Sending;
  outcomes: OutcomeWriter;
  /** Deliveries in progress. */
  underWay: Set<Promise<void>>;
  /** The media to look at: those with room again, and all after a notification. */
  wanted: Set<Medium>;
  /** The reasons to look at each medium again. */
  waits: Map<Medium, Waiting>;
  isTidyDue: boolean;
  /** Expired claims are released from then on; undefined: now. */
  releasesFrom: Temporal.Instant | undefined;
  isClosed: boolean;
  /** The poll that runs. */
  polling: Promise<void> | undefined;
  /** Begins the next poll. */
  timer: NodeJS.Timeout | undefined;
}

/** Starts the worker; any number of processes may run one. A queue without a route is stored for reading. */
export function openOutbox(
  services: Services,
  {
    media,
    mayStillSend = {},
    whenSent = [],
  }: { media: readonly Medium[]; mayStillSend?: MayStillSend; whenSent?: WhenSent },
): Outbox {
  const abort = new AbortController();
  const worker = newWorker(services, { media, mayStillSend, whenSent, signal: abort.signal });
  const stopListening = services.live.listen('daybook_outbox', (payload) => {
    if (payload !== '') forgetRoutes(worker.routes);
    wakeQuietly(worker);
  });
  const tidying = setInterval(() => {
    worker.isTidyDue = true;
    wakeQuietly(worker);
  }, pollInterval);
  wakeQuietly(worker);
  return {
    drain: () => drain(worker),
    async close() {
      worker.isClosed = true;
      stopListening();
      clearInterval(tidying);
      await stop(worker, abort);
    },
  };
}

function newWorker(
  services: Services,
  given: { media: readonly Medium[]; mayStillSend: MayStillSend; whenSent: WhenSent; signal: AbortSignal },
): Worker {
  const { media, mayStillSend, whenSent, signal } = given;
  const underWay = new Set<Promise<void>>();
  const routes = routesOfProcess(services, media, () => Promise.allSettled(underWay));
  const shared = { services, routes, passedOn: new Set<string>() };
  const outcomes = outcomeWriter(services, signal, whenSent);
  const worker: Worker = {
    ...{ services, media, whenSent, routes, underWay, outcomes },
    claiming: {
      ...{ ...shared, mayStillSend, rests: openTurnRests(services, () => wakeQuietly(worker)) },
      start: (attempt, content) => start(worker, attempt, content),
    },
    sending: { ...shared, write: outcomes.write, signal, onAnswer: (medium) => wakeQuietly(worker, medium) },
    wanted: new Set(media),
    waits: new Map(),
    isTidyDue: true,
    releasesFrom: undefined,
    isClosed: false,
    polling: undefined,
    timer: undefined,
  };
  return worker;
}

/** Claims deliveries while there is room, until none is due. */
async function poll(worker: Worker): Promise<void> {
  const { routes, claiming, wanted, waits } = worker;
  do {
    if (worker.isClosed) return;
    if (worker.isTidyDue) await tidy(worker);
    const known = await readRoutes(routes);
    for (const one of known.media) {
      // A medium that is woken meanwhile is looked at again.
      if (!wanted.delete(one.medium)) continue;
      const waiting: Waiting = { queues: [], reopens: [] };
      waits.set(one.medium, waiting);
      if ((await claimForRoutes(claiming, one, known.states, waiting)) > 0) wanted.add(one.medium);
      if (worker.isClosed) return;
    }
    if (wanted.size === 0) await setTimer(worker);
  } while (wanted.size > 0);
}

async function tidy(worker: Worker): Promise<void> {
  const { services, media, whenSent, routes, outcomes, releasesFrom } = worker;
  worker.isTidyDue = false;
  const now = services.clock.now();
  const isEarly = releasesFrom && Temporal.Instant.compare(now, releasesFrom) < 0;
  if (!isEarly && !outcomes.isBehind()) await releaseExpiredClaims(services.database.write, now);
  await expireQueued(services.database.write, now);
  for (const medium of media) await medium.tidy?.(services, whenSent);
  const known = await readRoutes(routes);
  await notifyOperators(
    services,
    known.media.flatMap(({ medium, routes: own }) => own.map((route) => ({ route, page: medium.settingsPage }))),
  );
}

/** Sends now, or when a connection is free. Resolves when the delivery is settled. */
function start(worker: Worker, attempt: Attempt, content: unknown): Promise<void> {
  const { services, sending, underWay } = worker;
  const { medium, one, delivery, isTrial, since } = attempt;
  const send = () =>
    sendDelivery(
      sending,
      attempt,
      content,
      countDelivery(one, delivery, () => wakeQuietly(worker, medium)),
    );
  const isFree =
    isTrial || delivery.lane === 'turn' || (one.waiting.length + one.pausing === 0 && roomOf(one, false).now > 0);
  const sent = isFree
    ? send()
    : new Promise<void>((resolve) => {
        hold(one, { since, go: (next) => resolve(next === 'send' ? send() : giveBack(sending, attempt, next)) });
      });
  const running = sent
    .catch((error: unknown) => services.log.error({ err: error }, 'a delivery could not be settled'))
    .finally(() => {
      underWay.delete(running);
      wakeQuietly(worker, medium);
    });
  underWay.add(running);
  return running;
}

/** Polls when the next delivery is due or a route gets tokens, at the latest after the interval. */
async function setTimer(worker: Worker): Promise<void> {
  const { services, waits } = worker;
  const waiting = [...waits.values()];
  // Read once after each look at a medium: whatever is queued later wakes the outbox.
  for (const one of waiting) {
    if (one.due !== undefined) continue;
    one.due = one.queues.length > 0 ? ((await nextDue(services.database.read, one.queues)) ?? null) : null;
  }
  const now = services.clock.now().epochMilliseconds;
  const times = waiting.flatMap(({ reopens, due }) => [...reopens, ...(due ? [due] : [])]);
  schedule(worker, Math.max(minWait, Math.min(...times.map((time) => time.epochMilliseconds - now), pollInterval)));
}

function schedule(worker: Worker, wait: number): void {
  clearTimeout(worker.timer);
  if (worker.isClosed) return;
  worker.timer = setTimeout(() => wakeQuietly(worker), wait).unref();
}

/** Looks at the medium, by default at all. */
function wake(worker: Worker, medium?: Medium): Promise<void> {
  for (const one of medium ? [medium] : worker.media) worker.wanted.add(one);
  worker.polling ??= poll(worker).finally(() => {
    worker.polling = undefined;
  });
  return worker.polling;
}

function wakeQuietly(worker: Worker, medium?: Medium): void {
  if (worker.isClosed) return;
  wake(worker, medium).catch((error: unknown) => {
    const { log, clock } = worker.services;
    log.debug({ err: error }, 'the outbox cannot be read');
    if (isLostDatabase(error)) worker.releasesFrom = clock.now().add(recordingTime);
    schedule(worker, pollInterval);
  });
}

async function drain(worker: Worker): Promise<void> {
  const { routes, underWay, claiming } = worker;
  claiming.rests.isHurried = true;
  try {
    do {
      await Promise.all(underWay);
      worker.isTidyDue = true;
      forgetRoutes(routes);
      await wake(worker);
    } while (underWay.size > 0 && !worker.isClosed);
  } finally {
    claiming.rests.isHurried = false;
  }
}

/** Ends a worker that is closed. */
async function stop({ media, routes, underWay, polling, timer }: Worker, abort: AbortController): Promise<void> {
  clearTimeout(timer);
  await polling?.catch(() => {});
  releaseRoutes(routes);
  await Promise.race([Promise.all(underWay), sleep(closing.deliveries, undefined, { ref: false })]);
  abort.abort();
  await Promise.race([Promise.all(underWay), sleep(closing.settling, undefined, { ref: false })]);
  await closeRoutes(routes);
  await Promise.all(media.map((medium) => medium.close?.()));
}
