// The rows of one table of an archive, in a temporary table: checked there, changed, and inserted from there.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Rest } from '#server/lib/rest-between.ts';
import { jsonLines, untilClosed } from '#server/operations/archives/copy-rows.ts';
import { type CompanyArchive, RefusedArchive } from '#server/operations/archives/read-company-archive.ts';

export interface RestoreOptions {
  /** Makes the ids of the new records from those of the archive. */
  salt: string;
  now: Temporal.Instant;
  rest: Rest;
  onBytes?: (bytes: number) => void;
}

/** Rows that a statement checks or inserts: one that takes long keeps a processor from others. */
export const slice = { checked: 200, parsed: 25, inserted: 20 };

/** Longest line of a table (bytes). */
const maxLine = 32 * 2 ** 20;

export type Work = RestoreOptions & { client: pg.Client; archive: CompanyArchive; companyId: string };

/** Loads the lines of a table and returns how many. They have the numbers from 1. */
export async function stage(work: Work, table: string, onBytes?: (bytes: number) => void): Promise<number> {
  const { client, archive, rest } = work;
  await client.query('truncate staged restart identity');
  let staged = 0;
  // One COPY would keep the database busy until its end.
  for await (const lines of linesOf(await archive.readTable(table), table, onBytes)) {
    const stream = client.query(copyFrom(`copy staged (line) from stdin ${jsonLines}`));
    await untilClosed(client, stream, pipeline([lines], stream)).catch((error: unknown) => {
      throw asValueRefusal(error, table);
    });
    staged += stream.rowCount;
    await rest();
  }
  await nameColumns(work, table, staged);
  await client.query('analyze staged');
  return staged;
}

/** Columns by the names that archives of earlier versions have for them. */
const formerColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = { visits: { told: 'notified' } };

/** Gives columns with a former name their present one. All rows of an archive have the columns of the first one. */
async function nameColumns(work: Work, table: string, staged: number): Promise<void> {
  const { client } = work;
  for (const [former, present] of Object.entries(formerColumns[table] ?? {})) {
    const { rowCount } = await client.query(
      `select from staged where number = 1 and jsonb_typeof(line) = 'object' and line ? $1`,
      [former],
    );
    if (rowCount === 0) continue;
    const text = `update staged set line = line - $3::text || jsonb_build_object($4::text, line -> $3::text)
      where number between $1 and $2 and jsonb_typeof(line) = 'object'`;
    await inSlices(work, { staged, size: slice.checked }, async (range) => {
      await client.query(prepared(text, [...range, former, present]));
    });
  }
}

/** The pieces of a table, each with whole lines. */
async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  table: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const begun: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    onBytes?.(piece.length);
    const end = piece.lastIndexOf(10) + 1;
    if (end > 0) yield Buffer.concat([...begun.splice(0), piece.subarray(0, end)]);
    begun.push(piece.subarray(end));
    length = end > 0 ? piece.length - end : length + piece.length;
    if (length > maxLine) throw new RefusedArchive('tooLarge', table);
  }
  if (length > 0) throw new RefusedArchive('broken', table);
}

/** Calls `act` for some staged rows after the others, with the first and the last number of each slice. */
export async function inSlices(
  { rest }: Work,
  { staged, size }: { staged: number; size: number },
  act: (range: [first: number, last: number]) => Promise<void>,
): Promise<void> {
  for (let first = 1; first <= staged; first += size) {
    await act([first, Math.min(staged, first + size - 1)]);
    await rest();
  }
}

/** A statement for a slice is planned once. */
export const prepared = (text: string, values: unknown[]) => ({
  name: createHash('sha1').update(text).digest('base64url'),
  text,
  values,
});

/** The staged rows as those of their table. */
export const stagedAs = (table: string) =>
  `staged s cross join lateral jsonb_populate_record(null::"${table}", s.line) r`;

/** The refusal of values that the database rejects; any other error as it is. */
export function asValueRefusal(error: unknown, table: string): unknown {
  // Wrong data (22), a broken constraint (23), or more than fits (54).
  const { code = '', constraint } = error as { code?: string; constraint?: string };
  if (!/^(22|23|54)...$/.test(code)) return error;
  return new RefusedArchive('values', constraint ? `${table} (${constraint})` : table, { cause: error });
}
