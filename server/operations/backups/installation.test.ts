// Tests that the backup of an installation restores it elsewhere, equal by content, and when it is refused.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import pg from 'pg';
import { parseConfig } from '#server/config.ts';
import { migrationFiles } from '#server/db/migrate.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { writeArchive } from '#server/lib/files/archive.ts';
import type { FileStore } from '#server/lib/files/file-store.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { openSecret, sealSecret } from '#server/lib/secrets/secret-box.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { testDatabase } from '#server/testing/database/database.ts';
import { testApp } from '#server/testing/test-app.ts';
import { backUpInstallation, installationFormat, installationVersion, tablesOf } from './back-up-installation.ts';
import { checkInstallationArchive, restoreInstallation } from './restore-installation.ts';

/** A database and a data folder, both new. */
async function place() {
  const created = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-restore-'));
  const config = parseConfig({ DATA_DIR: dataDir });
  const connect = async () => {
    const client = new pg.Client({ ...created.connection, options: '-c timezone=UTC' });
    await client.connect();
    return client;
  };
  return {
    connect,
    config,
    files: localFiles(join(dataDir, 'files')),
    created,
    async [Symbol.asyncDispose]() {
      await created.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A hash of each table's rows, in no order of theirs, of every trigger and constraint, and of each file. */
async function contentsOf({ connect, files }: { connect: () => Promise<pg.Client>; files: FileStore }) {
  const client = await connect();
  const contents: Record<string, string> = {};
  for (const table of Object.keys(await tablesOf(client))) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as hash from (select md5(t::text) as row from "${table}" t) r`,
    );
    contents[table] = rows[0].hash;
  }
  const catalogue = await client.query(`
    select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as state from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 't'
    union all select tgrelid::regclass || '.' || tgname, tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1`);
  for (const { name, state } of catalogue.rows) contents[name] = state;
  await client.end();
  for await (const key of files.keys()) {
    const bytes = await buffer((await files.read(key)) ?? assert.fail(key));
    contents[`file ${key}`] = createHash('sha256').update(bytes).digest('hex');
  }
  return contents;
}

test('the demo is backed up and restored elsewhere, equal by content, with the key of its secrets', async () => {
  await using app = await testApp();
  await using elsewhere = await place();
  await loadDemo(app);
  const { company } = await buildBusiness(app);
  await buildFile(app, company, { bytes: randomBytes(300_000), mimeType: 'image/png' });
  // Signed out since, perhaps: the restore has none of these.
  const signedIn = { id: randomUUIDv7(), addressHash: randomBytes(32), createdAt: app.clock.now() };
  await app.database.write
    .insertInto('visitorSignIns')
    .values({ ...signedIn, expiresAt: app.clock.now().add({ hours: 24 }) })
    .execute();
  const sealed = sealSecret(app.config, 'mail', 'hunter2');
  const { rows: settings } = await app.database.connect().then(async (client) => {
    // Switches a trigger, whose state is no row.
    const changed = await client.query(
      `update table_settings set is_audit = not is_audit where name = 'contacts' returning is_audit`,
    );
    await client.end();
    return changed;
  });
  assert.equal(settings.length, 1);
  const source = { connect: app.database.connect, files: app.files, config: app.config };
  const path = join(elsewhere.config.dataDir, 'backup.zip');
  const backedUp = await backUpInstallation(source, path);
  assert.ok(backedUp.rows > 1_000 && backedUp.files > 10, JSON.stringify(backedUp));
  await assert.rejects(backUpInstallation(source, path), /exists already/);

  const archive = await checkInstallationArchive(path);
  const restored = await restoreInstallation(elsewhere, archive);
  assert.deepEqual(restored, { tables: backedUp.tables, rows: backedUp.rows, files: backedUp.files });
  await app.database.write.deleteFrom('visitorSignIns').execute();
  assert.deepEqual(await contentsOf(elsewhere), await contentsOf(source));
  assert.equal(openSecret(parseConfig({ DATA_DIR: elsewhere.config.dataDir }), 'mail', sealed), 'hunter2');
  await assert.rejects(restoreInstallation(elsewhere, archive), /^Error: The database is not empty\./);
});

test('the backup of an installation names files whose bytes are lost, and says where its key is', async () => {
  await using app = await testApp();
  await using elsewhere = await place();
  const { company } = await buildBusiness(app);
  const [whole, lost] = [await buildFile(app, company), await buildFile(app, company)];
  await app.files.remove(lost.id);
  const source = { connect: app.database.connect, files: app.files, config: app.config };
  const backUp = async (name: string) => {
    const path = join(elsewhere.config.dataDir, name);
    const { key, missingFiles, files } = await backUpInstallation(source, path);
    const { facts } = await checkInstallationArchive(path);
    assert.deepEqual([facts.key, facts.missingFiles], [key, missingFiles ? [lost.id] : []]);
    return { key, missingFiles, files };
  };
  assert.deepEqual(await backUp('without-key.zip'), { key: 'none', missingFiles: 1, files: 1 });
  sealSecret(app.config, 'mail', 'the first secret makes the key');
  await app.files.put(lost.id, Buffer.from('found again'));
  assert.deepEqual(await backUp('whole.zip'), { key: 'archive', missingFiles: 0, files: 2 });
  assert.ok(whole.id);
  await app.database.write
    .insertInto('pushKeys')
    .values({ publicKey: 'p', privateKey: sealSecret(app.config, 'push', 'private'), createdAt: app.clock.now() })
    .execute();
  await rm(join(app.config.dataDir, 'secret.key'));
  assert.equal((await backUp('without-its-key.zip')).key, 'lost');
  sealSecret(parseConfig({ DATA_DIR: app.config.dataDir }), 'mail', 'a secret makes another key');
  // A folder that cannot be read is not an empty one.
  const unreadable = { ...source, files: localFiles(join(app.config.dataDir, 'secret.key')) };
  await assert.rejects(backUpInstallation(unreadable, join(elsewhere.config.dataDir, 'none.zip')), { code: 'ENOTDIR' });
});

test('a restore that is cut leaves the database empty, and can be repeated', async () => {
  await using app = await testApp();
  await using elsewhere = await place();
  const { company } = await buildBusiness(app);
  await buildFile(app, company, { bytes: randomBytes(1_000) });
  const source = { connect: app.database.connect, files: app.files, config: app.config };
  const path = join(elsewhere.config.dataDir, 'backup.zip');
  await backUpInstallation(source, path);
  const archive = await checkInstallationArchive(path);
  // The connection breaks after so many statements.
  for (const survived of [5, 150, 330]) {
    const connect = async () => {
      const client = await elsewhere.connect();
      client.on('error', () => {});
      const query = client.query.bind(client);
      let count = 0;
      client.query = ((...given: Parameters<typeof query>) => {
        if (++count > survived) client.connection.stream.destroy();
        return query(...given);
      }) as typeof client.query;
      return client;
    };
    await assert.rejects(restoreInstallation({ ...elsewhere, connect }, archive), `${survived}`);
    const { companies = '' } = await contentsOf(elsewhere);
    assert.match(companies, /^0 /, `after ${survived} statements`);
  }
  await restoreInstallation(elsewhere, archive);
  assert.deepEqual(await contentsOf(elsewhere), await contentsOf(source));
});

test('a restore notices a Daybook that was started, and people who came, while it stored the files', async () => {
  await using app = await testApp();
  await using elsewhere = await place();
  const { company } = await buildBusiness(app);
  await buildFile(app, company);
  const path = join(elsewhere.config.dataDir, 'backup.zip');
  await backUpInstallation({ connect: app.database.connect, files: app.files, config: app.config }, path);
  const archive = await checkInstallationArchive(path);
  const other = await elsewhere.connect();
  const during = (act: () => Promise<unknown>): FileStore => ({
    ...elsewhere.files,
    async putFile(key, from) {
      await act();
      await elsewhere.files.putFile(key, from);
    },
  });
  const started = during(() => other.query(`set application_name = 'daybook'`));
  await assert.rejects(restoreInstallation({ ...elsewhere, files: started }, archive), /^Error: Daybook runs on this/);
  await other.query(`set application_name = 'psql'`);
  const filled = during(() => other.query(`insert into companies (id, name) values (gen_random_uuid(), 'Newcomer')`));
  await assert.rejects(
    restoreInstallation({ ...elsewhere, files: filled }, archive),
    /^Error: The database is not empty/,
  );
  assert.deepEqual((await other.query('select name from companies')).rows, [{ name: 'Newcomer' }]);
  await other.end();
});

test('an archive of another version, an altered one, and another key are refused with one line', async () => {
  await using app = await testApp();
  await using elsewhere = await place();
  await buildBusiness(app);
  const { dataDir } = elsewhere.config;
  sealSecret(app.config, 'mail', 'the first secret makes the key');
  const source = { connect: app.database.connect, files: app.files, config: app.config };
  const path = join(dataDir, 'backup.zip');
  await backUpInstallation(source, path);

  const migrations = [...(await migrationFiles()), '9999-later.sql'];
  const newer = join(dataDir, 'newer.zip');
  const none = (async function* () {})();
  await writeArchive(newer, none, () => ({ format: installationFormat, version: installationVersion, migrations }));
  await assert.rejects(checkInstallationArchive(newer), /another version of Daybook .*9999-later\.sql/);

  const bytes = await readFile(path);
  const altered = join(dataDir, 'altered.zip');
  bytes.writeUInt8(bytes.readUInt8(300) ^ 0xff, 300);
  await writeFile(altered, bytes);
  await assert.rejects(checkInstallationArchive(altered), /altered or is damaged|not a complete archive/);
  await writeFile(altered, bytes.subarray(0, 1_000));
  await assert.rejects(checkInstallationArchive(altered), /not a complete archive/);

  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'secret.key'), 'the key of another installation');
  const archive = await checkInstallationArchive(path);
  await assert.rejects(restoreInstallation(elsewhere, archive), /secret\.key belongs to another installation/);

  const busy = await elsewhere.connect();
  await busy.query(`set application_name = 'daybook'`);
  await assert.rejects(restoreInstallation(elsewhere, archive), /Daybook runs on this database\. Stop it/);
  await busy.end();
});
