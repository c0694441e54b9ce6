// The backups of a company: archives of all its records and files.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { insertInput } from '#contract/lib/record-input.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';

export const backupStates = ['waiting', 'running', 'done', 'failed', 'expired'] as const;
export type BackupState = (typeof backupStates)[number];

/** How long the archive of a backup that someone asked for can be downloaded (hours). */
export const backupHours = 24;

const backup = z.object({
  id,
  createdAt: instant.meta({ wire: 'Created' }),
  state: z.enum(backupStates),
  /** Per cent; 100 once it is done. */
  progress: z.number().int(),
  /** Bytes; null until it is done. */
  size: z.number().int().nullable().meta({ kind: 'bytes' }),
  /** The name of the person who asked for it; empty for scheduled backups. */
  madeBy: z.string(),
  isScheduled: z.boolean(),
  /** When the archive is removed; null for backups of a schedule, which newer ones replace. */
  expiresAt: instant.nullable().meta({ wire: 'Expires' }),
});
export type Backup = z.output<typeof backup>;

export const backupIntervals = ['never', 'daily', 'weekly'] as const;
export const keepBounds = { min: 1, max: 30 } as const;

const schedule = z.strictObject({
  every: z.enum(backupIntervals),
  /** How many scheduled backups are stored. */
  keep: z.number().int().min(keepBounds.min).max(keepBounds.max),
});
const savedSchedule = schedule.extend({
  /** When the next one is made; null without a schedule. */
  nextAt: instant.nullable().meta({ wire: 'Next' }),
});
export type BackupSchedule = z.output<typeof savedSchedule>;

const page = '/app/company/data-backup';

export const companyBackups = resource('company', 'backups', {
  about: 'The backups of the company.',
  rowsKey: 'backups',
  may: 'admin',
  page,
  tables: ['backups'],
  row: backup,
  title: 'madeBy',
  subtitle: ['createdAt'],
  sort: ['createdAt', 'size'],
  can: ['delete'],
  more: {
    make: post({
      summary:
        'Begins a backup in the background and returns it at once; while one is being made, returns that one. `DownloadFile` with its Id is 503 with Retry-After until it is done.',
      wire: 'Insert',
      may: 'admin',
      ownTransactions: true,
      page,
      input: insertInput(backup, {}),
      output: backup,
    }),
    checkDownload: get({
      summary:
        'Checks whether the archive of a backup can be downloaded now: 404 when it is gone, 409 when it failed, 503 while it is being made, 429 and 503 while too many downloads run.',
      may: 'admin',
      // The archive is read from the store, which may be a bucket.
      ownTransactions: true,
      page,
      input: z.strictObject({ id }),
      output: null,
    }),
    getSchedule: get({
      summary: 'Returns when backups are made by themselves, and how many of them are stored.',
      may: 'admin',
      page,
      input: z.strictObject({}),
      output: savedSchedule,
    }),
    setSchedule: post({
      summary: 'Changes when backups are made by themselves, and how many of them are stored.',
      may: 'admin',
      page,
      input: schedule,
      output: savedSchedule,
    }),
  },
});
