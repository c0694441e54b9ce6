// Tests of files that were made to hold the thread that reads them: each takes a moment, or minutes without its bound.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { zipOf } from '#server/lib/files/zip.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { readRows } from './read-rows.ts';
import { suggestFields } from './suggest-fields.ts';

const size = 2_000_000;

async function read(content: string | Buffer) {
  const file = await readFile(Buffer.from(content as string), { languages: ['en'] });
  const options = { country: undefined, dayOrder: 'dayFirst', language: 'en', today: '2026-11-29' } as const;
  return readRows(file, { ...options, fields: file.fields ?? fieldsOf(file) });
}

function fieldsOf({ titles, rows }: ReadFile) {
  return suggestFields(titles, rows);
}

const titles = 'Name,E-mail,Phone,Birthday,Tags,Language';
const files: Record<string, string> = {
  'a line without end': `Name\n${'a'.repeat(size)}`,
  'a line without end and one letter': `Name\n${'a'.repeat(size)}\u00e4`,
  'white space': `${titles}\nAnna,a${' '.repeat(size)}b,1${' '.repeat(size)}x,1${' '.repeat(size)}2,a${' '.repeat(size)}b,`,
  'signs of addresses': `${titles}\nAnna,<${'@'.repeat(size)},,,,`,
  'signs of times': `${titles}\nAnna,,,1${'T'.repeat(size)},,`,
  'slashes of numbers': `${titles}\nAnna,,${'1234567/'.repeat(size / 8)},,,`,
  'quotes that stay open': `${titles}\n${'"\n'.repeat(100_000)}x`,
  'languages of no name': `${titles}\n${Array.from({ length: 19_000 }, (_, n) => `Anna ${n},,,,,nothing`).join('\n')}`,
  'letters of two encodings': `Name\n${Buffer.from(`${'Ж'.repeat(20)}\n`.repeat(19_000)).toString('latin1')}\xfc`,
  'parameters of a card': `BEGIN:VCARD\nTEL${';"'.repeat(size / 2)}:1\nFN:Anna\nEND:VCARD`,
  'cards within cards': `${'BEGIN:VCARD\n'.repeat(size / 12)}`,
};

for (const [name, content] of Object.entries(files)) {
  test(`${name}: the file is read in one pass`, async () => {
    const encoded = Buffer.from(content, 'latin1');
    const { contacts, problems } = await read(encoded).catch(() => ({ contacts: [], problems: ['refused'] }));
    assert.ok(contacts.length + problems.length > 0);
  });
}

test('a workbook that unpacks to more than a sheet of customers has is refused', async () => {
  async function* parts() {
    for (let part = 0; part < 5; part++)
      yield { name: `xl/worksheets/sheet${part}.xml`, content: '0'.repeat(10 * 2 ** 20) };
  }
  await assert.rejects(read(await buffer(zipOf(parts()))), { status: 417 });
});
