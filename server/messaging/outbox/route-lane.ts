// The work of this process over one route: how many more deliveries it may take, which wait for a connection, and
// whether the route refuses everyone.
import { type BurstGuard, openBurstGuard } from './burst-guard.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { Route, Sender } from './medium.ts';

/**
 * A delivery without an answer for this long no longer counts against the connections (ms). Others wait a second at
 * most: the rest of it is for the claim and the connection.
 */
const silence = 750;
/** Connections that turns never take. */
const reserved = 2;
/** As many deliveries are claimed ahead as begin within this time, if answers come as fast as the last ones (ms). */
const horizon = 50;
/** At most this many for each connection. */
const maxAhead = 8;
/** After this time (ms), one that has not begun is released: the next claim asks again whether it may be sent. */
const maxHold = 100;

interface UnderWay {
  lane: Claimed['lane'];
  isSilent: boolean;
  timer: NodeJS.Timeout;
}

/** A delivery that was claimed ahead: `go` is called once. */
interface Ahead {
  /** When its claim began (`performance.now()`). */
  since: number;
  go(next: Next): void;
}
export type Next = 'send' | 'release' | 'pause';

export interface OpenRoute {
  route: Route;
  sender: Promise<Sender<unknown>>;
  guard: BurstGuard;
  /** The route has refused nearly everyone, and has accepted nothing since. */
  refusesAll: boolean;
  /** All processes know that, because the state of the route in the database says so. */
  isSharedRefusal: boolean;
  /** Before, it has no tokens. */
  closedUntil: Temporal.Instant | undefined;
  underWay: Map<string, UnderWay>;
  /** Pauses that are being written: until then, no further delivery begins. */
  pausing: number;
  /** Claimed ahead, in their order. */
  waiting: Ahead[];
  /** Releases those that wait for too long. */
  release: NodeJS.Timeout | undefined;
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
    pausing: 0,
    waiting: [],
    release: undefined,
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
 * while the route is slow, or recipients are silent. Many with one claim: it waits until half of them have begun.
 */
export function roomAhead({ route, underWay, waiting, pace }: OpenRoute): number {
  if ([...underWay.values()].some(({ isSilent }) => isSilent)) return 0;
  const most = Math.floor(route.maxConnections * Math.min(maxAhead, horizon / pace));
  const room = most - waiting.length;
  return room < most / 2 ? 0 : room;
}

/** Holds a delivery that was claimed ahead until a connection is free, or for `maxHold`. */
export function hold(one: OpenRoute, ahead: Ahead): void {
  one.waiting.push(ahead);
  releaseLate(one);
}

/** Releases all that are held, or gives them back because the route is paused. */
export function giveBackWaiting(one: OpenRoute, next: 'release' | 'pause'): void {
  for (const { go } of one.waiting.splice(0)) go(next);
}

const heldFor = ({ since }: Ahead) => performance.now() - since;

function releaseLate(one: OpenRoute): void {
  const [first] = one.waiting;
  if (!first || one.release) return;
  const wait = maxHold - heldFor(first);
  if (wait > 0) {
    const release = () => {
      one.release = undefined;
      releaseLate(one);
    };
    one.release = setTimeout(release, wait).unref();
    return;
  }
  // The last answers say nothing about the next ones.
  one.pace = Number.POSITIVE_INFINITY;
  giveBackWaiting(one, 'release');
}

function admit(one: OpenRoute): void {
  while (one.waiting.length > 0 && one.pausing === 0 && roomOf(one, false).now > 0) {
    const next = one.waiting.shift();
    next?.go(heldFor(next) < maxHold ? 'send' : 'release');
  }
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
