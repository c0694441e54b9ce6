// Tries the product behind real poolers, for `try-pgbouncer.sh`: which starts are refused, and what works.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { checkPools } from '#server/db/check-pools.ts';
import { type Addresses, type Db, openDatabase } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import { buildBusiness, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { bookTime } from '#server/testing/clients/book-time.ts';
import { ownPostgres } from '#server/testing/database/own-postgres.ts';
import { connectServices, launch, run } from '#server/testing/process.ts';

const [program = '', former = ''] = process.argv.slice(2);
const port = 6432;
const own = await ownPostgres();
const connection = own.connection('maker', 'maker');
await own.admin(['create role maker login createrole', 'create database maker owner maker']);
const direct: Addresses = { write: connection, read: connection, direct: connection, isPooled: false };

interface Running {
  at(database: string): pg.ClientConfig;
  url(database: string): string;
  admin(command: string): Promise<void>;
  stop(): Promise<void>;
}

async function open(binary: string, lines: string[]): Promise<Running> {
  const folder = await mkdtemp('/tmp/pgb-');
  await chmod(folder, 0o777);
  const server = `host=${connection.host} port=5432 dbname=maker`;
  const ini = `[databases]
maker = ${server}
reads = ${server} connect_query='set default_transaction_read_only = on'
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = ${port}
auth_type = trust
auth_file = ${folder}/users
admin_users = maker
pool_mode = transaction
default_pool_size = 10
${lines.join('\n')}
`;
  await writeFile(join(folder, 'ini'), ini);
  await writeFile(join(folder, 'users'), '"maker" ""\n');
  const child = spawn(binary, ['-u', 'postgres', join(folder, 'ini')], { stdio: 'ignore' });
  const at = (database: string) => ({ host: folder, port, user: 'maker', database });
  for (let ready = false; !ready; await sleep(50)) ready = await works(at('maker'));
  return {
    at,
    url: (database) => `postgres://maker@/${database}?host=${encodeURIComponent(folder)}&port=${port}`,
    async admin(command) {
      const client = new pg.Client(at('pgbouncer'));
      await client.connect();
      await client.query(command);
      await client.end();
    },
    async stop() {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function works(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function refusal(addresses: Partial<Addresses>): Promise<string> {
  const database = openDatabase({ ...direct, ...addresses }, { max: 1 });
  try {
    await checkPools(database, 10, () => {});
    return 'starts';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

const say = (what: string, found: string) => console.log(`${what}: ${found}`);
const version = (binary: string) => execFileSync(binary, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';

say('PostgreSQL', String(own.major));
say('Pooler', version(program));
const plain = await open(program, ['max_prepared_statements = 600']);
const pooled = { write: plain.at('maker'), read: plain.at('reads'), isPooled: true };
say('Not named', await refusal({ write: plain.at('maker'), read: plain.at('maker'), direct: plain.at('maker') }));
const role = await refusal(pooled);
say('Named, role without settings', role);
await own.admin(role.slice(role.indexOf('alter role')).split('; '));
say('Sessions from before', await refusal(pooled));
await plain.admin('RECONNECT');
await sleep(1_000);
say('After RECONNECT', await refusal(pooled));
say('Reads that may write', await refusal({ ...pooled, read: plain.at('maker') }));
say('Changes that may not', await refusal({ ...pooled, write: plain.at('reads') }));
say('A direct address that is the pooler', await refusal({ ...pooled, direct: plain.at('maker') }));
const off = await open(program, ['max_prepared_statements = 0']);
say('max_prepared_statements = 0', await refusal({ ...pooled, write: off.at('maker'), read: off.at('reads') }));
await off.stop();
const ignoring = await open(program, ['max_prepared_statements = 600', 'ignore_startup_parameters = options']);
const silent = ignoring.at('maker');
say('Not named, told to ignore options', await refusal({ write: silent, read: silent, direct: silent }));
await ignoring.stop();
if (former) {
  const old = await open(former, []);
  say(version(former), await refusal({ ...pooled, write: old.at('maker'), read: old.at('reads') }));
  await old.stop();
}

const database = openDatabase({ ...direct, ...pooled }, { max: 1 });
const sum = (db: Db) => sql<{ sum: number }>`select ${1}::int + ${2}::int as sum`.execute(db);
await transaction({ database, db: database.write }, async ({ db }) => {
  const failing = sql`select 1 / ${0}::int`.execute(db);
  await Promise.all([failing, sum(db).catch(() => {})]);
}).catch(() => {});
say('After a statement that was not parsed', String((await sum(database.write)).rows[0]?.sum === 3));
await database.close();

const settings = {
  DATABASE_POOLER: 'transaction',
  DATABASE_URL: plain.url('maker'),
  DATABASE_READ_URL: plain.url('reads'),
  DATABASE_DIRECT_URL: own.url('maker', 'maker'),
  REQUESTS_PER_MINUTE: '0',
  BOOKINGS_PER_MINUTE: '0',
};
{
  await using daybook = await run(settings);
  await using services = connectServices(daybook, connection);
  const { employee } = await buildBusiness(services, { hours: openAlways });
  const { cookie } = await signIn(services, employee);
  const counts = new Map<string, number>();
  for (let round = 1; round <= 50; round++) {
    const booking = (n: number) => bookTime(daybook, employee, 24 + round, `m${round}-${n}@example.org`);
    const pages = ['/', '/readyz', '/app/home'].map((path) => fetch(daybook.url + path, { headers: { cookie } }));
    const answers = await Promise.all([...Array.from({ length: 16 }, (_, n) => booking(n)), ...pages]);
    for (const { status, url } of answers) {
      const name = `${url.includes('InsertEvent') ? 'bookings' : 'pages'} ${status}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  say('16 bookings of one time, 50 times, beside pages', [...counts].map(([name, n]) => `${name}: ${n}`).join(', '));
  assert.equal(counts.get('bookings 200'), 50);
  await own.admin(['alter role maker in database maker reset statement_timeout']);
  await plain.admin('RECONNECT');
}
const warned = launch(settings);
await warned.ended;
say('A role that has lost its settings', warned.complaints.join(' '));
await plain.stop();
await own[Symbol.asyncDispose]();
process.exit();
