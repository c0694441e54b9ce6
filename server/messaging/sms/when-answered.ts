// Lets causes record an answer to their SMS.
import type { Db } from '#server/db/pool.ts';

export interface SmsAnswer {
  /** The last SMS to the number. */
  deliveryId: string;
  companyId: string;
  meaning: 'stop' | 'start';
  at: Temporal.Instant;
}

/** By kind of cause; each runs in the transaction of the answer. */
export type WhenAnswered = Readonly<Record<string, (db: Db, answer: SmsAnswer) => Promise<unknown>>>;
