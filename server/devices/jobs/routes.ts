// Serves the papers that wait, and those of the last days.
import { sql } from 'kysely';
import { companyPrintJobs, printJobs } from '#contract/devices/print-jobs.ts';
import { paperMedia } from '#server/devices/paper/media/paper-media.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';
import { isOwnPaper, paperRows } from './job-rows.ts';
import { listWaiting } from './list-waiting.ts';
import { renderJob, type StoredPaper, storedPaperColumns } from './render-job.ts';
import { cancelAll, cancelJob, printAgain, settleByPerson } from './settle-by-person.ts';
import { confirmPrinter, printTestPage } from './test-page.ts';

export const companyPrintJobRoutes = serve(companyPrintJobs.operations, {
  ...gridOf(companyPrintJobs, { rows: (context) => paperRows(context) }),
});

export const printJobRoutes = serve(printJobs, {
  getPaper,
  getWaiting: listWaiting,
  settle: settleByPerson,
  again: printAgain,
  cancel: cancelJob,
  cancelAll,
  printTestPage,
  confirm: confirmPrinter,
});

async function getPaper(context: SignedIn, { id }: { id: string }): Promise<FileAnswer> {
  const { rows } = await sql<StoredPaper & { dots: number | null }>`
    select ${storedPaperColumns}, d.dots
    from print_jobs j join listing_types t on t.id = j.type_id
      left join devices d on d.company_id = j.company_id and d.id = j.device_id
    where j.id = ${id} and ${isOwnPaper(context.user)}`.execute(context.db);
  const [stored] = rows;
  if (!stored) throw notFound();
  const paper = await renderJob(context, stored, stored.dots);
  return new FileAnswer(Buffer.from(paperMedia.png.encode(paper)), paperMedia.png.type);
}
