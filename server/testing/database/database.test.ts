// Tests that each test gets its own database on one shared server, and that the server stops with its last user.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverProcesses } from '#server/db/embedded/process.ts';
import { migrationFiles } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { keeperSocket, serverFolder } from './server-folder.ts';

const root = await mkdtemp(join(dirname(serverFolder()), 'daybook-testing-'));
await chmod(root, 0o711);
after(() => rm(root, { recursive: true, force: true }));

async function ask({ connection }: Pick<TestDatabase, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('every test gets its own migrated database, owned by the application’s role', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  assert.deepEqual(
    await ask(one, 'select name from migrations order by name'),
    (await migrationFiles()).map((name) => ({ name })),
  );
  await ask(one, 'create table only_here ()');
  assert.deepEqual(await ask(two, `select to_regclass('only_here') as "table"`), [{ table: null }]);
  const url = new pg.Client(two.url);
  await url.connect();
  assert.deepEqual((await url.query('select current_database(), current_user')).rows, [
    { current_database: two.name, current_user: 'daybook' },
  ]);
  await url.end();
  await Promise.all([one.drop(), two.drop()]);
  await assert.rejects(ask(one, 'select 1'), /does not exist/);
});

test('concurrent processes share one server and one template, and it stops with the last one, even a killed one', async () => {
  const folder = join(root, 'shared');
  const users = await Promise.all([startUser(folder), startUser(folder), startUser(folder)]);
  const [first] = users;
  assert.ok(first);
  assert.equal(new Set(users.map(({ name }) => name)).size, 3);
  assert.deepEqual(await ask(first, `select count(*)::int from pg_database where datname like 'template\\_%'`), [
    { count: 1 },
  ]);
  users[0]?.process.kill('SIGINT');
  users[1]?.process.kill('SIGTERM');
  await sleep(2500);
  assert.equal((await ask(first, 'select 1')).length, 1, 'it runs as long as one uses it');
  users[2]?.process.kill('SIGKILL');
  await eventually(async () => !existsSync(join(folder, 'postgres')) && !existsSync(keeperSocket(folder)));
  assert.deepEqual(await serverProcesses(join(folder, 'postgres/data')), []);
});

test('after the keeper was killed, the next user cleans up and starts again', async () => {
  const folder = join(root, 'killed');
  const user = await startUser(folder);
  const [left] = (await ask(user, `select pg_backend_pid() as pid`)) as { pid: number }[];
  assert.ok(left);
  process.kill(user.keeper, 'SIGKILL');
  user.process.kill('SIGKILL');
  const next = await startUser(folder);
  assert.equal((await ask(next, `select 1 from pg_database where datname like 'test\\_%'`)).length, 1);
  next.process.kill('SIGTERM');
  await eventually(async () => !existsSync(join(folder, 'postgres')));
});

type User = { process: ChildProcess; keeper: number } & TestDatabase;

/** Another test process, which stays until it is killed. */
async function startUser(folder: string): Promise<User> {
  const code = `
    import { readFileSync } from 'node:fs';
    import { testDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))};
    const database = await testDatabase({ folder: ${JSON.stringify(folder)} });
    console.log(JSON.stringify({ ...database, keeper: Number(readFileSync(${JSON.stringify(join(folder, 'lock.pid'))}, 'utf8')) }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of child.stdout) return { ...JSON.parse(String(line)), process: child };
  throw new Error('The user ended before it had a database.');
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 8000;
  while (!(await condition())) {
    assert.ok(performance.now() < end, 'in time');
    await sleep(50);
  }
}
