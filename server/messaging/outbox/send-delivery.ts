// One attempt of a claimed delivery: sends it, decides what a failure means for it and for its route, and records the
// outcome.
import type { Services } from '#server/lib/context.ts';
import type { RefusedAttempt } from './burst-guard.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { Medium, Sender } from './medium.ts';
import { retryDelayAfter } from './retry-delays.ts';
import type { Next, OpenRoute } from './route-lane.ts';
import { hasOtherRoute, type ProcessRoutes, pauseForAll, requeueRefusals, resumeForAll } from './routes-of-process.ts';
import type { Outcome, Settled } from './settle-deliveries.ts';

export interface Attempt {
  medium: Medium;
  one: OpenRoute;
  sender: Sender<unknown>;
  delivery: Claimed;
  /** The route is tried again after a pause. */
  isTrial: boolean;
  /** When its claim began (`performance.now()`). */
  since: number;
}

/** The parts of the outbox that sending needs. */
export interface Sending {
  services: Services;
  routes: ProcessRoutes;
  write: (settled: Settled) => Promise<void>;
  /** Queues with deliveries that a route has left to the next one. */
  passedOn: Set<string>;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Called when a connection is free, before the outcome is written. */
  onAnswer: (medium: Medium) => void;
}

/** Gives a delivery back: no connection was free in time, or before the route was paused. */
export function giveBack(
  { services, write }: Sending,
  { medium, one, delivery }: Attempt,
  next: Exclude<Next, 'send'>,
): Promise<void> {
  const at = services.clock.now();
  const reason = next === 'pause' ? ({ reason: 'route', dueAt: at } as const) : ({ reason: '' } as const);
  const answer = next === 'pause' ? 'Not tried: the route was paused.' : '';
  const outcome: Outcome = { state: 'queued', isUncounted: true, answer, ...reason };
  return write({ delivery, medium: medium.name, routeId: one.route.id, outcome, at });
}

/** Tries to send a delivery and records the outcome. */
export async function sendDelivery(
  sending: Sending,
  given: Attempt,
  content: unknown,
  stopCounting: () => void,
): Promise<void> {
  const { services, routes, write, passedOn, signal, onAnswer } = sending;
  const { medium, one, sender, delivery } = given;
  let outcome: Outcome;
  try {
    if (content === undefined) throw new Error('Its content is gone.');
    const response = await sender.send(content, signal);
    outcome = { state: 'sent', reason: '', ...(typeof response === 'string' ? { answer: response } : response) };
    stopCounting();
  } catch (error) {
    // A trial counts until its failure has paused the route: no other begins meanwhile.
    if (!given.isTrial) stopCounting();
    outcome = await afterFailure(sending, given, error).finally(stopCounting);
  }
  const fields = { category: 'Mail', delivery: delivery.id, attempt: delivery.attempts, answer: outcome.answer };
  if (outcome.state === 'sent') services.log.debug(fields, 'sent');
  else services.log.warn(fields, outcome.state === 'queued' ? 'not sent, trying again later' : 'not sent');
  onAnswer(medium);
  await write({ delivery, medium: medium.name, routeId: one.route.id, outcome, at: services.clock.now() });
  if (outcome.skipsRoute) passedOn.add(delivery.queue);
  if (outcome.state === 'sent') await afterSuccess(routes, given);
  // Another attempt may have taken back the others while this refusal was being written. A delivery that a trial left
  // for later stays.
  else if (one.refusesAll)
    await requeueRefusals(routes, one, outcome.state === 'failed' || !given.isTrial ? [delivery.id] : []);
}

/** Only a trial ends a pause: a delivery that was under way before it says nothing about now. */
async function afterSuccess(routes: ProcessRoutes, { one, isTrial }: Attempt): Promise<void> {
  one.guard.accepted();
  if (isTrial) await resumeForAll(routes, one);
}

async function afterFailure(
  { services, routes, signal }: Sending,
  { medium, one, delivery, isTrial }: Attempt,
  error: unknown,
): Promise<Outcome> {
  const now = services.clock.now();
  const { kind, answer, retryAfter, maybeSent, answeredBy: toldBy, isUncounted = false } = medium.explain(error);
  if (delivery.guarantee === 'once' && maybeSent) return { state: 'uncertain', reason: 'uncertain', answer };
  if (signal.aborted) {
    return { state: 'queued', reason: 'stopped', answer: 'Cut off: the server is stopping.', dueAt: now };
  }
  if (kind === 'gone') return { state: 'cancelled', reason: 'gone', answer };
  if (kind === 'routeDown') {
    await pauseForAll(routes, one, answer, false);
    return { state: 'queued', reason: 'route', answer, dueAt: now, isUncounted: true };
  }
  const isAboutUs = kind === 'routeRefused' && toldBy === undefined;
  const source = toldBy ?? delivery.address.slice(delivery.address.lastIndexOf('@') + 1);
  const hasOther = () => hasOtherRoute(routes, medium, one, delivery.queue);
  if (kind !== 'retry' && refusesAll(one, { id: delivery.id, source, isAboutUs }, isTrial)) {
    const until = await pauseForAll(routes, one, answer, true);
    // Another route takes it at once; else after the others: one recipient that is refused for good must not be every
    // trial of the route.
    const dueAt = hasOther() ? now : until.add({ minutes: 1 });
    return { state: 'queued', reason: 'route', answer, dueAt, isUncounted: true };
  }
  if (kind === 'refused' || kind === 'bounced') return { state: 'failed', reason: kind, answer };
  if (isAboutUs && !delivery.hasSkipped && hasOther()) {
    return { state: 'queued', reason: 'retry', answer, dueAt: now, isUncounted: true, skipsRoute: true };
  }
  const wait = retryDelayAfter(delivery.attempts, retryAfter);
  const reason = isAboutUs ? 'route' : 'retry';
  if (wait) return { state: 'queued', reason, answer, dueAt: now.add(wait), isUncounted };
  return { state: 'failed', reason: 'givenUp', answer: `${answer} (given up after ${delivery.attempts} attempts)` };
}

/** Whether a refusal is one of those that a route gives nearly everyone. */
function refusesAll(one: OpenRoute, refusal: RefusedAttempt, isTrial: boolean): boolean {
  one.refusesAll ||= (isTrial && refusal.isAboutUs) || one.guard.refused(refusal);
  return one.refusesAll;
}
