// Workbooks, as a spreadsheet program reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import readWorkbook from 'read-excel-file/node';
import { workbookWriter } from './xlsx.ts';

test('what does not fit into one sheet goes on in the next, below the same head', async () => {
  const writer = workbookWriter(3);
  const parts = [writer.head(['Name', 'Rows'])];
  for (let row = 1; row <= 5; row++) parts.push(writer.row([`Row ${row}`, row]));
  parts.push(writer.end());
  const sheets = await readWorkbook(Buffer.concat(parts.map((part) => Buffer.from(part))));
  const head = ['Name', 'Rows'];
  assert.deepEqual(sheets, [
    { sheet: 'Daybook', data: [head, ['Row 1', 1], ['Row 2', 2]] },
    { sheet: 'Daybook 2', data: [head, ['Row 3', 3], ['Row 4', 4]] },
    { sheet: 'Daybook 3', data: [head, ['Row 5', 5]] },
  ]);
});
