// The worker of the outbox: claims due deliveries for the routes that are open, sends them, and records every attempt
// and its answer. It knows neither media nor causes.
import { setTimeout as sleep } from 'node:timers/promises';
import { purposes } from '#contract/messaging/deliveries.ts';
import type { Services } from '#server/lib/context.ts';
import type { Refusal } from './burst-guard.ts';
import { type Claimed, claimNow, claimTurns, hasDueTurns, type MayStillSend } from './claim-deliveries.ts';
import { type Medium, queueOf, type Route, type Sender } from './medium.ts';
import { expireQueued, keepDeliveries, nextDue, releaseExpiredClaims } from './release-claims.ts';
import { retryDelayAfter } from './retry-delays.ts';
import {
  countDelivery,
  giveBackWaiting,
  hold,
  maxOpen,
  type Next,
  type OpenRoute,
  openRoute,
  roomAhead,
  roomOf,
} from './route-lane.ts';
import {
  leaseTokens,
  overdrawTokens,
  pauseRoute,
  type RouteState,
  resumeRoute,
  routeStates,
  tellOperators,
} from './route-states.ts';
import { type Outcome, takeBackRefusals } from './settle-deliveries.ts';
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
/** The settings and states of routes are read again after this time, and after each notification of a change (ms). */
const routesFor = 1_000;
/** After close: how long deliveries may continue, and how long recording their outcome may then take (ms). */
const closing = { deliveries: 4_000, settling: 1_500 };

interface Routes {
  medium: Medium;
  routes: Route[];
}

/** What the next poll of a medium waits for: due deliveries of queues with room, and routes that get tokens again. */
interface Waiting {
  queues: string[];
  reopens: Temporal.Instant[];
  /** When the next delivery of the queues is due, once that was asked; null when none is queued. */
  due?: Temporal.Instant | null;
}

interface Attempt {
  medium: Medium;
  one: OpenRoute;
  sender: Sender<unknown>;
  delivery: Claimed;
  /** The route is tried again after a pause. */
  isTrial: boolean;
  /** When its claim began (`performance.now()`). */
  since: number;
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
  const open = new Map<string, OpenRoute>();
  const underWay = new Set<Promise<void>>();
  const abort = new AbortController();
  const write = outcomeWriter(services, abort.signal, whenSent);
  const reported = new Set<string>();
  /** Queues with deliveries that a route has left to the next one. */
  const passedOn = new Set<string>();
  let known: { at: number; routes: Routes[]; states: Map<string, RouteState> } | undefined;
  /** The same, also while it has to be read again. */
  let latest: typeof known;
  /** Changes of routes so far. */
  let changes = 0;
  let closed = false;
  let polling: Promise<void> | undefined;
  /** The media to look at: those with room again, and all after a notification. */
  const wanted = new Set<Medium>(media);
  /** What each waits for since it was looked at. */
  const waits = new Map<Medium, Waiting>();
  let isTidyDue = true;
  let timer: NodeJS.Timeout | undefined;

  /** Claims deliveries while there is room, until none is due. */
  async function poll(): Promise<void> {
    do {
      if (closed) return;
      if (isTidyDue) await tidy();
      const { routes, states } = await readRoutes();
      for (const one of routes) {
        // Those that come during this are looked at again.
        if (!wanted.delete(one.medium)) continue;
        const waiting: Waiting = { queues: [], reopens: [] };
        waits.set(one.medium, waiting);
        if ((await claimFor(one, states, waiting)) > 0) wanted.add(one.medium);
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
    const { routes } = await readRoutes();
    await tellOperators(
      services,
      routes.flatMap(({ medium, routes: ofMedium }) => ofMedium.map((route) => ({ route, page: medium.settingsPage }))),
    );
  }

  async function readRoutes(): Promise<NonNullable<typeof known>> {
    if (known && performance.now() - known.at < routesFor) return known;
    const at = performance.now();
    const before = changes;
    const [states, routes] = await Promise.all([
      routeStates(services.database.write),
      Promise.all(media.map(async (medium) => ({ medium, routes: await medium.routes(services) }))),
    ]);
    // A change that was notified while they were read may not be in them.
    if (before !== changes) return readRoutes();
    known = { at, routes, states };
    latest = known;
    for (const one of routes) for (const route of one.routes) reportProblem(route);
    closeFormer(routes.flatMap((one) => one.routes));
    for (const one of open.values()) await adoptState(one, states.get(one.route.id)?.refusesAll ?? false);
    return { at, routes, states };
  }

  /** What this process refused over a route that another one has found to refuse everyone is sent again, too. */
  async function adoptState(one: OpenRoute, refusesAll: boolean): Promise<void> {
    if (refusesAll === one.isSharedRefusal) return;
    one.isSharedRefusal = refusesAll;
    one.refusesAll = refusesAll;
    if (refusesAll) await takeBack(one);
  }

  function forgetRoutes(): void {
    known = undefined;
    changes++;
  }

  /** The operator has to fix this: report it once, not at every poll. */
  function reportProblem({ id, name, mark, problem }: Route): void {
    const key = `${id} ${mark}`;
    if (!problem || reported.has(key)) return;
    reported.add(key);
    services.log.warn({ category: 'Mail', err: problem }, `nothing is sent through ${name}`);
  }

  /** Deliveries over a route of former settings finish undisturbed. */
  function closeFormer(routes: readonly Route[]): void {
    for (const [id, one] of open) {
      const { mark } = one.route;
      if (routes.some((route) => route.id === id && route.mark === mark && !route.isElsewhere)) continue;
      open.delete(id);
      void Promise.allSettled(underWay).then(() => closeSender(one));
    }
  }

  /** Returns how many deliveries were claimed. */
  async function claimFor(
    { medium, routes }: Routes,
    states: Map<string, RouteState>,
    waiting: Waiting,
  ): Promise<number> {
    const now = services.clock.now();
    const all = (medium.purposes ?? purposes).map((purpose) => queueOf(medium.name, purpose));
    const unserved = new Set(all);
    const withoutRoute = new Set(unserved);
    let claimed = 0;
    for (const route of routes) {
      const queues = route.purposes.map((purpose) => queueOf(medium.name, purpose));
      for (const queue of queues) withoutRoute.delete(queue);
      const state = states.get(route.id);
      if (route.problem) continue;
      if (route.isLasting && !route.isElsewhere) opened(medium, route, state?.refusesAll ?? false);
      if (isAfter(state?.pausedUntil, now)) continue;
      // The most urgent first.
      const served = all.filter((queue) => unserved.has(queue) && queues.includes(queue));
      // A route that is tried again after a pause takes one delivery; the next route takes the others.
      const isTried = (state?.pauses ?? 0) > 0;
      if (route.isElsewhere) {
        if (!isTried) for (const queue of served) unserved.delete(queue);
        continue;
      }
      const one = opened(medium, route, state?.refusesAll ?? false);
      if (one.pausing > 0) continue;
      if (route.ownQueue) served.unshift(route.ownQueue);
      if (one.closedUntil && isAfter(one.closedUntil, now)) {
        waiting.reopens.push(one.closedUntil);
        // Within a second, its mail waits; for longer, the next route takes it.
        const isBrief = !isAfter(one.closedUntil, now.add({ seconds: 1 }));
        if (isBrief) for (const queue of served) unserved.delete(queue);
        continue;
      }
      if (!isTried) for (const queue of served) unserved.delete(queue);
      const isLimited = [route.perSecond, route.perHour, route.perDay].some((limit) => limit !== null);
      const ahead = medium.claimsAhead && !isTried && !isLimited ? roomAhead(one) : 0;
      claimed += isTried ? 0 : await claimPassedOn(medium, one, queues, served);
      const room = { ...roomOf(one, isTried), ahead };
      if (served.length === 0 || room.now + ahead === 0) continue;
      waiting.queues.push(...served);
      claimed += await claimOver(medium, one, served, room, isTried);
      if (!one.closedUntil || !isAfter(one.closedUntil, now)) continue;
      waiting.reopens.push(one.closedUntil);
      // Its limit turned out to be used up: the next route takes its mail, unless it opens again within a second.
      if (isAfter(one.closedUntil, now.add({ seconds: 1 }))) {
        for (const queue of served) if (queue !== route.ownQueue) unserved.add(queue);
      }
    }
    if (withoutRoute.size === 0) return claimed;
    const kept = await keepDeliveries(services, [...withoutRoute]);
    if (kept.length > 0) await medium.onKept?.(services, kept);
    waiting.queues.push(...withoutRoute);
    return claimed + kept.length;
  }

  /** Claims what an earlier route, which serves these queues, has refused as our fault. */
  async function claimPassedOn(
    medium: Medium,
    one: OpenRoute,
    queues: readonly string[],
    served: readonly string[],
  ): Promise<number> {
    const passed = queues.filter((queue) => passedOn.has(queue) && !served.includes(queue));
    const room = { ...roomOf(one, false), ahead: 0 };
    if (passed.length === 0 || room.now === 0) return 0;
    const claimed = await claimOver(medium, one, passed, room, false, true);
    if (claimed === 0) for (const queue of passed) passedOn.delete(queue);
    return claimed;
  }

  function opened(medium: Medium, route: Route, refusesAll: boolean): OpenRoute {
    const found = open.get(route.id);
    if (found) return found;
    const made = openRoute(route, medium.open(route, maxOpen(route)), refusesAll);
    open.set(route.id, made);
    return made;
  }

  async function claimOver(
    medium: Medium,
    one: OpenRoute,
    queues: readonly string[],
    room: { now: number; turns: number; ahead: number },
    isTrial: boolean,
    isPassedOn = false,
  ): Promise<number> {
    const { route } = one;
    const { maxParts = 1 } = medium;
    const limits = [route.perSecond, route.perHour, route.perDay].filter((limit) => limit !== null);
    const isLimited = limits.length > 0;
    const wanted = (room.now + room.ahead) * maxParts;
    const { leased, until } = isLimited ? await leaseTokens(services, route, wanted) : { leased: wanted, until: null };
    if (leased === 0) {
      one.closedUntil = until ?? undefined;
      return 0;
    }
    const since = performance.now();
    const claim = { medium: medium.name, routeId: route.id, queues, mayStillSend, isPassedOn };
    const tokensLeft = (rows: readonly Claimed[]) => leased - tokensOf(rows);
    const tokens = (rows: readonly Claimed[]) =>
      isLimited ? { left: tokensLeft(rows), isAll: rows.length === 0 && leased >= Math.min(...limits) } : undefined;
    const [claimed, hasTurns] = await Promise.all([
      claimNow(services, { ...claim, tokens: tokens([]) }, Math.min(room.now + room.ahead, leased)),
      room.turns > 0 && hasDueTurns(services, queues),
    ]);
    const turns = Math.min(room.turns, room.now - claimed.length, tokensLeft(claimed));
    if (hasTurns && turns > 0)
      claimed.push(...(await claimTurns(services, { ...claim, tokens: tokens(claimed) }, turns)));
    // What is due may have more parts than are left.
    if (isLimited && maxParts > 1 && claimed.length === 0 && leased < wanted) {
      one.closedUntil = services.clock.now().add({ seconds: 1 });
    }
    const sending = claimed.filter(({ state }) => state === 'sending');
    if (isLimited) await settleTokens(route, tokensLeft(sending));
    if (sending.length === 0) return claimed.length;
    const [sender, contents] = await Promise.all([
      one.sender,
      medium.load(
        services.database.write,
        sending.map(({ id }) => id),
      ),
    ]);
    for (const delivery of sending) start({ medium, one, sender, delivery, isTrial, since }, contents.get(delivery.id));
    return claimed.length;
  }

  /** Gives back the tokens that were not used, or takes those that were used beyond. */
  async function settleTokens(route: Route, left: number): Promise<void> {
    if (left > 0) await leaseTokens(services, route, -left);
    if (left < 0) await overdrawTokens(services, route, -left);
  }

  /** Sends now, or when a connection is free. */
  function start(given: Attempt, content: unknown): void {
    const { medium, one, delivery, isTrial, since } = given;
    const wakeIts = () => wakeQuietly(medium);
    const send = () => attempt(given, content, countDelivery(one, delivery, wakeIts));
    const isFree =
      isTrial || delivery.lane === 'turn' || (one.waiting.length + one.pausing === 0 && roomOf(one, false).now > 0);
    const sent = isFree
      ? send()
      : new Promise<void>((resolve) => {
          hold(one, { since, go: (next) => resolve(next === 'send' ? send() : giveBack(given, next)) });
        });
    const sending = sent
      .catch((error: unknown) => services.log.error({ err: error }, 'a delivery could not be settled'))
      .finally(() => {
        underWay.delete(sending);
        if (!closed) wakeIts();
      });
    underWay.add(sending);
  }

  /** No connection was free in time, or before the route was paused. */
  function giveBack({ medium, one, delivery }: Attempt, next: Exclude<Next, 'send'>): Promise<void> {
    const at = services.clock.now();
    const reason = next === 'pause' ? ({ reason: 'route', dueAt: at } as const) : ({ reason: '' } as const);
    const answer = next === 'pause' ? 'Not tried: the route was paused.' : '';
    const outcome: Outcome = { state: 'queued', isUncounted: true, answer, ...reason };
    return write({ delivery, medium: medium.name, routeId: one.route.id, outcome, at });
  }

  /** Tries to send a claimed delivery and records the outcome. */
  async function attempt(given: Attempt, content: unknown, stopCounting: () => void): Promise<void> {
    const { medium, one, sender, delivery } = given;
    let outcome: Outcome;
    try {
      if (content === undefined) throw new Error('Its content is gone.');
      const response = await sender.send(content, abort.signal);
      outcome = { state: 'sent', reason: '', ...(typeof response === 'string' ? { answer: response } : response) };
      stopCounting();
    } catch (error) {
      // A trial counts until its failure has paused the route: no other begins meanwhile.
      if (!given.isTrial) stopCounting();
      outcome = await afterFailure(given, error).finally(stopCounting);
    }
    const fields = { category: 'Mail', delivery: delivery.id, attempt: delivery.attempts, answer: outcome.answer };
    if (outcome.state === 'sent') services.log.debug(fields, 'sent');
    else services.log.warn(fields, outcome.state === 'queued' ? 'not sent, trying again later' : 'not sent');
    if (!closed) wakeQuietly(medium);
    await write({ delivery, medium: medium.name, routeId: one.route.id, outcome, at: services.clock.now() });
    if (outcome.skipsRoute) passedOn.add(delivery.queue);
    if (outcome.state === 'sent') await afterSuccess(given);
    // Another attempt may have taken back the others while this refusal was being written. A delivery that a trial left for later
    // stays.
    else if (one.refusesAll) await takeBack(one, outcome.state === 'failed' || !given.isTrial ? [delivery.id] : []);
  }

  /** Only a trial ends a pause: a delivery that was under way before it says nothing about now. */
  async function afterSuccess({ one, isTrial }: Attempt): Promise<void> {
    one.guard.accepted();
    if (!isTrial) return;
    await resumeRoute(services.database.write, one.route.id);
    one.refusesAll = false;
    forgetRoutes();
  }

  async function afterFailure(given: Attempt, error: unknown): Promise<Outcome> {
    const { medium, one, delivery, isTrial } = given;
    const now = services.clock.now();
    const { kind, answer, retryAfter, maybeSent, toldBy, isUncounted = false } = medium.explain(error);
    if (delivery.guarantee === 'once' && maybeSent) return { state: 'uncertain', reason: 'uncertain', answer };
    if (abort.signal.aborted) {
      return { state: 'queued', reason: 'stopped', answer: 'Cut off: the server is stopping.', dueAt: now };
    }
    if (kind === 'gone') return { state: 'cancelled', reason: 'gone', answer };
    if (kind === 'routeDown') {
      await pause(one, answer, false);
      return { state: 'queued', reason: 'route', answer, dueAt: now, isUncounted: true };
    }
    const isAboutUs = kind === 'routeRefused' && toldBy === undefined;
    const source = toldBy ?? delivery.address.slice(delivery.address.lastIndexOf('@') + 1);
    if (kind !== 'retry' && refusesAll(one, { id: delivery.id, source, isAboutUs }, isTrial)) {
      const until = await pause(one, answer, true);
      // Another route takes it at once; else after the others: one recipient that is refused for good must not be every
      // trial of the route.
      const dueAt = hasOtherRoute(given, now) ? now : until.add({ minutes: 1 });
      return { state: 'queued', reason: 'route', answer, dueAt, isUncounted: true };
    }
    if (kind === 'refused' || kind === 'bounced') return { state: 'failed', reason: kind, answer };
    if (isAboutUs && !delivery.hasSkipped && hasOtherRoute(given, now)) {
      return { state: 'queued', reason: 'retry', answer, dueAt: now, isUncounted: true, skipsRoute: true };
    }
    const wait = retryDelayAfter(delivery.attempts, retryAfter);
    const reason = isAboutUs ? 'route' : 'retry';
    if (wait) return { state: 'queued', reason, answer, dueAt: now.add(wait), isUncounted };
    return { state: 'failed', reason: 'givenUp', answer: `${answer} (given up after ${delivery.attempts} attempts)` };
  }

  /** Whether a refusal is one of those that a route gives nearly everyone. */
  function refusesAll(one: OpenRoute, refusal: Refusal, isTrial: boolean): boolean {
    one.refusesAll ||= (isTrial && refusal.isAboutUs) || one.guard.refused(refusal);
    return one.refusesAll;
  }

  /** Whether another route of the delivery's purpose is open. */
  function hasOtherRoute({ medium, one, delivery }: Attempt, now: Temporal.Instant): boolean {
    const { routes = [] } = latest?.routes.find((each) => each.medium === medium) ?? {};
    return routes.some(
      ({ id, purposes: served, problem }) =>
        id !== one.route.id &&
        !problem &&
        !isAfter(latest?.states.get(id)?.pausedUntil, now) &&
        served.some((purpose) => queueOf(medium.name, purpose) === delivery.queue),
    );
  }

  async function pause(one: OpenRoute, reason: string, refusesAll: boolean): Promise<Temporal.Instant> {
    one.pausing++;
    giveBackWaiting(one, 'pause');
    try {
      const until = await pauseRoute(services, one.route.id, { reason, refusesAll });
      services.log.warn({ category: 'Mail', reason }, `${one.route.name} is paused until ${until}`);
      return until;
    } finally {
      one.pausing--;
      forgetRoutes();
      // Those of a claim that was under way.
      giveBackWaiting(one, 'pause');
    }
  }

  async function takeBack(one: OpenRoute, ids: readonly string[] = []): Promise<void> {
    await takeBackRefusals(services.database.write, [...one.guard.takeRefused(), ...ids], services.clock.now());
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
    wake(medium).catch((error: unknown) => {
      services.log.debug({ err: error }, 'the outbox cannot be read');
      schedule(pollInterval);
    });
  }

  function onNotice(payload: string): void {
    if (payload !== '') forgetRoutes();
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
        forgetRoutes();
        await wake();
      } while (underWay.size > 0 && !closed);
    },
    async close() {
      closed = true;
      stopListening();
      clearInterval(tidying);
      clearTimeout(timer);
      await polling?.catch(() => {});
      for (const one of open.values()) giveBackWaiting(one, 'release');
      await Promise.race([Promise.all(underWay), sleep(closing.deliveries, undefined, { ref: false })]);
      abort.abort();
      await Promise.race([Promise.all(underWay), sleep(closing.settling, undefined, { ref: false })]);
      await Promise.all([...open.values()].map(closeSender));
      await Promise.all(media.map((medium) => medium.close?.()));
    },
  };
}

/** A sender that could not be opened has nothing to close. */
async function closeSender({ sender }: OpenRoute): Promise<void> {
  const opened = await sender.catch(() => undefined);
  await opened?.close();
}

/** A message takes a token for each of its parts. */
function tokensOf(claimed: readonly Claimed[]): number {
  return claimed.reduce((sum, { parts }) => sum + (parts ?? 1), 0);
}

function isAfter(instant: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean {
  return instant ? Temporal.Instant.compare(instant, now) > 0 : false;
}
