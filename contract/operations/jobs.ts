// The scheduled jobs of the installation: schedule, parameters, last result.
import { z } from 'zod';
import { duration, id, instant, multiLine, note } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

const timeOutSeconds = z.number().int().min(1).max(43_200).meta({ wire: 'TimeOutSecconds' });
const nextStartSeconds = z.number().int().min(60).max(31_622_400).meta({ wire: 'NextStartSecconds' });

const row = z.object({
  id,
  name: z.string(),
  /** The operator's own text, otherwise the shipped one in the reader's language. */
  description: z.string(),
  parameters: z.string(),
  lastStarted: instant.nullable(),
  lastEnded: instant.nullable(),
  lastResult: z.string(),
  lastError: z.string(),
  isRunning: z.boolean(),
  /** The maximum duration of a run. */
  timeOutSeconds: timeOutSeconds.meta(duration),
  /** The time from one start to the next. */
  nextStartSeconds: nextStartSeconds.meta(duration),
  version: z.string(),
});

const may = 'sys';
const page = '/app/system/jobs';

export const systemJobs = resource('system', 'jobs', {
  about: 'The scheduled jobs of the installation.',
  rowsKey: 'jobs',
  may,
  page,
  tables: ['jobs'],
  row,
  title: 'name',
  sort: ['name', 'lastStarted'],
  input: z.strictObject({
    /** Empty or equal to the shipped text: every reader sees the shipped text in their language. */
    description: note(500).meta(multiLine),
    /** A JSON object of the job's parameters, or empty. */
    parameters: note(2_000).meta(multiLine),
    timeOutSeconds,
    nextStartSeconds,
  }),
  can: ['update'],
  more: {
    runNow: post({
      summary: 'Runs a job now; a job that is already running is not started twice.',
      may,
      page,
      input: z.strictObject({ id }),
      output: row,
    }),
  },
});
