// Reads the sheets of a workbook (.xlsx, ISO/IEC 29500) as tables.
import readWorkbook from 'read-excel-file/node';
import yauzl from 'yauzl';
import { invalid } from '#server/lib/refusal.ts';
import type { FileSheet } from './choose-sheet.ts';

/** Of all parts of a workbook together (bytes). */
const maxUnpacked = 40 * 2 ** 20;
const maxParts = 1_000;

/** Whether the bytes begin as a ZIP file, which a workbook is. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
}

/**
 * Returns the sheets, without their empty rows. Throws 417 with Key `File` for other files, and for those that unpack
 * to more than a sheet of customers has.
 */
export async function readSheets(bytes: Buffer): Promise<FileSheet[]> {
  await checkSize(bytes);
  const all = await readWorkbook(bytes).catch(() => {
    throw invalid('File', 'customers.importNoTable');
  });
  return all.map(({ sheet, data }) => {
    const rows = data.map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }));
    return { name: sheet, rows: rows.filter(({ cells }) => cells.some(Boolean)) };
  });
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
    // A time of day, or a length, is one of the day from which workbooks count.
    return seconds
      .toISOString()
      .replace(/(T00:00:00)?\.000Z$/, '')
      .replace(/^1899-12-3[01]T/, '');
  }
  if (typeof value === 'number') return numberText(value);
  return value === null || value === undefined ? '' : String(value).trim();
}

/** With the 15 digits that spreadsheets show. Of three decimals, a fourth says that they are no thousand. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}
