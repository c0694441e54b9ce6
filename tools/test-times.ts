// How long each test file takes: a reporter of the test runner that records it, and what a run deals its files by.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const checkout = join(import.meta.dirname, '..');
/** A file for each process of the last runs, with a line for each test. */
export const timesFolder = join(checkout, 'node_modules/.cache/daybook-test-times');

/** Writes a line for each test of the top level: its milliseconds and its file. */
// biome-ignore lint/style/noDefaultExport: the test runner imports a reporter as the default.
export default async function* reportTimes(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.nesting === 0 && data.file) {
      yield `${Math.round(data.details.duration_ms)} ${relative(checkout, data.file)}\n`;
    }
  }
}

/** Returns the milliseconds of each file in the last run that had it. A file without a time counts by its length. */
export async function timesOf(files: readonly string[], folder = timesFolder): Promise<Map<string, number>> {
  const measured = new Map<string, number>();
  // In the order of time: a later run replaces an earlier one.
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const ofRun = new Map<string, number>();
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const [, ms, file = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
      ofRun.set(file, (ofRun.get(file) ?? 0) + Number(ms ?? 0));
    }
    for (const [file, ms] of ofRun) measured.set(file, ms);
  }
  const times = new Map<string, number>();
  for (const file of files) times.set(file, measured.get(file) ?? (await stat(join(checkout, file))).size);
  return times;
}

/** Removes all but the newest files: each run of all tests adds about ten. */
export async function forgetOldTimes(folder = timesFolder): Promise<void> {
  const names = (await readdir(folder)).sort();
  for (const name of names.slice(0, -200)) await rm(join(folder, name), { force: true });
}

/** Deals files to so many hands: the slowest first, each to the hand with the least. No hand is empty. */
export function deal(times: ReadonlyMap<string, number>, count: number): string[][] {
  const hands = Array.from({ length: count }, () => ({ total: 0, files: [] as string[] }));
  for (const [file, ms] of [...times].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))) {
    const least = hands.reduce((one, other) => (other.total < one.total ? other : one));
    least.total += ms;
    least.files.push(file);
  }
  return hands.filter(({ files }) => files.length > 0).map(({ files }) => files);
}
