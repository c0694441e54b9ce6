// Tests of `npm run backup` and `npm run restore` as an operator uses them, and of a backup whose process is killed.
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { companyBackups } from '#contract/operations/backups.ts';
import { openDatabase } from '#server/db/pool.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { wakeJob } from '#server/lib/wake-job.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { writeArchive } from './lib/files/archive.ts';
import { installationFormat, installationVersion } from './operations/backups/back-up-installation.ts';
import { testDatabase } from './testing/database/database.ts';
import {
  connectionOf,
  connectServices,
  dataFolder,
  eventually,
  type RunningServer,
  run,
  runBackupCommand,
} from './testing/process.ts';

test('on a database of the operator, every refusal is one line', async () => {
  await using folder = await dataFolder();
  const [source, target] = await Promise.all([testDatabase(), testDatabase()]);
  try {
    const from = { DATABASE_URL: source.url, DATA_DIR: join(folder.path, 'one') };
    const to = { DATABASE_URL: target.url, DATA_DIR: join(folder.path, 'two') };
    await using services = connectServices({ url: '' } as RunningServer, source.connection);
    const { company } = await buildBusiness(services, { lastName: 'Restored' });
    await mkdir(from.DATA_DIR);
    const archive = join(folder.path, 'backup.zip');
    const backedUp = await runBackupCommand(from, ['backup', archive], 0);
    assert.match(backedUp, /^Backed up \d+ rows of \d+ tables and 0 files/);
    assert.match(backedUp, /^This installation has no key of secrets yet: the archive has none either\.$/m);
    assert.equal((await stat(archive)).mode & 0o777, 0o600);

    const other = join(folder.path, 'other.zip');
    const about = { format: installationFormat, version: installationVersion, migrations: ['0001-older.sql'] };
    await writeArchive(other, (async function* () {})(), () => about);
    const missing = join(folder.path, 'missing');
    const refusals: [env: Record<string, string>, parts: string[], line: RegExp][] = [
      [from, ['backup', archive], /^\S+ exists already\. Choose another name\.$/],
      [from, ['backup', join(missing, 'a.zip')], /^The folder of \S+ does not exist\.$/],
      [{ DATA_DIR: missing }, ['backup'], /^There is no Daybook database in \S+missing\.$/],
      [
        { ...from, DATABASE_URL: 'postgres://nowhere.invalid/a' },
        ['backup', 'a.zip'],
        /^The host nowhere\.invalid cannot be found\. /,
      ],
      [{ ...from, DATA_DIR: missing }, ['backup'], /^There is no \S+missing for DATA_DIR\.$/],
      [from, ['backup', '--help'], /^Name the archive, or nothing: npm run backup -- \S+$/],
      [to, ['restore'], /^Name the archive: npm run restore -- \S+$/],
      [to, ['restore', missing], /^\S+ does not exist\.$/],
      [
        to,
        ['restore', other],
        /^\S+ was made by another version of Daybook \(.*0001-older\.sql.*\)\. Restore it with /,
      ],
      [{ DATA_DIR: join(missing, 'data') }, ['restore', archive], /^There is no \S+missing for DATA_DIR \S+\.$/],
      [from, ['restore', archive], /^Daybook runs on this database\. Stop it before you restore a backup\.$/],
    ];
    // As an application that runs.
    const running = await services.database.connect();
    for (const [env, parts, line] of refusals) assert.match(await runBackupCommand(env, parts, 1), line);
    await running.end();
    await assert.rejects(stat(missing), { code: 'ENOENT' });
    const done = await runBackupCommand(to, ['restore', archive], 0);
    assert.match(done, /^Restored \d+ rows of \d+ tables and 0 files\.$/, 'no key is missed');
    const restored = openDatabase(target.connection, { max: 1 });
    const people = await restored.read.selectFrom('users').select('lastName').execute();
    await restored.close();
    assert.deepEqual(people, [{ lastName: 'Restored' }]);
    assert.match(await runBackupCommand(to, ['restore', archive], 1), /^The database is not empty\. Restore into .*$/);

    // A signal ends it, and leaves no half archive.
    const client = await services.database.connect();
    await client.query('begin; lock table visits in access exclusive mode');
    const names = () => readdir(folder.path);
    await runBackupCommand(from, ['backup', join(folder.path, 'cut.zip')], 1, async (child) => {
      await eventually('it writes the archive', async () => (await names()).includes('cut.zip.part'));
      child.kill('SIGTERM');
    });
    await client.end();
    assert.ok(!(await names()).some((name) => name.startsWith('cut')));

    // A file without its bytes: the archive is made, and the command says that it is not whole.
    await buildFile({ ...services, files: localFiles(join(from.DATA_DIR, 'files')) }, company, { name: 'portrait' });
    await rm(join(from.DATA_DIR, 'files'), { recursive: true });
    const incomplete = join(folder.path, 'incomplete.zip');
    const warned = await runBackupCommand({ ...from, SECRET_KEY: 'k'.repeat(32) }, ['backup', incomplete], 1);
    assert.match(warned, /^SECRET_KEY is not in the archive: keep it in another place\.$/m);
    assert.match(warned, /^Lost files: 1\. .+ the manifest of the archive names them\.$/m);
    assert.ok((await stat(incomplete)).size > 0);

    // The backup does not omit files that it cannot read.
    await writeFile(join(from.DATA_DIR, 'files'), 'not a folder');
    const unread = join(folder.path, 'unread.zip');
    assert.match(await runBackupCommand(from, ['backup', unread], 1), /^ENOTDIR: .+files'$/);
    await rm(join(from.DATA_DIR, 'files'));
    await mkdir(join(from.DATA_DIR, 'secret.key'));
    assert.match(await runBackupCommand(from, ['backup', unread], 1), /^The key of secrets cannot be read: EISDIR: /);
    assert.ok(!(await readdir(folder.path)).some((name) => name.startsWith('unread')), 'no half archive is left');
  } finally {
    await Promise.all([source.drop(), target.drop()]);
  }
});

test('a process is killed while it makes a backup; the installation is restored elsewhere, which makes it again', async () => {
  await using folder = await dataFolder();
  const [DATA_DIR, other] = [join(folder.path, 'one'), join(folder.path, 'two')];
  const archive = join(folder.path, 'backup.zip');
  {
    await using daybook = await run({ DATA_DIR });
    await using services = connectServices(daybook, await connectionOf(DATA_DIR));
    const { employee } = await buildBusiness(services, { actions: ['admin'] });
    const halfArchives = () => readdir(join(DATA_DIR, 'backups')).catch(() => []);
    const client = await services.database.connect();
    // Holds the backup up in the midst of its archive.
    await client.query('begin; lock table service_categories in access exclusive mode');
    const begun = await fetch(`${daybook.url}/${companyBackups.operations.make.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await signIn(services, employee)) },
      body: '{}',
    });
    assert.equal(begun.status, 200, await begun.text());
    await eventually('it writes the archive', async () => (await halfArchives()).length === 1);
    daybook.child.kill('SIGSTOP');
    await client.end();
    const leaseUntil = Temporal.Now.instant().subtract({ seconds: 1 });
    await services.database.write.updateTable('backups').set({ leaseUntil }).execute();
    assert.match(await runBackupCommand({ DATA_DIR }, ['backup', archive], 0), /^Backed up \d+ rows/);
    const refused = await runBackupCommand({ DATA_DIR }, ['restore', archive], 1);
    assert.match(refused, /^Another process \(pid \d+\) already runs the database in .+\. Stop it first.*$/);
    await daybook.stop('SIGKILL');
    assert.deepEqual(await readdir(join(DATA_DIR, 'files')).catch(() => []), [], 'no half file is stored');
  }
  assert.match(await runBackupCommand({ DATA_DIR: other }, ['restore', archive], 0), /^Restored \d+ rows/m);
  await using daybook = await run({ DATA_DIR: other });
  await using services = connectServices(daybook, await connectionOf(other));
  const state = async () =>
    (await services.database.read.selectFrom('backups').select('state').executeTakeFirst())?.state;
  // As if the job were due.
  await wakeJob(services, 'backups');
  await eventually('the backup is made again', async () => (await state()) === 'done');
  assert.deepEqual(await readdir(join(other, 'backups')), [], 'no half archive is left');
  await daybook.stop();
  const stopped = join(folder.path, 'stopped.zip');
  assert.match(await runBackupCommand({ DATA_DIR: other }, ['backup', stopped], 0), /^Backed up \d+ rows/m);
});
