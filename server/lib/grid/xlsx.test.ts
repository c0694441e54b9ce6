// Tests of workbooks with a spreadsheet library.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import readWorkbook from 'read-excel-file/node';
import { workbook } from './xlsx.ts';

const columns = [
  { title: 'Name', style: 'text' },
  { title: 'Rows', style: 'number' },
] as const;

test('rows beyond the limit of a sheet continue on the next one below the same head', async () => {
  async function* batches() {
    yield [1, 2, 3].map((row) => [`Row ${row}`, row]);
    yield [4, 5].map((row) => [`Row ${row}`, row]);
  }
  const sheets = await readWorkbook(await buffer(workbook(columns, batches(), 3)));
  const head = ['Name', 'Rows'];
  assert.deepEqual(sheets, [
    { sheet: 'Daybook', data: [head, ['Row 1', 1], ['Row 2', 2]] },
    { sheet: 'Daybook 2', data: [head, ['Row 3', 3], ['Row 4', 4]] },
    { sheet: 'Daybook 3', data: [head, ['Row 5', 5]] },
  ]);
});
