// Reads a sheet of a workbook (.xlsx, ISO/IEC 29500) as rows of a table.
import readWorkbook from 'read-excel-file/node';
import yauzl from 'yauzl';
import { invalid } from '#server/lib/refusal.ts';
import type { FileRow } from './file-row.ts';

/** Of all parts of a workbook together (bytes). */
const maxUnpacked = 40 * 2 ** 20;
const maxParts = 1_000;

/** Whether the bytes begin as a ZIP file, which a workbook is. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
}

interface Workbook {
  sheetNames: string[];
  /** The one that was read. */
  sheet: string;
  rows: FileRow[];
}

/** Rows among which the headings are looked for. */
const maxHeads = 15;

/**
 * Reads the sheet with this name, else the one with the most known headings. Throws 417 with Key `File` for other
 * files, and for those that unpack to more than a sheet of customers has.
 */
export async function readSheet(
  bytes: Buffer,
  wanted: string | undefined,
  countKnown: (cells: readonly string[]) => number,
): Promise<Workbook> {
  await checkSize(bytes);
  const all = await readWorkbook(bytes).catch(() => {
    throw invalid('File', 'customers.importNoTable');
  });
  const known = ({ data }: (typeof all)[number]) =>
    Math.max(0, ...data.slice(0, maxHeads).map((cells) => countKnown(cells.map(textOf))));
  // Of sheets with as many known headings, the first; a sheet of one row has nothing below them.
  const rank = (one: (typeof all)[number]) => (one.data.length > 1 ? 1 + known(one) : 0);
  const best = all.reduce<(typeof all)[number] | undefined>((a, b) => (a && rank(a) >= rank(b) ? a : b), undefined);
  const sheet = all.find((one) => one.sheet === wanted) ?? best;
  const rows = (sheet?.data ?? []).map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }));
  return {
    sheetNames: all.map((one) => one.sheet),
    sheet: sheet?.sheet ?? '',
    rows: rows.filter(({ cells }) => cells.some(Boolean)),
  };
}

async function checkSize(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true }).catch(() => {
    throw invalid('File', 'customers.importNoTable');
  });
  let unpacked = 0;
  let parts = 0;
  const add = (size: number) => {
    unpacked += size;
    if (unpacked > maxUnpacked || parts > maxParts) throw invalid('File', 'customers.importLarge');
  };
  for await (const entry of zip.eachEntry()) {
    parts++;
    if (entry.fileName.endsWith('/')) continue;
    if (entry.uncompressedSize > maxUnpacked) add(entry.uncompressedSize);
    // A part can be larger than it says: its bytes are counted.
    for await (const piece of await zip.openReadStreamPromise(entry)) add(piece.length);
  }
}

/** Days of a workbook have no zone. */
function textOf(value: unknown): string {
  if (value instanceof Date) {
    // Fractions of a day are seldom whole seconds.
    const seconds = new Date(Math.round(value.getTime() / 1000) * 1000);
    return seconds.toISOString().replace(/(T00:00:00)?\.000Z$/, '');
  }
  return value === null || value === undefined ? '' : String(value).trim();
}
