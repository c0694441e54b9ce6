// Runs all tests, or those of the given paths: `npm test`, `node tools/test.ts server/booking`. All share one database
// server. `--changed` selects those that a change can reach, `--long` runs all cases of random tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWebIfStale, isBuilt } from '#server/site/html/build-web.ts';
import { holdTestServer } from '#server/testing/database/database.ts';
import { findBrowser } from './browser.ts';
import { changedFiles, testsReached } from './changed-tests.ts';
import { failedPage } from './failed-page.ts';
import { TEST_TIMEOUT_MS } from './test-timeout.ts';
import { deal, forgetOldTimes, timesFolder, timesOf } from './test-times.ts';

const SILENCE_MS = 2 * TEST_TIMEOUT_MS;

/** The end of what a job prints, and how much of it is printed again (characters): its beginning has the cause. */
const reportStart = '✖ failing tests:';
const maxReport = 20_000;
/** How much is printed again of the pages that tests in the browser failed on (characters). */
const maxPages = 8_000;

const top = join(import.meta.dirname, '..');
const flags = new Set(process.argv.slice(2).filter((part) => part.startsWith('--')));
const selected = process.argv.slice(2).filter((part) => !part.startsWith('--'));
const isAll = selected.length === 0 && !flags.has('--changed');
const chosen = (path: string) => selected.length === 0 || selected.some((part) => path.includes(part));

let files: string[] = [];
for await (const path of glob('{contract,i18n,server,web,tools,e2e}/**/*.test.ts')) if (chosen(path)) files.push(path);
files.sort();
if (flags.has('--changed')) {
  const all = files.length;
  files = await testsReached(top, files, changedFiles(top));
  console.log(`The change can reach ${files.length} of ${all} test files.`);
}
if (flags.has('--long')) process.env.DAYBOOK_TESTS = 'long';
// One for all processes: a failure names it.
process.env.SEED ??= String(Math.floor(Math.random() * 2 ** 31));
console.log(`Random tests run ${flags.has('--long') ? 'all' : 'a part'} of their cases: SEED=${process.env.SEED}`);

const inBrowser = files.filter((path) => path.startsWith('e2e/'));
const onServer = files.filter((path) => path.startsWith('server/'));
const others = files.filter((path) => !inBrowser.includes(path) && !onServer.includes(path));

// Every test file is a process that loads the same modules: the cache shares compiled code among them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/daybook-compiled');

// Ctrl-C reaches the tests too: start no others, wait for those to end, then release the server.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
  });
}
// Once, in advance: several processes launch the browser at the same time.
if (inBrowser.length) await findBrowser().catch(stop);
const server = await holdTestServer();
// Likewise: tests start the product itself, several at a time.
if (isAll || inBrowser.length || !isBuilt()) await buildWebIfStale(console.log);

await mkdir(timesFolder, { recursive: true });
await forgetOldTimes();
const jobs: Job[] = [];
// Loading the server costs more than most files' tests: three processes share the files.
for (const part of deal(await timesOf(onServer), 3))
  jobs.push({ name: 'server tests', run: () => testInOneProcess(part) });
// Loading costs as much as many a test here too: several files share a process and its browser. All of them have their
// servers and databases at the same time.
for (const part of deal(await timesOf(inBrowser), Math.ceil(inBrowser.length / 8)))
  jobs.push({ name: part.join(' '), run: () => testInOneProcess(part) });
if (others.length) jobs.push({ name: 'tests', run: () => testApart(others) });
if (isAll || flags.has('--changed')) jobs.push({ name: 'check', run: () => run('node', ['tools/check.ts']) });
const reports: string[] = [];
const failed = await runAll(jobs, 4);
server.release();
// Other jobs have printed much since.
for (const report of reports) console.log(report);
console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All tests passed.');
process.exitCode = failed.length ? 1 : 0;
// Something that stays open would keep CI waiting for ever.
setTimeout(() => {
  console.log(`Ended, although these are open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, 60_000).unref();

interface Job {
  name: string;
  run(): Promise<boolean>;
}

/**
 * Runs jobs in this order, so many at a time, and returns the names of those that failed. Server tests often wait, for
 * PostgreSQL or a deadline: the next jobs use the processors meanwhile.
 */
async function runAll(jobs: Job[], atOnce: number): Promise<string[]> {
  const waiting = [...jobs];
  const failed = new Set<string>();
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const start = performance.now();
      const hasPassed = !isInterrupted && (await job.run());
      console.log(`Ended after ${Math.round((performance.now() - start) / 1_000)} s: ${job.name}`);
      // A file interrupted before its first test ends without a failure.
      if (!hasPassed || isInterrupted) failed.add(job.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return [...failed];
}

function testInOneProcess(paths: string[]): Promise<boolean> {
  // Hundreds of applications come and go in one process: a larger young generation halves the work of collecting them.
  return run('node', [
    '--max-semi-space-size=64',
    join(import.meta.dirname, 'run-tests.ts'),
    timesFile(paths),
    ...paths,
  ]);
}

/** Each file in a process of its own: tests of the browser's code change what is global. */
function testApart(paths: string[]): Promise<boolean> {
  return run('node', [
    ...['--test', '--test-concurrency=2', `--test-timeout=${TEST_TIMEOUT_MS}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(import.meta.dirname, 'test-times.ts')}`],
    ...[`--test-reporter-destination=${timesFile(paths)}`],
    ...paths,
  ]);
}

function timesFile([first = '']: string[]): string {
  return join(timesFolder, `${new Date().toISOString()}-${first.replaceAll(/\W+/g, '-')}`);
}

/** A machine without a browser is no defect of the code: prints one line without a stack trace. */
function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** A process that prints nothing for twice the time of the longest test hangs: it is ended and has failed. */
async function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'] });
  const silence = setTimeout(() => {
    console.log(`No output for ${SILENCE_MS / 60_000} minutes, ended: ${args.join(' ')}`);
    // The report of what has failed comes with the end.
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, SILENCE_MS);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (output) => {
      silence.refresh();
      to.write(output);
    });
  }
  let [output, pages, report] = ['', '', ''];
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (part: string) => {
    output = (output + part).slice(-maxReport);
    if (pages) pages = (pages + part).slice(0, maxPages);
    else if (output.includes(failedPage)) pages = output.slice(output.indexOf(failedPage));
    if (report) report = (report + part).slice(0, maxReport);
    else if (output.includes(reportStart)) report = output.slice(output.indexOf(reportStart));
  });
  const forward = () => child.kill();
  process.on('SIGTERM', forward);
  const allRead = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  // Something that it left behind may keep its output open.
  await Promise.race([allRead, sleep(5_000, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  process.off('SIGTERM', forward);
  clearTimeout(silence);
  if (code !== 0 && report) reports.push(pages ? `${pages}\n…\n${report}` : report);
  else if (code !== 0) reports.push(`Ended with ${code ?? signal} after:\n${output.slice(-maxReport / 10)}`);
  return code === 0;
}
