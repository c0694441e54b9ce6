// `npm run backup` and `npm run restore`: the archive of an installation. Loads nothing that only a server needs.
import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { noneIfAbsent } from '#server/lib/files/none-if-absent.ts';
import { openFiles } from '#server/lib/files/open-files.ts';
import { parseConfig } from './config.ts';
import { findRunning } from './db/embedded/find-running.ts';
import { openDatabase } from './db/pool.ts';
import type { Config } from './lib/config.ts';
import { openServer } from './open-server.ts';
import { backUpInstallation, type InstallationFacts, keyName } from './operations/backups/back-up-installation.ts';
import { checkInstallationArchive, restoreInstallation } from './operations/backups/restore-installation.ts';
import { archiveWritten } from './operations/doctor/check-backups.ts';
import { openLogWriter } from './operations/logs/log-writer.ts';
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
  const isWhole = await (command === 'restore' ? restore(config, resolve(path ?? '')) : backUp(config, path));
  await stop(isWhole ? 0 : 1, 'at its end');
}

/** Writes an archive of the installation, which may run meanwhile. Returns whether it has everything. */
async function backUp(config: Config, name = `daybook-${Temporal.Now.plainDateISO()}.zip`): Promise<boolean> {
  const path = resolve(name);
  // A mistyped folder would make an archive without files and key.
  if (config.databaseUrl && !config.s3)
    await assertFolder(config.dataDir, `There is no ${config.dataDir} for DATA_DIR`);
  // Ctrl-C ends the process before the archive is complete.
  closers.push({ timeout: 1_000, close: () => rm(`${path}.part`, { force: true }) });
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir);
  const database = openDatabase(running ?? (await openServer(config, { existing: true })), { max: 1 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const files = await openFiles(config);
  const made = await backUpInstallation({ ...database, files, config }, path);
  // The operator reads the age of the last archive; an archive counts without that, too.
  const logs = openLogWriter(() => {});
  logs.note('Information', 'Backup', archiveWritten, path);
  logs.open(database);
  await logs.close();
  print(
    `Backed up ${made.rows} rows of ${made.tables} tables and ${made.files} files to ${path} (${made.bytes} bytes).`,
  );
  print(keyLine(made.key));
  const isWhole = made.missingFiles === 0 && made.key !== 'lost';
  if (made.missingFiles > 0)
    print(
      `Lost files: ${made.missingFiles}. Their bytes are not in the store; the manifest of the archive names them.`,
    );
  return isWhole;
}

function keyLine(key: InstallationFacts['key']): string {
  if (key === 'archive') return 'The archive has the key of all stored secrets: keep it where only you can read it.';
  if (key === 'SECRET_KEY') return 'SECRET_KEY is not in the archive: keep it in another place.';
  if (key === 'lost') return `Lost: ${keyName}. It is not in DATA_DIR, and without it nobody reads the stored secrets.`;
  return 'This installation has no key of secrets yet: the archive has none either.';
}

async function assertFolder(path: string, line: string): Promise<void> {
  const found = await stat(path).catch(noneIfAbsent);
  if (!found?.isDirectory()) throw new Error(`${line}.`);
}

/** Fills an empty installation from an archive. */
async function restore(config: Config, path: string): Promise<boolean> {
  const archive = await checkInstallationArchive(path);
  const folder = dirname(resolve(config.dataDir));
  // The database may be new, but not the path to it: that would be a mistyped one.
  await assertFolder(folder, `There is no ${folder} for DATA_DIR ${config.dataDir}`);
  const database = openDatabase(await openServer(config), { max: 1 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const files = await openFiles(config);
  const restored = await restoreInstallation({ ...database, files, config }, archive);
  print(`Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files} files.`);
  const { key = archive.hasKey ? 'archive' : 'SECRET_KEY' } = archive.facts;
  if (key === 'SECRET_KEY') print('The archive has no key of secrets: set the SECRET_KEY of the former installation.');
  if (key === 'lost') print(`${keyName} was lost when the backup was made: nobody reads its stored secrets.`);
  if (archive.facts.missingFiles?.length) {
    print(`Lost files: ${archive.facts.missingFiles.length}. Their bytes were not in the store of the backup.`);
  }
  return true;
}
