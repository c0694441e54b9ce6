// Tests of workbooks of several sheets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbookOf } from '#server/testing/files/workbook.ts';
import { readFile } from './read-file.ts';

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
