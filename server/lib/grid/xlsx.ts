// Lists as a workbook of one sheet (ECMA-376), zipped while it is written. Texts are cells of text, so that no formula can arise.
import { openZip } from '#server/lib/zip.ts';
import type { SheetWriter } from './export-list.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Daybook" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is the bold head.
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};

/** The longest text that a cell may hold. */
const longest = 32_767;

export function workbookWriter(): SheetWriter {
  const zip = openZip();
  let rows = 0;
  // Some readers take no cell without its address.
  const line = (cells: readonly unknown[], style: string) => {
    rows += 1;
    const row = cells.map((cell, index) => cellOf(cell, ` r="${lettersOf(index)}${rows}"${style}`));
    return `<row r="${rows}">${row.join('')}</row>`;
  };
  return {
    head(titles) {
      const files = Object.entries(parts).map(([name, xml]) => zip.file(name, declaration + xml));
      const frozen = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>';
      const start = `${declaration}<worksheet xmlns="${main}"><sheetViews>${frozen}</sheetViews><sheetData>`;
      return Buffer.concat([...files, zip.begin('xl/worksheets/sheet1.xml'), zip.add(start + line(titles, ' s="1"'))]);
    },
    row: (cells) => zip.add(line(cells, '')),
    end: () => Buffer.concat([zip.add('</sheetData></worksheet>'), zip.end()]),
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
  return `<c t="inlineStr"${attributes}><is><t xml:space="preserve">${escapeXml(text.slice(0, longest))}</t></is></c>`;
}

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold these in any form.
  const allowed = text.toWellFormed().replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
