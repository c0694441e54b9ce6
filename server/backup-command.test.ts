// Tests of `npm run backup` and `npm run restore` as an operator uses them, and of a backup whose process is killed.
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { companyBackups } from '#contract/operations/backups.ts';
import { openDatabase } from '#server/db/pool.ts';
import { writeArchive } from './lib/files/archive.ts';
import { installationFormat, installationVersion } from './operations/backups/back-up-installation.ts';
import { wakeJob } from './operations/jobs/wake-job.ts';
import { buildBusiness, signIn } from './testing/build.ts';
import { testDatabase } from './testing/database.ts';
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
    await buildBusiness(services, { lastName: 'Restored' });
    const archive = join(folder.path, 'backup.zip');
    assert.match(await runBackupCommand(from, ['backup', archive], 0), /^Backed up \d+ rows of \d+ tables and 0 files/);
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
        { DATABASE_URL: 'postgres://nowhere.invalid/a' },
        ['backup', 'a.zip'],
        /^The host nowhere\.invalid cannot be found\. /,
      ],
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
    for (const [env, parts, line] of refusals) assert.match(await runBackupCommand(env, parts, 1), line);
    await assert.rejects(stat(missing), { code: 'ENOENT' });
    assert.match(await runBackupCommand(to, ['restore', archive], 0), /^Restored \d+ rows of \d+ tables and 0 files\./);
    const restored = openDatabase(target.connection, { max: 1 });
    const people = await restored.read.selectFrom('users').select('lastName').execute();
    await restored.close();
    assert.deepEqual(people, [{ lastName: 'Restored' }]);
    assert.match(await runBackupCommand(to, ['restore', archive], 1), /^The database is not empty\. Restore into .*$/);
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
});
