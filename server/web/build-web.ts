// Builds the browser part when its sources are newer than what was built last.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['web', 'contract', 'i18n', 'vite.config.ts', 'package-lock.json'];

/** Where the built browser part lies. */
export const webRoot = join(top, 'dist/web');

/** Builds unless the last build was made from the very same sources; says so on `log` before it starts. */
export async function buildWebIfStale(log: (line: string) => void): Promise<void> {
  const stamp = join(top, 'dist/web.stamp');
  const now = await fingerprint();
  const built = await readFile(stamp, 'utf8').catch(() => '');
  if (built === now && (await stat(join(webRoot, 'index.html')).catch(() => undefined))) return;
  log('Building the browser part (once after each change, some seconds) …');
  const { build } = await import('vite');
  await build({ configFile: join(top, 'vite.config.ts'), logLevel: 'warn' });
  await mkdir(join(top, 'dist'), { recursive: true });
  await writeFile(stamp, now);
}

/** Changes with every source file's path, size or time. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(top, source);
    const info = await stat(path);
    const names = info.isDirectory() ? (await readdir(path, { recursive: true })).sort() : [''];
    for (const name of names) {
      const file = join(path, name);
      const { size, mtimeMs } = await stat(file);
      hash.update(`${source}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}
