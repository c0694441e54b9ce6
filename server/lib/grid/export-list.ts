// Exports all rows of a search as a file, which is streamed while the rows are read.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { type AnyList, type ExportInput, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import { fetchBatches } from '#server/db/fetch-batches.ts';
import { companyTransaction, readTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { iterateSends } from '#server/lib/files/iterate-sends.ts';
import { checkDownloadLimits, limitDownload } from '#server/lib/files/running-downloads.ts';
import { spoolToFile } from '#server/lib/files/spool.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { rowAsJson } from '#server/lib/sql/as-json.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { hasLabel, labelOf, valuesOf } from './labels.ts';
import { matching, ordered } from './matching.ts';
import type { Source } from './source.ts';
import { type Batch, workbook } from './xlsx.ts';

/**
 * Returns a file with the requested columns, by default every field with a label; the user audit records the export.
 * Throws 429 and 503 while too many downloads run.
 */
export async function exportList(
  context: SignedIn,
  list: AnyList,
  source: Source,
  input: ExportInput,
): Promise<FileAnswer> {
  const { language } = context.visitor;
  const fields = columnsOf(list, input.columns, language);
  // Rejects an unknown order before the first byte is sent.
  ordered(list, source, input.order);
  checkDownloadLimits(context);
  await audit({ ...context, db: context.database.write }, `Exported ${list.name}`);
  const columns = fields.map((field) => columnOf(list, field, language));
  const titles = columns.map(({ title }) => title);
  const file = limitDownload(context, () => {
    const batches = batchesOf(context, list, source, input, columns);
    return spoolToFile(input.format === 'xlsx' ? workbook(titles, batches) : Readable.from(csvOf(titles, batches)));
  });
  const day = context.clock.now().toString().slice(0, 10);
  return new FileAnswer(file, mimeTypes[input.format], { name: `${list.name}-${day}.${input.format}` });
}

const mimeTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

async function* csvOf(titles: readonly string[], batches: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(titles);
  for await (const batch of batches) yield batch.map(csvLine).join('');
}

/** The cells of all rows, read in one transaction. */
function batchesOf(
  context: SignedIn,
  list: AnyList,
  source: Source,
  input: ExportInput,
  columns: readonly ExportColumn[],
): AsyncIterable<Batch> {
  const inTransaction = <T>(act: (tx: SignedIn) => Promise<T>) =>
    list.area === 'system' ? readTransaction(context, act) : companyTransaction(context, { readOnly: true }, act);
  return iterateSends<Batch>((send) =>
    inTransaction(async (tx) => {
      const { all } = await matching(tx, list, source, input);
      const query = sql`select ${rowAsJson(list.declared.row)} as row from (${source.rows(tx)}) r
        where ${all} order by ${ordered(list, source, input.order)}`;
      for await (const rows of fetchBatches<{ row: Record<string, unknown> }>(tx.db, query)) {
        await send(rows.map(({ row }) => columns.map(({ name, words }) => words.get(String(row[name])) ?? row[name])));
      }
    }),
  );
}

function columnsOf(list: AnyList, requested: readonly string[] | undefined, language: string): string[] {
  const { declared } = list;
  const all = Object.keys(declared.row.shape).filter((field) => field !== 'version');
  if (!requested?.length) return all.filter((field) => hasLabel(list, field, language));
  const names = new Map(all.map((field) => [wireName(field, declared.row.shape[field] as never).toLowerCase(), field]));
  return requested.map((name) => {
    const field = names.get(name.toLowerCase());
    if (!field) throw invalid('Columns', 'field.unknown');
    return field;
  });
}

interface ExportColumn {
  title: string;
  /** The wire name of the field. */
  name: string;
  /** The labels of the values of a field with a fixed set. */
  words: ReadonlyMap<string, string>;
}

function columnOf(list: AnyList, field: string, language: string): ExportColumn {
  const schema = fieldOf(list.declared, field);
  const values = ['enum', 'code'].includes(kindOf(schema)) ? valuesOf(list, field, language) : undefined;
  return {
    title: labelOf(list, field, language),
    name: wireName(field, schema),
    words: new Map(values?.map(({ code, label }) => [code, label])),
  };
}
