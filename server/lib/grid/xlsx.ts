// Lists as a workbook (ECMA-376), zipped while it is written. Texts are cells of text, so that no formula can arise.
import { openZip } from '#server/lib/files/zip.ts';
import type { SheetWriter } from './sheet-writer.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** All but the sheets, which are numbered from 1. */
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

/** The rows that a sheet may hold, its head among them. */
const maxRows = 1_048_576;

/** The longest text that a cell may hold. */
const maxCellLength = 32_767;

/** What does not fit into one sheet of `most` rows goes on in the next, below the same head. */
export function workbookWriter(max = maxRows): SheetWriter {
  const zip = openZip();
  let titles: readonly string[] = [];
  let sheets = 0;
  let rows = 0;
  // Some readers take no cell without its address.
  const line = (cells: readonly unknown[], style: string) => {
    rows += 1;
    const row = cells.map((cell, index) => cellOf(cell, ` r="${lettersOf(index)}${rows}"${style}`));
    return `<row r="${rows}">${row.join('')}</row>`;
  };
  const begin = () => {
    sheets += 1;
    rows = 0;
    return Buffer.concat([zip.begin(`xl/worksheets/sheet${sheets}.xml`), zip.add(sheetStart + line(titles, ' s="1"'))]);
  };
  return {
    head(words) {
      titles = words;
      return begin();
    },
    row(cells) {
      if (rows < max) return zip.add(line(cells, ''));
      return Buffer.concat([zip.add(sheetEnd), begin(), zip.add(line(cells, ''))]);
    },
    end() {
      const parts = Object.entries(partsOf(sheets));
      return Buffer.concat([
        zip.add(sheetEnd),
        ...parts.map(([name, xml]) => zip.file(name, declaration + xml)),
        zip.end(),
      ]);
    },
  };
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
  return `<c t="inlineStr"${attributes}><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCellLength))}</t></is></c>`;
}

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold these in any form.
  const allowed = text.toWellFormed().replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
