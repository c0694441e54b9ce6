// Adds a paper to the queue: one for each cause, printer and copy.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { DeliveredType } from '#contract/devices/listing-types.ts';
import { newId } from '#contract/lib/fields.ts';
import type { PaperTypeKey, PaperValues } from '#server/devices/paper/paper-types.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { newShortId } from './short-id.ts';

export interface NewPaper<Key extends PaperTypeKey & DeliveredType = PaperTypeKey> {
  typeKey: Key;
  values: PaperValues<Key>;
  /** For people who look at the queue. */
  title: string;
  language: string;
  /** The record that the paper is about, as it is now: another key makes another paper. */
  cause: { kind: string; key: string };
  locationId: string;
  /** A paper that has waited until then is not printed. */
  expiresAt: Temporal.Instant;
}

/** Where a paper is printed. */
export interface Target {
  deviceId: string | null;
  copy: number;
  part: number;
  isDialog: boolean;
}

/** The company, and the person who asked for the paper; null for one that is printed by itself. */
export interface AskedBy {
  companyId: string;
  userId: string | null;
}

/** Writes with the caller's transaction. Throws 417 for a copy of what was never printed. */
export async function addJob(
  tx: ServiceContext,
  paper: NewPaper,
  target: Target,
  by: AskedBy,
): Promise<{ id: string; isNew: boolean }> {
  await assertNextCopy(tx, paper, target, by);
  const added = await insertJob(tx, paper, target, by);
  if (added) return { id: added, isNew: true };
  const found = await findJob(tx, paper, target, by);
  if (!found) throw new Error('A paper is neither new nor old.');
  // Nothing is known to be on paper: it is the same paper that is printed now.
  const isRenewed = await renewJob(tx, found, paper, target);
  if (by.userId) await giveJob(tx, found, by.userId);
  return { id: found, isNew: isRenewed };
}

/** The rows `o` of the same paper on the same printer. */
function sameCopy({ companyId }: AskedBy, { cause }: NewPaper, { deviceId, copy }: Omit<Target, 'part' | 'isDialog'>) {
  return sql`o.company_id = ${companyId} and o.cause_kind = ${cause.kind} and o.cause_key = ${cause.key}
    and coalesce(o.device_id, ${newId}) = ${deviceId ?? newId}::uuid and o.copy = ${copy}`;
}

/** Undefined when the paper is there already, from whichever part on. */
async function insertJob(
  tx: ServiceContext,
  paper: NewPaper,
  target: Target,
  by: AskedBy,
): Promise<string | undefined> {
  const id = randomUUIDv7();
  const now = tx.clock.now();
  const { companyId, userId } = by;
  const state = target.isDialog ? 'handed' : 'waiting';
  const { rows } = await sql<{ id: string }>`
    insert into print_jobs (company_id, id, device_id, location_id, type_id, template_id, language, document, title,
      cause_kind, cause_key, copy, part, state, short_id, created_by, created_at, handed_at, expires_at)
    select ${companyId}, ${id}, ${target.deviceId}, ${paper.locationId}, t.id, t.file_id, ${paper.language},
      ${JSON.stringify(paper.values)}::jsonb, ${paper.title.slice(0, 200)}, ${paper.cause.kind}, ${paper.cause.key},
      ${target.copy}, ${target.part}, ${state}, ${newShortId()}, ${userId}, ${now}, ${target.isDialog ? now : null},
      ${paper.expiresAt}
    from listing_types t
    where t.key = ${paper.typeKey} and not exists (select from print_jobs o where ${sameCopy(by, paper, target)})
    on conflict do nothing returning id`.execute(tx.db);
  return rows[0]?.id;
}

/** The part to begin with, if the copy has it. */
async function findJob(tx: ServiceContext, paper: NewPaper, target: Target, by: AskedBy): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select o.id from print_jobs o where ${sameCopy(by, paper, target)}
    order by o.part <> ${target.part}, o.part limit 1`.execute(tx.db);
  return rows[0]?.id;
}

/** The paper is of the person who asked last: they see what becomes of it, and may print it again. */
async function giveJob({ db }: ServiceContext, id: string, userId: string): Promise<void> {
  await sql`update print_jobs set created_by = ${userId} where id = ${id} and created_by is distinct from ${userId}`.execute(
    db,
  );
}

/** Puts a part that surely was not printed into the queue again, with those behind it. */
async function renewJob(
  { db, clock }: ServiceContext,
  id: string,
  paper: NewPaper,
  { isDialog }: Target,
): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql`
    with renewed as (
      update print_jobs set state = ${isDialog ? 'handed' : 'waiting'}, reason = '', code = '', token = null, tries = 0,
        refused_media = '{}', parts = null, document = ${JSON.stringify(paper.values)}::jsonb, created_at = ${now},
        handed_at = ${isDialog ? now : null}, settled_at = null, expires_at = ${paper.expiresAt}
      where id = ${id} and (state in ('failed', 'expired', 'cancelled') or (state = 'waiting' and expires_at <= ${now}))
      returning *),
    dropped as (
      delete from print_jobs j using renewed r
      where j.company_id = r.company_id and j.cause_kind = r.cause_kind and j.cause_key = r.cause_key
        and j.device_id is not distinct from r.device_id and j.copy = r.copy and j.part > r.part)
    select from renewed`.execute(db);
  return rows.length > 0;
}

async function assertNextCopy(
  tx: ServiceContext,
  paper: NewPaper,
  { deviceId, copy }: Target,
  by: AskedBy,
): Promise<void> {
  if (copy === 0) return;
  const { rows } = await sql`
    select from print_jobs o where ${sameCopy(by, paper, { deviceId, copy: copy - 1 })} limit 1`.execute(tx.db);
  if (rows.length === 0) throw invalid('Copy', 'printing.noSuchCopy');
}
