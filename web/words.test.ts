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
const inApp =
  /^web\/(calendar|company|dashboard|menu|picker|privacy|reminders|search)\/|^web\/(shell\/app-|lib\/(grid|editor)\/)|^web\/words\.ts$|^web\/(banners|companies|data-audits|employees|file-uploads|jobs|languages|locations|message-templates|smtps|email-messages|email-templates|rights|system-logs)\//;

const says = (text: string, area: string) => new RegExp(`['"\`]${area}\\.[a-zA-Z]`).test(text);

test('each area goes to one part', () => {
  const parts = [...Object.keys(partOf(english, 'public')), ...Object.keys(partOf(english, 'app')), ...serverAreas];
  assert.deepEqual(parts.toSorted(), Object.keys(english).toSorted());
});

test('words of the logged-in area are said only there', () => {
  for (const { path, text } of sources) {
    const isOwn = inApp.test(path) || path.startsWith('web/account/');
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
