// Decides which route of a medium takes which queues now, and claims as much for each as it has room and tokens for.
import { purposes } from '#contract/messaging/deliveries.ts';
import type { Services } from '#server/lib/context.ts';
import { type Claimed, claimNow, claimTurns, hasDueTurns, type MayStillSend } from './claim-deliveries.ts';
import { type Medium, queueOf, type Route } from './medium.ts';
import { keepDeliveries } from './release-claims.ts';
import { type OpenRoute, roomAhead, roomOf } from './route-lane.ts';
import { leaseTokens, overdrawTokens, type RouteState } from './route-states.ts';
import { isAfter, type MediumRoutes, openedRoute, type ProcessRoutes } from './routes-of-process.ts';
import type { Attempt } from './send-delivery.ts';
import { isAtRest, restAfter, type TurnRests } from './turn-rests.ts';

/** The reasons to look at a medium again: due deliveries of queues with room, and routes that get tokens again. */
export interface Waiting {
  queues: string[];
  reopens: Temporal.Instant[];
  /** When the next delivery of the queues is due, once that was asked; null when none is queued. */
  due?: Temporal.Instant | null;
}

/** The parts of the outbox that claiming needs. */
export interface Claiming {
  services: Services;
  routes: ProcessRoutes;
  mayStillSend: MayStillSend;
  /** Queues with deliveries that a route has left to the next one. */
  passedOn: Set<string>;
  /** Sends a claimed delivery, now or when a connection is free. Resolves when it is settled. */
  start: (attempt: Attempt, content: unknown) => Promise<void>;
  rests: TurnRests;
}

/** How much a route takes; see `route-lane.ts`. */
interface Room {
  now: number;
  turns: number;
  ahead: number;
}

/** Claims for the routes of a medium, writes what it waits for, and returns how many it claimed. */
export async function claimForRoutes(
  claiming: Claiming,
  { medium, routes }: MediumRoutes,
  states: Map<string, RouteState>,
  waiting: Waiting,
): Promise<number> {
  const { services, routes: ofProcess } = claiming;
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
    if (route.isLasting && !route.isElsewhere) openedRoute(ofProcess, medium, route);
    if (isAfter(state?.pausedUntil, now)) continue;
    // The most urgent first.
    const served = all.filter((queue) => unserved.has(queue) && queues.includes(queue));
    // A route that is tried again after a pause takes one delivery; the next route takes the others.
    const isTried = (state?.pauses ?? 0) > 0;
    if (route.isElsewhere) {
      if (!isTried) for (const queue of served) unserved.delete(queue);
      continue;
    }
    const one = openedRoute(ofProcess, medium, route);
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
    const ahead = medium.claimsAhead && !isTried && limitsOf(route).length === 0 ? roomAhead(one) : 0;
    claimed += isTried ? 0 : await claimPassedOn(claiming, medium, one, queues, served);
    const room = { ...roomOf(one, isTried), ahead };
    if (served.length === 0 || room.now + ahead === 0) continue;
    waiting.queues.push(...served);
    claimed += await claimOver(claiming, medium, one, served, room, { isTrial: isTried });
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
  claiming: Claiming,
  medium: Medium,
  one: OpenRoute,
  queues: readonly string[],
  served: readonly string[],
): Promise<number> {
  const { passedOn } = claiming;
  const passed = queues.filter((queue) => passedOn.has(queue) && !served.includes(queue));
  const room = { ...roomOf(one, false), ahead: 0 };
  if (passed.length === 0 || room.now === 0) return 0;
  const claimed = await claimOver(claiming, medium, one, passed, room, { isPassedOn: true });
  if (claimed === 0) for (const queue of passed) passedOn.delete(queue);
  return claimed;
}

async function claimOver(
  claiming: Claiming,
  medium: Medium,
  one: OpenRoute,
  queues: readonly string[],
  room: Room,
  { isTrial = false, isPassedOn = false },
): Promise<number> {
  const { services, mayStillSend, start, rests } = claiming;
  const { route } = one;
  const { maxParts = 1 } = medium;
  const limits = limitsOf(route);
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
    room.turns > 0 && !isAtRest(rests) && hasDueTurns(services, queues),
  ]);
  const turns = Math.min(room.turns, room.now - claimed.length, tokensLeft(claimed));
  if (hasTurns && turns > 0)
    claimed.push(...(await claimTurns(services, { ...claim, tokens: tokens(claimed) }, turns)));
  // A due delivery may have more parts than are left.
  if (isLimited && maxParts > 1 && claimed.length === 0 && leased < wanted) {
    one.closedUntil = services.clock.now().add({ seconds: 1 });
  }
  const sending = claimed.filter(({ state }) => state === 'sending');
  if (isLimited) await settleTokens(services, route, tokensLeft(sending));
  if (sending.length === 0) return claimed.length;
  const [sender, contents] = await Promise.all([
    one.sender,
    medium.load(
      services.database.write,
      sending.map(({ id }) => id),
    ),
  ]);
  const byTurns: Promise<void>[] = [];
  for (const delivery of sending) {
    const settled = start({ medium, one, sender, delivery, isTrial, since }, contents.get(delivery.id));
    if (delivery.lane === 'turn') byTurns.push(settled);
  }
  if (byTurns.length > 0) void restAfter(rests, since, byTurns);
  return claimed.length;
}

/** Gives back the tokens that were not used, or takes those that were used beyond. */
async function settleTokens(services: Services, route: Route, left: number): Promise<void> {
  if (left > 0) await leaseTokens(services, route, -left);
  if (left < 0) await overdrawTokens(services, route, -left);
}

const limitsOf = ({ perSecond, perHour, perDay }: Route) =>
  [perSecond, perHour, perDay].filter((limit) => limit !== null);

/** A message takes a token for each of its parts. */
function tokensOf(claimed: readonly Claimed[]): number {
  return claimed.reduce((sum, { parts }) => sum + (parts ?? 1), 0);
}
