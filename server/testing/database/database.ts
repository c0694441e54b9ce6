// Creates a migrated database for a test, on one PostgreSQL that all running tests share.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OWNER_ROLE, SUPERUSER } from '#server/db/embedded/cluster.ts';
import type { Embedded } from '#server/db/embedded/embedded.ts';
import { migrate, migrationFiles, migrationSql } from '#server/db/migrate.ts';
import { digestOfAll, readSqlObjects } from '#server/db/sql-files.ts';
import { sqlVersion } from '#server/db/sql-version.ts';
import { zonesOfNode } from '#server/db/zone-rules.ts';
import { eventFiguresCheck } from './event-figures-check.ts';
import { addResetFunction } from './reset-function.ts';
import { keeperSocket, openServerFolder, serverFolder } from './server-folder.ts';

export type TestDatabase = {
  name: string;
  /** Connects as the owner role, like the application. */
  connection: Embedded['connection'];
  url: string;
  /** Removes the database, even while it has connections. */
  drop(): Promise<void>;
};

/** Rows that a template has beyond those of the migrations. */
export interface FirstRows {
  /** Other rows give another template. */
  content: string;
  write(connection: Embedded['connection']): Promise<void>;
}

/** A new database with all migrations applied, as a copy of a template. */
export async function testDatabase({
  folder = serverFolder(),
  firstRows,
}: {
  folder?: string;
  firstRows?: FirstRows;
} = {}): Promise<TestDatabase> {
  const { connection: server } = await joinServer(folder);
  const migrated = await templateName();
  const template = firstRows ? `${migrated}_${shortHash(firstRows.content + (await resetFunctionCode()))}` : migrated;
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asSuperuser(server, async (client) => {
    await makeTemplate(client, migrated, async (half) => {
      await client.query(`create database ${half} owner ${OWNER_ROLE}`);
      await withClient({ ...server, database: half }, async (owner) => {
        await migrate(owner);
        await owner.query(eventFiguresCheck);
      });
    });
    if (firstRows) {
      await makeTemplate(client, template, async (half) => {
        await client.query(`create database ${half} template ${migrated} owner ${OWNER_ROLE}`);
        await firstRows.write({ ...server, database: half });
        await withClient({ ...server, user: SUPERUSER, database: half }, addResetFunction);
      });
    }
    await client.query(`create database ${name} template ${template} owner ${OWNER_ROLE} strategy file_copy`);
  });
  const connection = { ...server, database: name };
  return {
    name,
    connection,
    url: `postgresql://${server.user}@/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
    drop: () =>
      asSuperuser(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/**
 * Keeps the shared server running until `release`, so it starts once for a run of many test files. It also stops when
 * this process ends in any way and no other process uses it.
 */
export async function holdTestServer({ folder = serverFolder() } = {}): Promise<{ release(): void }> {
  const { socket } = await joinServer(folder);
  return { release: () => void socket.destroy() };
}

type Use = { connection: Embedded['connection']; socket: Socket };
const uses = new Map<string, Promise<Use>>();

/**
 * One connection to the keeper for this process: the kernel closes it with the process, and the keeper counts its
 * connections.
 */
function joinServer(folder: string): Promise<Use> {
  let use = uses.get(folder);
  if (!use) {
    use = findOrStartServer(folder);
    uses.set(folder, use);
    const forget = () => void uses.delete(folder);
    use.then(({ socket }) => socket.once('close', forget), forget);
  }
  return use;
}

async function findOrStartServer(folder: string): Promise<Use> {
  await openServerFolder(folder);
  const log = join(folder, 'keeper.log');
  const end = performance.now() + 60_000;
  let keeper: ChildProcess | undefined;
  while (performance.now() < end) {
    const found = await findServer(folder);
    if (found) return found;
    if (keeper?.exitCode) break;
    if (!keeper || keeper.exitCode !== null) {
      const output = openSync(log, 'a', 0o600);
      const program = join(import.meta.dirname, 'server-keeper.ts');
      // Its own session: Ctrl-C ends the tests, and the keeper then stops in order.
      keeper = spawn(process.execPath, [program, folder], { detached: true, stdio: ['ignore', output, output] });
      closeSync(output);
      keeper.unref();
    }
    await sleep(50);
  }
  throw new Error(`The tests' PostgreSQL does not start: ${await readFile(log, 'utf8')}`);
}

function findServer(folder: string): Promise<Use | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(keeperSocket(folder));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('close', () => resolve(undefined));
    socket.on('data', (chunk) => {
      received += chunk;
      if (!received.endsWith('\n')) return;
      // The connection must not keep a finished test running.
      socket.unref();
      resolve({ connection: JSON.parse(received), socket });
    });
  });
}

/** An arbitrary number: only one process at a time makes a template. */
const TEMPLATE_LOCK = 4_027_002;

async function makeTemplate(client: pg.Client, template: string, make: (name: string) => Promise<void>): Promise<void> {
  const exists = async () =>
    (await client.query('select from pg_database where datname = $1', [template])).rowCount === 1;
  if (await exists()) return;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  if (!(await exists())) {
    const half = `${template}_half`;
    await client.query(`drop database if exists ${half} with (force)`);
    await make(half);
    await client.query(`alter database ${half} rename to ${template}`);
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

let migratedName: Promise<string> | undefined;

/** Changed migrations and SQL files, and other rules of time zones, give another template. */
function templateName(): Promise<string> {
  migratedName ??= (async () => {
    const all = [eventFiguresCheck];
    for (const name of await migrationFiles()) all.push(name, await migrationSql(name));
    all.push(digestOfAll(await readSqlObjects()), String(sqlVersion.number), zonesOfNode.version);
    return `template_${shortHash(all.join('\n'))}`;
  })();
  return migratedName;
}

/**
 * Part of the name of a template: a server that started before a change of reset-function.ts has the former function.
 */
const resetFunctionCode = () => readFile(join(import.meta.dirname, 'reset-function.ts'), 'utf8');

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function asSuperuser(server: Embedded['connection'], work: (client: pg.Client) => Promise<void>): Promise<void> {
  await withClient({ ...server, user: SUPERUSER, database: 'postgres' }, work);
}

async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
