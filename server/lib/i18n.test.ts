// Tests that every language translates all English texts, and that every code the server answers with has a text.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageKeys } from './i18n.ts';

type Words = { [key: string]: string | Words };

/** Texts that can equal the English ones because the languages share the word. */
const sameWords = new Set(
  ['Contact', 'Contacts', 'Cookies', 'Description', 'E-mail', 'Google Calendar', 'Important', 'Menu', 'Name'].concat([
    'Administrator',
    'Star CloudPRNT',
    'Epson Server Direct Print',
    'Version',
    'Link',
    'Operator',
    'No',
    'Note',
    'Outlook',
    'Page',
    'Pause',
    '1: international',
    '1: ISDN (E.164)',
    '2: national',
    '8: national',
    'Person',
    '{{count}} person',
    'Type',
    'Logo',
    'Bcc',
    'BIC',
    'CSV',
    'E-mails',
    'Marketing',
    'SMS',
    'Total',
    'IBAN',
    'PDF',
    'Messages',
    'Notifications',
    'Original',
    'Problem',
    'Roles',
    'Team',
    'Text',
    'Timeout',
    'Date',
    'SMS',
    'Total',
    'SMS',
    'Domain',
    'Exception',
    'Notes',
    'Status',
    'Port',
    'TLS',
    'Z {{number}}',
    ...['GET', 'POST', 'PUT'],
    ...['Bird', 'Infobip', 'Plivo', 'Sinch', 'SMSAPI', 'Twilio', 'Vonage'],
  ]),
);

const top = new URL('../../', import.meta.url);
const plural = /_(zero|one|two|few|many|other)$/;
const english = wordsOf('en');

for (const language of languageKeys.filter((key) => key !== 'en')) {
  const words = wordsOf(language);
  const rules = new Intl.PluralRules(language);

  test(`${language} has the texts of English, each in all its plural forms`, () => {
    const forms = rules.resolvedOptions().pluralCategories;
    const expected = [...english.keys()].flatMap((key) =>
      plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key],
    );
    assert.deepEqual([...words.keys()].sort(), [...new Set(expected)].sort());
  });

  test(`${language} uses the same placeholders as English`, () => {
    for (const [key, text] of words) {
      const form = plural.exec(key)?.[1];
      const original = english.get(form ? key.replace(plural, '_other') : key) ?? '';
      const needed = placeholders(original).filter((name) => name !== '{{count}}' || !form || !namesOneNumber(form));
      const has = placeholders(text).filter((name) => name !== '{{count}}' || needed.includes(name));
      assert.deepEqual(has, needed, `${key}: ${text}`);
    }
  });

  test(`${language} is complete, without exclamation, and translated`, () => {
    for (const [key, text] of words) {
      assert.ok(text.trim(), `${key} is empty`);
      assert.doesNotMatch(text, /!|^\s|\s$/, key);
      const hasWords = /\p{L}/u.test(text.replaceAll(/\{\{?\w+\}?\}/g, ''));
      assert.ok(!hasWords || text !== english.get(key) || sameWords.has(text), `${key} is left in English: ${text}`);
    }
  });

  test(`${language} can be selected`, () => {
    const firstData = readFileSync(new URL('server/db/migrations/0010-first-rows.sql', top), 'utf8');
    const [, rows = ''] = /insert into languages [^;]* values\s([^;]*);/.exec(firstData) ?? [];
    assert.match(rows, new RegExp(`^ *\\('[\\w-]+', '${language}', '`, 'm'));
  });

  /** Whether the form stands for a single number, which a text can spell out ("one free time"). */
  function namesOneNumber(form: string): boolean {
    return Array.from({ length: 201 }, (_, count) => rules.select(count)).filter((of) => of === form).length === 1;
  }
}

// The contract knows zod alone, and zod takes any text: the compiler cannot check these codes as it checks
// `MessageKey`.
test('every code of the contract has English words', () => {
  const codes = globSync('contract/**/*.ts', { cwd: top })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, top), 'utf8'))
    .flatMap((source) => [...source.matchAll(/\berror: '([^']+)'/g)].map(([, code = '']) => code));
  assert.ok(new Set(codes).size > 10, 'the codes are found');
  for (const code of codes) assert.ok(english.has(code), `${code} has no words`);
});

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{?\w+\}?\}|<\/?\w+>/g)].map(([found]) => found).sort();
}

function wordsOf(language: string): Map<string, string> {
  return new Map(flat(JSON.parse(readFileSync(new URL(`i18n/${language}.json`, top), 'utf8')) as Words, ''));
}

function flat(words: Words, path: string): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );
}
