// Writes lists as workbooks (ECMA-376), zipped as they stream. Texts are text cells, which never become formulas.
import { Readable } from 'node:stream';
import { type ZipEntry, zipOf } from '#server/lib/files/zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** All parts except the sheets. Sheets are numbered from 1. */
function partsOf(sheets: number): Record<string, string> {
  const each = (text: (sheet: number) => string) =>
    Array.from({ length: sheets }, (_, index) => text(index + 1)).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const typeOf = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${type}.${kind}+xml"/>`;
  const related = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}.xml"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${typeOf('workbook', 'sheet.main')}${each((sheet) => typeOf(`worksheets/sheet${sheet}`, 'worksheet'))}${typeOf('styles', 'styles')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${related('rId1', 'officeDocument', 'xl/workbook')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((sheet) => `<sheet name="Daybook${sheet > 1 ? ` ${sheet}` : ''}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${each((sheet) => related(`rId${sheet}`, 'worksheet', `worksheets/sheet${sheet}`))}${related('styles', 'styles', 'styles')}</Relationships>`,
    // Style 1 is the bold head.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}

const frozen = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>';
const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews>${frozen}</sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** Maximum rows of a sheet, including its head. */
const maxRows = 1_048_576;

/** The longest text that a cell may hold. */
const maxText = 32_767;

/**
 * Consumes the rows, in batches that are not empty, as fast as the workbook is read. Rows beyond the limit of a sheet
 * continue on the next, below the same head.
 */
export function workbook(titles: readonly string[], batches: AsyncIterable<Batch>, max = maxRows): Readable {
  return zipOf(entriesOf(titles, batches, max));
}

/** The cells of a batch of rows. */
export type Batch = readonly (readonly unknown[])[];

async function* entriesOf(
  titles: readonly string[],
  batches: AsyncIterable<Batch>,
  max: number,
): AsyncGenerator<ZipEntry> {
  const reader = batches[Symbol.asyncIterator]();
  const nextBatch = async () => {
    const { done, value } = await reader.next();
    return done ? undefined : value;
  };
  try {
    let batch = await nextBatch();
    async function* sheet() {
      yield sheetStart + lineOf(titles, 1, ' s="1"');
      for (let rows = 1; batch && rows < max; ) {
        const fitting = batch.slice(0, max - rows);
        yield fitting.map((cells, index) => lineOf(cells, rows + index + 1, '')).join('');
        rows += fitting.length;
        batch = fitting.length < batch.length ? batch.slice(fitting.length) : await nextBatch();
      }
      yield sheetEnd;
    }
    let sheets = 0;
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: Readable.from(sheet()) };
    } while (batch);
    for (const [name, xml] of Object.entries(partsOf(sheets))) yield { name, content: declaration + xml };
  } finally {
    await reader.return?.();
  }
}

/** Some readers reject cells without an address. */
function lineOf(cells: readonly unknown[], row: number, style: string): string {
  return `<row r="${row}">${cells.map((cell, index) => cellOf(cell, ` r="${lettersOf(index)}${row}"${style}`)).join('')}</row>`;
}

/** `A`, `B`, …, `Z`, `AA`: the name of a column, counted from 0. */
function lettersOf(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? lettersOf(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

function cellOf(value: unknown, attributes: string): string {
  if (value === null || value === undefined || value === '') return `<c${attributes}/>`;
  if (typeof value === 'number') return `<c${attributes}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"${attributes}><v>${Number(value)}</v></c>`;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return `<c t="inlineStr"${attributes}><is><t xml:space="preserve">${escapeXml(text.slice(0, maxText))}</t></is></c>`;
}

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot represent these characters.
  const allowed = text.toWellFormed().replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
