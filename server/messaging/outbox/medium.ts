// The interface of a medium to the outbox: its routes, how to send over one, and how it explains failures.
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import type { WhenSent } from './when-sent.ts';

/** A way out, such as a mail server. */
export interface Route {
  id: string;
  name: string;
  /** Changes whenever its settings do. */
  mark: string;
  purposes: readonly Purpose[];
  /** Of one process. While recipients are silent, up to twice as many are open. */
  maxConnections: number;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  /** Why nothing can be sent over it until its settings are changed. */
  problem?: Error;
  /** Its sender is opened at once, also while it is paused: what arrives over it does not wait. */
  isLasting?: boolean;
  /** A queue of this route alone, beside those of its purposes. */
  ownQueue?: string;
  /** The route takes one link for all processes, and another process has it. */
  isElsewhere?: boolean;
}

/** The route of a setting of the process, such as SMTP_URL. */
export const zeroRoute = '00000000-0000-0000-0000-000000000000';
/** The push services of all browsers together: each subscription names its own. */
export const pushRoute = '00000000-0000-0000-0000-000070757368';

/** An attempt that failed. */
export interface Failure {
  /**
   * `retry`: later. `refused`: never, for this message. `bounced`: never, for this address. `gone`: never, and
   * no problem either: the recipient has left. `routeDown`: nothing goes
   * over this route now. `routeRefused`: the answer is about us, not about the recipient.
   */
  kind: 'retry' | 'refused' | 'bounced' | 'gone' | 'routeDown' | 'routeRefused';
  answer: string;
  /** `retry`: not before this has passed. */
  retryAfter?: Temporal.Duration | undefined;
  /**
   * The person who named the server that answered. Such answers are about us, or about everyone, only when those of
   * several people agree.
   */
  answeredBy?: string;
  /** The message may have been taken all the same. */
  maybeSent: boolean;
  /** `retry`: it is no attempt, because nothing was handed over. */
  isUncounted?: boolean;
}

export interface Sender<Content> {
  /** Returns the response to an accepted message, or that with the identifier of the provider; otherwise throws. */
  send(content: Content, signal: AbortSignal): Promise<string | { answer: string; providerRef: string }>;
  close(): void | Promise<void>;
}

export interface Medium<Content = unknown> {
  name: string;
  /** By default all. */
  purposes?: readonly Purpose[];
  /** In the order in which they are preferred. */
  routes(services: Services): Promise<Route[]>;
  open(route: Route, connections: number): Promise<Sender<Content>>;
  /** The contents of claimed deliveries by id, with one statement. */
  load(db: Db, ids: readonly string[]): Promise<Map<string, Content>>;
  explain(error: unknown): Failure;
  /** Called with deliveries that no route takes: they are stored for reading. */
  onKept?(services: Services, ids: readonly string[]): Promise<void>;
  /** Called every few seconds. `whenSent` records for causes what turns out to have been sent. */
  tidy?(services: Services, whenSent: WhenSent): Promise<void>;
  /** A message of the lane `now` may be claimed before a connection is free: it goes out again after a crash. */
  claimsAhead?: boolean;
  /** Called at the end, when its senders are closed. */
  close?(): Promise<void>;
  /** How many parts a message may have, each of which takes a token of a limit; by default 1. */
  maxParts?: number;
  /** The page of the routes' settings. */
  settingsPage: string;
}

export const queueOf = (medium: string, purpose: Purpose) => `${medium}:${purpose}`;
