// Tests that the printed settings match the code, and that the README repeats them correctly.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { settingsPage } from './settings-page.ts';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('docs/settings.md has every setting with its default', async () => {
  assert.equal(await read('docs/settings.md'), settingsPage(), 'run `npm run make:settings` and look at its diff');
});

test('the settings in the README have the words and defaults of docs/settings.md', async () => {
  const rows = (text: string) => text.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const cells = (row: string) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
  const known = new Map(rows(settingsPage()).map((row) => [cells(row)[0], cells(row)]));
  const shown = rows(await read('README.md')).map(cells);
  assert.equal(shown.length, 10);
  for (const row of shown) assert.deepEqual(row, known.get(row[0]));
});
