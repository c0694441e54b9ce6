// Hands a paper to the device that asks for one. A device has one paper at a time; asking again gives the same one.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { answerSeconds } from '#contract/devices/print-jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import type { CutRows } from '#server/devices/paper/sheet/split-paper.ts';
import type { Services } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { AskingDevice } from './asking-device.ts';
import { logOfJobs } from './log-jobs.ts';
import { paperParts, renderJob, type StoredPaper } from './render-job.ts';
import { settleJob } from './settle-job.ts';
import { newShortId } from './short-id.ts';
import { waitingJobs } from './waiting-jobs.ts';

export interface HandedJob {
  id: string;
  shortId: string;
  /** Of this handing over. */
  token: string;
  /** How long the paper is still of use (ms). */
  expiresIn: number;
  /** How often it has been handed over. */
  tries: number;
  /** The device was given it before, and asks once more. */
  isRepeated: boolean;
  /** Media types in which it did not print before. */
  refusedMedia: readonly string[];
  /** The part of it that the device prints now. */
  paper: CutRows;
}

interface Asked {
  /** No other paper than this one. */
  shortId?: string | undefined;
  /** The highest picture (rows) of a device that has not said its own. */
  usualHeight?: number;
}

interface HandedRow extends StoredPaper {
  id: string;
  shortId: string;
  token: string;
  parts: number | null;
  expiresAt: Temporal.Instant;
  refusedMedia: string[];
  tries: number;
  isRepeated: boolean;
  dots: number;
  maxHeight: number | null;
}

/**
 * Undefined when nothing waits that the device may print: without a confirmed test page it prints that page only. A
 * paper that cannot be rendered has failed, and the next one is handed over.
 */
export async function handOver(
  services: Services,
  device: AskingDevice,
  { shortId, usualHeight }: Asked = {},
): Promise<HandedJob | undefined> {
  for (;;) {
    const row = await takeRow(services, device, shortId);
    if (!row) return undefined;
    const parts = await renderParts(services, row, usualHeight).catch((error: unknown) => error);
    if (Array.isArray(parts)) return takenJob(services, device, { row, parts });
    const code = parts instanceof Refusal ? parts.code : 'error';
    if (!(parts instanceof Refusal)) services.log.error({ err: parts, category: 'Print' }, 'a paper cannot be made');
    await settleJob(services, device, { job: { token: row.token }, outcome: 'failed', code, reason: 'template' });
  }
}

async function renderParts(services: Services, row: HandedRow, usualHeight?: number): Promise<CutRows[]> {
  const parts = paperParts(await renderJob(services, row, row.dots), row.maxHeight ?? usualHeight ?? null);
  if (!parts[row.part]) throw new Error('The paper has become shorter.');
  return parts;
}

/** The device gets nothing of a paper whose parts cannot be stored: it then waits again. */
async function takenJob(
  services: Services,
  device: AskingDevice,
  { row, parts }: { row: HandedRow; parts: readonly CutRows[] },
): Promise<HandedJob> {
  const { id, shortId, token, tries, isRepeated, refusedMedia } = row;
  try {
    if (row.parts === null) await addParts(services, row, parts.length);
  } catch (error) {
    if (!isRepeated) await settleJob(services, device, { job: { token }, outcome: 'again' }).catch(() => {});
    throw error;
  }
  const expiresIn = Math.max(0, row.expiresAt.epochMilliseconds - services.clock.now().epochMilliseconds);
  return { id, shortId, token, expiresIn, tries, isRepeated, refusedMedia, paper: parts[row.part] as CutRows };
}

/** Locks the state of the device: two polls at once get the same paper. */
function takeRow(services: Services, device: AskingDevice, shortId?: string): Promise<HandedRow | undefined> {
  const now = services.clock.now();
  const isNamed = shortId === undefined ? sql`true` : sql`j.short_id = ${shortId}`;
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    await sql`select from device_states where device_id = ${device.id} for update`.execute(db);
    await sql`
      with ended as (
        update print_jobs set settled_at = ${now},
          state = case when state = 'handed' then 'uncertain' else 'expired' end
        where device_id = ${device.id} and ((state = 'waiting' and expires_at <= ${now})
          or (state = 'handed' and handed_at <= ${now.subtract({ seconds: answerSeconds })})) returning *)
      ${logOfJobs(now)}`.execute(db);
    const { rows } = await sql<HandedRow>`
      with next as (
        select j.id from print_jobs j where j.id in (${waitingJobs(device, now)}) and j.type_id is not null and ${isNamed}
        order by j.created_at, j.id limit 1),
      taken as (
        update print_jobs j set state = 'handed', handed_at = ${now}, tries = tries + 1,
          token = ${randomBytes(16).toString('base64url')}
        from next where j.id = next.id returning j.*)
      select j.id, j.short_id, j.token, j.parts, j.expires_at, j.refused_media, j.tries, j.is_repeated, d.dots,
        s.max_height, t.key as type_key, j.template_id, j.language, j.document, j.copy, j.part
      from (select *, false as is_repeated from taken
          union all select *, true from print_jobs where device_id = ${device.id} and state = 'handed') j
        join devices d on d.id = j.device_id join device_states s on s.device_id = d.id
        join listing_types t on t.id = j.type_id
      where ${isNamed} limit 1`.execute(db);
    return rows[0];
  });
}

/** The further parts of a long paper wait behind the first. */
async function addParts(services: Services, { id, token, part }: HandedRow, parts: number): Promise<void> {
  const ids = Array.from({ length: Math.max(0, parts - 1 - part) }, () => ({
    id: randomUUIDv7(),
    shortId: newShortId(),
  }));
  await sql`
    with first as (
      update print_jobs set parts = greatest(${parts}, part + 1) where id = ${id} and token = ${token} and parts is null returning *)
    insert into print_jobs (company_id, id, device_id, location_id, type_id, template_id, language, document, title,
      cause_kind, cause_key, copy, part, parts, short_id, created_by, created_at, expires_at)
    select f.company_id, n.id, f.device_id, f.location_id, f.type_id, f.template_id, f.language, f.document, f.title,
      f.cause_kind, f.cause_key, f.copy, f.part + n.part::integer, f.parts, n.short_id, f.created_by, f.created_at, f.expires_at
    from first f, unnest(${ids.map((one) => one.id)}::uuid[], ${ids.map(({ shortId }) => shortId)}::text[])
      with ordinality n (id, short_id, part)
    on conflict do nothing`.execute(services.database.write);
}
