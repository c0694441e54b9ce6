// A PostgreSQL like an operator's own, for tests of DATABASE_URL: the machine's (15 or newer), else the one in the
// package.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverAccount } from '#server/db/embedded/account.ts';
import { openBinaries } from '#server/db/embedded/binaries.ts';
import { makePrivate } from '#server/db/embedded/home.ts';
import { serverFolder } from './server-folder.ts';

export interface OwnPostgres {
  major: number;
  /** Runs statements in sequence as the superuser, in the superuser's own database or in another. */
  admin(statements: readonly string[], database?: string): Promise<void>;
  url(user: string, database: string): string;
  /** The settings of a process on a database, with a data folder that belongs to it. */
  env(user: string, database: string): { DATABASE_URL: string; DATA_DIR: string };
  connection(user: string, database: string): { host: string; port: number; user: string; database: string };
  /** Like kill -9 of its main process. */
  kill(): Promise<void>;
  /** Starts it again; resolves when it accepts connections. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * `await using postgres = await ownPostgres()`: on a unix socket in a folder of its own, where every user with access
 * is trusted.
 */
export async function ownPostgres(): Promise<OwnPostgres> {
  const account = await serverAccount('/nowhere');
  const folder = await mkdtemp(join(dirname(serverFolder()), 'daybook-own-'));
  await makePrivate(folder, account);
  const binaries = machinesOwn() ?? (await openBinaries(account, '/var/lib/daybook', () => {}));
  const data = join(folder, 'data');
  const options = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, ...account.switch };
  const initdb = [
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    `--pgdata=${data}`,
  ];
  await promisify(execFile)(join(binaries.folder, 'initdb'), initdb, options);
  const connection = (user: string, database: string) => ({ host: folder, port: 5432, user, database });
  const url = (user: string, database: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', shared_buffers: '16MB' };
    const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(binaries.folder, 'postgres'), ['-D', data, ...set], { ...options, stdio: 'ignore' });
    const until = performance.now() + 15_000;
    while (!(await answers(connection('postgres', 'postgres')))) {
      if (performance.now() > until || server.exitCode !== null)
        throw new Error(`PostgreSQL in ${folder} does not start.`);
      await sleep(20);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  }

  // Ends the server and removes its folder even if this process is killed: that ends its input.
  const atEnd = 'cat > /dev/null; kill -QUIT $(head -n 1 "$0/data/postmaster.pid"); sleep 1; rm -rf "$0"';
  const keeper = spawn('sh', ['-c', atEnd, folder], { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
  keeper.unref();
  (keeper.stdin as Socket).unref();

  await start();
  return {
    major: binaries.major,
    connection,
    url,
    env: (user, database) => ({ DATABASE_URL: url(user, database), DATA_DIR: join(folder, `files-${database}`) }),
    async admin(statements, database = 'postgres') {
      const client = new pg.Client(connection('postgres', database));
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    },
    kill: () => end('SIGKILL'),
    async start() {
      // Processes left behind end after a moment; until then a new server refuses to start.
      for (;;) {
        try {
          return await start();
        } catch (error) {
          if (server?.exitCode === null) throw error;
          await sleep(100);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
      keeper.stdin.end();
    },
  };
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The oldest supported version with the extensions: newer ones are compatible. */
function machinesOwn(): { folder: string; major: number } | undefined {
  const found = [...debianPlaces(), ...configuredPlace()].flatMap(({ programs, shared }) => {
    try {
      const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
      if (!existsSync(join(shared, 'extension/btree_gist.control'))) return [];
      return [{ folder: programs, major: Number(/(\d+)/.exec(version)?.[1]) }];
    } catch {
      return [];
    }
  });
  return found.filter(({ major }) => major >= 15).sort((a, b) => a.major - b.major)[0];
}

interface Place {
  programs: string;
  shared: string;
}

function debianPlaces(): Place[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root).map((version) => ({
    programs: join(root, version, 'bin'),
    shared: join('/usr/share/postgresql', version),
  }));
}

function configuredPlace(): Place[] {
  try {
    const [programs = '', shared = ''] = ['--bindir', '--sharedir'].map((what) =>
      execFileSync('pg_config', [what], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    );
    return [{ programs, shared }];
  } catch {
    return [];
  }
}
