// Tests of tables in HTML and XML, as programs write them under the name of a spreadsheet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { readFile } from './read-file.ts';

const read = (text: string | Buffer, options = {}) =>
  readFile(Buffer.isBuffer(text) ? text : Buffer.from(text), { languages: ['de'], ...options });
const cellsOf = async (text: string | Buffer, options = {}) => {
  const { titles, rows } = await read(text, options);
  return [titles, ...rows.map(({ cells }) => cells)];
};

test('a table of a page named .xls is read: entities, breaks, cells without ends, merged cells, and no looks', async () => {
  const page = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">
    <head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><style>td { mso-number-format:"\\@" }</style>
    <!--[if gte mso 9]><xml><x:ExcelWorkbook></x:ExcelWorkbook></xml><![endif]--></head><body>
    <table><tr><td><img src="logo.png"></td><td>Salon &amp; Spa</td></tr></table>
    <table border=1><thead><tr><th>Vorname</th><th>Nachname</th><th colspan=2>Telefon</th></tr></thead>
    <tr><td x:str>J&uuml;rgen</td><td>Groß &lt;junior&gt;</td><td>+371
      20000001</td><td>+371 60000000</td></tr>
    <tr><td rowspan=2>Anna<td><b>Be</b>rg<td>&nbsp;<td>Haupts­tr. 1<br>Riga
    <tr><td>Ozola</td><td>20000002</td><td></td></tr>
    </table></body></html>`;
  const { format, rows, titles, sheetNames, headerLine } = await read(page);
  assert.deepEqual([format, sheetNames, headerLine], ['xls', [], 1]);
  assert.deepEqual(titles, ['Vorname', 'Nachname', 'Telefon', '']);
  assert.deepEqual(rows, [
    { line: 2, cells: ['Jürgen', 'Groß <junior>', '+371 20000001', '+371 60000000'] },
    { line: 3, cells: ['Anna', 'Berg', '', 'Haupts­tr. 1\nRiga'] },
    { line: 4, cells: ['', 'Ozola', '20000002', ''] },
  ]);
});

test('a page in the encoding that it states, and a bare table without a head', async () => {
  const page = '<table><tr><td>Имя<td>Телефон<tr><td>Юлия<td>20000001</table>';
  const stated = `<meta charset="windows-1251">${page}`;
  assert.deepEqual(await cellsOf(iconv.encode(stated, 'windows-1251')), [
    ['Имя', 'Телефон'],
    ['Юлия', '20000001'],
  ]);
  assert.deepEqual(await cellsOf(page), await cellsOf(stated));
});

test('sheets of SpreadsheetML have names, places, days without a zone, and comments that are no cells', async () => {
  const sheet = (name: string, rows: string) =>
    `<ss:Worksheet ss:Name="${name}"><ss:Table ss:ExpandedColumnCount="4">${rows}</ss:Table></ss:Worksheet>`;
  const cell = (text: string, more = '') => `<ss:Cell${more}><ss:Data ss:Type="String">${text}</ss:Data></ss:Cell>`;
  const workbook = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
    <ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:html="http://www.w3.org/TR/REC-html40">
    <ss:Styles><ss:Style ss:ID="s1"><ss:Font ss:Bold="1"/></ss:Style></ss:Styles>
    ${sheet('Info', `<ss:Row>${cell('Exported by the salon')}</ss:Row>`)}
    ${sheet(
      'Kunden &amp; Gäste',
      `<ss:Row ss:Index="3">${cell('Vorname')}${cell('Nachname')}${cell('Geburtstag', ' ss:Index="4"')}</ss:Row>
      <ss:Row/><ss:Row>${cell('Anna')}<ss:Cell><ss:Data ss:Type="String">Berg &amp; Co</ss:Data>
        <ss:Comment><ss:Data>Not a name</ss:Data></ss:Comment></ss:Cell>
        <ss:Cell ss:Index="4"><ss:Data ss:Type="DateTime">1985-03-07T00:00:00.000</ss:Data></ss:Cell></ss:Row>`,
    )}</ss:Workbook>`;
  const { format, sheet: name, sheetNames, titles, rows } = await read(workbook);
  assert.deepEqual([format, name, sheetNames], ['xls', 'Kunden & Gäste', ['Info', 'Kunden & Gäste']]);
  assert.deepEqual(titles, ['Vorname', 'Nachname', '', 'Geburtstag']);
  assert.deepEqual(rows, [{ line: 5, cells: ['Anna', 'Berg & Co', '', '1985-03-07'] }]);
});

test('pages without a table, huge spans and tables in tables end quickly, with a clear answer', async () => {
  await assert.rejects(read('<html><body><p>Please sign in.</p></body></html>'), { status: 417 });
  await assert.rejects(read('<table></table>'), { status: 417 });
  const wide = `<table><tr><td colspan=999999999 rowspan=999999999>Name<td>Phone<tr><td>Anna</table>`;
  await assert.rejects(read(wide), { status: 417 });
  const nested = `${'<table><tr><td>'.repeat(100_000)}Name`;
  const begin = performance.now();
  await assert.rejects(read(nested), { status: 417 });
  assert.ok(performance.now() - begin < 5_000);
});
