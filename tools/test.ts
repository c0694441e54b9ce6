// Runs all tests, or those of the given paths: `npm test`, `node tools/test.ts server/booking`. All share one database
// server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWebIfStale, isBuilt } from '#server/site/html/build-web.ts';
import { holdTestServer } from '#server/testing/database.ts';
import { findBrowser } from './browser.ts';

const selected = process.argv.slice(2);
const chosen = (path: string) => selected.length === 0 || selected.some((part) => path.includes(part));

const files: string[] = [];
for await (const path of glob('{contract,i18n,server,web,tools,e2e}/**/*.test.ts')) if (chosen(path)) files.push(path);
files.sort();
const inBrowser = files.filter((path) => path.startsWith('e2e/'));
const onServer = files.filter((path) => path.startsWith('server/'));
const others = files.filter((path) => !inBrowser.includes(path) && !onServer.includes(path));

// Every test file is a process that loads the same modules: the cache shares compiled code among them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/daybook-compiled');

// Ctrl-C reaches the tests too: wait for them to end, then release the server.
process.on('SIGINT', () => {});
const failed: string[] = [];
// Once, in advance: each browser test is a process, and several of them launch the browser at the same time.
if (inBrowser.length) await findBrowser().catch(stop);
if (selected.length === 0 && !(await run('node', ['tools/check.ts']))) failed.push('check');
const server = await holdTestServer();
// Likewise: tests start the product itself, several at a time.
if (selected.length === 0 || inBrowser.length || !isBuilt()) await buildWebIfStale(console.log);
if (others.length && !(await test(others, ['--test-concurrency=2']))) failed.push('tests');
// Loading the server costs more than most files' tests: three processes share the files. Each often waits for
// PostgreSQL.
if (!(await allOf(deal(onServer, 3).map((part) => test(part, ['--test-isolation=none']))))) failed.push('server tests');
// A browser for each file. Three share two cores well, for the same reason.
if (inBrowser.length && !(await test(inBrowser, ['--test-concurrency=3']))) failed.push('browser tests');
server.release();
console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All tests passed.');
process.exitCode = failed.length ? 1 : 0;

function test(paths: string[], options: string[]): Promise<boolean> {
  return run('node', ['--test', ...options, '--test-timeout=180000', ...paths]);
}

/** Round-robin: adjacent files, which are often alike, go to different groups. No group is empty. */
function deal(paths: string[], hands: number): string[][] {
  return Array.from({ length: hands }, (_, hand) => paths.filter((_, index) => index % hands === hand)).filter(
    (hand) => hand.length > 0,
  );
}

async function allOf(parts: Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(parts)).every(Boolean);
}

/** A machine without a browser is no defect of the code: prints one line without a stack trace. */
function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit' });
  const forward = () => child.kill();
  process.on('SIGTERM', forward);
  const [code] = await once(child, 'exit');
  process.off('SIGTERM', forward);
  return code === 0;
}
