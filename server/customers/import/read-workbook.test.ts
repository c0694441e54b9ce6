// Tests of workbooks of several sheets.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { zipOf } from '#server/lib/files/zip.ts';
import { readFile } from './read-file.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A workbook of sheets with texts, by their names. */
function workbookOf(sheets: Record<string, string[][]>): Promise<Buffer> {
  const names = Object.keys(sheets);
  const column = (index: number) => String.fromCharCode(65 + index);
  const sheetXml = (rows: string[][]) =>
    `${xml}<worksheet xmlns="${main}"><sheetData>${rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((text, at) => `<c r="${column(at)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  async function* parts() {
    yield {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    };
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    };
    for (const [at, rows] of Object.values(sheets).entries()) {
      yield { name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(rows) };
    }
  }
  return buffer(zipOf(parts()));
}

test('the sheet with the most known headings is read, unless another one is chosen', async () => {
  const bytes = await workbookOf({
    Help: [['How to use this file'], ['Name the columns as you like']],
    Kunden: [
      ['Vorname', 'Nachname', 'Telefon'],
      ['Anna', 'Berg', '20000001'],
    ],
    Staff: [['Name'], ['Liga']],
  });
  const read = await readFile(bytes, { languages: ['de'] });
  assert.deepEqual([read.sheetNames, read.sheet], [['Help', 'Kunden', 'Staff'], 'Kunden']);
  assert.deepEqual(read.rows, [{ line: 2, cells: ['Anna', 'Berg', '20000001'] }]);
  const chosen = await readFile(bytes, { languages: ['de'], sheet: 'Staff' });
  assert.deepEqual([chosen.sheet, chosen.titles, chosen.rows[0]?.cells], ['Staff', ['Name'], ['Liga']]);
  const unknown = await readFile(bytes, { languages: ['de'], sheet: 'Gone' });
  assert.equal(unknown.sheet, 'Kunden');
});
