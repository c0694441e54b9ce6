// Exports all rows of a search as a file, which is streamed while the rows are read.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { z } from 'zod';
import { hasYear } from '#contract/lib/birthday.ts';
import { type AnyList, type ExportInput, fieldOf } from '#contract/lib/resource.ts';
import { pascal } from '#contract/lib/service.ts';
import { kindOf, metaOf, unwrap, wireName } from '#contract/lib/wire.ts';
import { fetchBatches } from '#server/db/fetch-batches.ts';
import { processesOf } from '#server/db/running-processes.ts';
import { companyTransaction, readTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { iterateSends } from '#server/lib/files/iterate-sends.ts';
import { checkDownloadLimits, limitDownload } from '#server/lib/files/running-downloads.ts';
import { spoolToFile } from '#server/lib/files/spool.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { restBetween } from '#server/lib/rest-between.ts';
import { rowAsJson } from '#server/lib/sql/as-json.ts';
import { byteOrderMark, type CsvStyle, csvLine } from './csv.ts';
import { emptyLabel, hasLabel, labelledValues, labelOf } from './labels.ts';
import { matching, ordered } from './matching.ts';
import { listZone } from './period.ts';
import { separatorsOf } from './shown-numbers.ts';
import { type RowSource, rowsOf } from './source.ts';
import { type Batch, type CellStyle, workbook } from './xlsx.ts';

/**
 * Returns a file with the requested columns, by default every field with a label; the user audit records the export.
 * Times are wall times of the reader's zone, which their heads name.
 * Throws 429 and 503 while too many downloads run.
 */
export async function exportList(
  context: SignedIn,
  list: AnyList,
  source: RowSource,
  input: ExportInput,
): Promise<FileAnswer> {
  const { language } = context.visitor;
  const fields = columnsOf(list, input.columns, language);
  // Rejects an unknown order before the first byte is sent.
  ordered(list, source, input.order);
  checkDownloadLimits(context);
  await audit({ ...context, db: context.database.write }, `Exported ${list.name}`);
  const zone = input.timeZone ?? (await listZone(context, list));
  const columns = fields.map((field) => columnOf({ list, language, zone, format: input.format }, field));
  const file = limitDownload(context, () => {
    const batches = batchesOf(context, list, source, input, columns);
    return spoolToFile(
      input.format === 'xlsx'
        ? workbook(columns, batches)
        : Readable.from(csvOf(columns, batches, csvStyleOf(language))),
    );
  });
  const day = context.clock.now().toString().slice(0, 10);
  return new FileAnswer(file, mimeTypes[input.format], { name: `${list.name}-${day}.${input.format}` });
}

const mimeTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

async function* csvOf(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<Batch>,
  style: CsvStyle,
): AsyncGenerator<string> {
  const line = (cells: readonly unknown[]) => csvLine(cells, style);
  yield byteOrderMark + line(columns.map(({ title }) => title));
  for await (const batch of batches) yield batch.map(line).join('');
}

function csvStyleOf(language: string): CsvStyle {
  const { decimal } = separatorsOf(language);
  return { decimal, separator: decimal === ',' ? ';' : ',' };
}

/** Rows that are read and converted at once: a few milliseconds of this thread, which others wait for. */
const batchSize = 100;
/** Between two batches, others are served for as long as one took: half of the time, of all processes together. */
const restTimes = (processes: number) => 2 * processes - 1;

/** The cells of all rows, read in one transaction. Each batch takes a turn of the company, like a list. */
function batchesOf(
  context: SignedIn,
  list: AnyList,
  source: RowSource,
  input: ExportInput,
  columns: readonly ExportColumn[],
): AsyncIterable<Batch> {
  const inTransaction = <T>(act: (tx: SignedIn) => Promise<T>) =>
    list.area === 'system' ? readTransaction(context, act) : companyTransaction(context, { readOnly: true }, act);
  return iterateSends<Batch>((send) =>
    inTransaction(async (tx) => {
      const { all } = await matching(tx, list, source, input);
      const query = sql`select ${rowAsJson(list.declared.row)} as row from (${rowsOf(source, tx)}) r
        where ${all} order by ${ordered(list, source, input.order)}`;
      const rest = restBetween(restTimes(processesOf(context.database)));
      const inTurn = <T>(fetch: () => Promise<T>) =>
        withCompanyTurn(context, context.user.companyId, fetch, { isPatient: true });
      for await (const rows of fetchBatches<{ row: Record<string, unknown> }>(tx.db, query, { batchSize, inTurn })) {
        await send(rows.map(({ row }) => columns.map(({ name, cell }) => cell(row[name]))));
        await rest();
      }
    }),
  );
}

function columnsOf(list: AnyList, requested: readonly string[] | undefined, language: string): string[] {
  const { declared } = list;
  const all = Object.keys(declared.row.shape).filter((field) => field !== 'version');
  const isExported = (field: string) => hasLabel(list, field, language) && !isRecord(fieldOf(declared, field));
  if (!requested?.length) return all.filter(isExported);
  const names = new Map(all.map((field) => [wireName(field, declared.row.shape[field] as never).toLowerCase(), field]));
  const found = requested.flatMap((name) => {
    const field = names.get(name.toLowerCase());
    if (!field) throw invalid('Columns', 'field.unknown');
    return isRecord(fieldOf(declared, field)) ? [] : field;
  });
  if (found.length === 0) throw invalid('Columns', 'field.unknown');
  return found;
}

/** A record, or several, has no text of its own, unless one of its fields stands for it. */
function isRecord(schema: z.ZodType): boolean {
  const inner = unwrap(schema);
  const one = inner.def.type === 'array' ? unwrap((inner as z.ZodArray).element as z.ZodType) : inner;
  return one.def.type === 'object' && !metaOf(schema, 'shown');
}

interface ExportColumn {
  title: string;
  /** The wire name of the field. */
  name: string;
  style: CellStyle;
  /** Converts a value of an answer to a cell. */
  cell(value: unknown): unknown;
}

interface ExportScope {
  list: AnyList;
  language: string;
  zone: string;
  format: ExportInput['format'];
}

function columnOf({ list, language, zone, format }: ExportScope, field: string): ExportColumn {
  const schema = fieldOf(list.declared, field);
  const title = labelOf(list, field, language);
  const name = wireName(field, schema);
  const kind = kindOf(schema);
  const shown = metaOf(schema, 'shown');
  switch (kind) {
    case 'object':
      return { title, name, style: 'text', cell: (value) => shownOf(value, shown) };
    case 'instant':
      return { title: `${title} (${zone})`, name, style: 'time', cell: (value) => value && wallTimeOf(value, zone) };
    case 'date':
      return { title, name, style: 'day', cell: (value) => value && dayOf(value) };
    case 'birthday':
      return { title, name, style: 'day', cell: (value) => (value && hasYear(String(value)) ? dayOf(value) : value) };
    case 'money':
      return { title: `${title} (EUR)`, name, style: 'money', cell: (value) => value };
    case 'number':
    case 'bytes':
    case 'duration':
      return { title, name, style: 'number', cell: (value) => value };
    // A workbook has cells for them.
    case 'boolean':
      if (format === 'xlsx') return { title, name, style: 'text', cell: (value) => value };
  }
  const words = new Map(labelledValues(list, field, language)?.map(({ code, label }) => [code, label]));
  const none = emptyLabel(schema, language);
  const translated = (value: unknown) => words.get(String(value)) ?? (none && !value ? none : value);
  const cell = (value: unknown) => (Array.isArray(value) ? value.map(translated) : translated(value));
  return { title, name, style: 'text', cell };
}

function shownOf(record: unknown, field = ''): unknown {
  return (record as Record<string, unknown> | null)?.[pascal(field)];
}

function dayOf(value: unknown): Temporal.PlainDate {
  return Temporal.PlainDate.from(String(value));
}

/** Workbooks count whole seconds. */
function wallTimeOf(instant: unknown, zone: string): Temporal.PlainDateTime {
  const time = Temporal.Instant.from(String(instant)).toZonedDateTimeISO(zone).toPlainDateTime();
  return time.round({ smallestUnit: 'second', roundingMode: 'trunc' });
}
