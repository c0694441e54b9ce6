// Lets people say whether a paper was printed, cancel it, and print it again.
import { sql } from 'kysely';
import type { PrintAnswer, PrintJobRow } from '#contract/devices/print-jobs.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import type { NewPaper } from './add-job.ts';
import { isOwnPaper, readPaper } from './job-rows.ts';
import { logOfJobs } from './log-jobs.ts';
import { queuePrint } from './queue-print.ts';
import { cancelFurtherParts } from './settle-job.ts';

interface OwnJob {
  id: string;
  state: string;
  deviceId: string | null;
  connection: string | null;
}

/** Locks the paper. Throws 404 for one that the caller does not see. */
async function ownJob({ db, user }: SignedIn, id: string): Promise<OwnJob> {
  const { rows } = await sql<OwnJob>`
    select j.id, j.state, j.device_id, d.connection
    from print_jobs j left join devices d on d.company_id = j.company_id and d.id = j.device_id
    where j.id = ${id} and ${isOwnPaper(user)} for update of j`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** Throws 409 for a paper of which a printer says what became of it. */
export async function settleByPerson(
  tx: SignedIn,
  { id, isPrinted }: { id: string; isPrinted: boolean },
): Promise<PrintJobRow> {
  const { state, deviceId, connection } = await ownJob(tx, id);
  const isDialog = state === 'handed' && (deviceId === null || connection === 'browser');
  const next = isPrinted ? 'printed' : 'failed';
  if (state !== 'uncertain' && !isDialog) {
    if (state === next) return readPaper(tx, id);
    throw new Refusal(409, 'printing.isSettled');
  }
  const now = tx.clock.now();
  await sql`
    with ended as (
      update print_jobs set state = ${next}, reason = ${isPrinted ? '' : 'person'}, settled_at = ${now}
      where id = ${id} returning *)
    ${logOfJobs(now)}`.execute(tx.db);
  if (!isPrinted) await cancelFurtherParts(tx.db, id, now);
  return readPaper(tx, id);
}

/** Throws 409 for a paper that no longer waits. */
export async function cancelJob(tx: SignedIn, { id }: { id: string }): Promise<PrintJobRow> {
  const { state } = await ownJob(tx, id);
  if (state !== 'waiting' && state !== 'cancelled') throw new Refusal(409, 'printing.isSettled');
  await cancel(tx, sql`j.id = ${id}`);
  return readPaper(tx, id);
}

export async function cancelAll(tx: SignedIn, { printerId }: { printerId: string }): Promise<{ cancelled: number }> {
  return { cancelled: await cancel(tx, sql`j.device_id = ${printerId}`) };
}

async function cancel({ db, user, clock }: SignedIn, which: ReturnType<typeof sql>): Promise<number> {
  const now = clock.now();
  const { rows } = await sql`
    with ended as (
      update print_jobs j set state = 'cancelled', settled_at = ${now}
      where ${which} and j.state = 'waiting' and ${isOwnPaper(user)} returning *)
    ${logOfJobs(now)}`.execute(db);
  return rows.length;
}

interface Again {
  id: string;
  copy: number;
  fromPart: number;
}

/** Throws 409 while it waits or prints. */
export async function printAgain(tx: SignedIn, { id, copy, fromPart }: Again): Promise<PrintAnswer> {
  const { state, deviceId } = await ownJob(tx, id);
  if (state === 'waiting' || state === 'handed') throw new Refusal(409, 'printing.isWaiting');
  const paper = await paperOf(tx, id);
  return queuePrint(tx, paper, { printerId: deviceId, inBrowser: !deviceId }, { copy, fromPart: fromPart - 1 });
}

/** As it was queued. It is of use for as long as the first one was. */
async function paperOf({ db, clock }: SignedIn, id: string): Promise<NewPaper> {
  const { rows } = await sql<StoredAgain>`
    select t.key as type_key, j.document as values, j.title, j.language, j.cause_kind, j.cause_key, j.location_id,
      extract(epoch from j.expires_at - j.created_at)::integer as seconds
    from print_jobs j join listing_types t on t.id = j.type_id where j.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { causeKind, causeKey, seconds, ...paper } = row;
  return {
    ...paper,
    cause: { kind: causeKind, key: causeKey },
    expiresAt: clock.now().add({ seconds: Math.max(seconds, minSeconds) }),
  } as NewPaper;
}

/** Of a paper that is printed again, to be of use. */
const minSeconds = 600;

interface StoredAgain {
  typeKey: string;
  values: object;
  title: string;
  language: string;
  causeKind: string;
  causeKey: string;
  locationId: string;
  seconds: number;
}
