// Reads the rows of a CSV or vCard file, whatever its encoding and separator.
import { analyse } from 'chardet';
import { parse } from 'csv-parse/sync';
import { invalid } from '#server/lib/refusal.ts';
import type { FileRow } from './file-row.ts';
import { readCards } from './read-cards.ts';

export interface ReadFile {
  format: 'csv' | 'vcard';
  charset: string;
  separator: string;
  /** The names of the columns. */
  titles: string[];
  rows: FileRow[];
}

/** Throws 417 with Key `File` for a file that is neither. */
export function readFile(bytes: Buffer): ReadFile {
  const { charset, text } = decode(bytes);
  if (/^\s*BEGIN:VCARD/i.test(text)) return { format: 'vcard', charset, separator: '', ...readCards(text) };
  // Text has no such characters; a workbook or a picture has.
  if (text.includes('\0')) throw invalid('File', 'customers.importNoTable');
  const separator = separatorOf(text);
  const lines = records(text, separator);
  const [head, ...rows] = lines;
  if (!head || rows.length === 0) throw invalid('File', 'customers.importEmpty');
  return { format: 'csv', charset, separator, titles: head.cells, rows };
}

function records(text: string, separator: string): FileRow[] {
  try {
    const found = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    // `lines` is the last line of the record: a record with line breaks begins earlier.
    return found.map(({ record, info }) => ({
      line: info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0),
      cells: record,
    }));
  } catch {
    throw invalid('File', 'customers.importNoTable');
  }
}

/** Valid UTF-8 is UTF-8; other encodings are guessed by the frequencies of their letters. */
function decode(bytes: Buffer): { charset: string; text: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const charset = first === 0xff ? 'utf-16le' : 'utf-16be';
    return { charset, text: new TextDecoder(charset).decode(bytes) };
  }
  try {
    return { charset: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    for (const { name } of analyse(bytes)) {
      // Every byte sequence is some Latin text: the Windows form of it has more characters, and files come from there.
      const charset = windowsForms[name] ?? name.toLowerCase();
      if (charset.startsWith('utf')) continue;
      try {
        return { charset, text: new TextDecoder(charset).decode(bytes) };
      } catch {
        // An encoding that this process does not know: the next best guess.
      }
    }
    return { charset: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

const windowsForms: Record<string, string> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-9': 'windows-1254',
};

const separators = [',', ';', '\t', '|'];
/** Lines in which separators are counted. */
const maxSampled = 20;

/** The separator that occurs in the first line most often and as often in the next ones. */
function separatorOf(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxSampled);
  const scored = separators.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const [first = 0] = counts;
    return { separator, score: first * (counts.filter((count) => count === first).length / lines.length) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}
