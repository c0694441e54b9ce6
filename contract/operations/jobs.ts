// The regular work of the installation: when each job runs, with what, and how it went.
import { z } from 'zod';
import { id, instant, multiLine, note } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

const timeOutSeconds = z.number().int().min(1).max(43_200).meta({ wire: 'TimeOutSecconds' });
const nextStartSeconds = z.number().int().min(60).max(31_622_400).meta({ wire: 'NextStartSecconds' });

const row = z.object({
  id,
  name: z.string(),
  /** What it does: in the words of the operator, else as it was delivered, in the language of the reader. */
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
  version: z.string(),
});

const may = 'sys';
const page = '/app/system/jobs';

export const systemJobs = resource('system', 'jobs', {
  about: 'The regular work of the installation.',
  rowsKey: 'jobs',
  may,
  page,
  tables: ['jobs'],
  row,
  title: 'name',
  sort: ['name', 'lastStarted'],
  input: z.strictObject({
    /** Nothing, or what was delivered: what is delivered, in the language of each reader. */
    description: note(500).meta(multiLine),
    /** A JSON object with what the job understands, or nothing. */
    parameters: note(2_000).meta(multiLine),
    timeOutSeconds,
    nextStartSeconds,
  }),
  can: ['update'],
  more: {
    runNow: post({
      summary: 'Has a job run now; one that is running already is not run twice.',
      may,
      page,
      input: z.strictObject({ id }),
      output: row,
    }),
  },
});
