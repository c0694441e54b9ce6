// All of the tests, or those named: `npm test`, `node tools/test.ts server/booking`. One database server is shared by all of them.
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
for await (const path of glob('{contract,server,web,tools,e2e}/**/*.test.ts')) if (chosen(path)) files.push(path);
files.sort();
const inBrowser = files.filter((path) => path.startsWith('e2e/'));
const onServer = files.filter((path) => path.startsWith('server/'));
const others = files.filter((path) => !inBrowser.includes(path) && !onServer.includes(path));

// Every test file is a process of its own that loads the same modules: what one has compiled the next one takes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/daybook-compiled');

// Ctrl-C reaches the tests too: we wait for them to end, and the server goes with us.
process.on('SIGINT', () => {});
const failed: string[] = [];
// Once and before: each browser test is a process, and several of them launch the browser at the same time.
if (inBrowser.length) await findBrowser().catch(stop);
if (selected.length === 0 && !(await run('node', ['tools/check.ts']))) failed.push('check');
const server = await holdTestServer();
// Likewise: tests start the product itself, several at a time.
if (selected.length === 0 || inBrowser.length || !isBuilt()) await buildWebIfStale(console.log);
if (others.length && !(await test(others, ['--test-concurrency=2']))) failed.push('tests');
// Loading the server costs more than most files' tests: three processes take the files among them. Each waits for PostgreSQL often.
if (!(await allOf(deal(onServer, 3).map((part) => test(part, ['--test-isolation=none']))))) failed.push('server tests');
// A browser for each file. Three share two cores well, for the same reason.
if (inBrowser.length && !(await test(inBrowser, ['--test-concurrency=3']))) failed.push('browser tests');
server.release();
console.log(failed.length ? `Failed: ${failed.join(', ')}` : 'All is well.');
process.exitCode = failed.length ? 1 : 0;

function test(paths: string[], options: string[]): Promise<boolean> {
  return run('node', ['--test', ...options, '--test-timeout=180000', ...paths]);
}

/** In turns, so that neighbours, which are often alike, do not all come to the same hand. None is empty. */
function deal(paths: string[], hands: number): string[][] {
  return Array.from({ length: hands }, (_, hand) => paths.filter((_, index) => index % hands === hand)).filter(
    (hand) => hand.length > 0,
  );
}

async function allOf(parts: Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(parts)).every(Boolean);
}

/** A machine without a browser is no defect of the code: one line, and no stack. */
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
