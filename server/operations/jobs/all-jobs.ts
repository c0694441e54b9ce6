// Every job there is: what it does, what can be told it, and how often it runs until the operator says otherwise.
import { z } from 'zod';
import type { Services } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { tidy } from './tidy.ts';

export interface Job<P extends z.ZodObject = z.ZodObject> {
  timeOutSeconds: number;
  nextStartSeconds: number;
  /** What the operator may tell it, each with a default; on the wire and in the table a JSON object. */
  parameters: P;
  /** What it answers is kept and shown. `signal` says that its time is over. */
  run(services: Services, parameters: z.output<P>, signal: AbortSignal): Promise<object>;
}

const job = <P extends z.ZodObject>(declared: Job<P>): Job<P> => declared;

export const allJobs: Readonly<Record<string, Job>> = {
  tidy: job({
    timeOutSeconds: 300,
    nextStartSeconds: 600,
    parameters: z.strictObject({ Rows: z.number().int().min(1).max(1_000_000).default(20_000) }),
    run: (services, { Rows }, signal) => tidy(services, { rows: Rows, signal }),
  }),
};

/** What a job is said to do, in a language, until the operator says it in words of his own. */
export function deliveredDescription(language: string, name: string): string {
  return translate(language, `job.description.${name}`);
}

/** Reads what the operator wrote; nothing means the defaults. Undefined when the job does not understand it. */
export function readParameters<P extends z.ZodObject>({ parameters }: Job<P>, text: string): z.output<P> | undefined {
  try {
    return parameters.safeParse(JSON.parse(text || '{}')).data;
  } catch {
    return undefined;
  }
}
