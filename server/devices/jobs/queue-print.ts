// Queues paper in the transaction of its cause: one paper for each cause, printer and copy, however often it is asked
// for.
import { sql } from 'kysely';
import { maxWaiting, type PrintAnswer } from '#contract/devices/print-jobs.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { addJob, type NewPaper } from './add-job.ts';
import { findPrinter, printersToChoose } from './find-printer.ts';
import { readPaper } from './job-rows.ts';

export interface PrintWhere {
  /** Null: where papers of the type are printed for the caller. */
  printerId: string | null;
  /** Without `printerId`: the register at which a person asks for it. Its own printer goes first. */
  registerId?: string | null;
  /** In the print dialog of the browser, without a printer. */
  inBrowser?: boolean;
}

interface CopyOf {
  /** 0, or the number of the copy: what was printed is printed again only by the next number. */
  copy: number;
  /** The first part of a copy, counted from 0. */
  fromPart: number;
}

/**
 * Queues a paper that a person asks for. Without a printer for it, the answer has those to choose from. Throws 417 when
 * as many papers of theirs wait for it as one person may queue.
 */
export async function queuePrint(
  tx: SignedIn,
  paper: NewPaper,
  where: PrintWhere,
  { copy, fromPart }: CopyOf = { copy: 0, fromPart: 0 },
): Promise<PrintAnswer> {
  const printer = await findPrinter(tx, { ...paper, ...where });
  if (!printer) return { job: null, isNew: false, choices: await printersToChoose(tx) };
  const target = { deviceId: printer.id, copy, part: fromPart, isDialog: printer.isDialog };
  const by = { companyId: tx.user.companyId, userId: tx.user.id };
  const { id, isNew } = await addJob(tx, paper, target, by);
  if (isNew && printer.id) await assertFewWaiting(tx, printer.id);
  return { job: await readPaper(tx, id), isNew, choices: [] };
}

/** With the paper that was just added. Presses at the same moment may add a few more. */
async function assertFewWaiting({ db, user }: SignedIn, deviceId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from print_jobs
    where device_id = ${deviceId} and state = 'waiting' and company_id = ${user.companyId} and created_by = ${user.id}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) > maxWaiting) throw invalid('ListingPrinters_Id', 'printing.tooMany', { max: maxWaiting });
}
