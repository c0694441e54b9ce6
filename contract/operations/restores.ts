// The operator's restores of companies from their archives.
import { z } from 'zod';
import { eMail, id, instant } from '#contract/lib/fields.ts';
import { insertInput } from '#contract/lib/record-input.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post, upload } from '#contract/lib/service.ts';

export const restoreStates = [
  'uploading',
  'waiting',
  'checking',
  'checked',
  'refused',
  'ordered',
  'restoring',
  'done',
  'failed',
] as const;
export type RestoreState = (typeof restoreStates)[number];

/** An archive arrives in pieces of so many bytes, but for the last; one that is lost on the way is sent again. */
export const pieceBytes = 4 * 2 ** 20;

/** An archive that was not restored, and one that was restored or refused, is removed after so many hours. */
export const restoreHours = 24;

/** Why an archive is refused, or why its restore failed. `problemAbout` names the subject. */
export const restoreProblems = [
  'broken',
  'notOurs',
  'tooNew',
  'outside',
  'tooLarge',
  'entry',
  'table',
  'column',
  'foreign',
  'unsettled',
  'values',
  'fileType',
  'failed',
  'removed',
] as const;
export type RestoreProblem = (typeof restoreProblems)[number];

const restore = z.object({
  id,
  createdAt: instant.meta({ wire: 'Created' }),
  /** Empty until the archive is checked. */
  companyName: z.string(),
  fileName: z.string(),
  state: z.enum(restoreStates),
  /** Per cent of the upload, of the check, or of the restore. */
  progress: z.number().int(),
  /** Bytes. */
  size: z.number().int().meta({ kind: 'bytes' }),
  madeBy: z.string(),
  endedAt: instant.nullable().meta({ wire: 'Ended' }),
  problem: z.enum(restoreProblems).nullable(),
  /** The subject of the problem, such as the name of a table. */
  problemAbout: z.string(),
  /** The restored company. */
  restoredTo: id.nullable(),
});
export type Restore = z.output<typeof restore>;

/** Why something of the archive is not restored, or not as it is. */
export const omissionReasons = [
  'rights',
  'money',
  'audits',
  'plan',
  'oldFiles',
  'renamed',
  'people',
  'authors',
] as const;

/** The effects of restoring an archive. */
const dryRun = z.object({
  companyName: z.string(),
  madeAt: z.string(),
  product: z.string(),
  /** Tables with rows, in the order of the archive. */
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number().int(),
      /** Rows that are restored, now or once their people have accepted. */
      restored: z.number().int(),
    }),
  ),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  leftOut: z.array(
    z.object({
      reason: z.enum(omissionReasons),
      count: z.number().int(),
      /** Such as the addresses that are taken; the first of many. */
      about: z.array(z.string()),
    }),
  ),
  people: z.array(z.object({ name: z.string(), eMail: z.string() })),
  /** Limits of a new company on this installation. */
  limits: z.object({ people: z.number().int(), locations: z.number().int() }),
  locations: z.number().int(),
});
export type DryRun = z.output<typeof dryRun>;

const page = '/app/system/restore';

export const systemRestores = resource('system', 'restores', {
  about: 'Restores of companies from their archives, each into a new company.',
  rowsKey: 'restores',
  may: 'sys',
  page,
  tables: ['restores'],
  row: restore,
  title: 'fileName',
  subtitle: ['createdAt'],
  sort: ['createdAt', 'companyName', 'size'],
  can: ['delete'],
  more: {
    getSettings: get({
      summary: 'Returns the largest archive (bytes), and the size of its pieces.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: z.object({ maxSize: z.number().int(), pieceSize: z.number().int() }),
    }),
    begin: post({
      summary: 'Begins the upload of an archive and returns its row. 417 with Key `Size` when it is too large.',
      wire: 'Insert',
      may: 'sys',
      page,
      input: insertInput(restore, {
        fileName: z.string().trim().min(1, { error: 'field.required' }).max(200, { error: 'field.long' }),
        size: z.number().int().min(1),
      }),
      output: restore,
    }),
    addPiece: upload({
      summary:
        'Adds the next piece of the archive, counted from 0, and returns the row; a piece that is there already is replaced. After the last one, the archive is checked in the background, and a piece that is sent again changes nothing. 409 for a piece out of turn.',
      may: 'sys',
      page,
      input: z.strictObject({ id, number: z.number().int().min(0).max(1_000_000) }),
      output: restore,
    }),
    getDryRun: get({
      summary: 'Returns what the restore of a checked archive would do; 204 when it was not checked.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: dryRun.optional(),
    }),
    start: post({
      summary:
        'Begins to restore a checked archive into a new company in the background, and returns its row. The administrator is invited by mail. 409 unless it was checked.',
      may: 'sys',
      page,
      input: z.strictObject({ id, administrator: eMail.meta({ wire: 'Administrator' }) }),
      output: restore,
    }),
  },
});
