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
    // The formats of the cells, by the numbers in `styleNumbers`; 1 is the bold head, 2 a figure's bold head.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="right"/></xf>${[164, 165, 4].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  };
}

const frozen = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>';
const sheetStart = (widths: readonly number[]) =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews>${frozen}</sheetViews><cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** Maximum rows of a sheet, including its head. */
const maxRows = 1_048_576;

/** The longest text that a cell may hold. */
const maxText = 32_767;

/** How the cells of a column are written. */
export type CellStyle = 'text' | 'time' | 'day' | 'number' | 'money';

export interface SheetColumn {
  title: string;
  style: CellStyle;
}

const styleNumbers: Record<CellStyle, number> = { text: 0, time: 3, day: 4, number: 0, money: 5 };
/** Characters that a cell of this style needs; texts are measured. */
const styleWidths: Record<CellStyle, number> = { text: 0, time: 19, day: 11, number: 10, money: 12 };
/** Longer texts stay on their line. */
const maxWidth = 60;

/**
 * Consumes the rows, in batches that are not empty, as fast as the workbook is read. Rows beyond the limit of a sheet
 * continue on the next, below the same head.
 */
export function workbook(columns: readonly SheetColumn[], batches: AsyncIterable<Batch>, max = maxRows): Readable {
  return zipOf(entriesOf(columns, batches, max));
}

/** The cells of a batch of rows. */
export type Batch = readonly (readonly unknown[])[];

async function* entriesOf(
  columns: readonly SheetColumn[],
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
    const widths = columns.map((column, index) => widthOf(column, index, batch ?? []));
    const styles = columns.map(({ style }) => styleNumbers[style]);
    const titles = columns.map(({ title }) => title);
    const headStyles = columns.map(({ style }) => (style === 'number' || style === 'money' ? 2 : 1));
    async function* sheet() {
      yield sheetStart(widths) + lineOf(titles, 1, headStyles);
      for (let rows = 1; batch && rows < max; ) {
        const fitting = batch.slice(0, max - rows);
        yield fitting.map((cells, index) => lineOf(cells, rows + index + 1, styles)).join('');
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
function lineOf(cells: readonly unknown[], row: number, styles: readonly number[]): string {
  return `<row r="${row}">${cells.map((cell, index) => cellOf(cell, ` r="${lettersOf(index)}${row}" s="${styles[index] ?? 0}"`)).join('')}</row>`;
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
  if (value instanceof Temporal.PlainDateTime || value instanceof Temporal.PlainDate) {
    return `<c${attributes}><v>${serialOf(value)}</v></c>`;
  }
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return `<c t="inlineStr"${attributes}><is><t xml:space="preserve">${escapeXml(text.slice(0, maxText))}</t></is></c>`;
}

/** The days since the epoch of workbooks, with the time as a fraction. */
function serialOf(value: Temporal.PlainDateTime | Temporal.PlainDate): number {
  return epoch.until(value).total('days');
}

const epoch = Temporal.PlainDateTime.from('1899-12-30');

/** The width of a column (characters): its title's, or that of its widest cell among the first rows. */
function widthOf({ title, style }: SheetColumn, index: number, rows: Batch): number {
  const texts = style === 'text' ? rows.map((cells) => String(cells[index] ?? '').length) : [];
  // Room for the bold head and the borders.
  return Math.min(maxWidth, Math.max(title.length, styleWidths[style], ...texts) + 3);
}

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot represent these characters.
  const allowed = text.toWellFormed().replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
