// Exports what registers recorded in a period: a row for each line of each receipt, and for each other act.
import { Readable } from 'node:stream';
import type { Parsed } from '#contract/lib/service.ts';
import type { tills } from '#contract/till/tills.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { checkDownloadLimits, limitDownload } from '#server/lib/files/running-downloads.ts';
import { byteOrderMark, type CsvStyle, csvLine } from '#server/lib/grid/csv.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { restBetween } from '#server/lib/rest-between.ts';
import { findRecordingRegisters } from '../registers/find-recording-registers.ts';
import { readActs } from './read-acts.ts';
import { recordColumns, recordRows } from './record-rows.ts';

/** The same in each language: programs read it. */
const style: CsvStyle = { decimal: '.', separator: ',' };
/** Acts of a batch. Each is read in a transaction of its own: what is recorded already does not change. */
const batchSize = 200;
/** Between two batches, others are served for as long as one took. */
const restTimes = 1;

/**
 * Registers one after the other, each in the order of its journal. Throws 404 for registers of others, 429 and 503
 * while too many downloads run.
 */
export async function exportRecords(
  context: SignedIn,
  { start, end, registerId }: Parsed<typeof tills.export>,
): Promise<FileAnswer> {
  const registers = await findRecordingRegisters(context, registerId);
  const [first = start, last = end] = [start, end].sort();
  checkDownloadLimits(context);
  await audit({ ...context, db: context.database.write }, `Exported the till from ${first} to ${last}`);
  const file = limitDownload(context, () => Readable.from(linesOf(context, registers, { first, last })));
  return new FileAnswer(file, 'text/csv; charset=utf-8', { name: `till-${first}-${last}.csv` });
}

interface Days {
  first: string;
  last: string;
}

async function* linesOf(
  context: SignedIn,
  registers: readonly { id: string; timeZone: string }[],
  { first, last }: Days,
): AsyncGenerator<string> {
  const rest = restBetween(restTimes);
  yield byteOrderMark + csvLine(recordColumns, style);
  for (const { id: registerId, timeZone } of registers) {
    const from = Temporal.PlainDate.from(first).toZonedDateTime(timeZone).toInstant();
    const until = Temporal.PlainDate.from(last).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
    for (let after = 0; ; ) {
      const acts = await companyTransaction(context, { readOnly: true }, (tx) =>
        readActs(tx, { registerId, from, until, after, limit: batchSize }),
      );
      if (acts.length > 0)
        yield acts
          .flatMap(recordRows)
          .map((row) => csvLine(row, style))
          .join('');
      if (acts.length < batchSize) break;
      after = acts.at(-1)?.entry ?? after;
      await rest();
    }
  }
}
