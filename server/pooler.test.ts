// Tests of the product behind a pooler in transaction mode: the lines that refuse a start, and what works.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { checkPools } from '#server/db/check-pools.ts';
import { type Addresses, type Db, openDatabase, sessionSettings } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import { watchPools } from '#server/db/watch-pools.ts';
import { buildBusiness, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { bookTime } from './testing/clients/book-time.ts';
import { type OwnPostgres, ownPostgres } from './testing/database/own-postgres.ts';
import { connectServices, launch, run } from './testing/process.ts';
import { openPooler } from './testing/servers/pooler.ts';

let postgres: OwnPostgres;
let folder: string;
/** Without a pooler. */
let direct: Addresses;

setUpFile(import.meta, async () => {
  postgres = await ownPostgres();
  folder = await mkdtemp(join(tmpdir(), 'pool-'));
  await postgres.admin([
    'create role maker login createrole',
    'create database maker owner maker',
    'create database other owner maker',
  ]);
  const own = postgres.connection('maker', 'maker');
  direct = { write: own, read: own, direct: own, isPooled: false };
});

after(async () => {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const databases = {
  reads: { database: 'maker', connectQuery: 'set default_transaction_read_only = on' },
};

/** The line with which a process refuses to start. */
async function refusal(addresses: Partial<Addresses>): Promise<string> {
  const at = { ...direct, ...addresses };
  const database = openDatabase(at, { max: 1 });
  try {
    return await checkPools(database, 1, () => {}).then(
      () => 'none',
      (error) => (error as Error).message,
    );
  } finally {
    await database.close();
  }
}

function pooler(options: Omit<Parameters<typeof openPooler>[0], 'target' | 'folder'> = {}) {
  return openPooler({ target: postgres.connection('maker', 'maker').host, folder, databases, ...options });
}

const alterRole = Object.entries(sessionSettings).map(
  ([name, value]) => `alter role maker in database maker set ${name} = ${value}`,
);

test('each wrong address is refused with a line that says what to do', async () => {
  const unnamed = /^DATABASE_URL leads to a pooler\. Set DATABASE_POOLER=transaction, DATABASE_READ_URL and/;
  {
    await using refusing = await pooler();
    const pooled = refusing.at('maker', 'maker');
    assert.match(await refusal({ write: pooled, read: pooled, direct: pooled }), unnamed);
    assert.match(await refusal({ read: pooled }), /^DATABASE_READ_URL leads to a pooler\. Set DATABASE_POOLER=tr/);
    // The process says it, too.
    const started = launch({ DATABASE_URL: refusing.url('maker', 'maker') });
    assert.equal(await started.ended, 1, started.lines.join('\n'));
    assert.match(started.complaints.join('\n'), unnamed);
  }
  {
    // One that ignores the settings of a session would leave it without its timeouts.
    await using ignoring = await pooler({ ignoresOptions: true });
    const pooled = ignoring.at('maker', 'maker');
    assert.match(await refusal({ write: pooled, read: pooled, direct: pooled }), unnamed);
  }
  assert.match(
    await refusal({ read: postgres.connection('maker', 'other') }),
    /^DATABASE_READ_URL leads to another database than DATABASE_URL, or to a standby of it/,
  );
  await using named = await pooler();
  const right = { isPooled: true, write: named.at('maker', 'maker'), read: named.at('maker', 'reads') };
  assert.match(await refusal({ ...right, direct: right.write }), /^DATABASE_DIRECT_URL leads to a pooler/);
  const role = await refusal(right);
  assert.match(
    role,
    /^DATABASE_URL leads to a session .*Run once: alter role "maker" in database "maker" set timezone/,
  );
  await postgres.admin(role.slice(role.indexOf('alter role')).split('; '));
  // Its sessions have the former settings.
  assert.match(await refusal(right), /The role has its settings.*: tell the pooler to RECONNECT/);
  named.reconnect();
  assert.equal(await refusal(right), 'none');
  assert.match(
    await refusal({ ...right, read: right.write }),
    /^DATABASE_READ_URL leads to a session that is not read-only\. Give the pooler a database with connect_query/,
  );
  assert.match(await refusal({ ...right, write: right.read }), /^DATABASE_URL leads to a read-only session/);
  await named[Symbol.asyncDispose]();
  await using former = await pooler({ keepsStatements: false });
  const forgetful = { isPooled: true, write: former.at('maker', 'maker'), read: former.at('maker', 'reads') };
  assert.match(
    await refusal(forgetful),
    /pooler of DATABASE_URL does not keep prepared statements: it must be PgBouncer 1\.21 or newer, with max_prepared_statements = 600/,
  );
});

test('a setting that the role loses while the product runs is found, and said once', async () => {
  await postgres.admin(alterRole);
  await using named = await pooler();
  const pools = { write: named.at('maker', 'maker'), read: named.at('maker', 'reads') };
  const database = openDatabase({ ...direct, isPooled: true, ...pools }, { max: 1 });
  const lines: string[] = [];
  const hasFault = watchPools(database, { interval: 0, onFault: (line) => lines.push(line) });
  try {
    assert.equal(await hasFault(), false);
    for (const [setting, said] of [
      ['timezone = "Etc/UTC"', undefined],
      ['timezone = "Europe/Riga"', 'timezone is Europe/Riga, not UTC'],
      ['plan_cache_mode = auto', 'plan_cache_mode is auto, not force_generic_plan'],
      ['statement_timeout = 9000', undefined],
      ['statement_timeout = 0', 'statement_timeout is 0, not 10000 or less'],
      [
        'idle_in_transaction_session_timeout = 120000',
        'idle_in_transaction_session_timeout is 120000, not 60000 or less',
      ],
    ] as const) {
      lines.length = 0;
      await postgres.admin([`alter role maker in database maker set ${setting}`]);
      named.reconnect();
      assert.deepEqual([await hasFault(), await hasFault()], [said !== undefined, said !== undefined], setting);
      assert.deepEqual(lines, said ? [`DATABASE_URL leads to a session whose ${said}.`] : [], setting);
      await postgres.admin(alterRole);
    }
  } finally {
    await database.close();
  }
});

test('a process that would open more connections than are left says so', async () => {
  const lines: string[] = [];
  const database = openDatabase(direct, { max: 1 });
  await checkPools(database, 10, (line) => lines.push(line));
  assert.equal(lines.length, 0);
  await checkPools(database, 200, (line) => lines.push(line));
  await database.close();
  assert.match(
    lines.join('\n'),
    /^This process may open 405 connections; the database has \d+ left\. Raise its max_con/,
  );
});

test('behind a pooler, bookings of the same time are taken once, refusals harm no later statement', async () => {
  await postgres.admin(alterRole);
  await using named = await pooler();
  await using daybook = await run({
    ...postgres.env('maker', 'maker'),
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: named.url('maker', 'maker'),
    DATABASE_READ_URL: named.url('maker', 'reads'),
    DATABASE_DIRECT_URL: postgres.url('maker', 'maker'),
    REQUESTS_PER_MINUTE: '0',
    BOOKINGS_PER_MINUTE: '0',
  });
  await using services = connectServices(daybook, postgres.connection('maker', 'maker'));
  const { employee } = await buildBusiness(services, { hours: openAlways });
  const { cookie } = await signIn(services, employee);
  for (let round = 1; round <= 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => bookTime(daybook, employee, 24 * round, `mara-${round}-${n}@example.org`)),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
    assert.deepEqual([...new Set(statuses)].sort(), [200, 417], statuses.join());
  }
  for (const path of ['/', '/readyz', `/${employee.locationUrlName}/${employee.urlName}`, '/app/home']) {
    assert.equal((await fetch(daybook.url + path, { headers: { cookie } })).status, 200, path);
  }
  assert.ok(named.opened() > 1);
});

test('a statement behind one that failed is sent again under another name', async () => {
  await using named = await pooler();
  const write = named.at('maker', 'maker');
  const database = openDatabase({ ...direct, isPooled: true, write, read: named.at('maker', 'reads') }, { max: 1 });
  const sum = (db: Db) => sql<{ sum: number }>`select ${1}::int + ${2}::int as sum`.execute(db);
  try {
    const failed = transaction({ database, db: database.write }, async ({ db }) => {
      const first = sql`select 1 / ${0}::int`.execute(db);
      const behind = sum(db);
      await Promise.all([first, behind.catch(() => {})]);
    });
    await assert.rejects(failed, /division by zero/);
    for (let again = 0; again < 3; again++) assert.equal((await sum(database.write)).rows[0]?.sum, 3);
    assert.equal(named.opened(), 1, 'on the same connection');
  } finally {
    await database.close();
  }
});
