// Builds the browser part when its sources are other than what was built last.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lockFolder } from '#server/db/embedded/lock.ts';

const top = fileURLToPath(new URL('../../../', import.meta.url));
const sources = ['web', 'contract', 'i18n', 'vite.config.ts', 'package-lock.json'];
const dist = join(top, 'dist');

/** Where the built browser part lies. */
export const webRoot = join(dist, 'web');

/** How long another process of this checkout that just builds is waited for (ms). */
const lockTimeout = 120_000;

/**
 * Builds unless the last build was made from the very same sources; says so on `log` before it starts. Several processes may call
 * this at the same time: one builds, and what is there before is whole until the new one is.
 */
export async function buildWebIfStale(log: (line: string) => void): Promise<void> {
  if (await isFresh()) return;
  await mkdir(dist, { recursive: true });
  const unlock = await waitForLock();
  try {
    if (await isFresh()) return;
    log('Building the browser part (once after each change, takes a few seconds) …');
    const sources = await fingerprint();
    const fresh = join(dist, 'web-new');
    const { build } = await import('vite');
    await build({ configFile: join(top, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
    await compressAssets(join(fresh, 'assets'));
    await rm(webRoot, { recursive: true, force: true });
    await rename(fresh, webRoot);
    await writeFile(stamp, sources);
  } finally {
    unlock();
  }
}

/** Whether there is a build at all, of whatever sources. */
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

/** Changes with every source file's path or content; not with its time, which a copy (an image, a clone) does not keep. */
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

/** Puts a compressed form beside each text file of the folder: once and well here, rather than at every request. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|mjs|css|json|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const bytes = await readFile(file);
      if (bytes.length < 1024) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
