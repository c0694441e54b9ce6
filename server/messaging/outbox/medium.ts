// What a medium tells the outbox: its routes, how to send over one, and what a failure means.
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';

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
}

/** The route of a setting of the process, such as SMTP_URL. */
export const zeroRoute = '00000000-0000-0000-0000-000000000000';

/** What an attempt that failed says. */
export interface Failure {
  /**
   * `retry`: later. `refused`: never, for this message. `bounced`: never, for this address. `routeDown`: nothing goes
   * over this route now. `routeRefused`: the answer is about us, not about the recipient.
   */
  kind: 'retry' | 'refused' | 'bounced' | 'routeDown' | 'routeRefused';
  answer: string;
  /** The message may have been taken all the same. */
  maybeSent: boolean;
}

export interface Sender<Content> {
  /** Returns the response to an accepted message; otherwise throws. */
  send(content: Content, signal: AbortSignal): Promise<string>;
  close(): void;
}

export interface Medium<Content = unknown> {
  name: string;
  /** In the order in which they are preferred. */
  routes(services: Services): Promise<Route[]>;
  open(route: Route, connections: number): Promise<Sender<Content>>;
  /** The contents of claimed deliveries by id, with one statement. */
  load(db: Db, ids: readonly string[]): Promise<Map<string, Content>>;
  explain(error: unknown): Failure;
  /** Called with deliveries that no route takes: they are stored for reading. */
  onKept?(services: Services, ids: readonly string[]): Promise<void>;
}

export const queueOf = (medium: string, purpose: Purpose) => `${medium}:${purpose}`;
