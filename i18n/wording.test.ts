// Titles of dialogs and the writing of money are alike everywhere (docs/style.md).
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const top = new URL('../', import.meta.url);
const english = new Map(flat(JSON.parse(readFileSync(new URL('i18n/en.json', top), 'utf8')), ''));
const sources = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: top })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, top), 'utf8') }));

function flat(words: object, before: string): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : flat(value, `${before}${key}.`),
  );
}

/** The English texts that an expression can give, by key; a plural has several forms. */
function textsIn(expression: string): [key: string, text: string][] {
  const keys = [...expression.matchAll(/\bt\('([\w.]+)'/g)].map(([, key = '']) => key);
  return keys.flatMap((key) => [...english].filter(([name]) => name === key || name.startsWith(`${key}_`)));
}

const dialogTitles = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/<(?:\w*Dialog|Modal|Drawer)\b[^>]*?\btitle=\{((?:[^{}]|\{[^{}]*\})*)\}/gs)].flatMap(
    ([, title = '']) => textsIn(title).map(([key, words]) => ({ path, key, words })),
  ),
);
const questions = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/\bask\(\{((?:[^{}]|\{[^{}]*\})*?)\btext:/gs)].flatMap(([, title = '']) =>
    textsIn(title).map(([key, words]) => ({ path, key, words })),
  ),
);

test('the title of a dialog is a name, not an order; a new record is “New …”', () => {
  assert.ok(dialogTitles.length >= 20, `${dialogTitles.length} titles`);
  for (const { path, key, words } of dialogTitles) {
    assert.doesNotMatch(words, /^(Add|Edit|Create|Change|Invite|Modify)\b/, `${path}: ${key}`);
  }
  for (const [key, words] of english) {
    if (/^list\.\w+\.new$/.test(key)) assert.match(words, /^New /, key);
  }
});

test('a question ends with a question mark, and names records in quotation marks', () => {
  assert.ok(questions.length > 8, `${questions.length} questions`);
  for (const { path, key, words } of questions) {
    // Reports a deletion that failed; there may be nothing left to ask.
    if (key !== 'grid.someNotDeleted') assert.match(words, /\?$/, `${path}: ${key}`);
  }
  for (const [key, words] of english) {
    if (/^(Delete|Reset|Clear) .*\{\{(name|title)\}\}/.test(words)) {
      assert.match(words, /“\{\{(name|title)\}\}”|account of/, key);
    }
  }
});

test('one helper writes money: no other code or text has the sign or the name of the currency', () => {
  const others = sources.filter(({ path, text }) => path !== 'contract/lib/money.ts' && /style: 'currency'/.test(text));
  assert.deepEqual(
    others.map(({ path }) => path),
    [],
  );
  const texts = [...english].filter(([, words]) => /€|\bEUR\b/.test(words));
  assert.deepEqual(texts, []);
});

test('ranges of dates are written by the language, not with a dash of ours (web/lib/dates.ts)', () => {
  const day = String.raw`(?:plainDay|shortDay|longDay|minuteOf|momentOf|dayAndTime|formatDate)\(`;
  const joined = new RegExp(String.raw`${day}(?:[^()]|\([^()]*\))*\)\}\s*–|–(?:\{' '\})?\s*\$?\{${day}`);
  const wrong = sources
    .filter(({ path, text }) => path.startsWith('web/') && joined.test(text))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test('texts have the quotation marks of their language, and code has none of its own', () => {
  const foreign = { de: /”/, lt: /”/, lv: /“/, fr: /[“„”]/, es: /„/, en: /„/ };
  for (const [language, marks] of Object.entries(foreign)) {
    const words = flat(JSON.parse(readFileSync(new URL(`i18n/${language}.json`, top), 'utf8')), '');
    assert.deepEqual(
      words.filter(([, text]) => marks.test(text)),
      [],
      language,
    );
  }
  const inCode = /^(?!\s*(?:\/\/|\/?\*)).*[`'"][^`'"]*[“„][^`'"]*[`'"]/m;
  const own = sources.filter(({ path, text }) => path.startsWith('web/') && inCode.test(text));
  assert.deepEqual(
    own.map(({ path }) => path),
    [],
  );
});
