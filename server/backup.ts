// `npm run backup` and `npm run restore`: the archive of an installation. Loads nothing that only a server needs.
import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseConfig } from './config.ts';
import { findRunning } from './db/embedded/find-running.ts';
import { openDatabase } from './db/pool.ts';
import type { Config } from './lib/config.ts';
import { openFiles } from './lib/files/file-store.ts';
import { openServer } from './open-server.ts';
import { backUpInstallation } from './operations/backups/back-up-installation.ts';
import { checkInstallationArchive, restoreInstallation } from './operations/backups/restore-installation.ts';
import { closers, print, runProcess, stop } from './run-process.ts';

// A backup that someone interrupts must not look like one that was made.
await runProcess(start, { signalCode: 1 });

async function start(): Promise<void> {
  const [command, path, ...more] = process.argv.slice(2);
  if (path?.startsWith('-') || more.length > 0 || (command === 'restore' && !path)) {
    const example = `npm run ${command} -- daybook-2026-03-02.zip`;
    throw new Error(`Name the archive${command === 'restore' ? '' : ', or nothing'}: ${example}`);
  }
  const config = parseConfig(process.env);
  await (command === 'restore' ? restore(config, resolve(path ?? '')) : backUp(config, path));
  await stop(0, 'at its end');
}

/** Writes an archive of the installation, which may run meanwhile. */
async function backUp(config: Config, name = `daybook-${Temporal.Now.plainDateISO()}.zip`): Promise<void> {
  const path = resolve(name);
  // Ctrl-C ends the process before the archive is complete.
  closers.push({ timeout: 1_000, close: () => rm(`${path}.part`, { force: true }) });
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir);
  const database = openDatabase(running ?? (await openServer(config, { existing: true })), { max: 1 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const files = await openFiles(config);
  const { tables, rows, files: count, bytes } = await backUpInstallation({ ...database, files, config }, path);
  print(`Backed up ${rows} rows of ${tables} tables and ${count} files to ${path} (${bytes} bytes).`);
  if (config.secretKey) print('SECRET_KEY is not in the archive: keep it in another place.');
  else print('The archive has the key of all stored secrets: keep it where only you can read it.');
}

/** Fills an empty installation from an archive. */
async function restore(config: Config, path: string): Promise<void> {
  const archive = await checkInstallationArchive(path);
  const folder = dirname(resolve(config.dataDir));
  // The database may be new, but not the path to it: that would be a mistyped one.
  if (!(await stat(folder).catch(() => undefined))) {
    throw new Error(`There is no ${folder} for DATA_DIR ${config.dataDir}.`);
  }
  const database = openDatabase(await openServer(config), { max: 1 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const files = await openFiles(config);
  const restored = await restoreInstallation({ ...database, files, config }, archive);
  print(`Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files} files.`);
  if (!archive.hasKey) print('The archive has no key of secrets: set the SECRET_KEY of the former installation.');
}
