// Tests of tables in text: separators, and quotes out of place that cost one row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from './read-table.ts';

const rowsOf = (text: string) =>
  readTable(text).rows.map(({ line, cells, isBroken }) => [line, isBroken ? 'broken' : cells.join('|')]);

test('the separator is the one that gives most rows the same number of cells, or the declared one', () => {
  assert.deepEqual(rowsOf('sep=;\nName;Vorname, kurz\nMüller;Jörg, jun.\n'), [
    [2, 'Name|Vorname, kurz'],
    [3, 'Müller|Jörg, jun.'],
  ]);
  const notes = 'Name;Notes\nAnna;"a, b, c, d"\nBerta;x, y, z, w\nCarla;\n';
  assert.equal(readTable(notes).separator, ';');
  assert.equal(
    readTable('Customers, all of them, of May, 2026\n\nName;Mail\nA;a@example.org\nB;b@example.org\n').separator,
    ';',
  );
});

test('line ends of old Macs and of Windows, and line breaks in cells keep the numbers of lines', () => {
  for (const end of ['\r', '\n', '\r\n']) {
    assert.deepEqual(rowsOf(['Name,Notes', 'Anna,"two', 'lines"', '', 'Berta,'].join(end)), [
      [1, 'Name|Notes'],
      [2, 'Anna|two\nlines'],
      [5, 'Berta|'],
    ]);
  }
});

test('a stray quote stays as it is, an open one costs its row alone', () => {
  const file = [
    'Name,E-mail,Notes',
    'Anna,anna@example.org,"two',
    'lines"',
    'Rita Roze,rita@example.org,"VIP" since 2020',
    'Berta,b@example.org,ok',
    'Open,"o@example.org,note',
    'Carl,c@example.org,"fine"',
    'Dora,d@example.org,5" nails',
  ];
  assert.deepEqual(rowsOf(file.join('\n')), [
    [1, 'Name|E-mail|Notes'],
    [2, 'Anna|anna@example.org|two\nlines'],
    [4, 'Rita Roze|rita@example.org|"VIP" since 2020'],
    [5, 'Berta|b@example.org|ok'],
    [6, 'broken'],
    [7, 'Carl|c@example.org|fine'],
    [8, 'broken'],
  ]);
});

test('two open quotes that close each other far below do not swallow the rows between them', () => {
  const rows = Array.from({ length: 40 }, (_, n) => `Customer ${n},c${n}@example.org,note`);
  rows[5] = 'Customer 5,"c5@example.org,note';
  rows[30] = 'Customer 30,c30@example.org",note';
  const found = readTable(['Name,E-mail,Notes', ...rows].join('\n')).rows;
  assert.equal(found.length, 41);
  assert.deepEqual(
    found.filter(({ isBroken }) => isBroken).map(({ line }) => line),
    [7, 32],
  );
});

test('quotes of databases, and quotes around whole lines', () => {
  assert.deepEqual(rowsOf('Name,Notes\n"Anna","said \\"yes\\", then left"\n"Mia","x"\n'), [
    [1, 'Name|Notes'],
    [2, 'Anna|said "yes", then left'],
    [3, 'Mia|x'],
  ]);
  assert.deepEqual(rowsOf('"Name,Phone"\n"Anna,20000001"\n'), [
    [1, 'Name|Phone'],
    [2, 'Anna|20000001'],
  ]);
});
