// Runs test files one after another in this process: `node tools/run-tests.ts <file of times> <test files>`.
import { createHook } from 'node:async_hooks';
import { createWriteStream } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { TEST_TIMEOUT_MS } from './test-timeout.ts';
import reportTimes from './test-times.ts';

/** How long the last hooks may take. */
const LAST_HOOKS_MS = 60_000;

dontTrackPromises();

const [times = '', ...files] = process.argv.slice(2);
const events = run({ files: files.map((file) => resolve(file)), isolation: 'none', timeout: TEST_TIMEOUT_MS });
// Processes that start meanwhile need not compile the same code: by itself, the cache is written at the end.
events.once('test:dequeue', () => flushCompileCache());
let running = '';
const failed: unknown[] = [];
events.on('test:dequeue', ({ name, nesting }) => {
  if (nesting === 0) running = name;
});
events.on('test:fail', ({ name, details, todo }) => {
  if (todo !== undefined && todo !== false) return;
  failed.push(name, details.error);
  process.exitCode = 1;
});
// The report comes with the end, which an interrupted run does not reach.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => exitWith(`Interrupted while running: ${running}`));
}
// Nor does a process in which a failed test has left something open.
let left = 0;
let end: NodeJS.Timeout | undefined;
events.on('test:enqueue', ({ nesting }) => {
  if (nesting > 0) return;
  clearTimeout(end);
  left++;
});
events.on('test:complete', ({ nesting }) => {
  if (nesting > 0 || --left > 0) return;
  const open = () => `All tests have ended, but these are open: ${process.getActiveResourcesInfo().join(', ')}`;
  end = setTimeout(() => exitWith(open()), LAST_HOOKS_MS).unref();
});
events.compose(spec()).pipe(process.stdout);
events.compose(reportTimes).pipe(createWriteStream(times));

/** Reports what has failed so far, and exits. */
function exitWith(line: string): never {
  console.log('✖ failing tests:', ...failed);
  console.log(line);
  process.exit(1);
}

/**
 * The runner watches each promise until it is collected, to find the test of an error that nothing catches: an await
 * then costs forty times as much, and the server tests take a third more processor time. Without that, such an error
 * still fails the run, by the name of its test where no await came between.
 */
function dontTrackPromises(): void {
  const sample: object = createHook({ trackPromises: false });
  const option = Object.getOwnPropertySymbols(sample).find((name) => Reflect.get(sample, name) === true);
  const prototype: ReturnType<typeof createHook> = Object.getPrototypeOf(sample);
  const { enable } = prototype;
  prototype.enable = function (this: typeof prototype) {
    if (option) Reflect.set(this, option, true);
    return enable.call(this);
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => console.error(`${event}:`, error));
  }
}
