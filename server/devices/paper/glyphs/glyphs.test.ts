// Tests that the printed alphabets are complete, their letters differ, and their tables stay small.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { codesOf, glyphOf, largeGlyphOf } from './glyphs.ts';

const alphabets: Record<string, string> = {
  English: 'abcdefghijklmnopqrstuvwxyz0123456789.,:;!?()[]{}<>/\\|&@#%*+-=_~^"\'`$',
  Latvian: 'āčēģīķļņšūžō ŗ „“',
  Lithuanian: 'ąčęėįšųūž „“',
  Estonian: 'äõöüšž',
  German: 'äöüßẞ „“ ‚‘',
  French: 'àâæçéèêëîïôœùûüÿ « » ’',
  Spanish: 'áéíñóúü¿¡ºª',
  Polish: 'ąćęłńóśźż',
  Czech: 'áčďéěíňóřšťúůýž',
  Hungarian: 'áéíóöőúüű',
  Romanian: 'ăâîșț',
  Nordic: 'åäöæøð þ',
  Turkish: 'çğıİöşü',
  Croatian: 'čćđšž',
  Vietnamese: 'ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệ',
  Russian: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  Ukrainian: 'ґєії ’',
  Belarusian: 'ўі',
  Serbian: 'ђјљњћџ',
  Kazakh: 'әғқңөұүһі',
  Greek: 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ',
  signs: '€£¥₽₴₺ № ° – — … • → ™ © ® ± × ÷ ½ ² ³ − ≤ ≥',
};

/** Without the few that have no capital of their own. */
const capitalsOf = (letters: string) =>
  Array.from(letters, (one) => one.toUpperCase())
    .filter((one) => one.length === 1)
    .join('');

test('both weights have every letter of the alphabets, small and capital', () => {
  for (const [language, letters] of Object.entries(alphabets)) {
    const missing = new Set<string>();
    const codes = codesOf(letters + capitalsOf(letters), missing);
    assert.deepEqual([...missing], [], language);
    for (const code of codes.filter((one) => one !== 0x20)) {
      for (const weight of ['regular', 'bold'] as const) {
        const rows = glyphOf(code, weight);
        assert.ok(
          rows.some((row) => row !== 0),
          `${language}: ${String.fromCodePoint(code)} is not empty`,
        );
        assert.equal(largeGlyphOf(code, weight).length, rows.length * 2);
      }
    }
  }
});

test('letters that differ only by a mark differ on paper', () => {
  for (const letters of [
    'aāăâáàäãåą',
    'eēėęéèêëě',
    'cčćç',
    'еёэ',
    'ий',
    'шщ',
    'ιίϊΐ',
    'gğģ',
    'kķ',
    'lļł',
    'nņńñň',
    'uūųúůűü',
    '0O',
  ]) {
    const drawn = [...new Set(letters)].map((letter) => glyphOf(letter.codePointAt(0) ?? 0, 'regular').join());
    assert.equal(new Set(drawn).size, drawn.length, letters);
  }
});

test('a table has at most 11 KB', () => {
  for (const weight of ['regular', 'bold']) {
    const { size } = statSync(new URL(`${weight}.gen.zst`, import.meta.url));
    assert.ok(size <= 11 * 1024, `${weight}: ${size} bytes`);
  }
});
