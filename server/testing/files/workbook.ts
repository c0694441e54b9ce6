// Builds workbooks (.xlsx) as spreadsheets save them: cells of texts, of numbers, and of numbers with a format.
import { buffer } from 'node:stream/consumers';
import { zipOf } from '#server/lib/files/zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Built-in formats of numbers (ECMA-376, 18.8.30): `0.00`, `0%`, `0.00%`, a day, and a time of day. */
const formats = { amount: 2, percent: 9, percents: 10, day: 14, clock: 20 };

/** A number as it stands in the file: spreadsheets write up to 17 digits. */
interface FormattedCell {
  value: string | number;
  format?: keyof typeof formats;
}

export type SheetCell = string | number | FormattedCell;

/** By the names of the sheets. An empty text is an empty cell. */
export function workbookOf(sheets: Record<string, SheetCell[][]>): Promise<Buffer> {
  const names = Object.keys(sheets);
  const each = (text: (name: string, number: number) => string) => names.map((name, at) => text(name, at + 1)).join('');
  const styles = ['general', ...Object.keys(formats)];
  async function* parts() {
    yield {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
    };
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${xml}<Relationships xmlns="${packages}">${each((_, at) => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    };
    const numbered = Object.values(formats).map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`);
    yield {
      name: 'xl/styles.xml',
      content: `${xml}<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}"><xf/>${numbered.join('')}</cellXfs></styleSheet>`,
    };
    for (const [at, rows] of Object.values(sheets).entries()) {
      const lines = rows.map((cells, row) => {
        const written = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`));
        return `<row r="${row + 1}">${written.join('')}</row>`;
      });
      yield {
        name: `xl/worksheets/sheet${at + 1}.xml`,
        content: `${xml}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
      };
    }
  }
  return buffer(zipOf(parts()));

  function cellXml(cell: SheetCell, address: string): string {
    if (cell === '') return '';
    if (typeof cell === 'string') {
      const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
    }
    const { value, format = 'general' } = typeof cell === 'number' ? { value: cell } : cell;
    return `<c r="${address}" s="${styles.indexOf(format)}"><v>${value}</v></c>`;
  }
}
