// Tests which tests a change selects, and how files are dealt to processes.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testsReached } from './changed-tests.ts';
import { deal, timesOf } from './test-times.ts';

const top = fileURLToPath(new URL('..', import.meta.url));
const tests = [
  'server/booking/availability/zone.test.ts',
  'server/money/books/verify-books.test.ts',
  'server/messaging/domains/check-domain.test.ts',
  'e2e/booking.test.ts',
  'tools/plain-english.test.ts',
];
const reached = (...changed: string[]) => testsReached(top, tests, changed);

test('a change reaches the tests of its area and of those above it, and a test that was changed', async () => {
  const [booking, money, , browser, english] = tests;
  assert.deepEqual(await reached('server/money/books/verify-books.ts'), [money, browser]);
  const ofBooking = await reached('server/booking/visits/count-visits.ts');
  assert.ok([booking, money, browser].every((path) => ofBooking.includes(path ?? '')));
  assert.ok(!ofBooking.includes('server/messaging/domains/check-domain.test.ts'));
  assert.deepEqual(await reached('web/booking/team/place-events.ts'), [browser], 'no test of the server');
  assert.deepEqual(await reached('tools/plain-english.ts'), [english]);
  assert.deepEqual(await reached('server/booking/availability/zone.test.ts'), [booking]);
  assert.deepEqual(await reached('docs/style.md', 'bench/all.ts'), []);
});

test('a change of what all areas share reaches every test', async () => {
  for (const path of [
    'server/app.ts',
    'server/testing/test-app.ts',
    'web/shell/public-shell.tsx',
    'package.json',
    'i18n/en.json',
  ]) {
    assert.deepEqual(await reached(path), tests, path);
  }
});

test('the slowest file comes first, and each file goes to the process with the least to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-times-'));
  const [one = '', two = '', three = '', four = ''] = tests;
  await writeFile(join(folder, '1'), `900 ${one}\n300 ${one}\n400 ${two}\n100 ${four}\n`);
  await writeFile(join(folder, '2'), `500 ${two}\n450 ${three}\n`);
  const times = await timesOf([one, two, three, four], folder);
  await rm(folder, { recursive: true });
  assert.deepEqual([...times.values()], [1_200, 500, 450, 100]);
  assert.deepEqual(deal(times, 2), [[one], [two, three, four]]);
});
