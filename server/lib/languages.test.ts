// Every language says everything that English says, and everything the server can refuse with has words.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { languageKeys } from './words.ts';

type Words = { [key: string]: string | Words };

async function wordsOf(language: string): Promise<Map<string, string>> {
  const text = await readFile(new URL(`../../i18n/${language}.json`, import.meta.url), 'utf8');
  return new Map(flat(JSON.parse(text) as Words, ''));
}

function flat(words: Words, path: string): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );
}

const plural = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string) => [...text.matchAll(/\{\{?\w+\}?\}|<\/?\w+>/g)].map(([found]) => found).sort();

const english = await wordsOf('en');

for (const language of languageKeys.filter((key) => key !== 'en')) {
  test(`${language} has the texts of English, with its own plurals and the same placeholders`, async () => {
    const words = await wordsOf(language);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wanted = [...english.keys()].flatMap((key) =>
      plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key],
    );
    assert.deepEqual([...words.keys()].sort(), [...new Set(wanted)].sort());
    for (const [key, text] of words) {
      assert.notEqual(text.trim(), '', `${key} is empty`);
      const original = english.get(key) ?? english.get(key.replace(plural, '_other')) ?? '';
      // A plural form may leave the number out, as in "one free time".
      const needed = placeholders(original).filter((name) => !plural.test(key) || name !== '{{count}}');
      const has = placeholders(text).filter((name) => !plural.test(key) || name !== '{{count}}');
      assert.deepEqual(has, needed, `${key} has other placeholders: ${text}`);
    }
    const same = [...words].filter(([key, text]) => english.get(key) === text && text.split(' ').length > 3);
    assert.deepEqual(same, [], 'left in English');
  });
}

test('every code that the server refuses with has English words', async () => {
  const used = new Map<string, string>();
  for await (const path of glob('{server,contract}/**/*.ts', { cwd: new URL('../../', import.meta.url) })) {
    if (path.includes('.test.')) continue;
    const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
    for (const pattern of [
      /new Refusal\(\s*\d+,\s*'([\w.]+)'/g,
      /invalid\(\s*'\w+',\s*'([\w.]+)'/g,
      /error: '((?:field|booking|user)\.\w+)'/g,
      /code: '((?:field|booking|calendar|error)\.\w+)'/g,
    ]) {
      for (const [, code = ''] of text.matchAll(pattern)) used.set(code, path);
    }
  }
  assert.ok(used.size > 20, 'the codes are found');
  assert.deepEqual(
    [...used].filter(([code]) => !english.has(code)),
    [],
  );
});
