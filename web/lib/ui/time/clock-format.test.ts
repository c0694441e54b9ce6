// Dates with times are written with the clock of the page's locale.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setLocale } from '#web/lib/locale.ts';
import { clockFormat } from './clock-format.ts';

const browser = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
after(() => browser && Object.defineProperty(globalThis, 'navigator', browser));

test('pickers have the 12 hours of American English, and the 24 of Germans', () => {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-US'] }, configurable: true });
  setLocale('en');
  assert.deepEqual(clockFormat(), { format: '12h', amPmLabels: { am: 'AM', pm: 'PM' } });
  setLocale('de');
  assert.deepEqual(clockFormat(), { format: '24h' });
});
