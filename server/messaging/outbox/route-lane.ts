// What this process has under way over one route: how many more it may take, which wait for a connection, and whether the
// route refuses everyone.
import { type BurstGuard, openBurstGuard } from './burst-guard.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { Route, Sender } from './medium.ts';

/** A delivery without an answer for this long no longer counts against the connections (ms). */
const silence = 1_000;
/** Connections that turns never take. */
const reserved = 2;
/** Only over a route that answers as fast as this are deliveries claimed ahead (ms): they wait no longer than a few answers. */
const fast = 25;

interface UnderWay {
  lane: Claimed['lane'];
  isSilent: boolean;
  timer: NodeJS.Timeout;
}

export interface OpenRoute {
  route: Route;
  sender: Promise<Sender<unknown>>;
  guard: BurstGuard;
  /** It has refused nearly everyone, and has accepted nothing since. */
  refusesAll: boolean;
  /** All processes know that, because the state of the route in the database says so. */
  isSharedRefusal: boolean;
  /** Before, it has no tokens. */
  closedUntil: Temporal.Instant | undefined;
  underWay: Map<string, UnderWay>;
  /** Claimed ahead, in their order. Each is called once: with true when a connection is free, else it is given back. */
  waiting: ((isFree: boolean) => void)[];
  /** How long the last answers took (ms). */
  pace: number;
}

export function openRoute(route: Route, sender: Promise<Sender<unknown>>, refusesAll: boolean): OpenRoute {
  return {
    route,
    sender,
    guard: openBurstGuard(),
    refusesAll,
    isSharedRefusal: refusesAll,
    closedUntil: undefined,
    underWay: new Map(),
    waiting: [],
    pace: Number.POSITIVE_INFINITY,
  };
}

/** Connections that a route may open: twice its number while recipients are silent. */
export const maxOpen = ({ maxConnections }: Route) => 2 * maxConnections;

/** How many more deliveries the route takes, and how many of them by turns. A route that is tried again takes one. */
export function roomOf({ route, underWay }: OpenRoute, isTried: boolean): { now: number; turns: number } {
  const all = [...underWay.values()];
  const turns = all.filter(({ lane }) => lane === 'turn');
  const max = isTried ? 1 : route.maxConnections;
  const kept = Math.min(reserved, max - 1);
  const room = (limit: number, some: readonly UnderWay[]) =>
    Math.max(
      0,
      Math.min(limit - some.filter(({ isSilent }) => !isSilent).length, (isTried ? limit : limit + max) - some.length),
    );
  const now = room(max, all);
  return { now, turns: Math.min(now, room(max - kept, turns)) };
}

/**
 * How many deliveries may be claimed before a connection is free for them, so that none is idle during a claim: none
 * while the route is slow, or recipients are silent.
 */
export function roomAhead({ route, underWay, waiting, pace }: OpenRoute): number {
  const isSlow = pace > fast || [...underWay.values()].some(({ isSilent }) => isSilent);
  const room = route.maxConnections - waiting.length;
  return isSlow || room < route.maxConnections / 2 ? 0 : room;
}

/** Gives back what was claimed ahead: the route is paused. */
export function giveBackWaiting(one: OpenRoute): void {
  for (const go of one.waiting.splice(0)) go(false);
}

function admit(one: OpenRoute): void {
  while (one.waiting.length > 0 && roomOf(one, false).now > 0) one.waiting.shift()?.(true);
}

/** Counts a delivery until the returned function is called. `onSilent` is called when it stops counting before. */
export function countDelivery(route: OpenRoute, { id, lane }: Claimed, onSilent: () => void): () => void {
  const timer = setTimeout(() => {
    one.isSilent = true;
    admit(route);
    onSilent();
  }, silence).unref();
  const one: UnderWay = { lane, isSilent: false, timer };
  const start = performance.now();
  route.underWay.set(id, one);
  return () => {
    clearTimeout(timer);
    if (!route.underWay.delete(id)) return;
    const took = performance.now() - start;
    route.pace = route.pace === Number.POSITIVE_INFINITY ? took : 0.9 * route.pace + 0.1 * took;
    admit(route);
  };
}
