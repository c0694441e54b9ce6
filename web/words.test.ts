// Every page must find the words it says among those that are loaded for it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { appAreas, partOf, serverAreas } from './words.ts';

const top = new URL('../', import.meta.url);
const english: Record<string, unknown> = JSON.parse(readFileSync(new URL('i18n/en.json', top), 'utf8'));
const sources = globSync('web/**/*.{ts,tsx}', { cwd: top })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, top), 'utf8') }));

/** Where words of the logged-in area may be said. */
const inApp = [
  'web/account/',
  'web/app-settings/',
  'web/banners/',
  'web/calendar/',
  'web/companies/',
  'web/company/',
  'web/dashboard/',
  'web/data-audits/',
  'web/email-messages/',
  'web/employees/',
  'web/feedback/',
  'web/file-uploads/',
  'web/hosts/',
  'web/jobs/',
  'web/languages/',
  'web/legal-texts/',
  'web/lib/editor/',
  'web/lib/grid/',
  'web/lib/picture-field.tsx',
  'web/lib/read-picture.ts',
  'web/locations/',
  'web/menu/',
  'web/message-templates/',
  'web/pages/',
  'web/picker/',
  'web/privacy/',
  'web/reminders/',
  'web/rights/',
  'web/search/',
  'web/shell/app-',
  'web/system-logs/',
  'web/table-settings/',
  'web/templates/',
  'web/user-audits/',
  'web/words.ts',
];

const says = (text: string, area: string) => new RegExp(`['"\`]${area}\\.[a-zA-Z]`).test(text);

test('each area goes to one part', () => {
  const parts = [...Object.keys(partOf(english, 'public')), ...Object.keys(partOf(english, 'app')), ...serverAreas];
  assert.deepEqual(parts.toSorted(), Object.keys(english).toSorted());
});

test('words of the logged-in area are said only there', () => {
  for (const { path, text } of sources) {
    const isOwn = inApp.some((folder) => path.startsWith(folder));
    for (const area of appAreas) assert.ok(isOwn || !says(text, area), `${path} says words of ${area}`);
  }
});

test('words of the server are not said in the browser', () => {
  for (const { path, text } of sources) {
    for (const area of serverAreas) assert.ok(!says(text, area), `${path} says words of ${area}`);
  }
});

test('every word that is said is written in English', () => {
  for (const { path, text } of sources) {
    for (const [, key = ''] of text.matchAll(/\bt\(\s*'([\w.]+)'/g)) {
      const found = ['', '_one', '_other'].some((ending) => lookUp(`${key}${ending}`) !== undefined);
      assert.ok(found, `${path} says ${key}`);
    }
  }
});

function lookUp(key: string): unknown {
  return key.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], english);
}
