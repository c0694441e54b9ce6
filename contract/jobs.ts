// The regular work of the installation: when each job runs, with what, and how it went.
import { z } from 'zod';
import { id, instant, note } from './lib/fields.ts';
import { get, post, service } from './lib/service.ts';

const timeOutSeconds = z.number().int().min(1).max(43_200).meta({ wire: 'TimeOutSecconds' });
const nextStartSeconds = z.number().int().min(60).max(31_622_400).meta({ wire: 'NextStartSecconds' });

export const job = z.object({
  id,
  name: z.string(),
  description: z.string(),
  parameters: z.string(),
  lastStarted: instant.nullable(),
  lastEnded: instant.nullable(),
  lastResult: z.string(),
  lastError: z.string(),
  isRunning: z.boolean(),
  /** How long it may take. */
  timeOutSeconds,
  /** How long after one start it starts again. */
  nextStartSeconds,
});

const page = '/app/system/jobs';

export const jobs = service('system/jobs', {
  getAll: get({
    summary: 'Every job, with its last run.',
    may: 'sys',
    page,
    input: z.strictObject({}),
    output: z.array(job),
  }),
  update: post({
    summary: 'Changes when and with what a job runs; every process goes by it from now on.',
    may: 'sys',
    page,
    input: z.strictObject({
      id,
      description: note(500),
      /** A JSON object with what the job understands, or nothing. */
      parameters: note(2_000),
      timeOutSeconds,
      nextStartSeconds,
    }),
    output: job,
  }),
  runNow: post({
    summary: 'Has a job run now; one that is running already is not run twice.',
    may: 'sys',
    page,
    input: z.strictObject({ id }),
    output: job,
  }),
});
