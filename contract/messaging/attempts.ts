// The attempts to send one message, and what became of it.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { get } from '#contract/lib/service.ts';

/** Meanings of an attempt, or of a report that came back. */
export const attemptOutcomes = [
  'sent',
  'retry',
  'route',
  'stopped',
  'refused',
  'bounced',
  'returned',
  'complaint',
  'givenUp',
  'uncertain',
  'expired',
  'suppressed',
  'cancelled',
  'again',
  'kept',
  'other',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

const attempts = z.array(
  z.object({
    createdAt: instant.meta({ wire: 'Created' }),
    outcome: z.enum(attemptOutcomes),
    /** The response of the server. */
    answer: z.string(),
  }),
);
export type Attempts = z.output<typeof attempts>;

/** The operation of a list of messages that returns the attempts of one. */
export const getAttempts = <M extends 'admin' | 'sys'>(may: M, page: string) =>
  get({
    summary: 'Returns the attempts to send a message, and what came back, the newest 100 first.',
    may,
    page,
    input: z.strictObject({ id }),
    output: attempts,
  });
