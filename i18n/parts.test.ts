// Every page finds its texts among those loaded for it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { appAreas, pickPart, serverAreas } from './parts.ts';

const top = new URL('../', import.meta.url);
const english: Record<string, unknown> = JSON.parse(readFileSync(new URL('i18n/en.json', top), 'utf8'));
const sources = globSync('web/**/*.{ts,tsx}', { cwd: top })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, top), 'utf8') }));

/** Code that visitors load before they sign in. Texts of the signed-in area are not loaded there. */
const publicFolders = [
  'web/main.tsx',
  'web/routes.tsx',
  'web/start.ts',
  'web/booking/public/',
  'web/identity/captcha/',
  'web/identity/entry/',
  'web/identity/passwords/recover-page.tsx',
  'web/identity/passwords/password-pair.tsx',
  'web/identity/second-factor/code-field.tsx',
  'web/identity/second-factor/passkey-button.tsx',
  'web/identity/sessions/lock-page.tsx',
  'web/identity/sessions/unlock-form.tsx',
  'web/identity/sign-in/',
  'web/identity/sign-up/',
  'web/identity/social/social-',
  'web/identity/social/ticket-form.tsx',
  'web/identity/privacy/cookie-bar.tsx',
  'web/lib/client/',
  'web/lib/forms/server-messages.ts',
  'web/lib/forms/too-many-tries.tsx',
  'web/lib/ui/picture/portrait.tsx',
  'web/lib/ui/page/section.tsx',
  'web/lib/ui/picture/social-site.tsx',
  'web/lib/ui/page/static-page.tsx',
  'web/lib/ui/toast/toast-list.tsx',
  'web/lib/ui/page/try-again.tsx',
  'web/lib/ui/page/wordmark.tsx',
  'web/map/',
  'web/shell/language-chooser.tsx',
  'web/shell/public-',
  'web/shell/scheme-toggle.tsx',
  'web/site/feedback/feedback-dialog.tsx',
  'web/site/feedback/feedback-form.tsx',
  'web/site/feedback/feedback-page.tsx',
  'web/site/feedback/feedback-type.tsx',
  'web/site/home/',
  'web/site/legal-texts/text-page.tsx',
];

/** In a folder of both: these are loaded in the signed-in area only. */
const signedIn = ['web/identity/sign-in/sign-in-again.tsx'];

const says = (text: string, area: string) => new RegExp(`['"\`]${area}\\.[a-zA-Z]`).test(text);

test('each area belongs to exactly one part', () => {
  const parts = [...Object.keys(pickPart(english, 'public')), ...Object.keys(pickPart(english, 'app')), ...serverAreas];
  assert.deepEqual(parts.toSorted(), Object.keys(english).toSorted());
});

test('texts of the signed-in area are used only there', () => {
  for (const { path, text } of sources) {
    if (signedIn.includes(path) || !publicFolders.some((folder) => path.startsWith(folder))) continue;
    for (const area of appAreas) assert.ok(!says(text, area), `${path} says words of ${area}`);
  }
});

test('texts of the server are not used in the browser', () => {
  for (const { path, text } of sources) {
    for (const area of serverAreas) assert.ok(!says(text, area), `${path} says words of ${area}`);
  }
});
