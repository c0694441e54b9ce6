// Builds the browser part when its sources differ from the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lockFolder } from '#server/db/embedded/lock.ts';

const top = fileURLToPath(new URL('../../../', import.meta.url));
const sources = ['web', 'contract', 'i18n', 'vite.config.ts', 'tools/web-chunks.ts', 'package-lock.json'];
const dist = join(top, 'dist');

/** The folder of the built browser part. */
export const webRoot = join(dist, 'web');

/** How long to wait for a build by another process of this checkout (ms). */
const lockTimeout = 120_000;

/**
 * Builds unless the last build has the same sources; logs to `log` before it starts. Several processes may call this at
 * the same time: one builds, and the previous build stays complete until the new one replaces it. Throws an error with
 * one line for the operator when the packages that build are not installed.
 */
export async function buildWebIfStale(log: (line: string) => void): Promise<void> {
  if (await isFresh()) return;
  assertCanBuild();
  await mkdir(dist, { recursive: true });
  const unlock = await waitForLock();
  try {
    if (await isFresh()) return;
    log('Building the browser part (once after each change, takes a few seconds) …');
    const sources = await fingerprint();
    const fresh = join(dist, 'web-new');
    await runBuild(fresh);
    await rm(webRoot, { recursive: true, force: true });
    await rename(fresh, webRoot);
    await writeFile(stamp, sources);
  } finally {
    unlock();
  }
}

/** An installation for production has no packages of the browser part (`npm ci --omit=dev`). */
function assertCanBuild(): void {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of ['vite', 'react']) resolve(name);
  } catch (error) {
    const found = isBuilt() ? 'is older than its sources' : 'is not built';
    throw new Error(
      `The browser part ${found}, and the packages that build it are not installed. Run: npm ci --include=dev && npm run build`,
      { cause: error },
    );
  }
}

async function runBuild(outDir: string): Promise<void> {
  const builder = fileURLToPath(new URL('run-build.ts', import.meta.url));
  const child = spawn(process.execPath, [builder, outDir], { cwd: top, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The browser part could not be built.');
}

/** True if there is a build, of whatever sources. */
export function isBuilt(): boolean {
  return existsSync(join(webRoot, 'index.html'));
}

const stamp = join(dist, 'web.stamp');

async function isFresh(): Promise<boolean> {
  const built = await readFile(stamp, 'utf8').catch(() => '');
  return isBuilt() && built === (await fingerprint());
}

async function waitForLock(): Promise<() => void> {
  const until = performance.now() + lockTimeout;
  for (;;) {
    try {
      return lockFolder(dist);
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(100);
    }
  }
}

/**
 * Changes with every source file's path or content; ignores its time, which a copy (an image, a clone) does not
 * preserve.
 */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(top, source);
    const entries = (await stat(path)).isDirectory()
      ? await readdir(path, { recursive: true, withFileTypes: true })
      : [{ parentPath: top, name: source, isFile: () => true }];
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort())
      hash
        .update(`${relative(top, file)}\n`)
        .update(await readFile(file))
        .update('\n');
  }
  return hash.digest('hex');
}

/**
 * Writes a compressed form beside each text file of the folder: once at the best level, instead of at every request.
 */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|mjs|css|json|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const bytes = await readFile(file);
      if (bytes.length < 1024) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
