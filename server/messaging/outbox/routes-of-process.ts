// The routes of all media as this process knows them: their settings and states, which it reads again when they change,
// and the senders that it has open.
import type { Services } from '#server/lib/context.ts';
import { type Medium, queueOf, type Route } from './medium.ts';
import { giveBackWaiting, maxOpen, type OpenRoute, openRoute } from './route-lane.ts';
import { pauseRoute, type RouteState, resumeRoute, routeStates } from './route-states.ts';
import { takeBackRefusals } from './settle-deliveries.ts';

/** The routes of a medium, in the order in which they are preferred. */
export interface MediumRoutes {
  medium: Medium;
  routes: Route[];
}

export interface KnownRoutes {
  media: MediumRoutes[];
  states: Map<string, RouteState>;
}

export interface ProcessRoutes {
  /** Returns the routes read within the last second, if no change was notified since. */
  read(): Promise<KnownRoutes>;
  /** The next reader reads the routes again. */
  forget(): void;
  /** The open route, opened now if it was not. */
  opened(medium: Medium, route: Route): OpenRoute;
  /** Whether another route than this one is open for the queue, as far as is known. */
  hasOther(medium: Medium, one: OpenRoute, queue: string): boolean;
  /** For all processes; returns until when. A delivery that waits for a connection is given back. */
  pause(one: OpenRoute, reason: string, refusesAll: boolean): Promise<Temporal.Instant>;
  /** For all processes. */
  resume(one: OpenRoute): Promise<void>;
  /** Requeues the deliveries that the route has refused, and those with these ids. */
  takeBack(one: OpenRoute, ids?: readonly string[]): Promise<void>;
  /** Releases what waits for a connection. */
  release(): void;
  close(): Promise<void>;
}

/** Settings and states are read again after this time, and after each notification of a change (ms). */
const knownFor = 1_000;

/** `whenIdle` resolves when the deliveries that are under way have ended. */
export function routesOfProcess(
  services: Services,
  media: readonly Medium[],
  whenIdle: () => Promise<unknown>,
): ProcessRoutes {
  const open = new Map<string, OpenRoute>();
  /** Problems that were reported, by route and settings. */
  const reported = new Set<string>();
  let known: (KnownRoutes & { at: number }) | undefined;
  /** The same, also while it has to be read again. */
  let latest: KnownRoutes | undefined;
  /** Changes of routes so far. */
  let changes = 0;

  async function read(): Promise<KnownRoutes> {
    if (known && performance.now() - known.at < knownFor) return known;
    const at = performance.now();
    const before = changes;
    const [states, found] = await Promise.all([
      routeStates(services.database.write),
      Promise.all(media.map(async (medium) => ({ medium, routes: await medium.routes(services) }))),
    ]);
    // A change that was notified while they were read may not be in them.
    if (before !== changes) return read();
    known = { at, media: found, states };
    latest = known;
    const routes = found.flatMap((one) => one.routes);
    for (const route of routes) reportProblem(route);
    closeFormer(routes);
    for (const one of open.values()) await adoptState(one, states.get(one.route.id)?.refusesAll ?? false);
    return { media: found, states };
  }

  function forget(): void {
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
      void whenIdle().then(() => closeSender(one));
    }
  }

  /** Requeue refusals once another process finds that the route refuses everyone. */
  async function adoptState(one: OpenRoute, refusesAll: boolean): Promise<void> {
    if (refusesAll === one.isSharedRefusal) return;
    one.isSharedRefusal = refusesAll;
    one.refusesAll = refusesAll;
    if (refusesAll) await takeBack(one);
  }

  function opened(medium: Medium, route: Route): OpenRoute {
    const found = open.get(route.id);
    if (found) return found;
    const refusesAll = latest?.states.get(route.id)?.refusesAll ?? false;
    const made = openRoute(route, medium.open(route, maxOpen(route)), refusesAll);
    open.set(route.id, made);
    return made;
  }

  function hasOther(medium: Medium, one: OpenRoute, queue: string): boolean {
    const now = services.clock.now();
    const { routes = [] } = latest?.media.find((each) => each.medium === medium) ?? {};
    return routes.some(
      ({ id, purposes, problem }) =>
        id !== one.route.id &&
        !problem &&
        !isAfter(latest?.states.get(id)?.pausedUntil, now) &&
        purposes.some((purpose) => queueOf(medium.name, purpose) === queue),
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
      forget();
      // Give back the deliveries of a claim that was under way.
      giveBackWaiting(one, 'pause');
    }
  }

  async function resume(one: OpenRoute): Promise<void> {
    await resumeRoute(services.database.write, one.route.id);
    one.refusesAll = false;
    forget();
  }

  async function takeBack(one: OpenRoute, ids: readonly string[] = []): Promise<void> {
    await takeBackRefusals(services.database.write, [...one.guard.takeRefused(), ...ids], services.clock.now());
  }

  return {
    read,
    forget,
    opened,
    hasOther,
    pause,
    resume,
    takeBack,
    release() {
      for (const one of open.values()) giveBackWaiting(one, 'release');
    },
    async close() {
      await Promise.all([...open.values()].map(closeSender));
    },
  };
}

/** A sender that could not be opened has nothing to close. */
async function closeSender({ sender }: OpenRoute): Promise<void> {
  const opened = await sender.catch(() => undefined);
  await opened?.close();
}

export function isAfter(instant: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean {
  return instant ? Temporal.Instant.compare(instant, now) > 0 : false;
}
