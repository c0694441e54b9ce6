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

/** The routes that a process knows and has open. Only the functions below change it. */
export interface ProcessRoutes {
  services: Services;
  media: readonly Medium[];
  /** Resolves when the deliveries that are under way have ended. */
  whenIdle: () => Promise<unknown>;
  open: Map<string, OpenRoute>;
  /** Problems that were reported, by route and settings. */
  reported: Set<string>;
  /** The routes read last, and when (`performance.now()`); undefined when they have to be read again. */
  known: (KnownRoutes & { at: number }) | undefined;
  /** The same, also while it has to be read again. */
  latest: KnownRoutes | undefined;
  /** Changes of routes so far. */
  changes: number;
}

/** Settings and states are read again after this time, and after each notification of a change (ms). */
const knownFor = 1_000;

export function routesOfProcess(
  services: Services,
  media: readonly Medium[],
  whenIdle: () => Promise<unknown>,
): ProcessRoutes {
  const [known, latest] = [undefined, undefined];
  return { services, media, whenIdle, open: new Map(), reported: new Set(), known, latest, changes: 0 };
}

/** Returns the routes read within the last second, if no change was notified since. */
export async function readRoutes(of: ProcessRoutes): Promise<KnownRoutes> {
  const { services, known } = of;
  if (known && performance.now() - known.at < knownFor) return known;
  const at = performance.now();
  const before = of.changes;
  const [states, media] = await Promise.all([
    routeStates(services.database.write),
    Promise.all(of.media.map(async (medium) => ({ medium, routes: await medium.routes(services) }))),
  ]);
  // A change that was notified while they were read may not be in them.
  if (before !== of.changes) return readRoutes(of);
  of.known = { at, media, states };
  of.latest = of.known;
  const routes = media.flatMap((one) => one.routes);
  for (const route of routes) reportProblem(of, route);
  closeFormer(of, routes);
  for (const one of of.open.values()) await adoptState(of, one, states.get(one.route.id)?.refusesAll ?? false);
  return { media, states };
}

/** The next reader reads the routes again. */
export function forgetRoutes(of: ProcessRoutes): void {
  of.known = undefined;
  of.changes++;
}

/** The operator has to fix this: report it once, not at every poll. */
function reportProblem({ services, reported }: ProcessRoutes, { id, name, mark, problem }: Route): void {
  const key = `${id} ${mark}`;
  if (!problem || reported.has(key)) return;
  reported.add(key);
  services.log.warn({ category: 'Mail', err: problem }, `nothing is sent through ${name}`);
}

/** Deliveries over a route of former settings finish undisturbed. */
function closeFormer({ open, whenIdle }: ProcessRoutes, routes: readonly Route[]): void {
  for (const [id, one] of open) {
    const { mark } = one.route;
    if (routes.some((route) => route.id === id && route.mark === mark && !route.isElsewhere)) continue;
    open.delete(id);
    void whenIdle().then(() => closeSender(one));
  }
}

/** Requeues refusals once another process finds that the route refuses everyone. */
async function adoptState(of: ProcessRoutes, one: OpenRoute, refusesAll: boolean): Promise<void> {
  if (refusesAll === one.isSharedRefusal) return;
  one.isSharedRefusal = refusesAll;
  one.refusesAll = refusesAll;
  if (refusesAll) await requeueRefusals(of, one);
}

/** Returns the open route, opened now if it was not. */
export function openedRoute({ open, latest }: ProcessRoutes, medium: Medium, route: Route): OpenRoute {
  const found = open.get(route.id);
  if (found) return found;
  const refusesAll = latest?.states.get(route.id)?.refusesAll ?? false;
  const made = openRoute(route, medium.open(route, maxOpen(route)), refusesAll);
  open.set(route.id, made);
  return made;
}

/** Whether another route than this one is open for the queue, as far as is known. */
export function hasOtherRoute(
  { services, latest }: ProcessRoutes,
  medium: Medium,
  one: OpenRoute,
  queue: string,
): boolean {
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

/** Pauses a route for all processes; returns until when. A delivery that waits for a connection is given back. */
export async function pauseForAll(
  of: ProcessRoutes,
  one: OpenRoute,
  reason: string,
  refusesAll: boolean,
): Promise<Temporal.Instant> {
  const { services } = of;
  one.pausing++;
  giveBackWaiting(one, 'pause');
  try {
    const until = await pauseRoute(services, one.route.id, { reason, refusesAll });
    services.log.warn({ category: 'Mail', reason }, `${one.route.name} is paused until ${until}`);
    return until;
  } finally {
    one.pausing--;
    forgetRoutes(of);
    // Give back the deliveries of a claim that was under way.
    giveBackWaiting(one, 'pause');
  }
}

/** Ends the pause of a route for all processes. */
export async function resumeForAll(of: ProcessRoutes, one: OpenRoute): Promise<void> {
  await resumeRoute(of.services.database.write, one.route.id);
  one.refusesAll = false;
  forgetRoutes(of);
}

/** Requeues the deliveries that the route has refused, and those with these ids. */
export async function requeueRefusals(
  { services }: ProcessRoutes,
  one: OpenRoute,
  ids: readonly string[] = [],
): Promise<void> {
  await takeBackRefusals(services.database.write, [...one.guard.takeRefused(), ...ids], services.clock.now());
}

/** Releases the deliveries that wait for a connection. */
export function releaseRoutes({ open }: ProcessRoutes): void {
  for (const one of open.values()) giveBackWaiting(one, 'release');
}

export async function closeRoutes({ open }: ProcessRoutes): Promise<void> {
  await Promise.all([...open.values()].map(closeSender));
}

/** A sender that could not be opened has nothing to close. */
async function closeSender({ sender }: OpenRoute): Promise<void> {
  const opened = await sender.catch(() => undefined);
  await opened?.close();
}

export function isAfter(instant: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean {
  return instant ? Temporal.Instant.compare(instant, now) > 0 : false;
}
